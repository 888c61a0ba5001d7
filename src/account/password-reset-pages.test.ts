import { describe, expect, test } from 'vitest'
import { codeInEmail } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)

describe('the password reset pages', () => {
  test('the request leads to the login page with a message, and the link of the e-mail opens the form', async () => {
    await signUp('forgets@example.gr')
    const requested = await send('/forgot-password?lang=el', { email: 'forgets@example.gr' })
    expect(requested.headers.get('location')).toBe('/login?lang=el')
    const page = await view('/login?lang=el', cookiesOf(requested))
    expect(await page.text()).toContain('Το e‑mail στάλθηκε')
    expect(page.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^notice=; Path=\/; Max-Age=0/))

    const link = await linkTo('forgets@example.gr')
    const opened = await view(link)
    expect(opened.headers.get('location')).toBe('/reset-password?lang=en')
    const cookie = cookiesOf(opened)
    const form = await (await view('/reset-password', cookie)).text()
    expect(form).toMatch(/<input[^>]*disabled=""[^>]*value="forgets@example.gr"/)
    expect(form).not.toContain(new URL(link, 'http://registry.example').searchParams.get('code'))
    const passwords = { password: 'quite new', repassword: 'quite new' }
    const done = await send('/reset-password', passwords, { cookie })
    expect(done.headers.get('location')).toBe('/login?lang=en')
    const after = await (await view('/login', cookiesOf(done))).text()
    expect(after).toContain('Your password has been changed successfully.')
    const answer = await send('/login', { email: 'forgets@example.gr', password: 'quite new' })
    expect(answer.headers.get('location')).toBe('/login?entered=1&lang=en')
    expect((await view(link)).headers.get('location')).toBe('/?lang=en')
  })

  test('short and different passwords are refused together, and the code stays valid', async () => {
    await signUp('careless@example.gr')
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
    '/reset-password%s goes home with an alert',
    async query => {
      const answer = await view(`/reset-password${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?lang=en'])
      const home = await (await view('/', cookiesOf(answer))).text()
      expect(home).toContain('This link is not valid any more')
      expect(home).toMatch(/<a[^>]*href="\/forgot-password\?lang=en"/)
    },
  )

  test('the link opens on two devices, but resets the password only once', async () => {
    await signUp('two@example.gr')
    await send('/forgot-password', { email: 'two@example.gr' })
    const link = await linkTo('two@example.gr')
    const [one, other] = [cookiesOf(await view(link)), cookiesOf(await view(link))]
    const passwords = { password: 'quite new', repassword: 'quite new' }
    expect((await send('/reset-password', passwords, { cookie: one })).headers.get('location')).toBe(
      '/login?lang=en',
    )
    expect((await send('/reset-password', passwords, { cookie: other })).headers.get('location')).toBe(
      '/?lang=en',
    )
  })

  test('a forged flash message is not shown', async () => {
    const forged = Buffer.from(JSON.stringify({ tone: 'alert', title: 'Call 0900' })).toString('base64url')
    expect(await (await view('/', `notice=${forged}.bm8`)).text()).not.toContain('Call 0900')
  })
})

/** The path in the last password e-mail to that address. */
async function linkTo(email: string): Promise<string> {
  const code = await codeInEmail(site, email, 'password-reset')
  return `/reset-password?${new URLSearchParams({ email, code })}`
}
