import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { goods } from '../../test/shop.ts'
import { testApp } from '../../test/test-app.ts'
import { type ProductDetailsView, showProductDetails } from '../catalogue/products.contract.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { addGifts } from '../gift/wish.contract.ts'
import { createCart } from './hand-off.contract.ts'

/** Goods that come later: pre-orders, and back-orders beyond the units in stock (R321). */
const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHost(app)
  registry = await aRegistry(app, host)
})
afterEach(() => expectInvariants(app.db, registry.id))

const change = (id: number, fields: object) => app.staff('PUT', `/v3/catalog/products/${id}`, fields)
const refresh = async (id: number) => (await jobContextOf(app)).refreshProducts([id])
const detailsOf = async (id: number) => (await app.call<ProductDetailsView>(showProductDetails, { id })).data
async function wish(product: typeof goods.plain, quantity: number) {
  await refresh(product.id)
  const { status, data } = await app.call<{ added: { id: number }[] }>(
    addGifts,
    { registry_id: registry.code, products: [{ product_id: product.id, quantity }] },
    host.token,
  )
  expect(status).toBe(200)
  return { id: data.added[0]!.id, productId: product.id, variantId: 0, cents: product.priceCents }
}
const shownGifts = async () =>
  (await app.call<{ data: { status: string }[] }>(showGifts, { registry_id: registry.code })).data.data

test('a pre-order is wished for, shown and given like any other; one that is withdrawn is not', async () => {
  const { plain } = goods
  await change(plain.id, { availability: 'preorder', preorder_release_date: '2027-03-01T00:00:00+00:00' })
  const gift = await wish(plain, 2)
  expect((await detailsOf(plain.id)).available).toBe(1)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  await app.shop.actions.pay(cartId)
  await app.deliver()
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 1, credited_units: 1 }])
  await change(plain.id, { availability: 'disabled' })
  await refresh(plain.id)
  const refused = await app.call(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, { units: 1 })],
    giver_name: 'Άννα Δοκιμή',
  })
  expect(refused).toMatchObject({ status: 409, data: { code: 'gift_unavailable' } })
  await change(plain.id, { availability: 'available' })
})

test('units beyond the stock are given as far as the shop takes back-orders, and no further', async () => {
  const { tracked } = goods
  await change(tracked.id, { inventory_level: 1 })
  await app.shop.actions.allowBackorder(tracked.id, 2)
  const gift = await wish(tracked, 4)
  expect(await detailsOf(tracked.id)).toMatchObject({ available: 1, stock: 3 })
  const give = (units: number) =>
    app.call<{ reference: string }>(createCart, {
      registry_id: registry.code,
      line_items: [lineOf(gift, { units })],
      giver_name: 'Άννα Δοκιμή',
    })
  expect(await give(4)).toMatchObject({ status: 409, data: { code: 'cart_unbuyable' } })
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 2 })])
  await app.shop.actions.pay(cartId)
  await app.deliver()
  // None is in stock; one may still be back-ordered.
  await refresh(tracked.id)
  expect(await detailsOf(tracked.id)).toMatchObject({ available: 1 })
  expect(await shownGifts()).toHaveLength(1)
  const last = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  await app.shop.actions.pay(last.cartId)
  await app.deliver()
  expect(await purchasesOf(app, gift)).toMatchObject([{ credited_units: 2 }, { credited_units: 1 }])
  await refresh(tracked.id)
  expect(await give(1)).toMatchObject({ status: 409, data: { code: 'gift_unavailable' } })
})
