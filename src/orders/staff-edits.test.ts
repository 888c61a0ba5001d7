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

test('a contribution that is raised after payment is money as far as was captured, and the other keeps its own', async () => {
  const { gifts, order, lines } = await twoContributions()
  await edit(order, { products: [{ id: lines[0], ...price(400) }] })
  expect(await countsOf(gifts[0])).toEqual(paid(1, 4000))
  expect(await countsOf(gifts[1])).toEqual(paid(1, 2000))
  expect((await host.collect({ id: gifts[0].id, amount: 41 })).status).not.toBe(200)
  // What was taken off one line can be added to the other.
  await edit(order, {
    products: [
      { id: lines[0], ...price(45) },
      { id: lines[1], ...price(15) },
    ],
  })
  expect([await countsOf(gifts[0]), await countsOf(gifts[1])]).toEqual([paid(1, 4500), paid(1, 1500)])
})

test('a share that staff add to a paid order is money as far as was captured', async () => {
  const { gifts, order } = await twoContributions()
  const { productId, options } = app.shop.groupGift
  const product_options = [
    { id: options.product, value: String(gifts[0].productId) },
    { id: options.variant, value: String(gifts[0].variantId) },
  ]
  const share = { product_id: productId, quantity: 1, ...price(50), product_options }
  await edit(order, { products: [share] })
  expect(await countsOf(gifts[0])).toEqual([...paid(1, 4000), { state: 'void', units: 0, cents: 0 }])
  expect(await countsOf(gifts[1])).toEqual(paid(1, 2000))
  expect((await host.collect({ id: gifts[0].id, amount: 41 })).status).not.toBe(200)
})

test('goods that staff take off, lower or add make no money, and count as the units that are left', async () => {
  const gift = await aGift(app, host.registry, { quantity: 3, cents: 3000 })
  const other = await aGift(app, host.registry, { quantity: 2, cents: 1000 })
  const order = await pay([lineOf(gift, { units: 2 }), lineOf(other, { units: 1 })])
  const id = await lineIdOf(gift)
  const more = { product_id: gift.productId, variant_id: gift.variantId, ...price(30) }
  await edit(order, { products: [{ id, quantity: 1 }] })
  expect([await countsOf(gift), await host.ledgerSums()]).toEqual([paid(1, 3000), {}])
  // The second unit is on a line of its own; a third was never asked for.
  await edit(order, { products: [{ ...more, quantity: 2 }] })
  expect([await countsOf(gift), await host.ledgerSums()]).toEqual([[...paid(1, 3000), ...paid(1, 3000)], {}])
  await edit(order, { products: [{ id, quantity: 0 }] })
  expect(await countsOf(gift)).toEqual([{ state: 'void', units: 0, cents: 0 }, ...paid(2, 6000)])
  expect([await countsOf(other), await host.ledgerSums()]).toEqual([paid(1, 1000), {}])
  expect((await host.collect({ id: gift.id, type: 'change', amount: 1 })).status).not.toBe(200)
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
