import { expect, test } from 'vitest'
import { openHostPages } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'

const pages = opened(() => openHostPages())

const setConfirmed = (confirmed_at: Date | null) =>
  pages.app.db.updateTable('customer').set({ confirmed_at }).where('id', '=', pages.host.id).execute()

test.each([
  ['edit/invitation-settings/send', ['name="emails"', 'value="test"']],
  ['edit/invitation-settings/sms', ['name="phone"']],
  ['edit/co-host', ['name="email"']],
])('%s says how to confirm before a host types anything (R706)', async (page, fields) => {
  const path = pages.pathTo(page)
  for (const field of fields) expect((await pages.view(path)).html).toContain(field)
  await setConfirmed(null)
  const { html } = await pages.view(path)
  for (const field of fields) expect(html).not.toContain(field)
  expect(html).toContain('Please confirm your e-mail address first')
  expect(html).toContain('href="/settings?lang=en"')
  const refused = await pages.submit(path, {
    intent: 'send',
    emails: 'a@example.com',
    email: 'a@example.com',
    phone: '6944000001',
    message: 'Ελάτε!',
  })
  expect(refused.status).toBe(403)
  await setConfirmed(pages.app.clock.now)
})
