import { beforeAll, expect, test } from 'vitest'
import { aHost } from '../../test/builders.ts'
import { openHostPages } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { hashPassword } from '../account/password/password.ts'

const pages = opened(() => openHostPages())
let path: string
beforeAll(() => {
  path = pages.pathTo('edit/registry-shipping-address')
})

const homeFields = {
  'home_address[street]': 'Αμαλίας 12',
  'home_address[country]': 'GR',
  'home_address[region]': 'GR-J',
  'home_address[city]': 'Ναύπλιο',
  'home_address[postcode]': '21100',
  'home_address[phone]': '694 123 4567',
}
const elsewhere = Object.fromEntries(
  Object.entries({ ...homeFields, 'home_address[street]': 'Αλλού 7' }).map(([name, value]) => [
    name.replace('home', 'shipping'),
    value,
  ]),
)

test('an old sign-in is asked for the password on the form, which keeps what was typed', async () => {
  const { db, clock } = pages.app
  const password_hash = await hashPassword('a password')
  await db.updateTable('customer').set({ password_hash }).where('id', '=', pages.host.id).execute()
  const proved_at = new Date(clock.now.getTime() - 600_000)
  await db.updateTable('session').set({ proved_at }).where('customer_id', '=', pages.host.id).execute()
  const { status, html } = await pages.submit(path, { ...homeFields, ...elsewhere })
  expect(status).toBe(403)
  for (const words of ['name="proof"', 'value="Αλλού 7"', 'Please enter your password again'])
    expect(html).toContain(words)
  const wrong = await pages.submit(path, { ...homeFields, ...elsewhere, proof: 'not of hers' })
  expect(wrong.html).toContain('The current password is not correct.')
  expect(wrong.html).not.toContain('not of hers')
  const done = await pages.submit(path, { ...homeFields, ...elsewhere, proof: 'a password' })
  expect(done.location).toContain('done=saved')
})

test('a co-host reads where the gifts go, and why they can’t change it', async () => {
  const { host, registry } = pages
  const coHost = await aHost(pages.app)
  const columns = { co_host_id: coHost.id }
  await pages.app.db.updateTable('registry').set(columns).where('id', '=', registry.id).execute()
  pages.host = coHost
  const { html } = await pages.view(path)
  expect(html).toContain('Only the owner of the registry changes where the gifts are delivered.')
  expect(html).not.toContain('name="shipping_address')
  expect((await pages.submit(path, homeFields)).location).toContain('done=saved')
  pages.host = host
})

test('an address typed before the session ended stands there whole, without the regions of another country', async () => {
  const germany = { 'home_address[country]': 'DE', 'shipping_address[country]': 'DE' }
  const draft = await pages.sendSignedOut(path, { ...homeFields, ...elsewhere, ...germany })
  const { html } = await pages.view(path, draft)
  for (const words of ['value="Αλλού 7"', '<option value="DE" selected="">']) expect(html).toContain(words)
  expect(html).not.toContain('value="GR-J"')
  const same = await pages.view(path, await pages.sendSignedOut(path, { ...homeFields, same_as_home: 'on' }))
  const [isHidden, isShown] = [same, { html }].map(page =>
    page.html.includes('<div class="js:hidden"><fieldset'),
  )
  expect([isHidden, isShown]).toEqual([true, false])
})
