import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { placeRefund } from './refunds.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const waits = { status: 409, data: { code: 'giftcard_waits' } }

/** Contributions of 40 and 20 € to two group gifts, paid in one order. */
async function twoContributions() {
  const gifts = [
    await aGift(app, host.registry, { group: true, cents: 9000 }),
    await aGift(app, host.registry, { group: true, cents: 5000 }),
  ] as const
  const lines = [lineOf(gifts[0], { cents: 4000 }), lineOf(gifts[1], { cents: 2000 })]
  const order = await app.shop.actions.pay((await handOff(app, host.registry, lines)).cartId)
  await app.deliver()
  const lineOfGift = async (gift: (typeof gifts)[number]) => (await purchasesOf(app, gift))[0]!.line_id
  return { gifts, order, lines: [await lineOfGift(gifts[0]), await lineOfGift(gifts[1])] as const }
}

const centsOf = async (gift: { id: number }) => (await purchasesOf(app, gift))[0]?.cents
const place = async (refundId: number, lineId: number, cents: number) =>
  placeRefund({ refundId, lineId, cents }, await jobContextOf(app))

test('one unit given back of two leaves the other, and what was paid for it', async () => {
  const gift = await aGift(app, host.registry, { quantity: 2, cents: 3000 })
  const { cartId } = await handOff(app, host.registry, [lineOf(gift, { units: 2 })])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  const { line_id } = (await purchasesOf(app, gift))[0]!
  await app.shop.actions.refund(order.id, { lineId: line_id, quantity: 1 })
  await app.deliver()
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 1, cents: 3000 }])
})

test('an amount of an order of one contribution lowers that contribution, again and again', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const { cartId } = await handOff(app, host.registry, [lineOf(gift, { cents: 4000 })])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  for (const left of [3000, 2500]) {
    await app.shop.actions.refundAmount(order.id, left === 3000 ? 1000 : 500)
    await app.deliver()
    expect(await centsOf(gift)).toBe(left)
  }
  expect((await host.collect({ id: gift.id, amount: 25.01 })).status).not.toBe(200)
  expect((await host.collect({ id: gift.id, amount: 25 })).status).toBe(200)
})

test('an amount of an order of two keeps the money until staff say of which line it is', async () => {
  const { gifts, order, lines } = await twoContributions()
  const refundId = await app.shop.actions.refundAmount(order.id, 3000)
  await app.deliver()
  expect([await centsOf(gifts[0]), await centsOf(gifts[1])]).toEqual([4000, 2000])
  for (const { id } of gifts) expect(await host.collect({ id })).toMatchObject(waits)
  const letters = await app.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', '=', `refund-unplaced:${refundId}`)
    .execute()
  expect(letters).toEqual([{ props: { order: order.id, refund: refundId, cents: 3000 } }])

  expect(await place(refundId, lines[1], 2001)).toBe(`Only 2000 cents of line ${lines[1]} are left.`)
  expect(await place(refundId, lines[0], 3001)).toBe(
    `Only 3000 cents of refund ${refundId} wait for a place.`,
  )
  expect(await place(refundId + 1, lines[0], 1)).toBe(
    `Order ${order.id} has no refund ${refundId + 1} that waits for a place.`,
  )
  expect(await place(refundId, 0, 1)).toBe('No line 0 counts for a registry.')
  for (const cents of [0, -1, 1.5, Number.NaN])
    expect(await place(refundId, lines[0], cents)).toBe('The amount must be a whole number of cents above 0.')
  expect(await place(refundId, lines[0], 1000)).toBeNull()
  expect(await centsOf(gifts[0])).toBe(3000)
  expect(await host.collect({ id: gifts[0].id })).toMatchObject(waits)
  expect(await place(refundId, lines[1], 2000)).toBeNull()
  expect([await centsOf(gifts[0]), await centsOf(gifts[1])]).toEqual([3000, 0])
  expect(await host.collect({ id: gifts[0].id, amount: 30 })).toMatchObject({ status: 200 })
})

test('two people who place the same refund at once place it once', async () => {
  const { gifts, order, lines } = await twoContributions()
  const refundId = await app.shop.actions.refundAmount(order.id, 3000)
  await app.deliver()
  const answers = await Promise.all(
    lines.flatMap(line => [place(refundId, line, 2000), place(refundId, line, 2000)]),
  )
  expect(answers.filter(answer => answer === null)).toHaveLength(1)
  const left = [(await centsOf(gifts[0])) ?? 0, (await centsOf(gifts[1])) ?? 0]
  expect(left.reduce((sum, cents) => sum + cents, 0)).toBe(4000)
  // The rest of the refund still has no line.
  for (const { id } of gifts) expect((await host.collect({ id })).status).toBe(409)
})
