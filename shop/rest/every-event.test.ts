import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cartByApi, goods, openTestShop, orderByApi } from '../../test/shop.ts'
import { emittedScopes } from '../webhooks.ts'

interface Told {
  scope: string
  store_id: string
  producer: string
  hash: string
  created_at: number
  data: Record<string, unknown>
}

const testShop = opened(() => openTestShop())
let server: Server
let told: Told[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      told.push(JSON.parse(body))
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const destination = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const scope of emittedScopes)
    expect((await testShop.rest('POST', '/v3/hooks', { scope, destination })).status).toBe(200)
})
afterAll(() => server.close())
beforeEach(async () => {
  await deliver()
})

/** The data of what was told since, by scope. */
async function deliver(): Promise<Record<string, unknown[]>> {
  told = []
  while ((await testShop.shop.deliverWebhooks()) > 0);
  return Object.fromEntries(
    [...Map.groupBy(told, ({ scope }) => scope)].map(([scope, all]) => [scope, all.map(({ data }) => data)]),
  )
}

const rest = (method: string, path: string, body?: unknown) => testShop.rest(method, path, body)

test('refunds, archived orders and shipments', async () => {
  const { id } = await orderByApi(testShop, { products: [{ product_id: goods.plain.id, quantity: 2 }] })
  const shipment = (await rest('POST', `/v2/orders/${id}/shipments`, {})).json<{ id: number }>()
  await rest('PUT', `/v2/orders/${id}/shipments/${shipment.id}`, { tracking_number: 'T' })
  await rest('DELETE', `/v2/orders/${id}/shipments/${shipment.id}`)
  const refund = await testShop.shop.actions.refundAmount(id, 100)
  await rest('PUT', `/v2/orders/${id}`, { is_deleted: true })
  const sent = { type: 'shipment', id: shipment.id, orderId: id }
  expect(await deliver()).toMatchObject({
    'store/order/created': [{ type: 'order', id }],
    'store/shipment/created': [sent],
    'store/shipment/updated': [sent],
    'store/shipment/deleted': [sent],
    'store/order/refund/created': [{ type: 'order', id, refund: { refund_id: refund } }],
    'store/order/archived': [{ type: 'order', id }],
  })
  expect(told[0]).toEqual({
    scope: expect.stringMatching('^store/'),
    store_id: '1025646',
    producer: `stores/${testShop.shop.credentials.storeHash}`,
    hash: expect.stringMatching(/^[0-9a-f]{40}$/),
    created_at: expect.any(Number),
    data: expect.objectContaining({}),
  })
})

test('customers and their addresses', async () => {
  const person = { email: 'e@example.org', first_name: 'a', last_name: 'b' }
  const [{ id }] = (await rest('POST', '/v3/customers', [person])).json<{ data: [{ id: number }] }>().data
  const place = {
    customer_id: id,
    first_name: 'a',
    last_name: 'b',
    address1: 'c',
    city: 'd',
    country_code: 'GR',
  }
  const [address] = (await rest('POST', '/v3/customers/addresses', [place])).json<{
    data: [{ id: number }]
  }>().data
  await rest('PUT', '/v3/customers/addresses', [{ id: address.id, city: 'Χανιά' }])
  const listed = await rest('GET', `/v3/customers/addresses?customer_id:in=${id}`)
  expect(listed.json()).toMatchObject({ data: [{ id: address.id, city: 'Χανιά', customer_id: id }] })
  await rest('DELETE', `/v3/customers/addresses?id:in=${address.id}`)
  await rest('PUT', '/v3/customers', [{ id, notes: 'n' }])
  await rest('DELETE', `/v3/customers?id:in=${id}`)
  const data = [{ type: 'customer', id: address.id, address: { customer_id: id } }]
  const own = [{ type: 'customer', id }]
  expect(await deliver()).toEqual({
    'store/customer/created': own,
    'store/customer/address/created': data,
    'store/customer/address/updated': data,
    'store/customer/address/deleted': data,
    'store/customer/updated': own,
    'store/customer/deleted': own,
  })
})

test('settings of the store and of channels, and its end', async () => {
  await rest('PUT', '/v2/currencies/2', { currency_exchange_rate: '0.9' })
  await testShop.shop.actions.changeTaxEntry(false)
  await testShop.shop.actions.changeTaxEntry(true)
  await rest('PUT', '/v3/channels/1', { status: 'inactive' })
  expect((await rest('GET', '/v3/channels/1')).json()).toMatchObject({ data: { status: 'inactive' } })
  await rest('PUT', '/v3/channels/1', { status: 'active' })
  await testShop.shop.actions.uninstall()
  expect(await deliver()).toEqual({
    'store/information/updated': [{ type: 'store' }, { type: 'store' }, { type: 'store' }],
    'store/channel/updated': [
      { type: 'channel', id: 1 },
      { type: 'channel', id: 1 },
    ],
    'store/app/uninstalled': [{ type: 'store' }],
  })
})

test('carts, and those that are left behind', async () => {
  const answer = await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 1 }])
  const { id, line_items } = answer.json<{
    data: { id: string; line_items: { physical_items: { id: string }[] } }
  }>().data
  const line = line_items.physical_items[0]!.id
  await rest('PUT', `/v3/carts/${id}/items/${line}`, {
    line_item: { product_id: goods.plain.id, quantity: 2 },
  })
  testShop.clock.now = new Date(testShop.clock.now.getTime() + 3_600_000)
  const before = await deliver()
  await rest('DELETE', `/v3/carts/${id}/items/${line}`)
  const own = { type: 'cart', id }
  expect(before).toEqual({
    'store/cart/created': [own],
    'store/cart/updated': [own, own],
    'store/cart/lineItem/created': [{ type: 'cart_line_item', id: line, cartId: id }],
    'store/cart/lineItem/updated': [{ type: 'cart_line_item', id: line, cartId: id }],
    'store/cart/abandoned': [{ ...own, token: id.replaceAll('-', '') }],
  })
  expect(await deliver()).toEqual({ 'store/cart/deleted': [own] })
})

test('stock that other systems set', async () => {
  const { id } = goods.tracked
  const [variant] = goods.tracked.variants
  const item = { location_id: 1, sku: variant!.sku, quantity: 9 }
  expect((await rest('PUT', '/v3/inventory/adjustments/absolute', { items: [item] })).status).toBe(200)
  const more = { location_id: 1, variant_id: variant!.id, quantity: -2 }
  await rest('POST', '/v3/inventory/adjustments/relative', { items: [more] })
  expect((await rest('GET', `/v3/inventory/items?product_id:in=${id}`)).json()).toMatchObject({
    data: [{ identity: { variant_id: variant!.id }, locations: [{ available_to_sell: 7 }] }],
  })
  expect(
    (await rest('PUT', '/v3/inventory/adjustments/absolute', { items: [{ ...item, location_id: 2 }] }))
      .status,
  ).toBe(422)
  const inventory = { product_id: id, method: 'absolute', value: 7 }
  expect((await deliver())['store/product/inventory/updated']?.at(-1)).toEqual({
    type: 'product',
    id,
    inventory,
  })
})

test('a channel sells in the currencies that staff name', async () => {
  const path = '/v3/channels/1/currency-assignments'
  const pounds = { enabled_currencies: ['GBP'], default_currency: 'GBP' }
  expect((await rest('PUT', path, pounds)).status).toBe(422)
  await rest('PUT', '/v2/currencies/2', { is_transactional: true })
  expect((await rest('PUT', path, pounds)).status).toBe(200)
  expect((await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 1 }])).status).toBe(422)
  await rest('PUT', path, { enabled_currencies: ['EUR', 'GBP'], default_currency: 'EUR' })
  expect((await rest('GET', path)).json()).toMatchObject({ data: { default_currency: 'EUR' } })
  expect((await rest('GET', '/v2/countries?country_iso2=GR')).json()).toMatchObject([
    { id: 84, country: 'Greece' },
  ])
  expect((await rest('GET', '/v2/shipping/zones/1/methods')).json<object[]>()).toHaveLength(2)
})
