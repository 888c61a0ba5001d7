import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { testApp } from '../../../test/test-app.ts'
import { checkSince } from '../../app/reconciliation.ts'

/**
 * A missing part of an order isn't taken for a missing order (R1300), and a missing order counts on for an hour
 * (R1301).
 */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
let orderId: number
beforeEach(async () => {
  registry = await aRegistry(app, await aHost(app))
  gift = await aGift(app, registry, { group: true, cents: 9000 })
  const { cartId } = await handOff(app, registry, [lineOf(gift, { cents: 4000 })])
  orderId = (await app.shop.actions.pay(cartId)).id
  await app.job('order-sync')
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, registry.id)
})

const counted = async () => (await purchasesOf(app, gift)).map(({ state, cents }) => ({ state, cents }))
const stillCounted = [{ state: 'paid', cents: 4000 }]
const fix = () =>
  checkSince(
    {
      config: app.config,
      db: app.db,
      shop: app.processA.shop,
      log: pino({ enabled: false }),
      now: () => app.clock.now,
    },
    { from: new Date(0), fix: true },
  )
const letters = async () =>
  (
    await app.db
      .selectFrom('outbox')
      .select('cause')
      .where('cause', 'like', `order-gone:${orderId}:%`)
      .execute()
  ).length
const removeFromShop = async () => {
  await sql`delete from shop.order_line where order_id = ${orderId}`.execute(app.db)
  await sql`delete from shop."order" where id = ${orderId}`.execute(app.db)
}

test.each([
  ['its products', '/stores/:hash/v2/orders/:id/products'],
  ['its refunds', '/stores/:hash/v3/orders/:id/payment_actions/refunds'],
])('404 of %s says nothing of the order: it counts on, and is read again', async (_, path) => {
  await app.shop.actions.refundAmount(orderId, 1000)
  app.shop.faults.routes = [{ path, answer: '404' }]
  const { shop } = await jobContextOf(app)
  await expect(shop.fetchOrder(orderId)).rejects.toMatchObject({ kind: 'unavailable', status: 404 })
  await app.job('order-sync')
  await fix().catch(() => {})
  expect(await counted()).toEqual(stillCounted)
  app.shop.faults.routes = []
  app.later(1)
  await app.job('webhook-events')
  expect(await counted()).toEqual([{ state: 'paid', cents: 3000 }])
})

test('an order that is gone counts until it was found gone twice, an hour apart; staff are told at once', async () => {
  await removeFromShop()
  expect((await fix()).join()).toContain(`order ${orderId}`)
  expect([await counted(), await letters()]).toEqual([stillCounted, 1])
  app.later(59)
  await fix()
  expect([await counted(), await letters()]).toEqual([stillCounted, 1])
  app.later(1)
  expect(await fix()).toEqual([])
  expect([await counted(), await letters()]).toEqual([[{ state: 'void', cents: 0 }], 1])
})

test('an order that is found between two readings begins anew', async () => {
  app.shop.faults.routes = [{ path: `/stores/:hash/v2/orders/${orderId}`, answer: '404' }]
  await fix()
  app.shop.faults.routes = []
  app.later(50)
  await fix()
  app.shop.faults.routes = [{ path: `/stores/:hash/v2/orders/${orderId}`, answer: '404' }]
  app.later(50)
  await fix()
  expect(await counted()).toEqual(stillCounted)
})
