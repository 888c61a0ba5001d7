import { describe, expect, test } from 'vitest'
import { codeInEmail } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { countAttempt } from '../server/security/rate-limits.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)

describe('the login page', () => {
  const wrongWords = ['Error on Login', 'Email or Password Wrong Try Again']

  test('without JavaScript leads to the target at once', async () => {
    await signUp('plain@example.gr')
    const typed = { email: 'plain@example.gr', password: visitor.password }
    const answer = await send('/login?redirect=%2Fregistry%2FABE%3Fa%3Db', typed)
    const cookies = cookiesOf(answer)
    expect(cookies).toContain('customerToken=')
    const next = await view(answer.headers.get('location') ?? '', cookies)
    expect([next.status, next.headers.get('location')]).toEqual([302, '/registry/ABE?a=b&lang=en'])
  })

  test.each<Record<string, string>>([{}, { alive: '1' }])(
    'a browser that takes no cookies is told so, %j',
    async scripts => {
      const typed = { email: 'plain@example.gr', password: visitor.password, ...scripts }
      const answer = await send('/login?redirect=%2Fmy-registries&lang=el', typed)
      const html = await (await view(answer.headers.get('location') ?? '')).text()
      expect(html).toContain('Το πρόγραμμα περιήγησης δεν δέχεται τα cookies μας')
      expect(html).toMatch(/<form[^>]*action="\/login\?[^"]*redirect=%2Fmy-registries/)
      expect(await (await view('/login?redirect=%2Fmy-registries')).text()).not.toContain(
        'refuses our cookies',
      )
    },
  )

  test('with JavaScript greets first, with a link to the target', async () => {
    const typed = { email: 'plain@example.gr', password: visitor.password, alive: '1' }
    const answer = await send('/login?redirect=%2Fmy-registries', typed)
    expect(answer.headers.get('location')).toBe('/login?welcome=1&redirect=%2Fmy-registries&lang=en')
    const html = await (await view(answer.headers.get('location') ?? '', cookiesOf(answer))).text()
    expect(html).toContain('You are signed in')
    expect(html).toContain('href="/my-registries?lang=en"')
  })

  test('a wrong password shows both sentences and keeps the e-mail', async () => {
    const answer = await send('/login', { email: 'plain@example.gr', password: 'wrong password' })
    const html = await answer.text()
    expect(answer.status).toBe(401)
    for (const words of [...wrongWords, 'value="plain@example.gr"']) expect(html).toContain(words)
    expect(html).not.toContain('wrong password')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('password managers and pasting work', async () => {
    const html = await (await view('/login')).text()
    expect(html).toMatch(/<input[^>]*autoComplete="username"/i)
    expect(html).toMatch(/<input[^>]*autoComplete="current-password"/i)
    expect(html).not.toMatch(/onpaste/i)
  })

  test('the link to the register page carries the redirect target', async () => {
    const html = await (await view('/login?redirect=%2Fsettings')).text()
    expect(html).toContain('href="/register?redirect=%2Fsettings&amp;lang=en"')
    expect(html).toMatch(/<form[^>]*action="\/login\?redirect=%2Fsettings&amp;lang=en"/)
  })

  test.each(['/login', '/register', '/login?redirect=%2Fsettings'])(
    '%s sends somebody who is signed in home',
    async path => {
      const cookie = await signUp(`home${Math.random()}@example.gr`)
      const answer = await view(path, cookie)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?lang=en'])
    },
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%0d%0aLocation: https://evil.example',
    '/\r\nLocation: https://evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/./\\/evil.example',
    '/.//evil.example',
    'evil.example',
    'data:text/html,x',
  ])('redirect=%j stays on this site', async target => {
    const path = `/login?redirect=${encodeURIComponent(target)}`
    const answer = await send(path, { email: 'plain@example.gr', password: visitor.password })
    const location = answer.headers.get('location') ?? ''
    expect(new URL(location, 'http://registry.example').origin).toBe('http://registry.example')
    expect(location).toMatch(/^\/(?![/\\])/)
  })

  test('a target that is the register page is replaced by that page’s own target', async () => {
    const path = `/login?redirect=${encodeURIComponent('/register?redirect=%2Fmy-registries')}`
    const answer = await send(path, { email: 'plain@example.gr', password: visitor.password })
    expect(answer.headers.get('location')).toBe('/login?entered=1&redirect=%2Fmy-registries&lang=en')
  })

  test('while many wrong passwords are tried, the link of a letter is needed, and leaves the address at once', async () => {
    const email = 'besieged@example.gr'
    await signUp(email)
    await countAttempt(site.db, site.clock.read(), `login::${email}`, Infinity, 900, undefined, 100)
    const typed = { email, password: visitor.password }
    const refused = await send('/login', typed)
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('Please look into your mailbox')
    const code = await codeInEmail(site, email, 'sign-in-link')
    const opened = await view(`/login?link=${code}&redirect=%2Fsettings`)
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      '/login?redirect=%2Fsettings&lang=en',
    ])
    const cookie = cookiesOf(opened)
    expect(await (await view('/login?redirect=%2Fsettings', cookie)).text()).toContain('with the link from')
    const done = await send('/login?redirect=%2Fsettings', typed, { cookie })
    expect([done.status, done.headers.get('location')]).toEqual([
      302,
      '/login?entered=1&redirect=%2Fsettings&lang=en',
    ])
    expect(done.headers.getSetCookie().join()).toContain('sign_in_link=; ')
  })

  test.each([101, 43])(
    'a link that no letter had, of %i letters, keeps nobody from signing in',
    async length => {
      const opened = await view(`/login?link=${'x'.repeat(length)}&redirect=%2Fsettings`)
      expect(opened.headers.get('location')).toBe('/login?redirect=%2Fsettings&lang=en')
      const typed = { email: 'plain@example.gr', password: visitor.password }
      expect((await send('/login', typed, { cookie: cookiesOf(opened) })).status).toBe(302)
    },
  )

  test('a form from another site is refused', async () => {
    const answer = await send(
      '/login',
      { email: 'plain@example.gr', password: visitor.password },
      { origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(403)
  })
})

describe('the logout page', () => {
  test('ends the session on the server and deletes the cookies', async () => {
    const cookie = await signUp('leaving@example.gr')
    expect(await (await view('/logout?lang=el', cookie)).text()).toContain('Αποσύνδεση')
    const answer = await send('/logout?lang=el', {}, { cookie })
    expect(answer.headers.get('location')).toBe('/?lang=el')
    const back = answer.headers.getSetCookie().filter(one => one.startsWith('customer'))
    expect(back).toHaveLength(5)
    for (const one of back) expect(one).toMatch(/^customer\w+=; Path=\/; Max-Age=0; SameSite=Lax/)
    const token = /customerToken=([^;]+)/.exec(cookie)?.[1] ?? ''
    expect((await site.get('/me', { token })).status).toBe(401)
    expect((await view('/login', cookie)).status).toBe(200)
  })

  test('following a link asks first', async () => {
    const cookie = await signUp('asked@example.gr')
    await view('/logout', cookie)
    expect((await view('/login', cookie)).status).toBe(302)
  })

  test('a form from another site signs nobody out', async () => {
    const cookie = await signUp('kept@example.gr')
    const answer = await send('/logout', {}, { cookie, origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
    expect((await view('/login', cookie)).status).toBe(302)
  })
})
