import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { goods, openTestShop, type TestShop, visitor } from '../test/shop.ts'
import { mend } from './faults.ts'

let world: TestShop
beforeAll(async () => {
  world = await openTestShop({ admin: true })
})
beforeEach(() => mend(world.shop.faults))
afterEach(() => vi.unstubAllGlobals())
afterAll(() => world.close())

const cart = { channel_id: 1, line_items: [{ product_id: goods.plain.id, quantity: 1 }] }
const fault = (body: object) =>
  world.send('/admin/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the back office is closed unless it was asked for', async () => {
  const plain = await openTestShop()
  expect((await plain.send('/admin')).status).toBe(404)
  expect((await plain.send('/admin/faults', { method: 'POST', body: '{}' })).status).toBe(404)
  await plain.close()
  expect((await world.send('/admin')).status).toBe(200)
})

test('a form of another site is refused', async () => {
  const answer = await world.send('/admin/orders/100', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
})

test('an order is refunded and cancelled, a product is repriced and hidden', async () => {
  const staff = visitor(world.send)
  const made = await world.rest('POST', '/v2/orders', {
    billing_address: { email: 'a@example.org', first_name: 'a', last_name: 'b', zip: '1' },
    products: [{ product_id: goods.plain.id, quantity: 2 }],
  })
  const { id } = made.json<{ id: number }>()
  const line = (await world.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()[0]!.id
  expect((await staff.go('/admin/orders')).text).toContain(`/admin/orders/${id}`)
  expect((await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '1' })).status).toBe(
    303,
  )
  expect((await world.rest('GET', `/v2/orders/${id}`)).json()).toMatchObject({ status_id: 14 })
  expect((await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '2' })).status).toBe(
    422,
  )
  await staff.go(`/admin/orders/${id}`, { status: '5' })
  expect((await world.rest('GET', `/v2/orders/${id}`)).json()).toMatchObject({ status_id: 5 })
  await staff.go(`/admin/products/${goods.digital.id}`, { price: '12.34', available: '1' })
  expect((await world.rest('GET', `/v3/catalog/products/${goods.digital.id}`)).json()).toMatchObject({
    data: { price: 12.34, is_visible: false },
  })
})

test.each(['pending', 'decline'] as const)('what was not paid (%s) is not refunded', async payment => {
  const staff = visitor(world.send)
  const made = await world.rest('POST', '/v3/carts', cart)
  const { data } = made.json<{ data: { id: string } }>()
  const { id } = await world.shop.hands.pay(data.id, {}, payment)
  const before = (await world.rest('GET', `/v2/orders/${id}`)).json()
  const line = (await world.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()[0]!.id
  const answer = await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '1' })
  expect([answer.status, answer.text.includes('This order has not been paid.')]).toEqual([422, true])
  expect((await world.rest('GET', `/v2/orders/${id}`)).json()).toEqual(before)
})

test('what there is not is not there, and a price beyond all bounds is none', async () => {
  const staff = visitor(world.send)
  const beyond = '99999999999'
  const answers = [
    await staff.go(`/admin/orders/${beyond}`),
    await staff.go(`/admin/orders/${beyond}`, { status: '5' }),
    await staff.go(`/admin/products/${beyond}`, { price: '1' }),
    await staff.go(`/admin/hooks/${beyond}`, {}),
    await staff.go('/order/%00'),
  ]
  expect(answers.map(answer => answer.status)).toEqual([404, 404, 404, 404, 404])
  const price = { price: '1e300', visible: '1', available: '1' }
  expect((await staff.go(`/admin/products/${goods.plain.id}`, price)).status).toBe(422)
})

test('a sale tells the lowest price of the 30 days before it', async () => {
  const staff = visitor(world.send)
  const { id, slug, priceCents } = goods.tracked
  const day = (count: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + count * 86_400_000)
  }
  const priced = (price: number, sale?: number) =>
    staff.go(`/admin/products/${id}`, {
      price: (price / 100).toFixed(2),
      sale: sale === undefined ? '' : (sale / 100).toFixed(2),
      visible: '1',
      available: '1',
    })
  const told = async () => {
    const text = (await world.send(`/${slug}/`)).text.replace(/&nbsp;|\u00a0/g, ' ')
    return { struck: text.includes('<del>'), lowest: /30 days: (€[\d.,]+)/.exec(text)?.[1] }
  }
  expect(await told()).toEqual({ struck: false, lowest: undefined })
  await priced(priceCents - 300)
  day(20)
  await priced(priceCents)
  day(5)
  await priced(priceCents, priceCents - 500)
  const euro = (cents: number) => `€${(cents / 100).toFixed(2)}`
  expect(await told()).toEqual({ struck: true, lowest: euro(priceCents - 300) })
  await priced(priceCents, priceCents - 500)
  expect((await told()).lowest).toBe(euro(priceCents - 300))
  await priced(priceCents)
  expect(await told()).toEqual({ struck: false, lowest: undefined })
  day(31)
  await priced(priceCents, priceCents - 100)
  expect((await told()).lowest).toBe(euro(priceCents))
  await priced(priceCents)
})

test('calls go wrong as told, as often as told', async () => {
  await fault({ routes: [{ path: '/stores/:hash/v3/carts', answer: '500', times: 2 }] })
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await world.rest('POST', '/v3/carts', cart)).status)
  expect(statuses).toEqual([500, 500, 201])
})

test('too many requests come with and without the platform’s headers', async () => {
  world.shop.faults.routes = [{ path: '/stores', answer: '429', times: 1 }]
  const told = await world.rest('GET', '/v2/time')
  expect([told.status, told.headers.get('x-rate-limit-time-reset-ms')]).toEqual([429, '1500'])
  world.shop.faults.routes = [{ path: '/stores', answer: '429-bare', times: 1 }]
  const bare = await world.rest('GET', '/v2/time')
  expect([bare.status, bare.headers.get('x-rate-limit-time-reset-ms')]).toEqual([429, null])
})

test('a lost answer comes after the work was done; a truncated one is no JSON', async () => {
  const count = async () =>
    (await world.send('/admin/hooks')).text.match(/https:\/\/lost\.example/g)?.length ?? 0
  world.shop.faults.routes = [{ path: '/stores/:hash/v3/hooks', method: 'POST', answer: 'lost' }]
  const hook = { scope: 'store/order/created', destination: 'https://lost.example/' }
  await expect(world.rest('POST', '/v3/hooks', hook)).rejects.toThrow('lost')
  expect(await count()).toBe(1)
  world.shop.faults.routes = [{ path: '/graphql', answer: 'truncated' }]
  await expect(world.graphql('{ channel { entityId } }')).rejects.toThrow('JSON')
})

test('a refused call did nothing; a mistyped answer has texts for numbers', async () => {
  world.shop.faults.routes = [{ path: '/stores/:hash/v3/hooks', method: 'POST', answer: 'refused', times: 1 }]
  const hook = { scope: 'store/order/created', destination: 'https://refused.example/' }
  await expect(world.rest('POST', '/v3/hooks', hook)).rejects.toThrow('lost')
  expect((await world.send('/admin/hooks')).text).not.toContain('https://refused.example/')
  world.shop.faults.routes = [{ path: '/stores', answer: 'mistyped', times: 1 }]
  expect((await world.rest('GET', '/v2/time')).json()).toEqual({ time: expect.stringContaining('“') })
})

test('every switch of the back office goes on by its button, and one button puts all right', async () => {
  const staff = visitor(world.send)
  const page = (await staff.go('/admin/faults')).text
  const examples = [...page.matchAll(/name="example" value="([^"]+)"/g)].map(match => match[1]!)
  for (const example of examples) await staff.go('/admin/faults', { example })
  expect(world.shop.faults.routes).toHaveLength(examples.length)
  await staff.go('/admin/faults', { duplicate: '1', reorder: '1', delay: '500' })
  expect(world.shop.faults.hooks).toEqual({ duplicate: true, reorder: true, drop: false, delay: 500 })
  await staff.go('/admin/faults', { mend: '1' })
  expect(world.shop.faults).toEqual({ routes: [], hooks: {} })
})

test('a delivery is sent again by hand, and the switch drops what comes after it', async () => {
  const staff = visitor(world.send)
  await staff.go('/admin/hooks/drop', { drop: '1' })
  expect((await staff.go('/admin/hooks')).text).toContain('Every event is dropped.')
  await world.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { is_visible: true })
  expect(world.shop.faults.hooks.drop).toBe(true)
  await staff.go('/admin/hooks/drop', { drop: '0' })

  const hook = { scope: 'store/product/updated', destination: 'http://127.0.0.1:9/hook' }
  await world.rest('POST', '/v3/hooks', hook)
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(String(init.body))
    return new Response()
  })
  await world.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { is_visible: true })
  expect(await world.shop.deliverHooks()).toBe(1)
  const again = /admin\/hooks\/(\d+)"/.exec((await staff.go('/admin/hooks')).text)![1]
  await staff.go(`/admin/hooks/${again}`, {})
  expect(await world.shop.deliverHooks()).toBe(1)
  expect(bodies[1]).toBe(bodies[0])
})
