import { beforeEach, expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../../test/shop.ts'
import { clearFaults } from '../../faults.ts'

const testShop = opened(() => openTestShop())
beforeEach(() => clearFaults(testShop.shop.faults))

/** An order of 3 units at 10 €, 2 € off, and 5 € for delivery and 1 € for handling: 34 €. */
async function order(): Promise<{ id: number; line: number }> {
  const products = [{ product_id: goods.digital.id, quantity: 3, price_inc_tax: 10, price_ex_tax: 10 }]
  const { id } = await orderByApi(testShop, { products })
  await testShop.rest('PUT', `/v2/orders/${id}`, {
    discount_amount: '2.00',
    shipping_cost_inc_tax: '5',
    shipping_cost_ex_tax: '5',
    handling_cost_inc_tax: '1',
    handling_cost_ex_tax: '1',
  })
  const [line] = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()
  return { id, line: line!.id }
}

const refund = (id: number, body: object) =>
  testShop.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, { payments: [], ...body })
const amount = (item_type: string, id: number, euros: number) => ({ item_type, item_id: id, amount: euros })
const units = (id: number, quantity: number) => ({ item_type: 'PRODUCT', item_id: id, quantity })
const stateOf = async (id: number) => {
  const { status_id, refunded_amount } = (await testShop.rest('GET', `/v2/orders/${id}`)).json()
  return [status_id, refunded_amount]
}

test('units cost what is left of them after discounts, and together they come to the line', async () => {
  const { id, line } = await order()
  const totals: number[] = []
  for (let unit = 0; unit < 3; unit++)
    totals.push(
      (await refund(id, { items: [units(line, 1)] })).json<{ data: { total_amount: number } }>().data
        .total_amount,
    )
  expect(totals).toEqual([9.33, 9.34, 9.33])
})

test('products, delivery, handling and an amount of the order in one refund', async () => {
  const { id, line } = await order()
  const items = [
    units(line, 1),
    amount('SHIPPING', id, 5),
    amount('HANDLING', id, 1),
    amount('ORDER', id, 2.5),
  ]
  const quote = await testShop.rest('POST', `/v3/orders/${id}/payment_actions/refund_quotes`, { items })
  expect(quote.json<{ data: object }>().data).toMatchObject({ total_refund_amount: 17.83 })
  const payments = [{ provider_id: 'testgateway', amount: 17.83, offline: false }]
  const answer = await refund(id, { items, payments })
  expect(answer.status).toBe(201)
  const listed = await testShop.rest('GET', `/v3/orders/${id}/payment_actions/refunds`)
  const [row] = listed.json<{
    data: { id: number; items: { item_type: string; requested_amount: number }[] }[]
  }>().data
  expect(row!.items.map(item => [item.item_type, item.requested_amount])).toEqual([
    ['PRODUCT', 9.33],
    ['SHIPPING', 5],
    ['HANDLING', 1],
    ['ORDER', 2.5],
  ])
  const one = await testShop.rest('GET', `/v3/orders/payment_actions/refunds/${row!.id}`)
  expect(one.json<{ data: object }>().data).toEqual(row)
  // The refund fields of an order and its lines are always 0, as on the platform.
  expect(await stateOf(id)).toEqual([14, '0.0000'])
  if (contracts) {
    const call = '/orders/{order_id}/payment_actions/refunds'
    expect(mistakes('orders.v3.yml', `get ${call} 200`, listed.json())).toEqual([])
    expect(mistakes('orders.v3.yml', `post ${call} 201`, answer.json())).toEqual([])
  }
})

test('a tax adjustment has no items; staff may give back another amount than the items come to', async () => {
  const { id, line } = await order()
  const tax = (await refund(id, { tax_adjustment_amount: 1.2 })).json<{ data: object }>().data
  expect(tax).toMatchObject({ items: [], total_amount: 1.2, total_tax: 1.2 })
  const own = await refund(id, { items: [units(line, 1)], merchant_calculated_override: { total_amount: 7 } })
  expect(own.json<{ data: object }>().data).toMatchObject({
    total_amount: 7,
    uses_merchant_override_values: true,
    items: [{ item_type: 'PRODUCT', requested_amount: 9.33 }],
  })
})

test('a refund that the provider declines is listed as such and changes nothing', async () => {
  const { id, line } = await order()
  testShop.shop.faults.declinesRefunds = true
  const declined = (await refund(id, { items: [units(line, 1)] })).json<{ data: object }>().data
  expect(declined).toMatchObject({ payments: [{ is_declined: true }] })
  const [before] = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<object[]>()
  expect(before).toMatchObject({ quantity_refunded: 0 })
  expect(await stateOf(id)).toEqual([11, '0.0000'])
})

test.each([
  ['more delivery than was paid', (id: number) => [amount('SHIPPING', id, 5.01)]],
  ['delivery twice', (id: number) => [amount('SHIPPING', id, 3), amount('SHIPPING', id, 3)]],
  ['gift wrapping', (id: number) => [amount('GIFT_WRAPPING', id, 1)]],
  ['more than the order', (id: number) => [amount('ORDER', id, 34.01)]],
  ['more units than there are', (_: number, line: number) => [units(line, 2), units(line, 2)]],
])('%s is refused with 422', async (_, items) => {
  const { id, line } = await order()
  expect((await refund(id, { items: items(id, line) })).status).toBe(422)
})

test('payments must add up to the refund', async () => {
  const { id, line } = await order()
  const payments = [{ provider_id: 'testgateway', amount: 9, offline: false }]
  expect((await refund(id, { items: [units(line, 1)], payments })).status).toBe(422)
})
