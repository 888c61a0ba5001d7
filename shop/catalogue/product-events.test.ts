import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'

const testShop = opened(() => openTestShop({ admin: true }))
let sent: { scope: string; data: { id: number; inventory?: object } }[]
const { fetch } = globalThis
beforeAll(async () => {
  globalThis.fetch = async (_, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return new Response(null, { status: 200 })
  }
  const hook = { scope: 'store/*', destination: 'https://events.example/' }
  await testShop.rest('POST', '/v3/hooks', hook)
})
beforeEach(() => {
  sent = []
})
afterAll(async () => {
  globalThis.fetch = fetch
})

const events = async () => {
  await testShop.shop.deliverWebhooks()
  const ofProducts = sent.filter(({ scope }) => /^store\/(product|sku)\//.test(scope))
  return ofProducts.map(({ scope, data }) => [scope.replace('store/product/', ''), data.id, data.inventory])
}
const product = (id: number) => `/v3/catalog/products/${id}`

test.each([
  ['price', { price: 500 }],
  ['sale price', { sale_price: 1 }],
  ['visibility', { is_visible: false }],
  ['availability', { availability: 'disabled' }],
  ['name', { name: 'Another name' }],
  ['description', { description: '<p>New</p>' }],
  ['categories', { categories: [111] }],
  ['brand', { brand_id: 2 }],
  ['tax class', { tax_class_id: 1 }],
])('a changed %s is told, and read back', async (_, change) => {
  const { id } = goods.onSale
  expect((await testShop.rest('PUT', product(id), change)).status).toBe(200)
  expect(await events()).toEqual([['updated', id, undefined]])
  const { data } = (await testShop.rest('GET', product(id))).json<{ data: object }>()
  expect(data).toMatchObject(change)
})

test('stock that staff set is told as a changed product and as its stock', async () => {
  const { id } = goods.tracked
  await testShop.rest('PUT', product(id), { inventory_level: 7 })
  expect(await events()).toEqual([
    ['updated', id, undefined],
    ['inventory/updated', id, { product_id: id, method: 'absolute', value: 7 }],
  ])
})

test('stock that an order takes, and its cancellation gives back, has an event of its own', async () => {
  const { id } = goods.tracked
  const line_items = [{ product_id: id, quantity: 2 }]
  const cart = await testShop.rest('POST', '/v3/carts', { customer_id: 0, channel_id: 1, line_items })
  const order = await testShop.shop.actions.pay(cart.json<{ data: { id: string } }>().data.id)
  expect(await events()).toEqual([
    ['inventory/order/updated', id, { product_id: id, method: 'relative', value: -2 }],
  ])
  sent = []
  await testShop.shop.actions.cancel(order.id)
  expect(await events()).toEqual([
    ['inventory/order/updated', id, { product_id: id, method: 'relative', value: 2 }],
  ])
})

test('one variant of several is changed and told by itself', async () => {
  const { id, variants } = goods.twoOptions
  const [first, second] = variants
  const path = `${product(id)}/variants/${second!.id}`
  await testShop.rest('PUT', product(id), { inventory_tracking: 'none' })
  expect((await testShop.rest('PUT', path, { inventory_level: 3 })).status).toBe(422)
  await testShop.rest('PUT', product(id), { inventory_tracking: 'variant' })
  await events()
  sent = []
  const changed = await testShop.rest('PUT', path, { inventory_level: 3, price: 77 })
  expect(changed.json<{ data: object }>().data).toMatchObject({ inventory_level: 3, price: 77 })
  expect(await events()).toEqual([
    ['updated', id, undefined],
    ['store/sku/updated', second!.id, undefined],
    [
      'store/sku/inventory/updated',
      second!.id,
      { product_id: id, variant_id: second!.id, method: 'absolute', value: 3 },
    ],
  ])
  const other = await testShop.rest('GET', `${product(id)}/variants/${first!.id}`)
  expect(other.json<{ data: object }>().data).toMatchObject({ inventory_level: 0 })
  expect((await testShop.rest('PUT', `${product(goods.plain.id)}/variants/${first!.id}`, {})).status).toBe(
    404,
  )
})

test('a change in the back office, a modifier, a new product and a deleted one are told', async () => {
  const { id } = goods.plain
  const form = new URLSearchParams({ id: String(id), price: '15', visible: '1', available: '1' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await testShop.send(`/admin/products/${id}`, { method: 'POST', headers, body: form.toString() })
  await testShop.send('/admin/products', { method: 'POST', headers, body: form.toString() })
  const engraving = { type: 'text', display_name: 'Words', required: false }
  await testShop.rest('POST', `${product(id)}/modifiers`, engraving)
  const made = await testShop.rest('POST', '/v3/catalog/products', {
    name: 'New',
    type: 'digital',
    weight: 0,
    price: 5,
  })
  const newId = made.json<{ data: { id: number } }>().data.id
  await testShop.rest('DELETE', product(newId))
  expect(await events()).toEqual([
    ['updated', id, undefined],
    ['updated', id, undefined],
    ['created', newId, undefined],
    ['deleted', newId, undefined],
  ])
})
