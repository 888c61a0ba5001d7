import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCart } from '../../src/checkout/hand-off.contract.ts'
import { showGifts } from '../../src/gift/gift.contract.ts'
import type { TestHook } from '../../src/server/context/test-hooks.ts'
import { getRow, insertRow } from '../../src/server/postgres/rows.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../builders.ts'
import { expectInvariants } from '../invariants.ts'
import { opened } from '../opened.ts'
import { handOff } from '../orders.ts'
import { again, testApp } from '../test-app.ts'

/** What the shop sells in one order, and has left, holds from the hand-off on (R321, R423). */
let registry: Awaited<ReturnType<typeof aRegistry>>
let other: typeof registry
let gift: AGift
/** Called at each step of a hand-off. */
let atStep: (name: TestHook) => Promise<void> = async () => {}
const app = opened(() => testApp({ testHook: name => atStep(name) }))
beforeEach(async () => {
  // What an earlier test has set aside is free again.
  app.later(16)
  const host = await aHost(app)
  registry = await aRegistry(app, host)
  other = await aRegistry(app, host)
  gift = await aGift(app, registry, { quantity: 20 })
})
afterEach(async () => {
  atStep = async () => {}
  app.shop.faults.routes = []
  await expectInvariants(app.db, registry.id)
})

const limits = (order_quantity_minimum: number, order_quantity_maximum: number) => ({
  order_quantity_minimum,
  order_quantity_maximum,
})
const inStock = (inventory_level: number) => ({ inventory_tracking: 'product', inventory_level })

/** Changes the gift's product in the shop; our copy of the catalogue does not know it yet. */
async function shopSells(change: object, { productId }: AGift = gift): Promise<void> {
  const { status } = await app.staff('PUT', `/v3/catalog/products/${productId}`, change)
  expect(status).toBe(200)
}

const give = (units: number, where = registry, more: object = {}) =>
  app.call(createCart, { registry_id: where.code, line_items: [lineOf(gift, { units })], ...more })

const refusal = (reason: string, count: number | null) => ({
  status: 409,
  data: { code: 'cart_unbuyable', lines: [{ gift_id: gift.id, reason, count }] },
})

/** The same product as a gift of the other registry. */
async function wishedInOther(): Promise<void> {
  const { product_id, variant_id, sku, quantity, price_cents } = await getRow(app.db, 'gift', { id: gift.id })
  const row = { product_id, variant_id, sku, quantity, price_cents, note: null, selected_options: '[]' }
  await insertRow(app.db, 'gift', { ...row, registry_id: other.id, is_group: false, position: 1 })
}

test.each([
  ['fewer than the least', 1, 'minimum', 2],
  ['more than the most', 4, 'maximum', 3],
  ['more than is left', 6, 'stock', 5],
])('%s is refused before the checkout, by name and number', async (_, units, reason, count) => {
  await shopSells({ ...limits(2, 3), ...inStock(5) })
  expect(await give(units)).toMatchObject(refusal(reason, count))
  expect((await give(2)).status).toBe(200)
})

test('what guests of another registry have set aside counts against the stock', async () => {
  await shopSells({ ...limits(0, 0), ...inStock(5) })
  await wishedInOther()
  expect((await give(5, other)).status).toBe(200)
  expect(await give(1)).toMatchObject(refusal('held', 0))
  app.later(16)
  expect((await give(1)).status).toBe(200)
})

test('an order that was begun and not paid keeps its gifts, and no other registry’s', async () => {
  await app.job('webhook-registration')
  await shopSells(inStock(5))
  await wishedInOther()
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 5 })])
  await app.shop.actions.pay(cartId, {}, 'decline')
  await app.deliver()
  expect(await give(1, other)).toMatchObject({ status: 409, data: { code: 'cart_unbuyable' } })
  app.later(16)
  expect(await give(1, other)).toMatchObject({ status: 200 })
})

test('two guests of two registries want the last 5 at once', again, async () => {
  await shopSells({ ...limits(0, 0), ...inStock(5) })
  await wishedInOther()
  const answers = await Promise.all([give(3), give(3, other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    data: { code: 'cart_unbuyable', lines: [{ reason: 'held', count: 2 }] },
  })
})

test('the same gift twice counts together', async () => {
  await shopSells({ ...limits(2, 3), ...inStock(50) })
  const line_items = [lineOf(gift, { units: 2 }), lineOf(gift, { units: 2 })]
  expect(await app.call(createCart, { registry_id: registry.code, line_items })).toMatchObject(
    refusal('maximum', 3),
  )
})

test('a cart that the shop refuses after all: the gift and the reason, nothing is set aside', async () => {
  await shopSells({ ...limits(2, 3), ...inStock(5) })
  // Between the look at the prices and the making of the cart somebody buys the last ones.
  atStep = async name => {
    if (name === 'gifts reserved') await shopSells(inStock(1))
  }
  expect(await give(3)).toMatchObject(refusal('stock', 1))
  atStep = async () => {}
  await shopSells(inStock(5))
  expect((await give(3)).status).toBe(200)
})

test('stock that an order or the staff moved is told to the registry’s pages', async () => {
  await app.job('webhook-registration')
  const shown = async () => {
    const { data } = await app.call<{ data: { stock: number | null; max_quantity: number | null }[] }>(
      showGifts,
      { registry_id: registry.code },
    )
    return data.data.map(({ stock, max_quantity }) => [stock, max_quantity])
  }
  await shopSells({ ...limits(0, 3), ...inStock(5) })
  await app.deliver()
  expect(await shown()).toEqual([[5, 3]])
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 2 })])
  await app.shop.actions.pay(cartId)
  await app.deliver()
  expect(await shown()).toEqual([[3, 3]])
})
