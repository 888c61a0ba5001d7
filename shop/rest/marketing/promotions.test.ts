import { beforeEach, expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, type TestShop, visitor } from '../../../test/shop.ts'
import { catalogue } from '../../catalogue/index.ts'

const testShop = opened(() => openTestShop())
beforeEach(async () => {
  const ids = (await list()).map(({ id }) => id)
  if (ids.length > 0) await testShop.rest('DELETE', `/v3/promotions?id:in=${ids.join()}`)
})

interface Row {
  id: number
  name: string
  current_uses: number
}
const data = async <T>(answer: ReturnType<TestShop['rest']>): Promise<T> => {
  const { status, text } = await answer
  expect([status, text]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)])
  return (JSON.parse(text) as { data: T }).data
}
const list = (query = '') => data<Row[]>(testShop.rest('GET', `/v3/promotions${query}`))
const rules = (percent: string, more: object = {}) => [
  { action: { cart_value: { discount: { percentage_amount: percent } } }, ...more },
]
const promote = (more: object) =>
  data<Row>(testShop.rest('POST', '/v3/promotions', { name: 'Ten off', rules: rules('10'), ...more }))

async function aCoupon(code: string, more: object = {}, limits: object = {}): Promise<Row> {
  const promotion = await promote({ redemption_type: 'COUPON', ...more })
  await data(testShop.rest('POST', `/v3/promotions/${promotion.id}/codes`, { code, ...limits }))
  return promotion
}

async function cart(euros = [40, 20]): Promise<string> {
  const line_items = euros.map(list_price => ({ product_id: goods.digital.id, quantity: 1, list_price }))
  const answer = await testShop.rest('POST', '/v3/carts', { customer_id: 0, channel_id: 1, line_items })
  return answer.json<{ data: { id: string } }>().data.id
}

const pay = async (coupon?: string, euros?: number[]) =>
  testShop.shop.actions.pay(await cart(euros), { coupon })
const orderOf = async (id: number) => (await testShop.rest('GET', `/v2/orders/${id}`)).json()
const linesOf = async (id: number) =>
  (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<
    { discounted_total_inc_tax: string; applied_discounts: object[] }[]
  >()

test('a coupon is taken off every line in proportion, and the order says so everywhere', async () => {
  await aCoupon('TEN')
  const { id } = await pay('ten')
  expect(await orderOf(id)).toMatchObject({
    subtotal_inc_tax: '60.0000',
    coupon_discount: '6.0000',
    discount_amount: '0.0000',
    total_inc_tax: '54.0000',
  })
  const lines = await linesOf(id)
  expect(lines.map(line => line.discounted_total_inc_tax)).toEqual(['36.0000', '18.0000'])
  expect(lines[0]!.applied_discounts).toEqual([
    { id: 'total-coupon', name: 'Ten off', code: 'TEN', target: 'order', amount: '4.0000' },
  ])
  const coupons = (await testShop.rest('GET', `/v2/orders/${id}/coupons`)).json<object[]>()
  expect(coupons).toMatchObject([{ order_id: id, code: 'TEN', amount: '10', type: 1, discount: 6 }])
  if (contracts) {
    expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/coupons 200', coupons)).toEqual([])
    expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/products 200', lines)).toEqual([])
  }
})

test('an amount off the order is shared to the cent, is never more than the cart, and has a limit', async () => {
  const fixed = (fixed_amount: string) => [{ action: { cart_value: { discount: { fixed_amount } } } }]
  await aCoupon('FIXED', { rules: fixed('10') })
  expect(
    (await linesOf((await pay('FIXED', [10, 10, 10])).id)).map(line => line.discounted_total_inc_tax),
  ).toEqual(['6.6700', '6.6600', '6.6700'])
  await aCoupon('HUGE', { rules: fixed('500') })
  expect(await pay('HUGE')).toMatchObject({ total_cents: 0 })
  const limited = { discount: { percentage_amount: '50' }, maximum_allowed_discount_amount: '12.50' }
  await aCoupon('LIMIT', { rules: [{ action: { cart_value: limited } }] })
  expect(await pay('LIMIT')).toMatchObject({ total_cents: 4750, coupon_cents: 1250 })
})

test('a promotion without a code applies by itself, on its channels, from a minimum, and to its products', async () => {
  await promote({ rules: rules('10', { condition: { cart: { minimum_spend: '50' } } }) })
  expect(await pay(undefined, [40])).toMatchObject({ total_cents: 4000 })
  const { id } = await pay(undefined, [60])
  expect(await orderOf(id)).toMatchObject({ discount_amount: '6.0000', coupon_discount: '0.0000' })
  const action = { cart_items: { discount: { fixed_amount: '1' }, items: { products: [goods.plain.id] } } }
  const other = await promote({ rules: [{ action }], channels: [{ id: 1481393 }] })
  expect(await pay(undefined, [40])).toMatchObject({ total_cents: 4000 })
  const changed = { channels: [], rules: [{ action: { cart_items: { discount: { fixed_amount: '1' } } } }] }
  await data(testShop.rest('PUT', `/v3/promotions/${other.id}`, changed))
  expect(await pay(undefined, [40, 5])).toMatchObject({ total_cents: 4300 })
})

test.each([
  ['unknown', {}, {}, 'NONE'],
  ['disabled', { status: 'DISABLED' }, {}, 'CODE'],
  ['over', { end_date: '2020-01-01T00:00:00Z' }, {}, 'CODE'],
  ['not begun', { start_date: '2100-01-01T00:00:00Z' }, {}, 'CODE'],
  ['below its minimum', { rules: rules('10', { condition: { cart: { minimum_spend: '61' } } }) }, {}, 'CODE'],
])('a coupon that is %s is refused, and nothing is ordered', async (_, more, limits, typed) => {
  await aCoupon('CODE', more, limits)
  const id = await cart()
  await expect(testShop.shop.actions.pay(id, { coupon: typed })).rejects.toThrow('coupon')
  expect((await testShop.rest('GET', `/v2/orders?cart_id=${id}`)).status).toBe(204)
})

test('a code is used as often as it may be, and its last use goes to one of two at once', async () => {
  const promotion = await aCoupon('ONCE', {}, { max_uses: 1 })
  const attempts = await Promise.allSettled([pay('ONCE'), pay('ONCE'), pay('ONCE')])
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await list(`?id=${promotion.id}`)).toMatchObject([{ current_uses: 1 }])
  await aCoupon('EACH', {}, { max_uses_per_customer: 1 })
  const payAs = async (email: string) => testShop.shop.actions.pay(await cart(), { coupon: 'EACH', email })
  await payAs('one@example.org')
  await expect(payAs('ONE@example.org')).rejects.toThrow('coupon')
  await payAs('other@example.org')
})

test('at the checkout a coupon shows what it takes off before anything is paid', async () => {
  await aCoupon('SHOWN')
  const answer = await testShop.rest('POST', `/v3/carts/${await cart()}/redirect_urls`)
  const guest = visitor(testShop.send)
  await guest.go(answer.json<{ data: { checkout_url: string } }>().data.checkout_url)
  const shown = await guest.go('/checkout', { coupon: 'shown', apply: '1' })
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Ten off: −€6.00')])
  expect(shown.text).toContain('Pay €54.00')
  const wrong = await guest.go('/checkout', { coupon: 'wrong', apply: '1' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('id="coupon-wrong"')])
})

test('a gift card is sold for what it is worth', async () => {
  await promote({ rules: rules('50') })
  const card = catalogue.products.find(({ type }) => type === 'giftcertificate')!
  const line_items = [
    { product_id: card.id, variant_id: card.variants[0]!.id, quantity: 1, list_price: 30 },
    { product_id: goods.digital.id, quantity: 1, list_price: 40 },
  ]
  const made = await testShop.rest('POST', '/v3/carts', { customer_id: 0, channel_id: 1, line_items })
  const { id } = await testShop.shop.actions.pay(made.json<{ data: { id: string } }>().data.id)
  expect((await linesOf(id)).map(line => line.discounted_total_inc_tax)).toEqual(['30.0000', '20.0000'])
})

test('a cart says what is taken off it before it is paid', async () => {
  await promote({})
  const id = await cart()
  expect(await data(testShop.rest('GET', `/v3/carts/${id}`))).toMatchObject({
    base_amount: 60,
    discount_amount: 6,
    cart_amount: 54,
  })
  expect(await data(testShop.rest('GET', `/v3/checkouts/${id}`))).toMatchObject({
    subtotal_inc_tax: 60,
    grand_total: 54,
  })
})

test('promotions and codes are as published, found by their fields, and deleted by name only', async () => {
  const promotion = await aCoupon('FOUND', { display_name: 'Ten percent' })
  await promote({ name: 'Other' })
  expect(await list('?code=found')).toMatchObject([{ id: promotion.id }])
  expect(await list('?name=Other&redemption_type=automatic')).toHaveLength(1)
  const codes = await testShop.rest('GET', `/v3/promotions/${promotion.id}/codes`)
  if (contracts) {
    const file = 'promotions.v3.yml'
    const listed = await testShop.rest('GET', '/v3/promotions')
    const one = await testShop.rest('GET', `/v3/promotions/${promotion.id}`)
    expect(mistakes(file, 'get /promotions 200', listed.json())).toEqual([])
    expect(mistakes(file, 'get /promotions/{id} 200', one.json())).toEqual([])
    expect(mistakes(file, 'get /promotions/{promotion_id}/codes 200', codes.json())).toEqual([])
  }
  expect((await testShop.rest('DELETE', '/v3/promotions')).status).toBe(422)
  expect((await testShop.rest('DELETE', `/v3/promotions/${promotion.id}/codes`)).status).toBe(422)
  const again = await testShop.rest('POST', `/v3/promotions/${promotion.id}/codes`, { code: 'found' })
  expect(again.status).toBe(422)
  const [code] = codes.json<{ data: { id: number }[] }>().data
  await testShop.rest('DELETE', `/v3/promotions/${promotion.id}/codes/${code!.id}`)
  await expect(pay('FOUND')).rejects.toThrow('coupon')
})

test('a rule that stops is the last, and an amount comes off as often as its condition is met', async () => {
  const amount = { action: { cart_value: { discount: { fixed_amount: '1' } } } }
  const perTwo = { ...amount, condition: { cart: { minimum_quantity: 2 } }, apply_once: false }
  const made = await testShop.rest('POST', '/v3/promotions', {
    name: 'Twice',
    rules: [{ ...perTwo, stop: true }, amount],
    stop: true,
  })
  expect(made.json()).toMatchObject({ data: { stop: true, rules: [{ apply_once: false, stop: true }, {}] } })
  const off = async (quantity: number) => {
    const cart = await testShop.rest('POST', '/v3/carts', {
      line_items: [{ product_id: goods.digital.id, quantity }],
    })
    return cart.json<{ data: { discount_amount: number } }>().data.discount_amount
  }
  expect([await off(1), await off(4)]).toEqual([1, 2])
  const { id } = made.json<{ data: { id: number } }>().data
  await testShop.rest('DELETE', `/v3/promotions/${id}`)
})

test.each([
  ['a free gift', { rules: [{ action: { gift_item: { quantity: 1, product_id: 1 } } }] }],
  ['no rule', { rules: [] }],
  ['more than everything', { rules: rules('101') }],
  ['another currency', { currency_code: 'USD' }],
  ['a schedule', { schedule: { week_frequency: 1 } }],
])('a promotion with %s is refused with 422', async (_, more) => {
  const answer = await testShop.rest('POST', '/v3/promotions', { name: 'No', rules: rules('10'), ...more })
  expect(answer.status).toBe(422)
})
