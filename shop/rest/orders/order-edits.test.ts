import { expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

interface Line {
  id: number
  product_id: number
  quantity: number
  discounted_total_inc_tax: string
  applied_discounts: { id: string; amount: string; target: string }[]
}

const linesOf = async (id: number) => (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<Line[]>()
const orderOf = async (id: number) => (await testShop.rest('GET', `/v2/orders/${id}`)).json()
const edit = (id: number, body: object) => testShop.rest('PUT', `/v2/orders/${id}`, body)
const price = (euros: number) => ({ price_inc_tax: euros, price_ex_tax: euros })
const product = (euros: number, quantity = 1) => ({
  product_id: goods.digital.id,
  quantity,
  ...price(euros),
})
/** Lines of 10, 20 and 30 €, the last with two units of 15 €. */
const threeLines = () => orderByApi(testShop, { products: [product(10), product(20), product(15, 2)] })

test('staff change a quantity and a price, remove one line and add another', async () => {
  const { id } = await threeLines()
  const [first, second, third] = await linesOf(id)
  const answer = await edit(id, {
    products: [
      { id: first!.id, quantity: 0 },
      { id: second!.id, ...price(25) },
      { id: third!.id, quantity: 1 },
      { name: 'Ribbon', quantity: 2, ...price(1.5) },
    ],
  })
  expect(answer.json()).toMatchObject({ total_inc_tax: '43.0000', items_total: 4 })
  const after = await linesOf(id)
  expect(after.map(line => [line.id, line.quantity, line.discounted_total_inc_tax])).toEqual([
    [second!.id, 1, '25.0000'],
    [third!.id, 1, '15.0000'],
    [expect.any(Number), 2, '3.0000'],
  ])
  if (contracts) {
    expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/products 200', after)).toEqual([])
    expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id} 200', answer.json())).toEqual([])
  }
})

test('what is taken off the order is spread over its lines to the cent; costs of delivery are added', async () => {
  const { id } = await threeLines()
  await edit(id, { discount_amount: '10.00', shipping_cost_inc_tax: '4.50', shipping_cost_ex_tax: '4.50' })
  const lines = await linesOf(id)
  const discounts = lines.map(line => Number(line.applied_discounts[0]!.amount))
  expect(discounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(1000)
  expect(lines.map(line => line.discounted_total_inc_tax)).toEqual(['8.3300', '16.6700', '25.0000'])
  expect(await orderOf(id)).toMatchObject({
    subtotal_inc_tax: '60.0000',
    discount_amount: '10.0000',
    shipping_cost_inc_tax: '4.5000',
    total_inc_tax: '54.5000',
  })
  await edit(id, { products: [{ id: lines[2]!.id, quantity: 0 }] })
  expect(await orderOf(id)).toMatchObject({ discount_amount: '10.0000', total_inc_tax: '24.5000' })
})

test('stock follows an edit', async () => {
  const stock = async () =>
    (await testShop.rest('GET', `/v3/catalog/products/${goods.tracked.id}`)).json<{
      data: { inventory_level: number }
    }>().data.inventory_level
  const full = await stock()
  const { id } = await orderByApi(testShop, {
    products: [{ product_id: goods.tracked.id, quantity: 1 }, product(10)],
  })
  const [line] = await linesOf(id)
  await edit(id, { products: [{ id: line!.id, quantity: 2 }] })
  expect(await stock()).toBe(full - 2)
  await edit(id, { products: [{ id: line!.id, quantity: 0 }] })
  expect(await stock()).toBe(full)
})

test.each([
  ['a line of another order', { products: [{ id: 1, quantity: 2 }] }],
  ['a price without the other', { products: [{ ...product(3), price_ex_tax: undefined }] }],
  ['no product at all', 'all'],
  ['fewer units than were refunded', 'refunded'],
])('an edit with %s is refused and changes nothing', async (_, change) => {
  const { id } = await threeLines()
  const lines = await linesOf(id)
  const refunded = { items: [{ item_type: 'PRODUCT', item_id: lines[2]!.id, quantity: 2 }], payments: [] }
  if (change === 'refunded') await testShop.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, refunded)
  const before = await orderOf(id)
  const body = {
    all: { products: lines.map(line => ({ id: line.id, quantity: 0 })) },
    refunded: { products: [{ id: lines[2]!.id, quantity: 1 }] },
  }
  const answer = await edit(id, typeof change === 'string' ? body[change as 'all'] : change)
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"message"')])
  expect({ ...(await orderOf(id)), date_modified: '' }).toEqual({ ...before, date_modified: '' })
})

test('fields that are not honoured are refused by their names', async () => {
  const { id } = await threeLines()
  for (const field of ['total_inc_tax', 'date_created']) {
    const answer = await edit(id, { [field]: true })
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(field)])
  }
  expect(await orderOf(id)).toMatchObject({ is_deleted: false })
})

test('an order is archived by is_deleted as by DELETE, and brought back', async () => {
  const { id } = await threeLines()
  const listed = async () => (await testShop.rest('GET', `/v2/orders?min_id=${id}&max_id=${id}`)).status
  expect((await edit(id, { is_deleted: true })).json()).toMatchObject({ is_deleted: true, status_id: 11 })
  expect(await listed()).toBe(204)
  expect(
    (await testShop.rest('GET', `/v2/orders?min_id=${id}&is_deleted=true`)).json<object[]>(),
  ).toHaveLength(1)
  expect((await edit(id, { is_deleted: false })).json()).toMatchObject({ is_deleted: false })
  expect(await listed()).toBe(200)
})

test('an order taken by phone: its prices may have any tax, and its notes 65,535 characters', async () => {
  const products = [{ ...product(11), price_ex_tax: 10, quantity: 2 }]
  const { id } = await orderByApi(testShop, { products, staff_notes: 'n'.repeat(65_535) })
  expect(await orderOf(id)).toMatchObject({
    total_inc_tax: '22.0000',
    total_ex_tax: '20.0000',
    staff_notes: 'n'.repeat(65_535),
  })
  expect((await testShop.rest('GET', `/v2/orders/${id}/taxes`)).json()).toMatchObject([
    { rate: '10.0000', line_amount: '2.0000' },
  ])
  const [line] = await linesOf(id)
  await edit(id, { products: [{ id: line!.id, price_inc_tax: 12, price_ex_tax: 10 }] })
  expect(await orderOf(id)).toMatchObject({ total_inc_tax: '24.0000', total_ex_tax: '20.0000' })
  const tooLong = await edit(id, { staff_notes: 'n'.repeat(65_536) })
  expect(tooLong.status).toBe(400)
})

test('the parts of an order are read one by one, and its address can be written', async () => {
  const { id } = await threeLines()
  const [line] = await linesOf(id)
  const read = (path: string) => testShop.rest('GET', `/v2/orders/${id}/${path}`)
  expect((await read(`products/${line!.id}`)).json()).toMatchObject({ id: line!.id })
  expect((await read('products/1')).status).toBe(404)
  const address = await testShop.rest('PUT', `/v2/orders/${id}/shipping_addresses/${id}`, { city: 'Χανιά' })
  expect(address.json()).toMatchObject({ city: 'Χανιά' })
  expect((await read(`shipping_addresses/${id}`)).json()).toMatchObject({ city: 'Χανιά' })
  expect((await testShop.rest('GET', `/v2/orders/count?min_id=${id}`)).json()).toMatchObject({ count: 1 })
  expect((await testShop.rest('GET', '/v2/order_statuses/10')).json()).toMatchObject({ name: 'Completed' })
  if (!contracts) return
  const orders = 'orders.v2.oas2.yml'
  expect(mistakes(orders, 'get /orders/{order_id}/taxes 200', (await read('taxes')).json())).toEqual([])
  expect((await read('consignments')).json()).toMatchObject({ shipping: [{}], downloads: [{}] })
  expect(mistakes(orders, 'put /orders/{order_id}/shipping_addresses/{id} 200', address.json())).toEqual([])
})

test('an order that is written has all its addresses, and its products go to the first', async () => {
  const shipping_addresses = ['Βόλος', 'Λάρισα'].map(city => ({ first_name: 'a', last_name: 'b', city }))
  const products = [{ product_id: goods.plain.id, quantity: 1 }]
  const { id } = await orderByApi(testShop, { products, shipping_addresses })
  const listed = await testShop.rest('GET', `/v2/orders/${id}/shipping_addresses`)
  expect(listed.json()).toMatchObject([
    { id, city: 'Βόλος' },
    { order_id: id, city: 'Λάρισα', items_total: 0 },
  ])
  expect(await linesOf(id)).toMatchObject([{ order_address_id: id }])
})

test('money that was authorized is captured or let go', async () => {
  const pay = async () => {
    const line_items = [{ product_id: goods.digital.id, quantity: 1 }]
    const cart = await testShop.rest('POST', '/v3/carts', { line_items })
    return testShop.shop.actions.pay(cart.json<{ data: { id: string } }>().data.id, {}, 'authorize')
  }
  const act = (id: number, action: string) =>
    testShop.rest('POST', `/v3/orders/${id}/payment_actions/${action}`)
  const [first, second] = [await pay(), await pay()]
  expect(first.payment_status).toBe('authorized')
  expect((await act(first.id, 'capture')).status).toBe(201)
  expect((await act(first.id, 'void')).status).toBe(422)
  expect((await act(second.id, 'void')).status).toBe(201)
  expect(await orderOf(first.id)).toMatchObject({ payment_status: 'captured' })
  expect(await orderOf(second.id)).toMatchObject({ payment_status: 'void' })
})

test('an order goes to the address that it is sent to, and its buyer keeps their own', async () => {
  const shipTo = { first_name: 'Ελένη', last_name: 'Κ', street_1: 'Ερμού 1', city: 'Αθήνα', zip: '10563' }
  const { id } = await orderByApi(testShop, { shipping_addresses: [shipTo] })
  const [address] = (await testShop.rest('GET', `/v2/orders/${id}/shipping_addresses`)).json<object[]>()
  expect(address).toMatchObject(shipTo)
  expect(await orderOf(id)).toMatchObject({ billing_address: { first_name: 'Μαρία' } })
})
