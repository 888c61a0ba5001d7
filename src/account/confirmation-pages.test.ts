import { expect, test } from 'vitest'
import { codeInEmail } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)

const linkTo = async (email: string) =>
  `/email-confirmation?code=${await codeInEmail(site, email, 'welcome')}`

const isConfirmed = async (email: string) =>
  (await getRow(site.db, 'customer', { email })).confirmed_at !== null

/** Opens the link as a browser with these cookies; answers its cookies and the page. */
async function open(link: string, cookies = '') {
  const opened = await view(link, cookies)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/email-confirmation?lang=en'])
  const cookie = [cookies, cookiesOf(opened)].filter(Boolean).join('; ')
  const html = await (await view('/email-confirmation', cookie)).text()
  return { cookie, html }
}

const press = (cookie: string, fields: Record<string, string>) =>
  send('/email-confirmation', fields, { cookie })

test('opening the link confirms nothing; in the browser that registered a button does', async () => {
  const email = 'button@example.gr'
  const browser = await signUp(email)
  const { cookie, html } = await open(await linkTo(email), browser)
  expect(html).toContain('With this button you confirm that button@example.gr is your address.')
  expect(html).not.toContain('type="password"')
  expect(await isConfirmed(email)).toBe(false)
  const done = await press(cookie, { way: 'browser' })
  expect(done.headers.get('location')).toBe('/email-confirmation?lang=en')
  expect(await isConfirmed(email)).toBe(true)
  const after = await (await view('/email-confirmation', cookiesOf(done))).text()
  expect(after).toContain('Your e-mail is confirmed')
  expect((await open(await linkTo(email))).html).toContain('Your e-mail is confirmed already')
})

test('signed out, the browser that registered is still known by its own cookie alone', async () => {
  const email = 'device@example.gr'
  const cookies = (await signUp(email)).split('; ').filter(one => /device=/.test(one))
  expect(cookies).toHaveLength(1)
  const { cookie } = await open(await linkTo(email), cookies.join('; '))
  await press(cookie, { way: 'browser' })
  expect(await isConfirmed(email)).toBe(true)
})

test('elsewhere it takes the password, and the button alone is refused', async () => {
  const email = 'password@example.gr'
  await signUp(email)
  const { cookie, html } = await open(await linkTo(email))
  expect(html).toContain('was made in another browser')
  const refused = await press(cookie, { way: 'browser' })
  expect(refused.status).toBe(403)
  const wrong = await press(cookie, { way: 'password', password: 'a guess' })
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining('The current password is not correct.'),
  ])
  const empty = await press(cookie, { way: 'password', password: '' })
  expect(empty.status).toBe(422)
  expect(await isConfirmed(email)).toBe(false)
  await press(cookie, { way: 'password', password: visitor.password })
  expect(await isConfirmed(email)).toBe(true)
})

test('or a new password, which signs everybody else out', async () => {
  const email = 'claimed@example.gr'
  const stranger = await signUp(email)
  const { cookie } = await open(await linkTo(email))
  const short = await press(cookie, { way: 'new', password: 'abc', repassword: 'abd' })
  const html = await short.text()
  expect(short.status).toBe(422)
  for (const words of ['Too Short!', 'Passwords should match']) expect(html).toContain(words)
  const passwords = { password: 'only hers now', repassword: 'only hers now' }
  const done = await press(cookie, { way: 'new', ...passwords })
  expect(done.headers.get('location')).toBe('/login?lang=en')
  expect(await isConfirmed(email)).toBe(true)
  expect((await view('/settings', stranger)).status).toBe(302)
  const signIn = (password: string) => send('/login', { email, password })
  expect([(await signIn(visitor.password)).status, (await signIn('only hers now')).status]).toEqual([
    401, 302,
  ])
})

test.each(['', '?code=nonsense'])('/email-confirmation%s offers a new link', async query => {
  const first = await view(`/email-confirmation${query}`)
  const page = first.status === 302 ? await view('/email-confirmation', cookiesOf(first)) : first
  expect(await page.text()).toContain('This link is not valid any more')
})
