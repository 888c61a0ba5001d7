import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { handOff, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

type Gift = Awaited<ReturnType<typeof aGift>>

async function aCoupon(code: string, percent: string): Promise<void> {
  const rules = [{ action: { cart_value: { discount: { percentage_amount: percent } } } }]
  const promotion = { name: `${percent} % off`, redemption_type: 'COUPON', rules }
  const created = await app.staff('POST', '/v3/promotions', promotion)
  const { data } = (await created.json()) as { data: { id: number } }
  expect((await app.staff('POST', `/v3/promotions/${data.id}/codes`, { code })).status).toBe(201)
}

async function pay(lines: object[], coupon: string): Promise<number> {
  const { cartId } = await handOff(app, host.registry, lines)
  const order = await app.shop.actions.pay(cartId, { coupon })
  await app.deliver()
  return order.id
}

const groupGift = () => aGift(app, host.registry, { group: true, cents: 9000 })
const countsOf = async (gift: Gift) =>
  (await purchasesOf(app, gift)).map(({ state, units, cents }) => ({ state, units, cents }))

test('with a coupon only what the guest has paid is credited, to the cent over all lines', async () => {
  await aCoupon('THIRD', '33')
  const gifts = [await groupGift(), await groupGift()] as const
  await pay([lineOf(gifts[0], { cents: 4001 }), lineOf(gifts[1], { cents: 2000 })], 'THIRD')
  const cents = [...(await countsOf(gifts[0])), ...(await countsOf(gifts[1]))].map(row => row.cents)
  // The discount of 33 % of 60.01 is 19.80, spread in proportion.
  expect(cents).toEqual([2681, 1340])
  expect((await host.collect({ id: gifts[0].id, amount: 26.82 })).status).not.toBe(200)
  expect((await host.collect({ id: gifts[0].id, amount: 26.81 })).status).toBe(200)
})

test('a refund after a coupon gives back what was paid, and nothing more is taken', async () => {
  await aCoupon('TENTH', '10')
  const gifts = [await groupGift(), await groupGift()] as const
  const order = await pay([lineOf(gifts[0], { cents: 4000 }), lineOf(gifts[1], { cents: 2000 })], 'TENTH')
  const [line] = await purchasesOf(app, gifts[0])
  await app.shop.actions.refund(order, { lineId: line!.line_id, quantity: 1 })
  await app.deliver()
  expect(await countsOf(gifts[0])).toEqual([{ state: 'void', units: 0, cents: 0 }])
  expect(await countsOf(gifts[1])).toEqual([{ state: 'paid', units: 1, cents: 1800 }])
})

test('a gift that a coupon paid for whole is given, and leaves no money', async () => {
  await aCoupon('WHOLE', '100')
  const whole = await aGift(app, host.registry, { quantity: 2, cents: 3000 })
  const shared = await groupGift()
  await pay([lineOf(whole, { units: 2 }), lineOf(shared, { cents: 4000 })], 'WHOLE')
  expect(await countsOf(whole)).toEqual([{ state: 'paid', units: 2, cents: 0 }])
  expect((await countsOf(shared)).reduce((sum, row) => sum + row.cents, 0)).toBe(0)
  expect((await host.collect({ id: shared.id, amount: 0.01 })).status).not.toBe(200)
})
