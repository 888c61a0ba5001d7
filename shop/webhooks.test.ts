import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goods, openTestShop, type TestShop } from '../test/shop.ts'

interface Got {
  headers: Record<string, string>
  body: string
}

let world: TestShop
let server: Server
let got: Got[] = []
let answer = 200

beforeAll(async () => {
  world = await openTestShop()
  server = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const destination = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  for (const scope of [
    'store/order/created',
    'store/order/statusUpdated',
    'store/product/*',
    'store/cart/converted',
  ]) {
    const made = await world.rest('POST', '/v3/hooks', { scope, destination, headers: { 'X-Key': 'secret' } })
    expect(made.status).toBe(200)
  }
})
afterAll(async () => {
  server.close()
  await world.close()
})
beforeEach(() => {
  got = []
  answer = 200
})

const anOrder = () =>
  world.rest('POST', '/v2/orders', {
    billing_address: { email: 'host@example.org', first_name: 'Μαρία', last_name: 'Π', zip: '10552' },
    products: [{ product_id: goods.digital.id, quantity: 1, price_inc_tax: 180, price_ex_tax: 145.16 }],
    status_id: 11,
  })

const scopes = () => got.map(one => JSON.parse(one.body).scope)
const verify = (one: Got) => {
  const key = Buffer.from(world.shop.credentials.clientSecret).toString('base64')
  const sentAt = Number(one.headers['webhook-timestamp'])
  expect(sentAt).toBe(Math.floor(world.clock.now.getTime() / 1000))
  expect(one.headers['webhook-signature']).toBe(
    new Webhook(key).sign(one.headers['webhook-id']!, new Date(sentAt * 1000), one.body),
  )
}

test('an order tells the hooks, signed and with their own headers', async () => {
  const id = (await anOrder()).json<{ id: number }>().id
  expect(await world.shop.deliverHooks()).toBe(2)
  expect(scopes()).toEqual(['store/order/created', 'store/order/statusUpdated'])
  for (const one of got) {
    verify(one)
    expect(one.headers['x-key']).toBe('secret')
  }
  expect(JSON.parse(got[1]!.body)).toMatchObject({
    producer: `stores/${world.shop.credentials.storeHash}`,
    data: { type: 'order', id, status: { previous_status_id: 0, new_status_id: 11 } },
  })
  expect(await world.shop.deliverHooks()).toBe(0)
})

test('a refused delivery is tried again after 60 and 180 seconds, with the same id', async () => {
  answer = 500
  await anOrder()
  expect(await world.shop.deliverHooks()).toBe(2)
  expect(await world.shop.deliverHooks()).toBe(0)
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  expect(await world.shop.deliverHooks()).toBe(2)
  world.clock.now = new Date(world.clock.now.getTime() + 179_000)
  expect(await world.shop.deliverHooks()).toBe(0)
  answer = 200
  world.clock.now = new Date(world.clock.now.getTime() + 1000)
  expect(await world.shop.deliverHooks()).toBe(2)
  expect(new Set(got.map(one => one.headers['webhook-id'])).size).toBe(2)
})

test('deliveries can be duplicated, reordered, delayed and dropped', async () => {
  const { faults } = world.shop
  faults.hooks = { duplicate: true, reorder: true }
  await anOrder()
  expect(await world.shop.deliverHooks()).toBe(4)
  expect(scopes()[0]).toBe('store/order/statusUpdated')
  faults.hooks = { delay: 5000 }
  await anOrder()
  expect(await world.shop.deliverHooks()).toBe(0)
  world.clock.now = new Date(world.clock.now.getTime() + 5000)
  expect(await world.shop.deliverHooks()).toBe(2)
  faults.hooks = { drop: true }
  await anOrder()
  faults.hooks = {}
  expect(await world.shop.deliverHooks()).toBe(0)
})

test('two processes send a delivery once', async () => {
  await anOrder()
  const sent = await Promise.all([world.shop.deliverHooks(), world.shop.deliverHooks()])
  expect(sent[0] + sent[1]).toBe(2)
  expect(got.length).toBe(2)
})

test('only https on 443, or plain http on loopback, may be a destination', async () => {
  const make = (destination: string) =>
    world.rest('POST', '/v3/hooks', { scope: 'store/cart/converted', destination })
  expect((await make('http://example.org/')).status).toBe(422)
  expect((await make('https://example.org:8443/')).status).toBe(422)
  expect((await make('https://example.org/')).status).toBe(200)
  expect((await make('https://example.org/')).status).toBe(422)
})

test('changed and deleted products, refunds and converted carts are told with the ids the platform gives', async () => {
  const { destination } = (await world.rest('GET', '/v3/hooks')).json<{ data: { destination: string }[] }>()
    .data[0]!
  await world.rest('POST', '/v3/hooks', { scope: 'store/order/refund/created', destination })
  const { id } = (await anOrder()).json<{ id: number }>()
  const lines = (await world.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()
  const items = [{ item_type: 'PRODUCT', item_id: lines[0]!.id, quantity: 1 }]
  await world.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, { items, payments: [] })
  await world.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { price: 1 })
  await world.rest('DELETE', `/v3/catalog/products/${goods.plain.id}`)
  const cart = { channel_id: 1, line_items: [{ product_id: goods.digital.id, quantity: 1 }] }
  const made = (await world.rest('POST', '/v3/carts', cart)).json<{ data: { id: string } }>().data
  const order = await world.shop.hands.pay(made.id)
  await world.shop.deliverHooks()
  const told = got
    .map(one => JSON.parse(one.body))
    .filter(body => !/created$|statusUpdated$/.test(body.scope) || /refund/.test(body.scope))
  expect(told.map(body => [body.scope, body.data])).toEqual([
    ['store/order/refund/created', { type: 'order', id, refund: { refund_id: expect.any(Number) } }],
    ['store/product/updated', { type: 'product', id: goods.plain.id }],
    ['store/product/deleted', { type: 'product', id: goods.plain.id }],
    ['store/cart/converted', { type: 'cart', id: made.id, orderId: order.id }],
  ])
})

test('after the last of its tries a hook is switched off', async () => {
  answer = 500
  await anOrder()
  for (let tries = 0; tries < 12; tries++) {
    await world.shop.deliverHooks()
    world.clock.now = new Date(world.clock.now.getTime() + 86_400_000)
  }
  const hooks = (await world.rest('GET', '/v3/hooks?scope=store/order/created')).json<{
    data: { is_active: boolean }[]
  }>()
  expect(hooks.data.map(hook => hook.is_active)).toEqual([false])
})
