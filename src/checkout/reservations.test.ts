import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { watchRoundTrips } from '../../test/round-trips.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from './hand-off.contract.ts'

/** A reservation lasts 15 minutes, whatever the wall clock does (R412, R925). */
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
const trips = watchRoundTrips()
const app = opened(() => testApp({ watchPool: trips.watch }))
beforeEach(async () => {
  app.clock.now = new Date('2026-10-20T10:00:00Z')
  registry = await aRegistry(app, await aHost(app))
  gift = await aGift(app, registry)
})
afterEach(() => expectInvariants(app.db, registry.id))

const give = async (giver = {}) =>
  (
    await app.call(createCart, {
      ...giver,
      registry_id: registry.code,
      line_items: [lineOf(gift, { units: 1 })],
    })
  ).status

test.each([
  ['the hour that Athens has twice', '2026-10-25T00:50:00Z'],
  ['the hour that Athens leaves out', '2027-03-28T00:50:00Z'],
  ['the turn of the year', '2026-12-31T21:50:00Z'],
])('15 minutes through %s', async (_, moment) => {
  app.clock.now = new Date(moment)
  expect(await give()).toBe(200)
  app.later(14)
  await app.job('expired-reservations')
  expect(await give()).toBe(409)
  app.later(2)
  await app.job('expired-reservations')
  expect(await give()).toBe(200)
})

test('a clock that jumps ahead ends a reservation; a later payment still counts', async () => {
  expect(await give()).toBe(200)
  app.later(60)
  await app.job('expired-reservations')
  app.later(-60)
  expect(await give()).toBe(200)
  const carts = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('registry_id', '=', registry.id)
    .orderBy('id')
    .execute()
  for (const { cart_id } of carts) await app.shop.actions.pay(cart_id!)
  app.later(10)
  await app.job('order-sync')
  const bought = await app.db.selectFrom('purchase').selectAll().where('gift_id', '=', gift.id).execute()
  expect(bought.map(one => one.state)).toEqual(['paid', 'paid'])
  expect(bought.reduce((sum, one) => sum + one.credited_units, 0)).toBe(1)
})

test('a clock that is put back by an hour makes no reservation longer than 15 minutes', async () => {
  expect(await give()).toBe(200)
  app.later(-60)
  await app.job('expired-reservations')
  expect(await give()).toBe(409)
  app.later(16)
  await app.job('expired-reservations')
  expect(await give()).toBe(200)
})

test('two round trips: locks and what decides, the reservation and its commit', async () => {
  const giver_name = 'Μυρτώ Δοκιμαστική'
  expect(await give({ giver_name })).toBe(200)
  const transactions = trips.take(giver_name)
  expect(transactions).toHaveLength(1)
  expect(transactions[0]).toHaveLength(2)
})
