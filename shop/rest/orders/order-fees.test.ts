import { expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

const products = [{ product_id: goods.digital.id, quantity: 1, price_inc_tax: 10, price_ex_tax: 10 }]
const wrapping = {
  type: 'custom_fee',
  display_name_customer: 'Wrapping',
  source: 'test',
  cost_ex_tax: '10.0000',
  cost_inc_tax: '12.4000',
}
const service = { display_name_merchant: 'Service', cost_ex_tax: 4, cost_tax: 1, tax_class_id: 1 }
const order = (fees: unknown) => orderByApi(testShop, { products, fees })
const read = async (id: number, part = '') => (await testShop.rest('GET', `/v2/orders/${id}${part}`)).json()
const edit = (id: number, fees: unknown) => testShop.rest('PUT', `/v2/orders/${id}`, { fees })

test('an order is made with fees, by two of their three costs', async () => {
  const { id } = await order([wrapping, service])
  expect(await read(id)).toMatchObject({ total_inc_tax: '27.4000', total_tax: '3.4000' })
  const fees = await read(id, '/fees')
  expect(fees).toMatchObject({
    fees: [
      { id: 1, display_name_merchant: 'Wrapping', source: 'test', cost_tax: '2.4000', tax_class_id: null },
      {
        id: 2,
        display_name_customer: 'Service',
        cost_inc_tax: '5.0000',
        cost_tax: '1.0000',
        tax_class_id: 1,
      },
    ],
  })
  if (contracts) expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/fees 200', fees)).toEqual([])
})

test('the fees of a change take the place of those before', async () => {
  const { id } = await order([wrapping, service])
  const changed = { ...wrapping, id: 1, cost_ex_tax: 20, cost_inc_tax: '24.80' }
  expect((await edit(id, [{ ...service, cost_tax: 0 }, changed])).json()).toMatchObject({
    total_inc_tax: '38.8000',
    total_tax: '4.8000',
  })
  expect(await read(id, '/fees')).toMatchObject({ fees: [{ id: 3 }, { id: 1, cost_inc_tax: '24.8000' }] })
  await testShop.rest('PUT', `/v2/orders/${id}`, { staff_notes: 'a' })
  expect(await read(id)).toMatchObject({ total_inc_tax: '38.8000' })
  expect((await edit(id, [])).json()).toMatchObject({ total_inc_tax: '10.0000', total_tax: '0.0000' })
})

test('a fee that was refunded stays, and costs no less than that', async () => {
  const { id } = await order([wrapping])
  const items = [{ item_type: 'FEE', item_id: 1, amount: 6.2 }]
  const refund = await testShop.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, {
    items,
    payments: [],
  })
  expect(refund.json()).toMatchObject({ data: { total_amount: 6.2, total_tax: 1.2 } })
  expect((await edit(id, [])).status).toBe(400)
  expect((await edit(id, [{ ...wrapping, id: 1, cost_ex_tax: 5, cost_inc_tax: 6 }])).status).toBe(400)
  expect((await edit(id, [{ ...wrapping, id: 1, cost_ex_tax: 5, cost_inc_tax: 6.2 }])).status).toBe(200)
  const other = await order([wrapping])
  testShop.shop.faults.declinesRefunds = true
  await testShop.rest('POST', `/v3/orders/${other.id}/payment_actions/refunds`, { items, payments: [] })
  testShop.shop.faults.declinesRefunds = false
  expect((await edit(other.id, [])).status).toBe(200)
})

test.each([
  [true],
  [[{ ...wrapping, type: 'fee' }]],
  [[{ ...wrapping, display_name_customer: '' }]],
  [[{ ...wrapping, cost_ex_tax: undefined }]],
  [[{ ...wrapping, cost_ex_tax: -1 }]],
  [[{ ...wrapping, cost_inc_tax: 9 }]],
  [[{ ...wrapping, tax_class_id: 22 }]],
  [[{ ...wrapping, id: 9 }]],
  [
    [
      { ...wrapping, id: 1 },
      { ...service, id: 1 },
    ],
  ],
])('fees of %j are refused', async fees => {
  const { id } = await order([wrapping])
  expect((await edit(id, fees)).status).toBe(400)
  expect(await read(id)).toMatchObject({ total_inc_tax: '22.4000' })
})
