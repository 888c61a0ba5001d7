import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { isHandRefund } from './orders.rules.ts'
import { placeRefund } from './refunds.ts'
import { ensureWebhooks } from './webhooks/webhooks.ts'

/** An order counts by its last state, its listed refunds (R1303), and refunds by hand that were seen (R1304). */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let money: AGift
let goods: AGift
let id: number
beforeAll(async () => ensureWebhooks(await jobContextOf(app)))
beforeEach(() => begin())
afterEach(async () => {
  app.shop.faults.hooks = {}
  await expectInvariants(app.db, registry.id)
})

/** An order with a contribution of 100 € and two units of 30 €. */
async function begin(payment: 'pending' | 'success' = 'pending'): Promise<void> {
  registry = await aRegistry(app, await aHost(app))
  money = await aGift(app, registry, { group: true, cents: 900_000 })
  goods = await aGift(app, registry, { quantity: 5, cents: 3000 })
  const lines = [lineOf(money, { cents: 10_000 }), lineOf(goods, { units: 2 })]
  const { cartId } = await handOff(app, registry, lines)
  id = (await app.shop.actions.pay(cartId, {}, payment)).id
}

const [SHIPPED, REFUNDED, CANCELLED, COMPLETED, PAID, DISPUTED, PARTLY] = [2, 4, 5, 10, 11, 13, 14]
const read = async <T>(path: string) => {
  const text = await (await app.staff('GET', path)).text()
  return (text ? JSON.parse(text) : []) as T
}
interface Line {
  id: number
  quantity: number
  quantity_refunded: number
  discounted_total_inc_tax: string
}
interface Refund {
  items: { item_type: string; item_id: number; requested_amount: number }[]
}
const readOrder = async () => ({
  status: (await read<{ status_id: number }>(`/v2/orders/${id}`)).status_id,
  lines: await read<Line[]>(`/v2/orders/${id}/products`),
  refunds: (await read<{ data: Refund[] }>(`/v3/orders/${id}/payment_actions/refunds`)).data,
})
const cents = (euros: string | number) => Math.round(Number(euros) * 100)

/** Counts that are computed from the shop's API alone. */
async function expectedCounts(wasByHand: boolean) {
  const { status, lines, refunds } = await readOrder()
  const counts = [SHIPPED, 3, 8, 9, COMPLETED, PAID, DISPUTED, PARTLY].includes(status)
  const items = refunds.flatMap(refund => refund.items)
  const ofOrder = items.some(item => item.item_type === 'ORDER')
  const taken = (line: Line) =>
    items.reduce((sum, one) => sum + (one.item_id === line.id ? cents(one.requested_amount) : 0), 0)
  const [share, units] = lines
  const isByHand = refunds.length === 0 && (wasByHand || status === PARTLY)
  return {
    money: counts && share ? cents(share.discounted_total_inc_tax) - taken(share) : 0,
    units: counts && units ? units.quantity - units.quantity_refunded : 0,
    isFrozen: counts ? status === DISPUTED || ofOrder || isByHand : null,
  }
}

async function counted() {
  const sum = async (gift: AGift, column: 'cents' | 'units') =>
    (await purchasesOf(app, gift)).reduce((all, one) => all + (one.state === 'paid' ? one[column] : 0), 0)
  const payment = await app.db
    .selectFrom('order_payment')
    .select('is_disputed')
    .where('order_id', '=', id)
    .executeTakeFirst()
  const [moneySum, units] = [await sum(money, 'cents'), await sum(goods, 'units')]
  return { money: moneySum, units, isFrozen: moneySum + units > 0 ? (payment?.is_disputed ?? null) : null }
}

async function settle(): Promise<void> {
  for (let time = 0; time < 2; time++) {
    app.later(2)
    await app.deliver()
    await app.job('order-sync')
    await app.job('webhook-events')
  }
}

const status = (to: number) => app.shop.actions.changeStatus(id, to)
const lineAt = async (index: number) => (await readOrder()).lines[index]!
const acts = {
  pay: () => status(PAID),
  ship: () => status(SHIPPED),
  complete: () => status(COMPLETED),
  dispute: () => status(DISPUTED),
  void: () => status(CANCELLED),
  'refunded by hand': () => status(REFUNDED),
  'partly refunded by hand': () => status(PARTLY),
  archive: () => app.shop.actions.archive(id),
  'refund a unit': async () => app.shop.actions.refund(id, { lineId: (await lineAt(1)).id, quantity: 1 }),
  'refund an amount': () => app.shop.actions.refundAmount(id, 500),
  'lower the share': async () =>
    app.staff('PUT', `/v2/orders/${id}`, {
      products: [{ id: (await lineAt(0)).id, price_inc_tax: 70, price_ex_tax: 70 }],
    }),
}
/** Only payments through the shop's provider can be refunded there. */
const payments = fc.constantFrom('success' as const, 'success' as const, 'pending' as const)
const step = fc.record({
  act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
  arrives: fc.constantFrom('at once', 'at once', 'later', 'reordered', 'twice', 'never'),
})

const bothRefunds = [
  { act: 'refund a unit', arrives: 'at once' },
  { act: 'refund an amount', arrives: 'reordered' },
] as const
/** Acts that the shop accepted in some run. */
const done = new Set<string>()

test(
  'any sequence, in any order of arrival, counts what the last state, the lists and the remembered facts say',
  async () => {
    await fc.assert(
      fc.asyncProperty(payments, fc.array(step, { minLength: 2, maxLength: 7 }), async (payment, steps) => {
        await begin(payment)
        let wasByHand = false
        for (const { act, arrives } of steps) {
          app.later(1)
          app.shop.faults.hooks = {
            reorder: arrives === 'reordered',
            duplicate: arrives === 'twice',
            drop: arrives === 'never',
          }
          // Acts that the shop refuses, such as a refund of an unpaid order, change nothing.
          await acts[act]().then(
            () => done.add(act),
            () => {},
          )
          if (arrives !== 'later' && arrives !== 'never') {
            await app.deliver()
            const { status, refunds } = await readOrder()
            wasByHand ||= refunds.length === 0 && [REFUNDED, PARTLY].includes(status)
          }
        }
        app.shop.faults.hooks = {}
        await settle()
        const last = await readOrder()
        wasByHand ||= last.refunds.length === 0 && [REFUNDED, PARTLY].includes(last.status)
        expect(await counted()).toEqual(await expectedCounts(wasByHand))
        await expectInvariants(app.db, registry.id)
      }),
      { numRuns: process.env.TEST_FULL ? 60 : 6, examples: [['success', [...bothRefunds]]] },
    )
    expect([...done]).toEqual(expect.arrayContaining(['refund a unit', 'refund an amount']))
  },
  process.env.TEST_FULL ? 3_600_000 : 300_000,
)

test('an amount of a share that was given back stays given back when the order is completed', async () => {
  const { cartId } = await handOff(app, registry, [lineOf(money, { cents: 10_000 })])
  id = (await app.shop.actions.pay(cartId)).id
  await app.shop.actions.refundAmount(id, 3000)
  await status(COMPLETED)
  await settle()
  expect(await counted()).toEqual({ money: 7000, units: 0, isFrozen: false })
})

test('refunded in part by hand: what was given stays, the money waits until staff place it', async () => {
  await status(PAID)
  await settle()
  await status(PARTLY)
  await settle()
  await status(COMPLETED)
  await settle()
  expect(await counted()).toEqual({ money: 10_000, units: 2, isFrozen: true })
  const letters = app.db.selectFrom('outbox').select('template').where('cause', '=', `refund-by-hand:${id}`)
  expect(await letters.execute()).toHaveLength(1)
  const [waiting] = await app.db
    .selectFrom('unplaced_refund')
    .selectAll()
    .where('order_id', '=', id)
    .execute()
  expect([waiting!.cents, isHandRefund(waiting!.refund_id)]).toEqual([16_000, true])
  const ctx = await jobContextOf(app)
  const place = (lineId: number, amount: number) =>
    placeRefund({ refundId: waiting!.refund_id, lineId, cents: amount }, ctx)
  const [share] = (await readOrder()).lines
  expect(await place(share!.id, 3000)).toBeNull()
  expect(await counted()).toEqual({ money: 7000, units: 2, isFrozen: true })
  await app.db
    .insertInto('refund_placement')
    .values({
      refund_id: waiting!.refund_id,
      line_id: 0,
      order_id: id,
      cents: 13_000,
      placed_at: app.clock.now,
    })
    .execute()
  await app.staff('PUT', `/v2/orders/${id}`, { staff_notes: 'placed' })
  await settle()
  expect(await counted()).toEqual({ money: 7000, units: 2, isFrozen: false })
})

test('refunded by hand and never seen so: the last state alone counts', async () => {
  await status(REFUNDED)
  await status(COMPLETED)
  await settle()
  expect(await counted()).toEqual({ money: 10_000, units: 2, isFrozen: false })
})
