import { beforeEach, expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { type Answer, cartByApi, goods, openTestShop } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())
let cart: { id: string; line_items: { physical_items: { id: string }[] } }
beforeEach(async () => {
  cart = data(
    await cartByApi(testShop, [
      { product_id: goods.plain.id, quantity: 1, list_price: 60 },
      { product_id: goods.onSale.id, quantity: 1, list_price: 40 },
    ]),
  )
})

interface Fee {
  id: string
  name: string
}
interface Checkout {
  version: number
  fees: Fee[]
  grand_total: number
  tax_total: number
  cart: { discount_amount: number }
}
const data = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json<{ data: T }>().data
}
const call = (method: string, path: string, body?: object) =>
  testShop.rest(method, `/v3/checkouts/${cart.id}${path}`, body)
const change = async (method: string, path: string, body?: object) =>
  data<Checkout>(await call(method, path, body))
const lineIds = () => cart.line_items.physical_items.map(({ id }) => id)
const order = async () => {
  const { id } = await testShop.shop.actions.pay(cart.id)
  const read = async <T>(path = '') => (await testShop.rest('GET', `/v2/orders/${id}${path}`)).json<T>()
  return { id, read }
}
const fee = { type: 'custom_fee', name: 'wrap', display_name: 'Wrapping', cost: 12.4, source: 'test' }

test('a discount of the cart is spread over its lines, and replaces the one before', async () => {
  expect(
    await change('POST', '/discounts', { cart: { discounts: [{ discounted_amount: 50 }] } }),
  ).toMatchObject({
    grand_total: 50,
  })
  const { version } = await change('POST', '/discounts', { cart: { discounts: [{ discounted_amount: 10 }] } })
  const late = { discounts: [{ discounted_amount: 1 }], version: version - 1 }
  expect((await call('POST', '/discounts', { cart: late })).status).toBe(409)
  const { read, id } = await order()
  expect(await read()).toMatchObject({ total_inc_tax: '90.0000', discount_amount: '10.0000' })
  expect(await read('/products')).toMatchObject([
    { price_inc_tax: '60.0000', applied_discounts: [{ amount: '6.0000', target: 'order' }] },
    { price_inc_tax: '40.0000', applied_discounts: [{ amount: '4.0000', target: 'order' }] },
  ])
  // Staff who change another cost keep it.
  const costs = { shipping_cost_inc_tax: 5, shipping_cost_ex_tax: 5 }
  await testShop.rest('PUT', `/v2/orders/${id}`, costs)
  expect(await read()).toMatchObject({ total_inc_tax: '95.0000', discount_amount: '10.0000' })
})

test('a line is made cheaper by itself, and no promotion is added to it', async () => {
  const promotion = data<{ id: number }>(
    await testShop.rest('POST', '/v3/promotions', {
      name: 'Ten',
      redemption_type: 'AUTOMATIC',
      status: 'ENABLED',
      rules: [
        {
          action: {
            cart_items: {
              discount: { percentage_amount: '10' },
              items: { products: [goods.plain.id] },
            },
          },
        },
      ],
    }),
  )
  const [plain, onSale] = lineIds()
  const refused = await call('POST', '/discounts', {
    cart: { line_items: [{ id: plain, discounted_amount: 5 }] },
  })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('promotion')])
  const changed = await change('POST', '/discounts', {
    cart: { line_items: [{ id: onSale, discounted_amount: 15 }] },
  })
  expect(changed).toMatchObject({ grand_total: 85 })
  await testShop.rest('DELETE', `/v3/promotions/${promotion.id}`)
  const { read } = await order()
  expect(await read('/products')).toMatchObject([
    { applied_discounts: [] },
    { applied_discounts: [{ amount: '15.0000', target: 'product' }] },
  ])
})

test('fees are added, changed and taken back; the order has them with their tax', async () => {
  const added = await call('POST', '/fees', { fees: [fee, { ...fee, name: 'free', tax_class_id: 2 }] })
  const [wrap, free] = data<Checkout>(added).fees
  expect(data<Checkout>(added)).toMatchObject({
    grand_total: 124.8,
    fees: [
      { cost_inc_tax: 12.4, cost_ex_tax: 10, tax_class_id: null },
      { cost_inc_tax: 12.4, cost_ex_tax: 12.4 },
    ],
  })
  const file = 'checkouts.v3.yml'
  if (contracts) expect(mistakes(file, 'post /checkouts/{checkoutId}/fees 200', added.json())).toEqual([])
  expect(await change('PUT', '/fees', { fees: [{ ...fee, id: wrap!.id, cost: 24.8 }] })).toMatchObject({
    grand_total: 137.2,
    fees: [{ id: wrap!.id }, { id: free!.id }],
  })
  expect(await change('DELETE', '/fees', { ids: [free!.id] })).toMatchObject({ grand_total: 124.8 })
  const { id, read } = await order()
  const tax = (100 / 1.24) * 0.24 + 4.8
  const made = await read<{ total_inc_tax: string; total_tax: string }>()
  expect(made.total_inc_tax).toBe('124.8000')
  expect(Number(made.total_tax)).toBeCloseTo(tax, 2)
  const fees = await read('/fees')
  expect(fees).toMatchObject({
    fees: [{ id: 1, display_name_customer: 'Wrapping', cost_inc_tax: '24.8000', cost_tax: '4.8000' }],
  })
  if (contracts) expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/fees 200', fees)).toEqual([])
  const refund = (amount: number) =>
    testShop.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, {
      items: [{ item_type: 'FEE', item_id: 1, amount }],
      payments: [],
    })
  expect((await refund(30)).status).toBe(422)
  expect((await refund(20)).json()).toMatchObject({
    data: { total_tax: 3.87, items: [{ item_type: 'FEE', item_id: 1 }] },
  })
  expect((await refund(4.81)).status).toBe(422)
  const [line] = await read<{ id: number }[]>('/products')
  await testShop.rest('PUT', `/v2/orders/${id}`, { products: [{ id: line!.id, quantity: 2 }] })
  expect(await read()).toMatchObject({ total_inc_tax: '184.8000' })
})

test('the storefront asks for what the checkout comes to', async () => {
  await change('POST', '/fees', { fees: [fee] })
  const query = `{ site { checkout(entityId: "${cart.id}") { grandTotal { value } taxTotal { value } } } }`
  expect(await testShop.graphql(query)).toMatchObject({
    site: { checkout: { grandTotal: { value: 112.4 }, taxTotal: { value: 21.75 } } },
  })
})

test.each([
  ['POST', '/discounts', { cart: {} }],
  ['POST', '/discounts', { cart: { discounts: [{ discounted_amount: -1 }] } }],
  ['POST', '/discounts', { cart: { line_items: [{ id: 'other', discounted_amount: 1 }] } }],
  ['POST', '/fees', { fees: [] }],
  ['POST', '/fees', { fees: [{ ...fee, type: 'fee' }] }],
  ['POST', '/fees', { fees: [{ ...fee, name: 'n'.repeat(51) }] }],
  ['POST', '/fees', { fees: [{ ...fee, cost: -1 }] }],
  ['POST', '/fees', { fees: [{ ...fee, tax_class_id: 9 }] }],
  ['POST', '/fees', { fees: Array.from({ length: 6 }, () => fee) }],
  ['PUT', '/fees', { fees: [{ ...fee, id: 'other' }] }],
  ['DELETE', '/fees', { ids: ['other'] }],
])('%s %s refuses %j', async (method, path, body) => {
  expect((await call(method, path, body)).status).toBe(422)
  expect(await change('GET', '')).toMatchObject({ fees: [], grand_total: 100 })
})
