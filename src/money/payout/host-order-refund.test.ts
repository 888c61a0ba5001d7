import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../test/invariants.ts'
import {
  aHostWithMoney,
  type HostWithMoney,
  listAllCertificates,
  spendCertificate,
} from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { again, testApp } from '../../../test/test-app.ts'
import { syncOrder } from '../../orders/orders.ts'
import { repairOrders, voidGoneOrder } from '../../orders/reconciliation/reconciliation.ts'
import { compareHostOrders } from './redeem.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  app.shop.faults.hooks = {}
  await expectInvariants(app.db, host.registry.id)
})

const orderPath = '/stores/:hash/v2/orders'
const awaitingFulfillment = 11

/** The only order that was placed for the host. */
async function findOrder() {
  const [order, ...more] = await host.orders()
  expect(more).toEqual([])
  if (!order) throw new Error('no order was placed')
  return order
}

/** The host pays with all money of their certificates. */
async function spendCertificates() {
  const all = await listAllCertificates(app)
  for (const { id, balance } of all.filter(one => one.to === host.email))
    await spendCertificate(app, id, balance)
}

test('the money of a cancelled order is back, once, and the host gets an e-mail', async () => {
  const gift = await host.fundedGift(10_000)
  await host.redeem({ id: gift.id })
  await app.deliver()
  await app.shop.actions.cancel((await findOrder()).id)
  app.shop.faults.hooks = { duplicate: true }
  await app.deliver()
  await app.job('order-sync', 'B')
  expect(await host.ledgerSums()).toEqual({ contribution: 10_000, redeemed: -10_000, returned: 10_000 })
  expect(await host.collected()).toMatchObject({
    open: 100,
    group: [{ open: 100, state: 'collected', can_redeem: 1 }],
    payouts: [{ state: 'failed', returned: 100 }],
  })
  expect(await host.emails('giftcard-returned')).toMatchObject([{ props: { cents: 10_000 } }])
})

test('a refund that no webhook announced is found by comparing, and recorded by reading the order again', async () => {
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  const gift = await host.fundedGift(10_000)
  await host.redeem({ id: gift.id })
  const { id } = await findOrder()
  const differencesOfOrder = async () =>
    (await compareHostOrders(ctx, [id])).filter(({ orderId }) => orderId === id)
  expect(await differencesOfOrder()).toEqual([])
  await app.shop.actions.cancel(id)
  const description = 'placed for a host, counts 0 cents returned, the shop says 10000'
  expect(await differencesOfOrder()).toEqual([{ orderId: id, description }])
  await repairOrders(ctx, await differencesOfOrder())
  expect(await differencesOfOrder()).toEqual([])
  expect(await host.ledgerSums()).toEqual({ contribution: 10_000, redeemed: -10_000, returned: 10_000 })
})

test('money that came back can be redeemed again, once', async () => {
  const gift = await host.fundedGift(10_000)
  await host.redeem({ id: gift.id, idempotency_key: 'the-first-time' })
  await app.shop.actions.cancel((await findOrder()).id)
  await app.deliver()
  expect((await host.redeem({ id: gift.id, idempotency_key: 'the-second-time' })).data).toMatchObject({
    state: 'done',
  })
  expect(await host.redeem({ id: gift.id, idempotency_key: 'the-third-time' })).toMatchObject({
    status: 409,
    data: { code: 'giftcard_nothing' },
  })
  expect((await host.orders()).map(order => order.cents).sort()).toEqual([0, 10_000])
  // The first request, repeated, answers how it ended.
  expect((await host.redeem({ id: gift.id, idempotency_key: 'the-first-time' })).data).toMatchObject({
    state: 'failed',
  })
})

test('one unit of two refunded: its money is open, the other stays ordered', async () => {
  const gift = await host.experience(2)
  await host.redeem({ id: gift.id })
  const { id } = await findOrder()
  const [line] = (await app.processA.shop.fetchOrder(id))?.lines ?? []
  await app.shop.actions.refund(id, { lineId: line?.id ?? 0, quantity: 1 })
  await app.deliver()
  expect(await host.ledgerSums()).toEqual({
    gift: 2 * gift.cents,
    redeemed: -2 * gift.cents,
    returned: gift.cents,
  })
  expect(await host.collected()).toMatchObject({
    virtual: [{ open: gift.cents / 100, can_redeem: 1 }],
    payouts: [{ state: 'done', returned: gift.cents / 100 }],
  })
  expect((await host.redeem({ id: gift.id })).data).toMatchObject({ amount: gift.cents / 100 })
  expect(await host.redeem({ id: gift.id })).toMatchObject({ status: 409 })
})

test('an order that staff take up again takes its money along, even below zero', async () => {
  const gift = await host.fundedGift(10_000)
  await host.redeem({ id: gift.id })
  const { id } = await findOrder()
  await app.shop.actions.cancel(id)
  await app.deliver()
  await app.shop.actions.changeStatus(id, awaitingFulfillment)
  await app.deliver()
  expect(await host.ledgerSums()).toEqual({ contribution: 10_000, redeemed: -10_000 })
  await app.shop.actions.cancel(id)
  await app.deliver()
  await host.collect({ id: gift.id, amount: 70 })
  await spendCertificates()
  await app.shop.actions.changeStatus(id, awaitingFulfillment)
  await app.deliver()
  await app.job('certificate-lowerings')
  expect(await host.collected()).toMatchObject({ open: 0, owed: 70 })
  const staffEmails = app.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', 'like', `money-owed:${host.registry.id}:%`)
  expect(await staffEmails.execute()).toMatchObject([{ props: { order: id, cents: 7000 } }])
})

test('the money of an order that was cancelled before its number was known is back, too', async () => {
  const gift = await host.fundedGift(10_000)
  app.shop.faults.routes = [{ path: orderPath, method: 'POST', answer: 'lost' }]
  expect((await host.redeem({ id: gift.id })).data).toMatchObject({ state: 'requested' })
  app.shop.faults.routes = []
  await app.shop.actions.cancel((await findOrder()).id)
  await app.deliver()
  app.later(2)
  await app.job('payouts')
  await app.job('webhook-events')
  expect(await host.collected()).toMatchObject({ open: 100, payouts: [{ state: 'failed', returned: 100 }] })
})

test('an order of a guest that the shop no longer knows leaves a negative balance when its money was paid out', async () => {
  const gift = await host.fundedGift(4000)
  await host.collect({ id: gift.id })
  await spendCertificates()
  const { order_id } = await app.db
    .selectFrom('purchase')
    .select('order_id')
    .where('gift_id', '=', gift.id)
    .executeTakeFirstOrThrow()
  await sql`delete from shop.order_line where order_id = ${order_id}`.execute(app.db)
  await sql`delete from shop."order" where id = ${order_id}`.execute(app.db)
  for (const minutes of [0, 60]) {
    app.later(minutes)
    await voidGoneOrder(order_id, await app.processA.createContext(new Request(app.config.SITE_URL)))
  }
  await app.job('certificate-lowerings')
  expect(await host.collected()).toMatchObject({ open: 0, owed: 40 })
  const staffEmails = app.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', 'like', `money-owed:${host.registry.id}:%`)
  expect(await staffEmails.execute()).toMatchObject([{ props: { order: order_id, cents: 4000 } }])
  await app.job('shop-tasks')
  const unwrittenNotes = app.db
    .selectFrom('order_sync')
    .select('order_id')
    .where('staff_note_written_at', 'is', null)
    .where('staff_note', 'is not', null)
  expect(await unwrittenNotes.where('order_id', '=', order_id).execute()).toEqual([])
})

test('many webhooks at once, on both processes: the money comes back once', again, async () => {
  const gift = await host.fundedGift(10_000)
  await host.redeem({ id: gift.id })
  const { id } = await findOrder()
  await app.shop.actions.cancel(id)
  const sync = async (process: 'A' | 'B') => {
    const { createContext } = process === 'A' ? app.processA : app.processB
    await syncOrder(id, await createContext(new Request(app.config.SITE_URL)))
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => sync(index % 2 ? 'A' : 'B')))
  expect(await host.ledgerSums()).toEqual({ contribution: 10_000, redeemed: -10_000, returned: 10_000 })
})

test('an order that is refused because an earlier attempt took the last unit is that earlier order', async () => {
  const gift = await host.fundedGift(10_000)
  // The first reply is lost, and the shop's search doesn't find the order yet.
  app.shop.faults.routes = [{ path: orderPath, method: 'POST', answer: 'lost' }]
  await host.redeem({ id: gift.id })
  app.shop.faults.routes = []
  const { id, reference } = await findOrder()
  const setReference = (external: string) =>
    app.db
      .connection()
      .execute(db =>
        sql`update shop."order" set external_order_id = ${external} where id = ${id}`.execute(db),
      )
  await setReference('')
  await app.db.updateTable('gift').set({ product_id: 99_999 }).where('id', '=', gift.id).execute()
  const { placeOrder } = app.processA.shop
  app.processA.shop.placeOrder = async request => {
    await setReference(reference)
    return placeOrder(request)
  }
  app.later(2)
  await app.job('payouts')
  app.processA.shop.placeOrder = placeOrder
  await app.db.updateTable('gift').set({ product_id: gift.productId }).where('id', '=', gift.id).execute()
  expect(await host.collected()).toMatchObject({ open: 0, payouts: [{ state: 'done', order_id: id }] })
})
