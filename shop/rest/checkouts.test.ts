import { beforeEach, expect, test } from 'vitest'
import { contracts, mistakes } from '../../test/contracts.ts'
import { opened } from '../../test/opened.ts'
import { type Answer, cartByApi, goods, openTestShop } from '../../test/shop.ts'

const testShop = opened(() => openTestShop())
let cart: { id: string; line_items: { physical_items: { id: string }[] } }
beforeEach(async () => {
  cart = data(await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 2 }]))
})

interface Checkout {
  version: number
  billing_address: { id?: string; email?: string }
  consignments: { id: string; selected_shipping_option?: { id: string } }[]
  grand_total: number
  customer_message: string
}
const data = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json<{ data: T }>().data
}
const call = (method: string, path: string, body?: object) =>
  testShop.rest(method, `/v3/checkouts/${cart.id}${path}`, body)
const change = async (method: string, path: string, body?: object) =>
  data<Checkout>(await call(method, path, body))

const address = {
  first_name: 'a',
  last_name: 'b',
  email: 'a@example.org',
  address1: 'Street 1',
  city: 'Athens',
  country_code: 'GR',
  state_or_province: 'Attica',
  postal_code: '10552',
}
async function fillIn(optionId = '1') {
  await change('POST', '/billing-address', address)
  const line_items = [{ item_id: cart.line_items.physical_items[0]!.id, quantity: 2 }]
  const { consignments } = await change('POST', '/consignments', [{ address, line_items }] as never)
  return change('PUT', `/consignments/${consignments[0]!.id}`, { shipping_option_id: optionId })
}

test('an order of a checkout is incomplete, unpaid and keeps its cart, until it is paid', async () => {
  const filled = await fillIn('2')
  expect(filled.consignments).toMatchObject([{ selected_shipping_option: { id: '2' } }])
  await change('PUT', '', { customer_message: 'Ring twice.' })
  const made = await call('POST', '/orders')
  const { id } = data<{ id: number }>(made)
  const order = async () => (await testShop.rest('GET', `/v2/orders/${id}`)).json()
  const expected = { cart_id: cart.id, customer_message: 'Ring twice.', total_inc_tax: expect.any(String) }
  expect(await order()).toMatchObject({ ...expected, status_id: 0, payment_status: '' })
  expect((await order()).billing_address).toMatchObject({ email: 'a@example.org', city: 'Athens' })
  expect(data<{ id: number }>(await call('POST', '/orders')).id).toBe(id)
  expect((await call('GET', '')).status).toBe(200)
  await testShop.shop.actions.pay(cart.id)
  expect(await order()).toMatchObject({ cart_id: cart.id, status_id: 11, payment_status: 'captured' })
  expect((await call('GET', '')).status).toBe(404)
  if (contracts) {
    expect(mistakes('checkouts.v3.yml', 'post /checkouts/{checkoutId}/orders 200', made.json())).toEqual([])
  }
})

test('no order without a billing address, and without a way to send all goods', async () => {
  expect((await call('POST', '/orders')).status).toBe(422)
  await change('POST', '/billing-address', address)
  expect((await call('POST', '/orders')).status).toBe(422)
  await fillIn()
  expect((await call('POST', '/orders')).status).toBe(200)
})

test('what was entered is changed and taken back, by its version', async () => {
  const filled = await fillIn()
  const [consignment] = filled.consignments
  const billing = `/billing-address/${filled.billing_address.id}`
  expect((await change('PUT', billing, { city: 'Volos' })).billing_address).toMatchObject({
    id: filled.billing_address.id,
    city: 'Volos',
    email: 'a@example.org',
  })
  expect((await call('PUT', '/billing-address/other', address)).status).toBe(404)
  expect((await call('PUT', '', { customer_message: 'x', version: filled.version })).status).toBe(409)
  const wrong = await call('PUT', `/consignments/${consignment!.id}`, { shipping_option_id: '9' })
  expect(wrong.status).toBe(422)
  expect((await change('DELETE', `/consignments/${consignment!.id}`)).consignments).toEqual([])
  expect((await call('DELETE', `/consignments/${consignment!.id}`)).status).toBe(404)
  expect((await call('POST', '/billing-address', { ...address, email: '' })).status).toBe(422)
})

test('a coupon comes off, and is taken back', async () => {
  const promotion = data<{ id: number }>(
    await testShop.rest('POST', '/v3/promotions', {
      name: 'Ten',
      redemption_type: 'COUPON',
      status: 'ENABLED',
      rules: [{ action: { cart_value: { discount: { percentage_amount: '10' } } } }],
    }),
  )
  await testShop.rest('POST', `/v3/promotions/${promotion.id}/codes`, { code: 'TEN' })
  const before = (await change('GET', '')).grand_total
  const off = await change('POST', '/coupons', { coupon_code: 'TEN' })
  expect(off.grand_total).toBeCloseTo(before * 0.9, 1)
  expect((await call('POST', '/coupons', { coupon_code: 'NONE' })).status).toBe(422)
  expect((await change('DELETE', '/coupons/TEN')).grand_total).toBe(before)
})

test('goods of one order go to several addresses, each in its own way', async () => {
  const [line] = cart.line_items.physical_items
  await change('POST', '/billing-address', address)
  const places = [address, { ...address, city: 'Volos' }].map(where => ({
    address: where,
    line_items: [{ item_id: line!.id, quantity: 1 }],
  }))
  const { consignments } = await change('POST', '/consignments', places as never)
  for (const [index, { id }] of consignments.entries())
    await change('PUT', `/consignments/${id}`, { shipping_option_id: String(index + 1) })
  await change('POST', '/discounts', { cart: { discounts: [{ discounted_amount: 0.03 }] } })
  const { id } = data<{ id: number }>(await call('POST', '/orders'))
  await testShop.shop.actions.pay(cart.id)
  const read = async <T>(path = '') => (await testShop.rest('GET', `/v2/orders/${id}${path}`)).json<T>()
  const addresses = await read<{ id: number }[]>('/shipping_addresses')
  expect(addresses).toMatchObject([
    { city: 'Athens', shipping_method: 'Courier', items_total: 1 },
    { shipping_method: 'Deliver to the hosts', items_total: 1 },
  ])
  const lines = await read<{ id: number; applied_discounts: { amount: string }[] }[]>('/products')
  expect(lines).toMatchObject([
    { quantity: 1, order_address_id: addresses[0]!.id },
    { quantity: 1, order_address_id: addresses[1]!.id },
  ])
  const off = lines.map(one => Number(one.applied_discounts[0]!.amount))
  expect(off[0]! + off[1]!).toBeCloseTo(0.03)
  const total = (goods.plain.priceCents * 2 - 3) / 100
  expect(await read()).toMatchObject({ shipping_address_count: 2, total_inc_tax: total.toFixed(4) })
  const shipment = await testShop.rest('POST', `/v2/orders/${id}/shipments`, {
    order_address_id: addresses[1]!.id,
  })
  expect(shipment.json()).toMatchObject({
    order_address_id: addresses[1]!.id,
    items: [{ order_product_id: lines[1]!.id, quantity: 1 }],
  })
  const moved = await testShop.rest('PUT', `/v2/orders/${id}/shipping_addresses/${addresses[0]!.id}`, {
    city: 'Larisa',
  })
  expect(moved.json()).toMatchObject({ city: 'Larisa', shipping_method: 'Courier' })
})
