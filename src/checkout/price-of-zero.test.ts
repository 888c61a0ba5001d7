import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { addGifts } from '../gift/wish.contract.ts'
import { createCart } from './hand-off.contract.ts'

const app = opened(() => testApp())

test.each([
  ['a gift', false],
  ['a group gift', true],
])('%s whose price in the shop becomes 0 is unavailable, and not given', async (_, group) => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry, { group, cents: 4000 })
  const amount = group ? { cents: 1000 } : { units: 1 }
  const cart = { registry_id: registry.code, line_items: [lineOf(gift, amount)] }
  await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: 0 })
  // Our copy of the catalogue has the old price; the cart is refused because the shop itself is asked.
  expect(await app.call(createCart, cart)).toMatchObject({ status: 409, data: { code: 'gift_unavailable' } })
  await (await jobContextOf(app)).refreshProducts([gift.productId])
  const shown = await app.call(showGifts, { registry_id: registry.code }, { as: host.token })
  expect(shown.data).toMatchObject({
    data: [{ state: 'unavailable', unavailable_reason: 'price', price: 40, collected: 0 }],
  })
  expect(await app.call(createCart, cart)).toMatchObject({ status: 409 })
  const wish = { registry_id: registry.code, products: [{ product_id: gift.productId }] }
  expect(await app.call(addGifts, wish, { as: host.token })).toMatchObject({ status: 409 })
  await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: 40 })
  await (await jobContextOf(app)).refreshProducts([gift.productId])
  expect(await app.call(createCart, cart)).toMatchObject({ status: 200 })
  await expectInvariants(app.db, registry.id)
})
