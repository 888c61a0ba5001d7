import { beforeAll, expect, test } from 'vitest'
import { registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { registryTestApp } from '../../test/registries.ts'
import { showRegistrySettings, updateRegistry } from './settings.contract.ts'

const app = opened(() => registryTestApp())
let id: string
beforeAll(async () => {
  id = await app.createRegistry()
  await app.db.updateTable('registry').set({ co_host_id: app.other.id }).where('code', '=', id).execute()
})

const home = registryDraft.home_address
const elsewhere = { ...home, street: 'Αλλού 7' }
const deliveryAddress = async () =>
  (await app.call<{ shipping_address: { street: string } }>(showRegistrySettings, { id }, app.host.token))
    .data.shipping_address.street
const letters = () =>
  app.db
    .selectFrom('outbox')
    .select(['recipient', 'props'])
    .where('template', '=', 'delivery-address-changed')
    .execute()
const setProof = (token: { id: number }, minutes: number) =>
  app.db
    .updateTable('session')
    .set({ proved_at: new Date(app.clock.now.getTime() - minutes * 60_000) })
    .where('customer_id', '=', token.id)
    .execute()

test('a co-host changes the home address, but not where the gifts go, by whatever field', async () => {
  for (const change of [
    { shipping_address: elsewhere },
    { home_address: elsewhere, same_as_home: true },
    { home_address: home, shipping_address: elsewhere },
  ]) {
    const answer = await app.call(updateRegistry, { id, ...change }, app.other.token)
    expect([answer.status, answer.data.code]).toEqual([403, 'registry_owner_only'])
  }
  const same = { id, home_address: { ...home, street: 'Σπίτι 5' }, shipping_address: home }
  expect((await app.call(updateRegistry, same, app.other.token)).status).toBe(200)
  expect([await deliveryAddress(), await letters()]).toEqual([home.street, []])
})

test('the owner changes it for a fresh proof, and is told by letter', async () => {
  await setProof(app.host, 11)
  const change = { id, home_address: home, shipping_address: elsewhere }
  const refused = await app.call(updateRegistry, change, app.host.token)
  expect([refused.status, refused.data.code]).toEqual([403, 'proof_needed'])
  const words = { id, message: 'Με αγάπη', home_address: home, shipping_address: home }
  expect((await app.call(updateRegistry, words, app.host.token)).status).toBe(200)
  expect(await deliveryAddress()).toBe(home.street)
  await setProof(app.host, 9)
  expect((await app.call(updateRegistry, change, app.host.token)).status).toBe(200)
  expect(await deliveryAddress()).toBe(elsewhere.street)
  expect(await letters()).toMatchObject([{ recipient: app.host.email, props: { code: id } }])
})
