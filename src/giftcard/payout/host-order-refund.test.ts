import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../test/invariants.ts'
import { aKeeper, type Keeper } from '../../../test/money.ts'
import { again, type World, world } from '../../../test/world.ts'
import { syncOrder, voidOrder } from '../../checkout/orders/service.ts'
import { repairOrders } from '../../checkout/reconciliation/service.ts'
import { compareHostOrders } from './host-order-refund-service.ts'

/** What the shop takes back of an order that was placed for a host is the registry's money again. */
let w: World
let keeper: Keeper
beforeAll(async () => {
  w = await world()
  await w.job('webhook-registration')
})
beforeEach(async () => {
  keeper = await aKeeper(w)
})
afterEach(async () => {
  w.shop.faults.routes = []
  w.shop.faults.hooks = {}
  await expectInvariants(w.db, keeper.registry.id)
})
afterAll(() => w.close())

const orderPath = '/stores/:hash/v2/orders'
const awaitingFulfillment = 11

/** The one order that was placed for the host. */
async function theOrder() {
  const [order, ...more] = await keeper.orders()
  expect(more).toEqual([])
  if (!order) throw new Error('nothing was ordered')
  return order
}

test('a cancelled order gives its money back, once, and the host is told', async () => {
  const gift = await keeper.funded(10_000)
  await keeper.redeem({ id: gift.id })
  await w.deliver()
  await w.shop.actions.cancel((await theOrder()).id)
  w.shop.faults.hooks = { duplicate: true }
  await w.deliver()
  await w.job('reconcile', 'B')
  expect(await keeper.money()).toEqual({ contribution: 10_000, redeemed: -10_000, returned: 10_000 })
  expect(await keeper.collected()).toMatchObject({
    open: 100,
    group: [{ open: 100, state: 'collected', can_redeem: 1 }],
    payouts: [{ state: 'failed', returned: 100 }],
  })
  expect(await keeper.letters('giftcard-returned')).toMatchObject([{ props: { cents: 10_000 } }])
})

test('an order whose return was never heard of is found by comparing, and mended by reading it anew', async () => {
  const work = await w.processA.createContext(new Request(w.config.SITE_URL))
  const gift = await keeper.funded(10_000)
  await keeper.redeem({ id: gift.id })
  const { id } = await theOrder()
  const ofIt = async () => (await compareHostOrders(work)).filter(({ orderId }) => orderId === id)
  expect(await ofIt()).toEqual([])
  await w.shop.actions.cancel(id)
  const sentence = 'placed for a host, counts 0 cents returned, the shop says 10000'
  expect(await ofIt()).toEqual([{ orderId: id, sentence }])
  await repairOrders(work, await ofIt())
  expect(await ofIt()).toEqual([])
  expect(await keeper.money()).toEqual({ contribution: 10_000, redeemed: -10_000, returned: 10_000 })
})

test('what came back is redeemed anew, and not twice', async () => {
  const gift = await keeper.funded(10_000)
  await keeper.redeem({ id: gift.id, idempotency_key: 'the-first-time' })
  await w.shop.actions.cancel((await theOrder()).id)
  await w.deliver()
  expect((await keeper.redeem({ id: gift.id, idempotency_key: 'the-second-time' })).data).toMatchObject({
    state: 'done',
  })
  expect(await keeper.redeem({ id: gift.id, idempotency_key: 'the-third-time' })).toMatchObject({
    status: 409,
    data: { code: 'giftcard_nothing' },
  })
  expect((await keeper.orders()).map(one => one.cents).sort()).toEqual([0, 10_000])
  // The first click, sent once more, finds what became of it.
  expect((await keeper.redeem({ id: gift.id, idempotency_key: 'the-first-time' })).data).toMatchObject({
    state: 'failed',
  })
})

test('one unit of two refunded: its money is open, the other stays ordered', async () => {
  const gift = await keeper.experience(2)
  await keeper.redeem({ id: gift.id })
  const { id } = await theOrder()
  const [line] = (await w.processA.shop.fetchOrder(id))?.lines ?? []
  await w.shop.actions.refund(id, { lineId: line?.id ?? 0, quantity: 1 })
  await w.deliver()
  expect(await keeper.money()).toEqual({
    gift: 2 * gift.cents,
    redeemed: -2 * gift.cents,
    returned: gift.cents,
  })
  expect(await keeper.collected()).toMatchObject({
    virtual: [{ open: gift.cents / 100, can_redeem: 1 }],
    payouts: [{ state: 'done', returned: gift.cents / 100 }],
  })
  expect((await keeper.redeem({ id: gift.id })).data).toMatchObject({ amount: gift.cents / 100 })
  expect(await keeper.redeem({ id: gift.id })).toMatchObject({ status: 409 })
})

test('an order that the staff takes up again takes its money along; what is gone by then is owed', async () => {
  const gift = await keeper.funded(10_000)
  await keeper.redeem({ id: gift.id })
  const { id } = await theOrder()
  await w.shop.actions.cancel(id)
  await w.deliver()
  await w.shop.actions.changeStatus(id, awaitingFulfillment)
  await w.deliver()
  expect(await keeper.money()).toEqual({ contribution: 10_000, redeemed: -10_000 })
  await w.shop.actions.cancel(id)
  await w.deliver()
  await keeper.collect({ id: gift.id, amount: 70 })
  await w.shop.actions.changeStatus(id, awaitingFulfillment)
  await w.deliver()
  expect(await keeper.collected()).toMatchObject({ open: 0, owed: 70 })
  const told = w.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', 'like', `money-owed:${keeper.registry.id}:%`)
  expect(await told.execute()).toMatchObject([{ props: { order: id, cents: 7000 } }])
})

test('an order that was cancelled before its number was known gives its money back, too', async () => {
  const gift = await keeper.funded(10_000)
  w.shop.faults.routes = [{ path: orderPath, method: 'POST', answer: 'lost' }]
  expect((await keeper.redeem({ id: gift.id })).data).toMatchObject({ state: 'requested' })
  w.shop.faults.routes = []
  await w.shop.actions.cancel((await theOrder()).id)
  await w.deliver()
  w.later(2)
  await w.job('payouts')
  await w.job('webhook-events')
  expect(await keeper.collected()).toMatchObject({ open: 100, payouts: [{ state: 'failed', returned: 100 }] })
})

test('an order of a guest that the shop has forgotten is owed when its money was paid out', async () => {
  const gift = await keeper.funded(4000)
  await keeper.collect({ id: gift.id })
  const { order_id } = await w.db
    .selectFrom('purchase')
    .select('order_id')
    .where('gift_id', '=', gift.id)
    .executeTakeFirstOrThrow()
  await sql`delete from shop.order_line where order_id = ${order_id}`.execute(w.db)
  await sql`delete from shop."order" where id = ${order_id}`.execute(w.db)
  await voidOrder(order_id, await w.processA.createContext(new Request(w.config.SITE_URL)))
  expect(await keeper.collected()).toMatchObject({ open: 0, owed: 40 })
  const told = w.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', 'like', `money-owed:${keeper.registry.id}:%`)
  expect(await told.execute()).toMatchObject([{ props: { order: order_id, cents: 4000 } }])
  await w.job('staff-notes')
  const waits = w.db
    .selectFrom('order_sync')
    .select('order_id')
    .where('staff_note_written_at', 'is', null)
    .where('staff_note', 'is not', null)
  expect(await waits.where('order_id', '=', order_id).execute()).toEqual([])
})

test('every hint at once, on both processes: the money comes back once', again, async () => {
  const gift = await keeper.funded(10_000)
  await keeper.redeem({ id: gift.id })
  const { id } = await theOrder()
  await w.shop.actions.cancel(id)
  const look = async (process: 'A' | 'B') => {
    const { createContext } = process === 'A' ? w.processA : w.processB
    await syncOrder(id, await createContext(new Request(w.config.SITE_URL)))
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => look(index % 2 ? 'A' : 'B')))
  expect(await keeper.money()).toEqual({ contribution: 10_000, redeemed: -10_000, returned: 10_000 })
})

test('an order refused because an earlier try took the last one is that earlier order', async () => {
  const gift = await keeper.funded(10_000)
  // The first answer is lost; the shop's search does not know the order yet when it is looked for.
  w.shop.faults.routes = [{ path: orderPath, method: 'POST', answer: 'lost' }]
  await keeper.redeem({ id: gift.id })
  w.shop.faults.routes = []
  const { id, reference } = await theOrder()
  const named = (external: string) =>
    w.db
      .connection()
      .execute(db =>
        sql`update shop."order" set external_order_id = ${external} where id = ${id}`.execute(db),
      )
  await named('')
  await w.db.updateTable('gift').set({ product_id: 99_999 }).where('id', '=', gift.id).execute()
  const { placeOrder } = w.processA.shop
  w.processA.shop.placeOrder = async wanted => {
    await named(reference)
    return placeOrder(wanted)
  }
  w.later(2)
  await w.job('payouts')
  w.processA.shop.placeOrder = placeOrder
  await w.db.updateTable('gift').set({ product_id: gift.productId }).where('id', '=', gift.id).execute()
  expect(await keeper.collected()).toMatchObject({ open: 0, payouts: [{ state: 'done', order_id: id }] })
})
