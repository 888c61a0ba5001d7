import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scripted, testConnection } from '../../../test/scripted-shop.ts'
import { connectShop } from './connect.ts'
import { orderStateOf } from './order-reading.ts'
import { centsSchema } from './wire.ts'

const order = {
  id: 9,
  cart_id: '',
  status_id: 11,
  channel_id: 1,
  default_currency_code: 'EUR',
  currency_code: 'GBP',
  currency_exchange_rate: '0.8600000000',
  total_inc_tax: '40.0100',
  date_created: 'Sat, 21 Nov 2026 10:00:00 +0000',
  date_modified: 'Sat, 21 Nov 2026 11:00:00 +0000',
  billing_address: { first_name: 'Άννα', last_name: '', email: '' },
}
const line = {
  id: 1,
  product_id: 900,
  variant_id: 0,
  name: 'Group gift',
  quantity: 1,
  quantity_refunded: 0,
  refund_amount: '0.0000',
  total_inc_tax: '40.0100',
  product_options: [
    { product_option_id: 901, option_id: 5, value: '77' },
    { product_option_id: 902, option_id: 6, value: '770' },
    { product_option_id: 903, option_id: 7, value: 'ref' },
  ],
}
const body = (value: unknown) => ({ body: value })
const noRefunds = body({ data: [] })

describe('a reply of another shape fails with the name of its field', () => {
  test.each([
    ['a missing field', { ...order, status_id: undefined }, '/v2/orders/9.status_id'],
    ['another type', { ...order, cart_id: 7 }, '/v2/orders/9.cart_id'],
    ['no amount', { ...order, total_inc_tax: 'free' }, '/v2/orders/9.total_inc_tax'],
    ['no date', { ...order, date_created: 'yesterday', date_modified: '' }, '/v2/orders/9.date_created'],
  ])('%s in REST', async (_name, reply, named) => {
    const failure = connectShop(testConnection, scripted(body(reply))).fetchOrder(9)
    await expect(failure).rejects.toMatchObject({ kind: 'shape', message: expect.stringContaining(named) })
  })

  test('in GraphQL; of a list the odd one alone is left out, and named', async () => {
    const categories = { data: { site: { categoryTree: null } } }
    const failure = connectShop(testConnection, scripted(body(categories))).fetchCategories('en')
    await expect(failure).rejects.toMatchObject({
      kind: 'shape',
      message: expect.stringContaining('CategoryTree.site.categoryTree'),
    })
    const edges = [{ node: { entityId: 7, name: 1 } }, { node: { entityId: 8, name: 'Brand', path: '/b' } }]
    const kept: unknown[] = []
    const far = scripted(body({ data: { site: { brands: { edges } } } }))
    const shop = connectShop(testConnection, { ...far, setAside: async row => void kept.push(row) })
    expect(await shop.fetchBrands([7, 8], 'en')).toMatchObject([{ id: 8 }])
    expect(kept).toMatchObject([{ source: 'brands', id: '7', field: 'node.name' }])
  })
})

test.each([
  ['The query is too complex as it has a complexity score of 12000 out of 10000.', undefined, 'invalid'],
  ['Insufficient scope', 'INSUFFICIENT_ACCESS_SCOPE', 'auth'],
])('GraphQL says "%s" with partial data', async (message, code, kind) => {
  const reply = { data: { site: null }, errors: [{ message, ...(code && { extensions: { code } }) }] }
  const failure = connectShop(testConnection, scripted(body(reply))).fetchCategories('en')
  await expect(failure).rejects.toMatchObject({ kind, message: `CategoryTree: ${message}` })
})

test('the language decides the channel and its token', async () => {
  const far = scripted(body({ data: { site: { categoryTree: [] } } }))
  await connectShop(testConnection, far).fetchCategories('el')
  expect(far.calls[0]?.url).toBe('https://store-abc-1481393.shop.test/graphql')
  expect(far.calls[0]?.headers.get('authorization')).toBe('Bearer token-el')
})

test('the statuses of orders', () => {
  const by = (state: string) =>
    Array.from({ length: 15 }, (_, id) => id).filter(id => orderStateOf(id).state === state)
  expect(by('paid')).toEqual([2, 3, 8, 9, 10, 11, 13, 14])
  expect(by('pending')).toEqual([0, 1, 7, 12])
  expect(by('void')).toEqual([4, 5, 6])
  expect([0, 1, 7, 12].map(id => orderStateOf(id).waitsFor)).toEqual([
    'checkout',
    'payment',
    'payment',
    'payment',
  ])
  for (const id of [-1, 15, 16, 999])
    expect(orderStateOf(id)).toEqual({ state: 'pending', waitsFor: 'unknown' })
})

test.each([
  [
    { status_id: 16, status: 'Held in Customs' },
    { state: 'pending', unknownStatus: '16 Held in Customs' },
  ],
  [{ status_id: 16 }, { state: 'pending', unknownStatus: '16' }],
  [{ payment_status: 'Quarantined' }, { state: 'paid', unknownStatus: 'payment: quarantined' }],
  [{ payment_status: 'held for review' }, { state: 'paid', unknownStatus: null }],
])('a status that nobody has told us of is named: %o', async (status, expected) => {
  const shop = connectShop(testConnection, scripted(body({ ...order, ...status }), body([line]), noRefunds))
  expect(await shop.fetchOrder(9)).toMatchObject(expected)
})

test.each([
  ['authorized', false],
  ['captured', true],
  ['capture pending', false],
  ['declined', false],
  ['held for review', false],
  ['paid', true],
  ['partially refunded', true],
  ['pending', false],
  ['refunded', false],
  ['void', false],
  ['void pending', false],
  ['', false],
])('an order whose payment is “%s”: its money is there: %s', async (payment_status, isPaid) => {
  const shipped = { ...order, status_id: 2, payment_status, payment_method: 'Cash on Delivery' }
  const shop = connectShop(testConnection, scripted(body(shipped), body([line]), body({ data: [] })))
  expect(await shop.fetchOrder(9)).toMatchObject({ state: 'paid', payment: { isPaid, isDisputed: false } })
})

test.each([
  [{ gift_certificate_amount: '40.0100' }, true],
  [{ gift_certificate_amount: '40.0000' }, false],
  [{ store_credit_amount: '40.0100' }, true],
  [{ gift_certificate_amount: '20.0000', store_credit_amount: '20.0100' }, true],
  [{ gift_certificate_amount: '40.0100', payment_status: 'pending' }, false],
])('what certificates and store credit pay whole needs no other payment: %o', async (amounts, isPaid) => {
  const covered = { ...order, payment_status: '', ...amounts }
  const shop = connectShop(testConnection, scripted(body(covered), body([line]), noRefunds))
  expect(await shop.fetchOrder(9)).toMatchObject({ payment: { isPaid } })
})

test('an order is in the money that was paid, whatever the buyer was shown', async () => {
  const shop = connectShop(testConnection, scripted(body(order), body([line]), noRefunds))
  expect(await shop.fetchOrder(9)).toMatchObject({
    currency: 'EUR',
    totalCents: 4001,
    shown: { currency: 'GBP', cents: 3441 },
  })
})

test.each([
  [4, 'by hand'],
  [14, 'by hand'],
  [10, 'none'],
])('status %i without refunds in the list: %s', async (status_id, refundRecord) => {
  const far = scripted(body({ ...order, status_id }), body([line]), noRefunds)
  expect(await connectShop(testConnection, far).fetchOrder(9)).toMatchObject({ refundRecord })
})

test('a contested order says so', async () => {
  const contested = { ...order, status_id: 13, payment_status: 'captured' }
  const shop = connectShop(testConnection, scripted(body(contested), body([line]), noRefunds))
  expect(await shop.fetchOrder(9)).toMatchObject({
    state: 'paid',
    payment: { isPaid: true, isDisputed: true },
  })
})

test('a contribution is read from the options by product_option_id', async () => {
  const shop = connectShop(testConnection, scripted(body(order), body([line]), noRefunds))
  expect(await shop.fetchOrder(9)).toMatchObject({
    cartId: null,
    email: null,
    billingName: 'Άννα',
    totalCents: 4001,
    changedAt: new Date('2026-11-21T11:00:00Z'),
    lines: [{ totalCents: 4001, contribution: { productId: 77, variantId: 770, reference: 'ref' } }],
  })
})

test.each([
  ['another product', { ...line, product_id: 8 }],
  ['no options', { ...line, product_options: [] }],
  ['a product id that is none', { ...line, product_options: [{ product_option_id: 901, value: '1e3' }] }],
])('%s is no contribution', async (_name, changed) => {
  const shop = connectShop(testConnection, scripted(body(order), body([changed]), noRefunds))
  expect((await shop.fetchOrder(9))?.lines[0]?.contribution).toBeNull()
})

test('discounts are taken off a line', async () => {
  const discounted = { ...line, discounted_total_inc_tax: '36.0000' }
  const shop = connectShop(testConnection, scripted(body(order), body([discounted]), noRefunds))
  expect((await shop.fetchOrder(9))?.lines[0]?.totalCents).toBe(3600)
})

test.each([
  ['7.7400', 774],
  [undefined, null],
  ['none', null],
])('VAT of “%s” is %s, and the order counts', async (total_tax, taxCents) => {
  const shop = connectShop(testConnection, scripted(body({ ...order, total_tax }), body([line]), noRefunds))
  expect(await shop.fetchOrder(9)).toMatchObject({ state: 'paid', totalCents: 4001, payment: { taxCents } })
})

test('an archived order is what its status says; an order without lines has none', async () => {
  const shop = connectShop(
    testConnection,
    scripted(body({ ...order, is_deleted: true }), { status: 204 }, noRefunds),
  )
  expect(await shop.fetchOrder(9)).toMatchObject({ state: 'paid', lines: [] })
})

test('lists are read to the last page; an empty one has no body', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ ...order, id: index + 1 }))
  // The archived ones are read beside the others, a page of each in turn.
  const far = scripted(body(rows(250)), { status: 204 }, body(rows(250)), { status: 204 })
  expect(await connectShop(testConnection, far).fetchChangedOrders(new Date(0))).toHaveLength(500)
  const asked = far.calls.map(({ url }) => new URL(url).searchParams)
  expect(asked.map(query => [query.get('page'), query.get('is_deleted')])).toEqual([
    ['1', null],
    ['1', 'true'],
    ['2', null],
    ['3', null],
  ])
  expect(new URL(far.calls[0]!.url).searchParams.get('min_date_modified')).toBe('1970-01-01T00:00:00.000Z')
})

test('amounts are converted to whole cents exactly, as strings and as numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), amount => {
      expect(centsSchema.parse((amount / 100).toFixed(4))).toBe(amount)
      expect(centsSchema.parse(amount / 100)).toBe(amount)
    }),
  )
  expect(['1.005', '0.9949', '-0.50', '12'].map(text => centsSchema.parse(text))).toEqual([
    101, 99, -50, 1200,
  ])
})
