import { expect, test } from 'vitest'
import { codeInEmail } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../../test/page-client.ts'
import { testApp } from '../../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)

const linkTo = async (recipient: string, template: string, path: string) =>
  `${path}?code=${await codeInEmail(site, recipient, template)}`

const emails = async () =>
  (await site.db.selectFrom('customer').select('email').orderBy('id').execute()).map(row => row.email)

test('a new e-mail is asked for, confirmed by a button, and stopped by one', async () => {
  const cookie = await signUp('page-old@example.gr')
  await site.db.updateTable('customer').set({ confirmed_at: new Date() }).execute()
  expect(await (await view('/settings', cookie)).text()).toContain('href="/settings/email?lang=en"')
  const wrong = await send('/settings/email', { email: 'page-new@example.gr', password: 'x' }, { cookie })
  const wrongHtml = await wrong.text()
  for (const words of ['The current password is not correct.', 'value="page-new@example.gr"'])
    expect(wrongHtml).toContain(words)
  const entered = { email: 'page-new@example.gr', password: visitor.password }
  const asked = await send('/settings/email', entered, { cookie })
  expect(asked.headers.get('location')).toBe('/settings/email?lang=en')
  expect(await (await view('/settings/email', cookie)).text()).toContain('page-new@example.gr waits')

  // Opening the link changes nothing, because mail scanners open links too.
  const confirmLink = await linkTo('page-new@example.gr', 'email-change-confirm', '/email-change')
  const moved = await view(confirmLink)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/email-change?lang=en'])
  expect(await (await view('/email-change', cookiesOf(moved))).text()).toContain('Confirm')
  expect(await emails()).toEqual(['page-old@example.gr'])
  const pressed = await send('/email-change', {}, { cookie: cookiesOf(moved) })
  expect([pressed.status, (await pressed.text()).includes('name="password"')]).toEqual([403, true])
  expect(await emails()).toEqual(['page-old@example.gr'])
  const { password } = visitor
  const confirmed = await send('/email-change', { password }, { cookie: cookiesOf(moved) })
  expect(confirmed.headers.get('location')).toBe('/login?lang=en')
  expect(await emails()).toEqual(['page-new@example.gr'])

  const stopLink = await linkTo('page-old@example.gr', 'email-changed', '/email-change/stop')
  const opened = await view(stopLink)
  expect(await (await view('/email-change/stop', cookiesOf(opened))).text()).toContain(
    'It was not me: stop it',
  )
  expect(await emails()).toEqual(['page-new@example.gr'])
  const stopped = await send('/email-change/stop', {}, { cookie: cookiesOf(opened) })
  expect(stopped.headers.get('location')).toBe('/forgot-password?lang=en')
  expect(await emails()).toEqual(['page-old@example.gr'])
  expect((await view('/settings', cookie)).status).toBe(302)
  const again = await send('/email-change/stop', {}, { cookie: cookiesOf(opened) })
  expect(await again.text()).toContain('This link is no longer valid')
})
