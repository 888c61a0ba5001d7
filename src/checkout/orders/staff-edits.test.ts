import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let host: HostWithMoney
beforeAll(async () => {
  app = await testApp()
  await app.job('webhook-registration')
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))
afterAll(() => app.close())

type Gift = Awaited<ReturnType<typeof aGift>>

async function pay(lines: object[]) {
  const order = await app.shop.actions.pay((await handOff(app, host.registry, lines)).cartId)
  await app.deliver()
  return order.id
}

/** Two group gifts of 90 € each, with contributions of 40 and 20 € paid in one order. */
async function twoContributions() {
  const gifts = [
    await aGift(app, host.registry, { group: true, cents: 9000 }),
    await aGift(app, host.registry, { group: true, cents: 9000 }),
  ] as const
  const order = await pay([lineOf(gifts[0], { cents: 4000 }), lineOf(gifts[1], { cents: 2000 })])
  return { gifts, order, lines: [await lineIdOf(gifts[0]), await lineIdOf(gifts[1])] as const }
}

const lineIdOf = async (gift: Gift) => (await purchasesOf(app, gift))[0]!.line_id
const edit = async (order: number, change: object) => {
  const response = await app.staff('PUT', `/v2/orders/${order}`, change)
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
  await app.deliver()
}
const price = (euros: number) => ({ price_inc_tax: euros, price_ex_tax: euros })
const countsOf = async (gift: Gift) =>
  (await purchasesOf(app, gift)).map(({ state, units, cents }) => ({ state, units, cents }))
const paid = (units: number, cents: number) => [{ state: 'paid', units, cents }]

test('fewer units and then more of them count as what the order says', async () => {
  const gift = await aGift(app, host.registry, { quantity: 3, cents: 3000 })
  const order = await pay([lineOf(gift, { units: 3 })])
  const id = await lineIdOf(gift)
  await edit(order, { products: [{ id, quantity: 1 }] })
  expect(await countsOf(gift)).toEqual(paid(1, 3000))
  await edit(order, { products: [{ id, quantity: 2 }] })
  expect(await countsOf(gift)).toEqual(paid(2, 6000))
})

test('a lower amount of a contribution is what can be collected, and not a cent more', async () => {
  const { gifts, order, lines } = await twoContributions()
  await edit(order, { products: [{ id: lines[0], ...price(24.99) }] })
  expect(await countsOf(gifts[0])).toEqual(paid(1, 2499))
  expect(await countsOf(gifts[1])).toEqual(paid(1, 2000))
  expect((await host.collect({ id: gifts[0].id, amount: 25 })).status).not.toBe(200)
  expect((await host.collect({ id: gifts[0].id, amount: 24.99 })).status).toBe(200)
})

test('a removed line counts for nothing, and the other stays', async () => {
  const { gifts, order, lines } = await twoContributions()
  await edit(order, { products: [{ id: lines[0], quantity: 0 }] })
  expect(await countsOf(gifts[0])).toEqual([{ state: 'void', units: 0, cents: 0 }])
  expect(await countsOf(gifts[1])).toEqual(paid(1, 2000))
  expect((await host.collect({ id: gifts[0].id, amount: 1 })).status).not.toBe(200)
})

test('a line removed after its money was given leaves a debt that the next gifts pay, and nothing is lost', async () => {
  const { gifts, order, lines } = await twoContributions()
  expect((await host.collect({ id: gifts[0].id, amount: 40 })).status).toBe(200)
  await edit(order, { products: [{ id: lines[0], quantity: 0 }] })
  expect(await countsOf(gifts[0])).toEqual([{ state: 'void', units: 0, cents: 0 }])
  expect(await countsOf(gifts[1])).toEqual(paid(1, 2000))
})

test('what staff take off the whole order is taken off every contribution in proportion', async () => {
  const { gifts, order } = await twoContributions()
  await edit(order, { discount_amount: '10.00' })
  expect(await countsOf(gifts[0])).toEqual(paid(1, 3333))
  expect(await countsOf(gifts[1])).toEqual(paid(1, 1667))
  await edit(order, { discount_amount: '0' })
  expect([await countsOf(gifts[0]), await countsOf(gifts[1])]).toEqual([paid(1, 4000), paid(1, 2000)])
})

test('an edit and a refund of the same contribution come off once each', async () => {
  const { gifts, order, lines } = await twoContributions()
  await edit(order, {
    products: [
      { id: lines[1], quantity: 0 },
      { id: lines[0], ...price(30) },
    ],
  })
  await app.shop.actions.refundAmount(order, 1000)
  await app.deliver()
  expect(await countsOf(gifts[0])).toEqual(paid(1, 2000))
})

test('a product that staff add counts for no registry; costs of delivery count for nobody', async () => {
  const { gifts, order } = await twoContributions()
  await edit(order, {
    products: [{ name: 'Ribbon', quantity: 1, ...price(500) }],
    shipping_cost_inc_tax: '100',
    shipping_cost_ex_tax: '100',
  })
  expect([await countsOf(gifts[0]), await countsOf(gifts[1])]).toEqual([paid(1, 4000), paid(1, 2000)])
})

test('the same edit told of again, late or by the sweep changes nothing', async () => {
  const { gifts, order, lines } = await twoContributions()
  const change = { products: [{ id: lines[0], ...price(30) }] }
  await edit(order, change)
  app.shop.faults.hooks = { duplicate: true, reorder: true }
  await edit(order, change)
  app.shop.faults.hooks = {}
  await app.job('order-sync')
  expect(await countsOf(gifts[0])).toEqual(paid(1, 3000))
})
