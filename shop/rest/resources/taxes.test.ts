import { afterEach, expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { cartByApi, goods, openTestShop, orderByApi, type TestShop } from '../../../test/shop.ts'

let testShop: TestShop
afterEach(() => testShop.close())

interface Rate {
  id: number
  name: string
  tax_zone_id: number
}
interface Line {
  id: number
  price_ex_tax: string
}

const rest = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await testShop.rest(method, path, body)).json<T>()
const listed = async <T>(path: string): Promise<T[]> => (await rest<{ data: T[] }>('GET', path)).data
const homeRate = async () => (await listed<Rate>('/v3/tax/rates')).find(({ name }) => name === 'ΦΠΑ')!
const classRates = (...percents: number[]) => percents.map((rate, tax_class_id) => ({ rate, tax_class_id }))
const setRate = async (more: object) => {
  const answer = await testShop.rest('PUT', '/v3/tax/rates', [{ id: (await homeRate()).id, ...more }])
  expect(answer.status).toBe(200)
  return answer
}
const place = async () =>
  (await orderByApi(testShop, { products: [{ product_id: goods.plain.id, quantity: 1 }] })).id
const lineOf = async (id: number) => (await rest<Line[]>('GET', `/v2/orders/${id}/products`))[0]!
const euros = (cents: number, digits = 4) => (cents / 100).toFixed(digits)
const { priceCents } = goods.plain
const netPrice = async () => {
  const { site } = await testShop.graphql<{
    site: { product: { prices: { price: { value: number } } } }
  }>(`{ site { product(entityId: ${goods.plain.id}) { prices(includeTax: false) { price { value } } } } }`)
  return site.product.prices.price.value
}
const enteredPrice = async () =>
  (await rest<{ data: { price: number } }>('GET', `/v3/catalog/products/${goods.plain.id}`)).data.price

test('a rate that is changed holds for what is bought from then on, and rewrites no order', async () => {
  testShop = await openTestShop()
  const before = await place()
  const [order, line] = [await rest('GET', `/v2/orders/${before}`), await lineOf(before)]
  expect(line.price_ex_tax).toBe(euros(priceCents / 1.24))
  const answer = await setRate({ class_rates: classRates(30, 13, 0) })
  if (contracts) expect(mistakes('tax_rates_zones.v3.yml', 'put /tax/rates 200', answer.json())).toEqual([])
  expect(await enteredPrice()).toBe(priceCents / 100)
  expect(await netPrice()).toBeCloseTo(priceCents / 130, 2)
  const after = await lineOf(await place())
  expect(Number(after.price_ex_tax)).toBeCloseTo(priceCents / 130, 3)
  expect([await rest('GET', `/v2/orders/${before}`), await lineOf(before)]).toEqual([order, line])
  // Staff who write another number of units keep its tax.
  await testShop.rest('PUT', `/v2/orders/${before}`, { products: [{ id: line.id, quantity: 2 }] })
  expect(await lineOf(before)).toMatchObject({ price_ex_tax: line.price_ex_tax })
})

test('a cart has the tax of now, and rates of another priority compound', async () => {
  testShop = await openTestShop()
  const { data } = (await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 1 }])).json<{
    data: { id: string }
  }>()
  const { tax_zone_id } = await homeRate()
  const second = { tax_zone_id, name: 'Isle', priority: 2, class_rates: classRates(10, 0, 0) }
  const added = await testShop.rest('POST', '/v3/tax/rates', [second])
  expect(added.status).toBe(200)
  if (contracts) expect(mistakes('tax_rates_zones.v3.yml', 'post /tax/rates 200', added.json())).toEqual([])
  const net = priceCents / 1.364
  const checkout = await rest<{ data: { tax_total: number; taxes: object[] } }>(
    'GET',
    `/v3/checkouts/${data.id}`,
  )
  expect(checkout.data).toMatchObject({ taxes: [{ name: 'ΦΠΑ' }, { name: 'Isle' }] })
  expect(checkout.data.tax_total).toBeCloseTo((priceCents - net) / 100, 2)
  const taxes = await rest<{ line_amount: string }[]>('GET', `/v2/orders/${await place()}/taxes`)
  expect(taxes).toMatchObject([
    { name: 'ΦΠΑ', rate: '24.0000', priority: 1 },
    { name: 'Isle', rate: '10.0000', priority: 2 },
  ])
  expect(Number(taxes[0]!.line_amount)).toBeCloseTo((net * 0.24) / 100, 3)
  expect(Number(taxes[1]!.line_amount)).toBeCloseTo((net * 0.124) / 100, 3)
})

test('where prices are entered without tax, shoppers pay more by a higher rate', async () => {
  testShop = await openTestShop({ pricesEnteredWithTax: false })
  await testShop.rest('PUT', `/v3/catalog/products/${goods.plain.id}`, { price: 100, sale_price: 90 })
  const { tax_zone_id } = await homeRate()
  await testShop.rest('POST', '/v3/tax/rates', [
    { tax_zone_id, name: 'One', class_rates: classRates(1, 1, 1) },
    { tax_zone_id, name: 'Five', class_rates: classRates(5, 5, 5) },
  ])
  expect(await enteredPrice()).toBe(100)
  const cart = await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 1 }])
  expect(cart.json()).toMatchObject({ data: { cart_amount: 117, base_amount: 90 } })
  expect(await lineOf(await place())).toMatchObject({ price_inc_tax: '117.0000', price_ex_tax: '90.0000' })
})

test('a zone goes with its rates; then prices have the tax of the zone that is left, or none', async () => {
  testShop = await openTestShop()
  const { id, tax_zone_id } = await homeRate()
  const added = await testShop.rest('POST', '/v3/tax/zones', [
    {
      name: 'Home',
      price_display_settings: { show_inclusive: true },
      shopper_target_settings: { locations: [{ country_code: 'GR' }] },
    },
  ])
  if (contracts) expect(mistakes('tax_rates_zones.v3.yml', 'post /tax/zones 200', added.json())).toEqual([])
  const [zone] = added.json<{ data: { id: number }[] }>().data
  expect((await testShop.rest('DELETE', `/v3/tax/zones?id:in=${tax_zone_id}`)).status).toBe(204)
  expect(await listed(`/v3/tax/rates?id:in=${id}`)).toEqual([])
  expect(await netPrice()).toBe(priceCents / 100)
  const export_ = (await listed<Rate>('/v3/tax/rates')).find(({ name }) => name === 'Export')!
  await testShop.rest('PUT', '/v3/tax/rates', [
    { id: export_.id, tax_zone_id: zone!.id, class_rates: classRates(20) },
  ])
  expect(await listed(`/v3/tax/rates?tax_zone_id:in=${zone!.id}`)).toMatchObject([{ name: 'Export' }])
  expect(await netPrice()).toBeCloseTo(priceCents / 120, 2)
  const off = await testShop.rest('PUT', '/v3/tax/zones', [{ id: zone!.id, enabled: false }])
  expect(off.json()).toMatchObject({
    data: [{ name: 'Home', enabled: false, price_display_settings: { show_inclusive: true } }],
  })
  expect(await netPrice()).toBe(priceCents / 100)
})

const rate = { tax_zone_id: 0, name: 'X', class_rates: classRates(1) }
test.each([
  ['zones', { name: 'All' }, 'default tax zone'],
  [
    'zones',
    { name: 'Y', shopper_target_settings: { locations: [{ country_code: 'Greece' }] } },
    'country_code',
  ],
  ['zones', { name: 'Z', price_display_settings: {} }, 'show_inclusive'],
  ['zones', { shopper_target_settings: {} }, 'name'],
  ['rates', { ...rate, tax_zone_id: 1 }, 'tax zone does not exist'],
  ['rates', { ...rate, class_rates: [{ rate: 1, tax_class_id: 9 }] }, 'class_rates'],
  ['rates', { ...rate, class_rates: [{ rate: -1, tax_class_id: 0 }] }, 'class_rates'],
  ['rates', { name: 'X', class_rates: [] }, 'tax_zone_id'],
])('what no tax %s can be is refused: %j', async (path, body, reason) => {
  testShop = await openTestShop()
  const { tax_zone_id } = await homeRate()
  const asked = 'tax_zone_id' in body && body.tax_zone_id === 0 ? { ...body, tax_zone_id } : body
  const before = await testShop.rest('GET', `/v3/tax/${path}`)
  const answer = await testShop.rest('POST', `/v3/tax/${path}`, [asked])
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(reason)])
  expect((await testShop.rest('GET', `/v3/tax/${path}`)).text).toBe(before.text)
})
