import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../test/opened.ts'
import { goods, openTestShop } from '../test/shop.ts'

interface ReceivedRequest {
  headers: Record<string, string>
  body: string
}

const testShop = opened(() => openTestShop())
let server: Server
let received: ReceivedRequest[] = []
let responseStatus = 200

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(responseStatus).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const destination = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  for (const scope of [
    'store/order/created',
    'store/order/statusUpdated',
    'store/product/*',
    'store/cart/converted',
  ]) {
    const created = await testShop.rest('POST', '/v3/hooks', {
      scope,
      destination,
      headers: { 'X-Key': 'secret' },
    })
    expect(created.status).toBe(200)
  }
})
afterAll(() => server.close())
beforeEach(() => {
  received = []
  responseStatus = 200
})

const createOrder = () =>
  testShop.rest('POST', '/v2/orders', {
    billing_address: { email: 'host@example.org', first_name: 'Μαρία', last_name: 'Π', zip: '10552' },
    products: [{ product_id: goods.digital.id, quantity: 1, price_inc_tax: 180, price_ex_tax: 145.16 }],
    status_id: 11,
  })

const receivedScopes = () => received.map(call => JSON.parse(call.body).scope)
const expectSigned = (call: ReceivedRequest) => {
  const key = Buffer.from(testShop.shop.credentials.clientSecret).toString('base64')
  const sentAt = Number(call.headers['webhook-timestamp'])
  expect(sentAt).toBe(Math.floor(testShop.clock.now.getTime() / 1000))
  expect(call.headers['webhook-signature']).toBe(
    new Webhook(key).sign(call.headers['webhook-id']!, new Date(sentAt * 1000), call.body),
  )
}

test('an order’s events are sent, signed and with the webhook’s headers', async () => {
  const id = (await createOrder()).json<{ id: number }>().id
  expect(await testShop.shop.deliverWebhooks()).toBe(2)
  expect(receivedScopes()).toEqual(['store/order/created', 'store/order/statusUpdated'])
  for (const call of received) {
    expectSigned(call)
    expect(call.headers['x-key']).toBe('secret')
  }
  expect(JSON.parse(received[1]!.body)).toMatchObject({
    producer: `stores/${testShop.shop.credentials.storeHash}`,
    data: { type: 'order', id, status: { previous_status_id: 0, new_status_id: 11 } },
  })
  expect(await testShop.shop.deliverWebhooks()).toBe(0)
})

test('a refused delivery is sent again after 60 and 180 seconds, with the same id', async () => {
  responseStatus = 500
  await createOrder()
  expect(await testShop.shop.deliverWebhooks()).toBe(2)
  expect(await testShop.shop.deliverWebhooks()).toBe(0)
  testShop.clock.now = new Date(testShop.clock.now.getTime() + 60_000)
  expect(await testShop.shop.deliverWebhooks()).toBe(2)
  testShop.clock.now = new Date(testShop.clock.now.getTime() + 179_000)
  expect(await testShop.shop.deliverWebhooks()).toBe(0)
  responseStatus = 200
  testShop.clock.now = new Date(testShop.clock.now.getTime() + 1000)
  expect(await testShop.shop.deliverWebhooks()).toBe(2)
  expect(new Set(received.map(call => call.headers['webhook-id'])).size).toBe(2)
})

test('deliveries can be duplicated, reordered, delayed and dropped', async () => {
  const { faults } = testShop.shop
  faults.hooks = { duplicate: true, reorder: true }
  await createOrder()
  expect(await testShop.shop.deliverWebhooks()).toBe(4)
  expect(receivedScopes()[0]).toBe('store/order/statusUpdated')
  faults.hooks = { delay: 5000 }
  await createOrder()
  expect(await testShop.shop.deliverWebhooks()).toBe(0)
  testShop.clock.now = new Date(testShop.clock.now.getTime() + 5000)
  expect(await testShop.shop.deliverWebhooks()).toBe(2)
  faults.hooks = { drop: true }
  await createOrder()
  faults.hooks = {}
  expect(await testShop.shop.deliverWebhooks()).toBe(0)
})

test('two processes send a delivery once', async () => {
  await createOrder()
  const sent = await Promise.all([testShop.shop.deliverWebhooks(), testShop.shop.deliverWebhooks()])
  expect(sent[0] + sent[1]).toBe(2)
  expect(received.length).toBe(2)
})

test('only https on 443, or plain http on loopback, may be a destination', async () => {
  const register = (destination: string) =>
    testShop.rest('POST', '/v3/hooks', { scope: 'store/cart/converted', destination })
  expect((await register('http://example.org/')).status).toBe(422)
  expect((await register('https://example.org:8443/')).status).toBe(422)
  expect((await register('https://example.org/')).status).toBe(200)
  expect((await register('https://example.org/')).status).toBe(422)
})

test('events of products, refunds and converted carts have the platform’s ids', async () => {
  const { destination } = (await testShop.rest('GET', '/v3/hooks')).json<{
    data: { destination: string }[]
  }>().data[0]!
  await testShop.rest('POST', '/v3/hooks', { scope: 'store/order/refund/created', destination })
  const { id } = (await createOrder()).json<{ id: number }>()
  const lines = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()
  const items = [{ item_type: 'PRODUCT', item_id: lines[0]!.id, quantity: 1 }]
  await testShop.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, { items, payments: [] })
  await testShop.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { price: 1 })
  await testShop.rest('DELETE', `/v3/catalog/products/${goods.plain.id}`)
  const cart = { channel_id: 1, line_items: [{ product_id: goods.digital.id, quantity: 1 }] }
  const created = (await testShop.rest('POST', '/v3/carts', cart)).json<{ data: { id: string } }>().data
  const order = await testShop.shop.actions.pay(created.id)
  await testShop.shop.deliverWebhooks()
  const events = received
    .map(call => JSON.parse(call.body))
    .filter(body => !/created$|statusUpdated$/.test(body.scope) || /refund/.test(body.scope))
  expect(events.map(body => [body.scope, body.data])).toEqual([
    ['store/order/refund/created', { type: 'order', id, refund: { refund_id: expect.any(Number) } }],
    ['store/product/updated', { type: 'product', id: goods.plain.id }],
    ['store/product/deleted', { type: 'product', id: goods.plain.id }],
    ['store/cart/converted', { type: 'cart', id: created.id, orderId: order.id }],
  ])
})

test('a webhook is switched off after its last attempt', async () => {
  responseStatus = 500
  await createOrder()
  for (let attempt = 0; attempt < 12; attempt++) {
    await testShop.shop.deliverWebhooks()
    testShop.clock.now = new Date(testShop.clock.now.getTime() + 86_400_000)
  }
  const hooks = (await testShop.rest('GET', '/v3/hooks?scope=store/order/created')).json<{
    data: { is_active: boolean }[]
  }>()
  expect(hooks.data.map(hook => hook.is_active)).toEqual([false])
})

test('a webhook of what the shop never tells of is refused', async () => {
  for (const scope of ['store/category/updated', 'store/theme/*', 'store/*', 'shop/order/created', '']) {
    const destination = 'https://never.example/'
    const answer = await testShop.rest('POST', '/v3/hooks', { scope, destination })
    expect([scope, answer.status]).toEqual([scope, scope === 'store/*' ? 200 : 422])
  }
})
