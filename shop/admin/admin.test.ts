import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../test/shop.ts'
import { clearFaults } from '../faults.ts'
import { emptyAddress } from '../orders/orders.ts'

const testShop = opened(() => openTestShop({ admin: true }))
beforeEach(() => clearFaults(testShop.shop.faults))
afterEach(() => vi.unstubAllGlobals())

const cart = { channel_id: 1, line_items: [{ product_id: goods.plain.id, quantity: 1 }] }

test('the back office is served only when it is enabled', async () => {
  const plain = await openTestShop()
  expect((await plain.send('/admin')).status).toBe(404)
  expect((await plain.send('/admin/faults', { method: 'POST', body: '{}' })).status).toBe(404)
  await plain.close()
  expect((await testShop.send('/admin')).status).toBe(200)
})

test('a form of another site is refused', async () => {
  const answer = await testShop.send('/admin/orders/100', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
})

test('a gift certificate is made by hand, and its page shows its whole code', async () => {
  const staff = visitor(testShop.send)
  const fields = { name: 'Host', email: 'host@example.org', amount: '40.50' }
  expect((await staff.go('/admin/certificates', { ...fields, amount: '' })).status).toBe(422)
  expect((await staff.go('/admin/certificates', fields)).status).toBe(303)
  const [, code = ''] = /<code>([^<]+)<\/code>/.exec((await staff.go('/admin/certificates')).text) ?? []
  const found = await testShop.rest('GET', `/v2/gift_certificates?code=${code}`)
  expect(found.json()).toMatchObject([{ code, amount: '40.5000', balance: '40.5000', status: 'active' }])
})

test('an order’s page says where its parcel goes', async () => {
  const staff = visitor(testShop.send)
  const buy = async (buyer: object) => {
    const created = await testShop.rest('POST', '/v3/carts', cart)
    const { data } = created.json<{ data: { id: string } }>()
    return testShop.shop.actions.pay(data.id, buyer)
  }
  const address = {
    ...emptyAddress,
    street_1: 'Σταδίου 5',
    city: 'Αθήνα',
    zip: '10562',
    phone: '+302101111111',
  }
  const courier = await buy({ address, deliverToHosts: false })
  const { text } = await staff.go(`/admin/orders/${courier.id}`)
  for (const part of ['Shipping address', 'Courier', 'Σταδίου 5', '10562 Αθήνα', '+302101111111'])
    expect(text).toContain(part)
  const toHosts = await staff.go(`/admin/orders/${(await buy({ address, deliverToHosts: true })).id}`)
  expect(toHosts.text).toContain('Deliver to the hosts: their address is in the notes')
  expect(toHosts.text).not.toContain('Σταδίου 5')
})

test('an order is refunded and cancelled, a product is repriced and hidden', async () => {
  const staff = visitor(testShop.send)
  const created = await testShop.rest('POST', '/v2/orders', {
    billing_address: { email: 'a@example.org', first_name: 'a', last_name: 'b', zip: '1' },
    products: [{ product_id: goods.plain.id, quantity: 2 }],
  })
  const { id } = created.json<{ id: number }>()
  const line = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()[0]!.id
  expect((await staff.go('/admin/orders')).text).toContain(`/admin/orders/${id}`)
  expect((await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '1' })).status).toBe(
    303,
  )
  expect((await testShop.rest('GET', `/v2/orders/${id}`)).json()).toMatchObject({ status_id: 14 })
  expect((await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '2' })).status).toBe(
    422,
  )
  await staff.go(`/admin/orders/${id}`, { status: '5' })
  expect((await testShop.rest('GET', `/v2/orders/${id}`)).json()).toMatchObject({ status_id: 5 })
  await staff.go(`/admin/products/${goods.digital.id}`, { price: '12.34', available: '1' })
  expect((await testShop.rest('GET', `/v3/catalog/products/${goods.digital.id}`)).json()).toMatchObject({
    data: { price: 12.34, is_visible: false },
  })
})

test.each(['pending', 'decline'] as const)(
  'an order that was not paid (%s) can’t be refunded',
  async payment => {
    const staff = visitor(testShop.send)
    const created = await testShop.rest('POST', '/v3/carts', cart)
    const { data } = created.json<{ data: { id: string } }>()
    const { id } = await testShop.shop.actions.pay(data.id, {}, payment)
    const before = (await testShop.rest('GET', `/v2/orders/${id}`)).json()
    const line = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()[0]!.id
    const answer = await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '1' })
    expect([answer.status, answer.text.includes('This order has not been paid.')]).toEqual([422, true])
    expect((await testShop.rest('GET', `/v2/orders/${id}`)).json()).toEqual(before)
  },
)

test.each([
  ['cash', { status_id: 11, payment_status: '', payment_method: 'Cash on Delivery' }],
  ['deposit', { status_id: 7, payment_status: '', payment_method: 'Bank Deposit' }],
] as const)('an order paid outside of the shop (%s) is paid once staff say so', async (payment, expected) => {
  const staff = visitor(testShop.send)
  const created = await testShop.rest('POST', '/v3/carts', cart)
  const { id } = await testShop.shop.actions.pay(
    created.json<{ data: { id: string } }>().data.id,
    {},
    payment,
  )
  const read = async () => (await testShop.rest('GET', `/v2/orders/${id}`)).json<{ payment_status: string }>()
  expect(await read()).toMatchObject(expected)
  await staff.go(`/admin/orders/${id}`, { status: '2' })
  expect(await read()).toMatchObject({ status_id: 2, payment_status: '' })
  const line = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()[0]!.id
  expect((await staff.go(`/admin/orders/${id}`)).text).toContain('Money received')
  await staff.go(`/admin/orders/${id}`, { action: 'received' })
  expect(await read()).toMatchObject({ status_id: 2, payment_status: 'paid' })
  expect((await staff.go(`/admin/orders/${id}`)).text).not.toContain('Money received')
  await staff.go(`/admin/orders/${id}`, { action: 'refund', [`refund-${line}`]: '1' })
  expect(await read()).toMatchObject({ status_id: 4, payment_status: 'refunded' })
})

test('unknown ids answer 404, and a price out of range 422', async () => {
  const staff = visitor(testShop.send)
  const unknownId = '99999999999'
  const answers = [
    await staff.go(`/admin/orders/${unknownId}`),
    await staff.go(`/admin/orders/${unknownId}`, { status: '5' }),
    await staff.go(`/admin/products/${unknownId}`, { price: '1' }),
    await staff.go(`/admin/hooks/${unknownId}`, {}),
    await staff.go('/order/%00'),
  ]
  expect(answers.map(answer => answer.status)).toEqual([404, 404, 404, 404, 404])
  const price = { price: '1e300', visible: '1', available: '1' }
  expect((await staff.go(`/admin/products/${goods.plain.id}`, price)).status).toBe(422)
})

test('a sale shows the lowest price of the 30 days before it', async () => {
  const staff = visitor(testShop.send)
  const { id, slug, priceCents } = goods.tracked
  const passDays = (count: number) => {
    testShop.clock.now = new Date(testShop.clock.now.getTime() + count * 86_400_000)
  }
  const setPrice = (price: number, sale?: number) =>
    staff.go(`/admin/products/${id}`, {
      price: (price / 100).toFixed(2),
      sale: sale === undefined ? '' : (sale / 100).toFixed(2),
      visible: '1',
      available: '1',
    })
  const shownPrice = async () => {
    const text = (await testShop.send(`/${slug}/`)).text.replace(/&nbsp;|\u00a0/g, ' ')
    return { isReduced: text.includes('<del>'), lowest: /30 days: (€[\d.,]+)/.exec(text)?.[1] }
  }
  expect(await shownPrice()).toEqual({ isReduced: false, lowest: undefined })
  await setPrice(priceCents - 300)
  passDays(20)
  await setPrice(priceCents)
  passDays(5)
  await setPrice(priceCents, priceCents - 500)
  const euro = (cents: number) => `€${(cents / 100).toFixed(2)}`
  expect(await shownPrice()).toEqual({ isReduced: true, lowest: euro(priceCents - 300) })
  await setPrice(priceCents, priceCents - 500)
  expect((await shownPrice()).lowest).toBe(euro(priceCents - 300))
  await setPrice(priceCents)
  expect(await shownPrice()).toEqual({ isReduced: false, lowest: undefined })
  passDays(31)
  await setPrice(priceCents, priceCents - 100)
  expect((await shownPrice()).lowest).toBe(euro(priceCents))
  await setPrice(priceCents)
})

test('every fault is switched on by its button, and one button switches all off', async () => {
  const staff = visitor(testShop.send)
  const page = (await staff.go('/admin/faults')).text
  const examples = [...page.matchAll(/name="example" value="([^"]+)"/g)].map(match => match[1]!)
  for (const example of examples) await staff.go('/admin/faults', { example })
  expect(testShop.shop.faults.routes).toHaveLength(examples.length)
  await staff.go('/admin/faults', { duplicate: '1', reorder: '1', delay: '500' })
  expect(testShop.shop.faults.hooks).toEqual({ duplicate: true, reorder: true, drop: false, delay: 500 })
  await staff.go('/admin/faults', { mend: '1' })
  expect(testShop.shop.faults).toEqual({ routes: [], hooks: {} })
})

test('a delivery can be sent again, and events can be dropped from now on', async () => {
  const staff = visitor(testShop.send)
  await staff.go('/admin/hooks/drop', { drop: '1' })
  expect((await staff.go('/admin/hooks')).text).toContain('Every event is dropped.')
  await testShop.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { is_visible: true })
  expect(testShop.shop.faults.hooks.drop).toBe(true)
  await staff.go('/admin/hooks/drop', { drop: '0' })

  const hook = { scope: 'store/product/updated', destination: 'http://127.0.0.1:9/hook' }
  await testShop.rest('POST', '/v3/hooks', hook)
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(String(init.body))
    return new Response()
  })
  await testShop.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { is_visible: true })
  expect(await testShop.shop.deliverWebhooks()).toBe(1)
  const deliveryId = /admin\/hooks\/(\d+)"/.exec((await staff.go('/admin/hooks')).text)![1]
  await staff.go(`/admin/hooks/${deliveryId}`, {})
  expect(await testShop.shop.deliverWebhooks()).toBe(1)
  expect(bodies[1]).toBe(bodies[0])
})
