import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { type Answer, cartByApi, goods, openTestShop } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())
let groupId: number
let customerId: number
beforeAll(async () => {
  groupId = (await testShop.rest('POST', '/v2/customer_groups', { name: 'Trade' })).json<{ id: number }>().id
  customerId = await makeCustomer('trade@example.org', { customer_group_id: groupId })
})

const data = <T>(answer: Answer): T => answer.json<{ data: T }>().data
const password = 'a good password 1'
const [variant] = goods.plain.variants

async function makeCustomer(email: string, more = {}): Promise<number> {
  const person = {
    email,
    first_name: 'a',
    last_name: 'b',
    authentication: { new_password: password },
    ...more,
  }
  return data<{ id: number }[]>(await testShop.rest('POST', '/v3/customers', [person]))[0]!.id
}

/** A price list of the group with one price for the plain product. */
async function makeList(name: string, prices: object, channel_id: number | null = null) {
  const { id } = data<{ id: number }>(await testShop.rest('POST', '/v3/pricelists', { name }))
  const record = { variant_id: variant!.id, currency: 'eur', ...prices }
  expect((await testShop.rest('PUT', `/v3/pricelists/${id}/records`, [record])).status).toBe(200)
  const assignment = { price_list_id: id, customer_group_id: groupId, ...(channel_id && { channel_id }) }
  expect((await testShop.rest('POST', '/v3/pricelists/assignments', [assignment])).status).toBe(200)
  return { id, remove: () => testShop.rest('DELETE', `/v3/pricelists/${id}`) }
}

async function cartPrice(customer_id: number, channel_id = 1): Promise<number> {
  const line_items = [{ product_id: goods.plain.id, quantity: 1 }]
  const cart = await testShop.rest('POST', '/v3/carts', { customer_id, channel_id, line_items })
  return data<{ cart_amount: number }>(cart).cart_amount
}

interface Found {
  site: { search: { searchProducts: { products: { edges: { node: { entityId: number } }[] } } } }
}

async function asMember<T>(query: string, email: string | undefined = 'trade@example.org'): Promise<T> {
  const login = `mutation { login(email: "${email}", password: "${password}") { customerAccessToken { value } } }`
  const token = email
    ? (await testShop.graphql<{ login: { customerAccessToken: { value: string } } }>(login)).login
        .customerAccessToken.value
    : undefined
  const answer = await testShop.send('/graphql', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testShop.shop.credentials.storefrontTokens[1]}`,
      'content-type': 'application/json',
      ...(token && { 'x-bc-customer-access-token': token }),
    },
    body: JSON.stringify({ query }),
  })
  return answer.json<{ data: T }>().data
}

async function shownPrice(email = ''): Promise<number> {
  const query = `{ site { product(entityId: ${goods.plain.id}) { prices(includeTax: true) { price { value } } } } }`
  const { site } = await asMember<{ site: { product: { prices: { price: { value: number } } } } }>(
    query,
    email,
  )
  return site.product.prices.price.value
}

const own = goods.plain.priceCents / 100

test('a price list is what members of its group see and pay, and nobody else', async () => {
  const { id, remove } = await makeList('Trade', { price: 10, sale_price: 8.5 })
  expect([await cartPrice(customerId), await cartPrice(0)]).toEqual([8.5, own])
  expect([await shownPrice('trade@example.org'), await shownPrice()]).toEqual([8.5, own])
  await testShop.rest('PUT', `/v3/pricelists/${id}/records/${variant!.id}/EUR`, {
    sale_price: null,
    price: 12,
  })
  expect(await cartPrice(customerId)).toBe(12)
  expect(data(await testShop.rest('GET', `/v3/pricelists/${id}/records`))).toMatchObject([
    { price_list_id: id, variant_id: variant!.id, price: 12, calculated_price: 12, currency: 'eur' },
  ])
  await testShop.rest('PUT', `/v3/pricelists/${id}`, { active: false })
  expect(await cartPrice(customerId)).toBe(own)
  await remove()
  expect(data(await testShop.rest('GET', '/v3/pricelists/assignments'))).toEqual([])
})

test('a list for one channel holds there alone', async () => {
  const { remove } = await makeList('Greek', { price: 5 }, 1481393)
  expect([await cartPrice(customerId), await cartPrice(customerId, 1481393)]).toEqual([own, 5])
  await remove()
})

test('a cart that is given to a customer has the customer’s prices, except those of the API', async () => {
  const { remove } = await makeList('Given', { price: 7 })
  const line = { product_id: goods.plain.id, quantity: 1 }
  const contribution = { product_id: testShop.shop.groupGift.productId, quantity: 1, list_price: 40 }
  const { options } = testShop.shop.groupGift
  const option_selections = [options.product, options.variant].map(option_id => ({
    option_id,
    option_value: '1',
  }))
  const cart = data<{ id: string }>(await cartByApi(testShop, [line, { ...contribution, option_selections }]))
  const given = await testShop.rest('PUT', `/v3/carts/${cart.id}`, { customer_id: customerId })
  expect(data(given)).toMatchObject({ cart_amount: 47 })
  await remove()
})

test('sorting by price leaves a price list out, as on the platform', async () => {
  const { remove } = await makeList('Sorting', { price: 0.01 })
  const query = `{ site { search { searchProducts(filters: {}, sort: LOWEST_PRICE) {
    products(first: 1) { edges { node { entityId prices { price { value } } } } } } } } }`
  const [first] = (await asMember<Found>(query)).site.search.searchProducts.products.edges
  expect(first?.node.entityId).not.toBe(goods.plain.id)
  await remove()
})

test.each([
  [[{ type: 'all', method: 'percent', amount: '10' }], Math.round(goods.plain.priceCents * 0.9) / 100],
  [[{ type: 'product', product_id: goods.plain.id, method: 'price', amount: '3' }], 3],
  [[{ type: 'category', category_id: goods.plain.categories[0], method: 'fixed', amount: '1' }], own - 1],
])('the group’s rules %j take off', async (discount_rules, expected) => {
  await testShop.rest('PUT', `/v2/customer_groups/${groupId}`, { discount_rules })
  expect(await cartPrice(customerId)).toBeCloseTo(expected)
  expect(await cartPrice(0)).toBe(own)
  await testShop.rest('PUT', `/v2/customer_groups/${groupId}`, { discount_rules: [] })
})

test('a price of an unknown variant or list is refused', async () => {
  const { id, remove } = await makeList('Refusing', { price: 7 })
  const write = (record: object) => testShop.rest('PUT', `/v3/pricelists/${id}/records`, [record])
  expect((await write({ variant_id: 1, currency: 'EUR', price: 1 })).status).toBe(422)
  expect((await write({ variant_id: variant!.id, currency: 'EUR', price: -1 })).status).toBe(422)
  expect((await testShop.rest('PUT', '/v3/pricelists/1/records', [])).status).toBe(200)
  expect((await testShop.rest('GET', '/v3/pricelists/1/records')).status).toBe(404)
  expect((await testShop.rest('DELETE', '/v3/pricelists/assignments')).status).toBe(422)
  await remove()
})
