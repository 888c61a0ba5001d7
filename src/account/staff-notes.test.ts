import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { formatCode } from '../base/fields.ts'
import { syncOrder } from '../orders/orders.ts'
import { getRow } from '../server/postgres/rows.ts'

const app = opened(() => testApp())

const staffNotesOf = async (orderId: number) => {
  const order = (await (await app.staff('GET', `/v2/orders/${orderId}`)).json()) as { staff_notes: string }
  return order.staff_notes
}

/** An order for a registry of that host, with the note that the shop's staff read. */
async function anOrderWithNote() {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId, { email: 'nikos@example.com' })
  await syncOrder(order.id, await jobContextOf(app))
  return { host, registry, orderId: order.id }
}

async function erase(host: { id: number }) {
  const set = { deletion_requested_at: new Date(app.clock.now.getTime() - 30 * 86_400_000) }
  await app.db.updateTable('customer').set(set).where('id', '=', host.id).execute()
  await Promise.all([app.job('account-deadlines', 'A'), app.job('account-deadlines', 'B')])
}

const hosts = /Ελένη|Γιώργος|Παπαδοπούλου|Αμαλίας|21100|\+30/

test('erasing a host takes names and address out of the notes, in the shop as well, and leaves what staff wrote', async () => {
  const { host, registry, orderId } = await anOrderWithNote()
  await app.job('shop-tasks')
  const written = await staffNotesOf(orderId)
  expect(written).toMatch(hosts)
  await app.staff('PUT', `/v2/orders/${orderId}`, { staff_notes: `Called on Monday.\n${written}\nPacked.` })
  await erase(host)
  await Promise.all([app.job('shop-tasks', 'A'), app.job('shop-tasks', 'B')])
  await app.job('shop-tasks')
  const notes = await staffNotesOf(orderId)
  expect(notes).not.toMatch(hosts)
  expect(notes).toContain('Called on Monday.')
  expect(notes).toContain('Packed.')
  expect(notes.split(`Registry ${formatCode(registry.code)}`)).toHaveLength(2)
  const row = await getRow(app.db, 'order_sync', { order_id: orderId })
  expect(JSON.stringify(row)).not.toMatch(hosts)
})

test('a shop that is away is tried again until the note is clean', async () => {
  const { host, orderId } = await anOrderWithNote()
  await app.job('shop-tasks')
  await erase(host)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'PUT', answer: '500' }]
  await app.job('shop-tasks')
  expect(await staffNotesOf(orderId)).toMatch(hosts)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'PUT', answer: 'lost', times: 1 }]
  app.later(120)
  await app.job('shop-tasks')
  app.shop.faults.routes = []
  app.later(120)
  await app.job('shop-tasks')
  expect(await staffNotesOf(orderId)).not.toMatch(hosts)
})

test('an address that never reached the shop does not get there after the erasure', async () => {
  const { host, orderId } = await anOrderWithNote()
  await erase(host)
  await app.job('shop-tasks')
  expect(await staffNotesOf(orderId)).not.toMatch(hosts)
})

test('a line of an order that counts for the registry no more is erased too', async () => {
  const { host, registry } = await anOrderWithNote()
  const other = await anOrderWithNote()
  const left = `Registry ${formatCode(registry.code)} “Our wedding” of Ελένη Παπαδοπούλου.`
  await app.db
    .updateTable('order_sync')
    .set({ staff_note: left, staff_note_written_at: null })
    .where('order_id', '=', other.orderId)
    .execute()
  await app.job('shop-tasks')
  expect(await staffNotesOf(other.orderId)).toContain(left)
  await erase(host)
  await app.job('shop-tasks')
  expect(await staffNotesOf(other.orderId)).not.toContain(left)
})
