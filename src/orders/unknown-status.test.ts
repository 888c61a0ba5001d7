import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AWAITING_FULFILLMENT } from '../../shop/orders/orders.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, ledgerOf, purchasesOf, sumLedger } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { findOrderDifferences } from './reconciliation/reconciliation.ts'

const unknownStatus = 27
const day = 24 * 60

const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  registry = await aRegistry(app, await aHost(app))
  gift = await aGift(app, registry, { cents: 4200 })
})
afterEach(() => expectInvariants(app.db, registry.id))

const staffLetters = (order: { id: number }) =>
  app.db.selectFrom('outbox').select('props').where('cause', 'like', `order-status:${order.id}:%`).execute()

/** Sets a status that isn't in any list, as another version of the platform may. */
async function setUnknownStatus(id: number, columns = sql`status_id = ${unknownStatus}`) {
  await sql`update shop."order" set ${columns}, modified = ${app.clock.now} where id = ${id}`.execute(app.db)
  app.later(1)
  await app.job('order-sync')
}

test('an unknown status waits without an end, counts for nothing, and staff are told once for each order and status', async () => {
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId, {}, 'pending')
  await setUnknownStatus(order.id)
  app.later(100 * day)
  await app.job('expired-reservations')
  const rival = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
  expect(await app.call(createCart, rival)).toMatchObject({ status: 409, data: { code: 'cart_lost' } })
  expect(await purchasesOf(app, gift)).toMatchObject([
    { state: 'pending', credited_units: 0, held_until: null },
  ])
  expect(await ledgerOf(app, order.id)).toEqual([])
  await setUnknownStatus(order.id)
  expect(await staffLetters(order)).toMatchObject([{ props: { order: order.id, status: '27' } }])
  await setUnknownStatus(order.id, sql`status_id = 28`)
  expect(await staffLetters(order)).toHaveLength(2)
  await app.shop.actions.changeStatus(order.id, AWAITING_FULFILLMENT)
  await app.deliver()
  expect(await sumLedger(app, order.id)).toEqual({ gift: 4200 })
})

test('an unknown status of an order that was counted: what was counted stays, and its money waits', async () => {
  const group = await aGift(app, registry, { group: true, cents: 9000 })
  const { cartId } = await handOff(app, registry, [lineOf(group, { cents: 4000 })])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  await setUnknownStatus(order.id)
  expect(await purchasesOf(app, group)).toMatchObject([{ state: 'paid', credited_cents: 4000 }])
  expect(await ledgerOf(app, order.id)).toEqual([{ kind: 'contribution', cents: 4000 }])
  expect(await staffLetters(order)).toHaveLength(1)
  expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
  const payment = () =>
    app.db
      .selectFrom('order_payment')
      .select('is_disputed')
      .where('order_id', '=', order.id)
      .executeTakeFirst()
  expect(await payment()).toEqual({ is_disputed: true })
  await app.shop.actions.changeStatus(order.id, AWAITING_FULFILLMENT)
  await app.deliver()
  expect(await payment()).toEqual({ is_disputed: false })
})

test('an unknown status of the payment: given by its status, but the money waits and staff are told', async () => {
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId)
  await setUnknownStatus(order.id, sql`payment_status = 'quarantined'`)
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
  expect(await staffLetters(order)).toMatchObject([{ props: { status: 'payment: quarantined' } }])
  const paid = app.db.selectFrom('order_payment').select('is_paid').where('order_id', '=', order.id)
  expect(await paid.execute()).toEqual([{ is_paid: false }])
})
