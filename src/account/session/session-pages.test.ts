import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '../../../test/app.ts'

let site: Awaited<ReturnType<typeof openApp>>
beforeAll(async () => {
  site = await openApp({}, { withPages: true })
})
afterAll(() => site.close())

const eleni = {
  email: 'eleni@example.gr',
  password: 'μέλι και καρύδια',
  repassword: 'μέλι και καρύδια',
  name: 'Ελένη',
  surname: 'Παππά',
}

const view = (path: string, cookie = '') => site.app.request(path, { headers: { cookie } })

/** Sends a form as a browser without JavaScript does. */
const send = (path: string, fields: Record<string, string>, more: Record<string, string> = {}, at = site) =>
  at.app.request(path, {
    method: 'POST',
    headers: { origin: at.config.SITE_URL, ...more },
    body: new URLSearchParams(fields),
  })

/** What a browser would send back of the cookies that an answer sets. */
function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

async function signedIn(email: string): Promise<string> {
  return cookiesOf(await send('/register', { ...eleni, email }))
}

describe('signing up', () => {
  test('signs in by cookies, congratulates, and leads on to where the visitor was going', async () => {
    const answer = await send('/register?redirect=%2Fcreate-registry&lang=el', eleni)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/register?created=1&redirect=%2Fcreate-registry&lang=el')
    const page = await view(answer.headers.get('location') ?? '', cookiesOf(answer))
    const html = await page.text()
    expect(html).toContain('Συγχαρητήρια, ο λογαριασμός σας δημιουργήθηκε!')
    expect(html).toContain('href="/create-registry?lang=el"')
  })

  test.each([
    ['http://registry.example', false],
    ['https://registry.example', true],
  ])('the cookies of %s', async (SITE_URL, isSecure) => {
    const there = await openApp({ SITE_URL }, { withPages: true })
    try {
      const all = (await send('/register', eleni, {}, there)).headers.getSetCookie()
      const cookies = all.filter(one => one.startsWith('customer'))
      const flags = `; Path=/; Max-Age=2592000; SameSite=Lax`
      const secure = isSecure ? '; Secure' : ''
      expect(cookies).toEqual([
        expect.stringMatching(new RegExp(`^customerToken=[\\w-]{43}${flags}; HttpOnly${secure}$`)),
        expect.stringMatching(new RegExp(`^customerId=\\d+${flags}${secure}$`)),
        `customerName=${encodeURIComponent('Ελένη')}${flags}${secure}`,
        `customerEmailAddress=eleni%40example.gr${flags}${secure}`,
        `customerType=registrant${flags}${secure}`,
      ])
    } finally {
      await there.close()
    }
  })

  test('shows everything that is wrong and keeps what was typed, but no password', async () => {
    const wrong = {
      ...eleni,
      email: 'nobody',
      surname: 'Li',
      password: 'abc',
      repassword: 'abd',
      phone: '12',
    }
    const answer = await send('/register?lang=el', wrong)
    const html = await answer.text()
    expect(answer.status).toBe(422)
    for (const words of [
      'Το e-mail δεν είναι έγκυρο',
      'Πολύ μικρός!',
      'Οι κωδικοί πρόσβασης πρέπει να είναι ίδιοι',
    ])
      expect(html).toContain(words)
    for (const kept of ['value="nobody"', 'value="Li"', 'value="12"', 'value="Ελένη"'])
      expect(html).toContain(kept)
    expect(html).not.toMatch(/abc|abd/)
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(5)
  })

  test('says that an address has an account', async () => {
    await signedIn('twice@example.gr')
    const answer = await send('/register', { ...eleni, email: 'TWICE@example.gr' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('There is already an account with this e-mail')
  })
})

describe('signing in', () => {
  const wrongWords = ['Error on Login', 'Email or Password Wrong Try Again']

  test('without JavaScript leads on at once', async () => {
    await signedIn('plain@example.gr')
    const typed = { email: 'plain@example.gr', password: eleni.password }
    const answer = await send('/login?redirect=%2Fregistry%2FABE%3Fa%3Db', typed)
    expect(answer.headers.get('location')).toBe('/registry/ABE?a=b')
    expect(cookiesOf(answer)).toContain('customerToken=')
  })

  test('with JavaScript greets first, and the greeting has a link to go on now', async () => {
    const typed = { email: 'plain@example.gr', password: eleni.password, alive: '1' }
    const answer = await send('/login?redirect=%2Fmy-registries', typed)
    expect(answer.headers.get('location')).toBe('/login?welcome=1&redirect=%2Fmy-registries')
    const html = await (await view(answer.headers.get('location') ?? '', cookiesOf(answer))).text()
    expect(html).toContain('You are signed in')
    expect(html).toContain('href="/my-registries"')
  })

  test('a wrong one says so under both of its titles and keeps the address', async () => {
    const answer = await send('/login', { email: 'plain@example.gr', password: 'wrong password' })
    const html = await answer.text()
    expect(answer.status).toBe(401)
    for (const words of [...wrongWords, 'value="plain@example.gr"']) expect(html).toContain(words)
    expect(html).not.toContain('wrong password')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('the form lets managers and pasting in', async () => {
    const html = await (await view('/login')).text()
    expect(html).toMatch(/<input[^>]*autoComplete="username"/i)
    expect(html).toMatch(/<input[^>]*autoComplete="current-password"/i)
    expect(html).not.toMatch(/onpaste/i)
  })

  test('the way to an account carries the address to return to', async () => {
    const html = await (await view('/login?redirect=%2Fsettings')).text()
    expect(html).toContain('href="/register?redirect=%2Fsettings"')
    expect(html).toMatch(/<form[^>]*action="\/login\?redirect=%2Fsettings"/)
  })

  test.each(['/login', '/register', '/login?redirect=%2Fsettings'])(
    '%s sends who is signed in home',
    async path => {
      const cookie = await signedIn(`home${Math.random()}@example.gr`)
      const answer = await view(path, cookie)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
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
    const answer = await send(path, { email: 'plain@example.gr', password: eleni.password })
    const location = answer.headers.get('location') ?? ''
    expect(new URL(location, 'http://registry.example').origin).toBe('http://registry.example')
    expect(location).toMatch(/^\/(?![/\\])/)
  })

  test('coming from a page of signing up leads to where that one was to lead', async () => {
    const path = `/login?redirect=${encodeURIComponent('/register?redirect=%2Fmy-registries')}`
    const answer = await send(path, { email: 'plain@example.gr', password: eleni.password })
    expect(answer.headers.get('location')).toBe('/my-registries')
  })

  test('a form from another site is refused', async () => {
    const answer = await send(
      '/login',
      { email: 'plain@example.gr', password: eleni.password },
      { origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(403)
  })
})

describe('signing out', () => {
  test('ends the session on the server and takes the cookies back', async () => {
    const cookie = await signedIn('leaving@example.gr')
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

  test('a link to it asks first', async () => {
    const cookie = await signedIn('asked@example.gr')
    await view('/logout', cookie)
    expect((await view('/login', cookie)).status).toBe(302)
  })

  test('from another site nobody is signed out', async () => {
    const cookie = await signedIn('kept@example.gr')
    const answer = await send('/logout', {}, { cookie, origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
    expect((await view('/login', cookie)).status).toBe(302)
  })
})

describe('settings without JavaScript', () => {
  const details = { name: 'Άννα', surname: 'Βελή', phone: '697 123 4567', language: 'el' }

  test('ask to sign in first, and remember where to', async () => {
    for (const path of [
      '/settings',
      '/settings/update-password',
      '/settings/deactivate',
      '/settings/download',
    ]) {
      const answer = await view(path)
      expect(answer.headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(path)}`)
    }
  })

  test('are changed, and the name that pages greet with follows', async () => {
    const cookie = await signedIn('settings@example.gr')
    const answer = await send('/settings', details, { cookie })
    expect(answer.headers.get('location')).toBe('/settings')
    expect(cookiesOf(answer)).toContain(`customerName=${encodeURIComponent('Άννα')}`)
    const page = await view('/settings', `${cookie}; ${cookiesOf(answer)}`)
    const html = await page.text()
    for (const words of ['Your account has been successfully updated.', 'value="697 123 4567"'])
      expect(html).toContain(words)
  })

  test('a session that ended meanwhile: signed in again, the form stands as it was typed', async () => {
    await signedIn('ended@example.gr')
    const turned = await send(
      '/settings',
      { ...details, surname: 'Μόλις Γραμμένη' },
      { cookie: 'customerToken=x' },
    )
    expect(turned.headers.get('location')).toBe('/login?redirect=%2Fsettings')
    const kept = cookiesOf(turned)
    expect(kept).toMatch(/^typed=/)
    const login = await send('/login?redirect=%2Fsettings', {
      email: 'ended@example.gr',
      password: eleni.password,
    })
    const page = await view('/settings', `${cookiesOf(login)}; ${kept}`)
    const html = await page.text()
    for (const words of ['You are signed in again', 'value="Μόλις Γραμμένη"', 'value="697 123 4567"'])
      expect(html).toContain(words)
    expect(page.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^typed=; Path=\/; Max-Age=0/))
    expect(await (await view('/settings', cookiesOf(login))).text()).toContain('value="Παππά"')
  })

  test('no password is kept of a form', async () => {
    const typed = { current_password: 'abcdef', password: 'ghijkl', repassword: 'ghijkl' }
    expect((await send('/settings/update-password', typed)).headers.getSetCookie()).toEqual([])
  })

  test('download gives a file of one’s own', async () => {
    const cookie = await signedIn('file@example.gr')
    const answer = await view('/settings/download', cookie)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(await answer.json()).toMatchObject({ account: { email: 'file@example.gr' } })
  })

  test('deactivation signs out and goes home with the news', async () => {
    const cookie = await signedIn('leaves@example.gr')
    const wrong = await send('/settings/deactivate', { password: 'not it' }, { cookie })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('The current password is not correct.')
    const answer = await send('/settings/deactivate', { password: eleni.password }, { cookie })
    expect(answer.headers.get('location')).toBe('/')
    expect(await (await view('/', cookiesOf(answer))).text()).toContain('Your account has been deactivated')
    expect((await view('/settings', cookie)).status).toBe(302)
  })
})

describe('a forgotten password', () => {
  test('asks, sends to sign in with the news, and the link of the letter opens the form', async () => {
    await signedIn('forgets@example.gr')
    const asked = await send('/forgot-password?lang=el', { email: 'forgets@example.gr' })
    expect(asked.headers.get('location')).toBe('/login?lang=el')
    const page = await view('/login?lang=el', cookiesOf(asked))
    expect(await page.text()).toContain('Το e-mail στάλθηκε')
    expect(page.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^notice=; Path=\/; Max-Age=0/))

    const link = await linkTo('forgets@example.gr')
    const opened = await view(link)
    expect(opened.headers.get('location')).toBe('/reset-password')
    const cookie = cookiesOf(opened)
    const form = await (await view('/reset-password', cookie)).text()
    expect(form).toMatch(/<input[^>]*disabled=""[^>]*value="forgets@example.gr"/)
    expect(form).not.toContain(new URL(link, 'http://registry.example').searchParams.get('code'))
    const passwords = { password: 'quite new', repassword: 'quite new' }
    const done = await send('/reset-password', passwords, { cookie })
    expect(done.headers.get('location')).toBe('/login')
    const after = await (await view('/login', cookiesOf(done))).text()
    expect(after).toContain('Your password has been changed successfully.')
    const answer = await send('/login', { email: 'forgets@example.gr', password: 'quite new' })
    expect(answer.headers.get('location')).toBe('/')
    expect((await view(link)).headers.get('location')).toBe('/')
  })

  test('passwords that differ or are short are told together, and the code lives on', async () => {
    await signedIn('careless@example.gr')
    await send('/forgot-password', { email: 'careless@example.gr' })
    const link = await linkTo('careless@example.gr')
    const cookie = cookiesOf(await view(link))
    const answer = await send('/reset-password', { password: 'abc', repassword: 'abd' }, { cookie })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    for (const words of ['Too Short!', 'Passwords should match']) expect(html).toContain(words)
    expect((await view('/reset-password', cookie)).status).toBe(200)
  })

  test.each(['', '?email=eleni@example.gr', '?code=abc', '?email=eleni@example.gr&code=wrong'])(
    '/reset-password%s goes home and says why',
    async query => {
      const answer = await view(`/reset-password${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
      const home = await (await view('/', cookiesOf(answer))).text()
      expect(home).toContain('This link is not valid any more')
      expect(home).toMatch(/<a[^>]*href="\/forgot-password"/)
    },
  )

  test('the link of the letter works once more on another device until it is spent', async () => {
    await signedIn('two@example.gr')
    await send('/forgot-password', { email: 'two@example.gr' })
    const link = await linkTo('two@example.gr')
    const [one, other] = [cookiesOf(await view(link)), cookiesOf(await view(link))]
    const passwords = { password: 'quite new', repassword: 'quite new' }
    expect((await send('/reset-password', passwords, { cookie: one })).headers.get('location')).toBe('/login')
    expect((await send('/reset-password', passwords, { cookie: other })).headers.get('location')).toBe('/')
  })

  test('a notice that we did not leave is not said', async () => {
    const forged = Buffer.from(JSON.stringify({ tone: 'alert', title: 'Call 0900' })).toString('base64url')
    expect(await (await view('/', `notice=${forged}.bm8`)).text()).not.toContain('Call 0900')
  })
})

/** The address that the last letter to that person leads to. */
async function linkTo(email: string): Promise<string> {
  const { props } = await site.db
    .selectFrom('outbox')
    .select('props')
    .where('template', '=', 'password-reset')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return `/reset-password?${new URLSearchParams({ email, code: String(props.code) })}`
}

describe('pages whose API is deployed elsewhere', () => {
  let server: Server
  let pages: typeof site
  /** What the API answers to whoever signs up, where it is another than ours. */
  let otherwise: Response | null = null
  beforeAll(async () => {
    const api = (request: Request) =>
      otherwise && request.url.includes('/register') ? otherwise : site.app.fetch(request)
    server = createServer(getRequestListener(api))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    pages = await openApp({ REGISTRY_API_URL: `http://127.0.0.1:${port}/api` }, { withPages: true })
  })
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await pages.close()
  })

  test('sign up, greet, sign in and out, keeping nothing here', async () => {
    const answer = await send('/register', { ...eleni, email: 'remote@example.gr' }, {}, pages)
    const cookie = cookiesOf(answer)
    expect(answer.headers.get('location')).toBe('/register?created=1')
    const seen = (path: string) => pages.app.request(path, { headers: { cookie } })
    expect((await seen('/login')).headers.get('location')).toBe('/')
    expect(await pages.db.selectFrom('customer').select('id').execute()).toEqual([])
    const out = await send('/logout', {}, { cookie }, pages)
    expect(out.headers.get('location')).toBe('/')
    expect((await seen('/login')).status).toBe(200)
  })

  test('refusals come with their words', async () => {
    const wrong = await send('/login', { email: 'remote@example.gr', password: 'wrong' }, {}, pages)
    expect(await wrong.text()).toContain('Email or Password Wrong Try Again')
    const short = await send('/register?lang=el', { ...eleni, password: 'abc', repassword: 'abc' }, {}, pages)
    expect(await short.text()).toContain('Πολύ μικρός!')
  })

  test('an API that has no codes is heard in its own words: the message, and data as a text (spec §8)', async () => {
    otherwise = Response.json({ message: 'Not registered', data: 'This mail is known here' }, { status: 409 })
    const refused = await send('/register', { ...eleni, email: 'other@example.gr' }, {}, pages)
    otherwise = null
    expect(refused.status).toBe(409)
    expect(await refused.text()).toMatch(/role="alert".*Not registered.*This mail is known here/)
  })
})
