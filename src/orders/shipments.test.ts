import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'

/** Goods of one order that are sent in parts, and parts that are joined (R1352). */
const app = opened(() => testApp())
let host: HostWithMoney
let gifts: [AGift, AGift]
let order: number
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
  gifts = [
    await aGift(app, host.registry, { quantity: 3, cents: 2000 }),
    await aGift(app, host.registry, { cents: 3500 }),
  ]
  order = await giveGifts(app, host.registry, [
    lineOf(gifts[0], { units: 3 }),
    lineOf(gifts[1], { units: 1 }),
  ])
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const path = () => `/v2/orders/${order}/shipments`
async function shipUnseen(parts: [gift: AGift, units: number][]): Promise<number> {
  const lines = await Promise.all(parts.map(async ([gift]) => (await purchasesOf(app, gift))[0]!.line_id))
  const items = parts.map(([, quantity], index) => ({ order_product_id: lines[index], quantity }))
  const answer = await app.staff('POST', path(), { tracking_number: 'T', items })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: number }).id
}
async function ship(parts: [gift: AGift, units: number][]): Promise<number> {
  const id = await shipUnseen(parts)
  await app.deliver()
  return id
}
async function takeBack(shipment: number) {
  expect((await app.staff('DELETE', `${path()}/${shipment}`)).status).toBe(204)
  await app.deliver()
}
const countsOf = async () =>
  (await Promise.all(gifts.map(gift => purchasesOf(app, gift))))
    .flat()
    .map(({ state, credited_units, cents }) => ({ state, credited_units, cents }))
const whole = [
  { state: 'paid', credited_units: 3, cents: 6000 },
  { state: 'paid', credited_units: 1, cents: 3500 },
]
/** When the goods were sent; null before. */
const sentAt = async () =>
  (
    await app.db
      .selectFrom('delivery')
      .select('sent_at')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
  ).sent_at
const statusOf = async () =>
  ((await (await app.staff('GET', `/v2/orders/${order}`)).json()) as { status_id: number }).status_id

test('an order that leaves in three parts is on its way from the first, and counts the same throughout', async () => {
  expect([await sentAt(), await countsOf()]).toEqual([null, whole])
  await ship([[gifts[0], 1]])
  const first = await sentAt()
  expect([await statusOf(), first, await countsOf()]).toEqual([3, app.clock.now, whole])
  app.later(60)
  await ship([
    [gifts[0], 1],
    [gifts[1], 1],
  ])
  expect([await statusOf(), await sentAt(), await countsOf()]).toEqual([3, first, whole])
  app.later(60)
  await ship([[gifts[0], 1]])
  expect([await statusOf(), await sentAt(), await countsOf()]).toEqual([2, first, whole])
})

test('parts that are merged into one are as if they had always been one', async () => {
  const parts = [await ship([[gifts[0], 2]]), await ship([[gifts[0], 1]])]
  expect(await statusOf()).toBe(3)
  for (const part of parts) await takeBack(part)
  expect([await statusOf(), await sentAt(), await countsOf()]).toEqual([11, null, whole])
  app.later(60)
  await ship([
    [gifts[0], 3],
    [gifts[1], 1],
  ])
  expect([await statusOf(), await sentAt(), await countsOf()]).toEqual([2, app.clock.now, whole])
})

test('one part that is split again, and a unit of it refunded, un-gives that unit alone', async () => {
  await takeBack(
    await ship([
      [gifts[0], 3],
      [gifts[1], 1],
    ]),
  )
  await ship([[gifts[0], 2]])
  const { line_id: lineId } = (await purchasesOf(app, gifts[0]))[0]!
  await app.shop.actions.refund(order, { lineId, quantity: 1 })
  await app.deliver()
  expect(await countsOf()).toEqual([{ state: 'paid', credited_units: 2, cents: 4000 }, whole[1]])
  await ship([[gifts[1], 1]])
  expect(await countsOf()).toEqual([{ state: 'paid', credited_units: 2, cents: 4000 }, whole[1]])
  expect(await host.ledgerSums()).toEqual({})
})

test.each([
  [14, 'partially refunded'],
  [13, 'disputed'],
])('goods that left stay on their way when the order is %i afterwards, %s', async status => {
  for (const shipped of [2, 10]) {
    await app.shop.actions.changeStatus(order, shipped)
    await app.deliver()
    const since = await sentAt()
    await app.shop.actions.changeStatus(order, status)
    await app.deliver()
    expect([since, await sentAt()]).toEqual([app.clock.now, since])
    await app.shop.actions.changeStatus(order, 11)
    await app.deliver()
    expect(await sentAt()).toBeNull()
  }
  await shipUnseen([[gifts[1], 1]])
  await app.shop.actions.changeStatus(order, status)
  await app.deliver()
  expect(await sentAt()).toEqual(app.clock.now)
})
