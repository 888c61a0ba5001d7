import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { cartByApi, goods, openTestShop, orderByApi, visitor } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

const pounds = (cents: number) => `£${((cents * 0.86) / 100).toFixed(2)}`

test('the shop has euro to pay in, and pounds to read prices in', async () => {
  const listed = (await testShop.rest('GET', '/v2/currencies')).json<object[]>()
  expect(listed).toMatchObject([
    { id: 1, currency_code: 'EUR', is_default: true, is_transactional: true },
    { id: 2, currency_code: 'GBP', is_transactional: false, currency_exchange_rate: '0.8600000000' },
  ])
  expect((await testShop.rest('GET', '/v3/channels/1/currency-assignments')).json()).toMatchObject({
    data: { default_currency: 'EUR', enabled_currencies: ['EUR'] },
  })
})

test('a shopper who reads prices in pounds pays in euro, and the order keeps both', async () => {
  const guest = visitor(testShop.send)
  const page = await guest.go(`/${goods.plain.slug}/?setCurrencyId=2`)
  expect(page.text).toContain(pounds(goods.plain.priceCents))
  await guest.go('/cart.php', { action: 'add', product: String(goods.plain.id) })
  expect((await guest.go('/cart.php')).text).toContain(pounds(goods.plain.priceCents))
  const checkout = await guest.go('/checkout')
  expect(checkout.text).toContain(`€${(goods.plain.priceCents / 100).toFixed(2)}`)
  expect(checkout.text).toContain('You pay in euro.')
  const buyer = {
    email: 'g@example.org',
    first_name: 'A',
    last_name: 'B',
    street: 'S 1',
    city: 'C',
    zip: '1',
  }
  await guest.go('/checkout', { ...buyer, payment: 'success' })
  const [order] = (await testShop.rest('GET', '/v2/orders?email=g@example.org')).json<object[]>()
  expect(order).toMatchObject({
    currency_code: 'GBP',
    currency_exchange_rate: '0.8600000000',
    default_currency_code: 'EUR',
    total_inc_tax: (goods.plain.priceCents / 100).toFixed(4),
  })
})

test('GraphQL answers in the currency that is asked for', async () => {
  const query = `query @shopperPreferences(displayCurrencyCode: "GBP") { site {
    currencies { edges { node { code isTransactional exchangeRate } } }
    currency(currencyCode: GBP) { entityId }
    product(entityId: ${goods.plain.id}) { prices(currencyCode: GBP, includeTax: true) { price { value currencyCode } } }
  } }`
  expect(await testShop.graphql(query)).toMatchObject({
    site: {
      currencies: {
        edges: [
          { node: { code: 'EUR', isTransactional: true, exchangeRate: 1 } },
          { node: { code: 'GBP', isTransactional: false, exchangeRate: 0.86 } },
        ],
      },
      currency: { entityId: 2 },
      product: { prices: { price: { currencyCode: 'GBP', value: (goods.plain.priceCents * 0.86) / 100 } } },
    },
  })
})

test('nobody pays in a currency that is only read; staff may make it one to pay in', async () => {
  const cart = { line_items: [{ product_id: goods.plain.id, quantity: 1 }], currency: { code: 'GBP' } }
  expect((await testShop.rest('POST', '/v3/carts', cart)).status).toBe(400)
  await expect(orderByApi(testShop, { default_currency_code: 'GBP' })).rejects.toThrow(
    'default_currency_code',
  )
  expect((await testShop.rest('PUT', '/v2/currencies/2', { is_transactional: true })).status).toBe(200)
  const { id } = await orderByApi(testShop, { default_currency_code: 'GBP' })
  expect((await testShop.rest('GET', `/v2/orders/${id}`)).json()).toMatchObject({
    default_currency_code: 'GBP',
    currency_code: 'GBP',
  })
})

test('a code is there once, a rate is above 0, and the default stays', async () => {
  const dollar = {
    currency_code: 'USD',
    name: 'US Dollar',
    currency_exchange_rate: '1.1',
    token: '$',
    token_location: 'left',
    decimal_token: '.',
    thousands_token: ',',
    decimal_places: 2,
  }
  const made = await testShop.rest('POST', '/v2/currencies', dollar)
  expect(made.json()).toMatchObject({ currency_exchange_rate: '1.1000000000', enabled: true })
  expect((await testShop.rest('POST', '/v2/currencies', dollar)).status).toBe(409)
  const path = `/v2/currencies/${made.json<{ id: number }>().id}`
  expect((await testShop.rest('PUT', path, { currency_exchange_rate: '0' })).status).toBe(400)
  expect((await testShop.rest('DELETE', '/v2/currencies/1')).status).toBe(400)
  expect((await testShop.rest('DELETE', path)).status).toBe(204)
  expect((await testShop.rest('GET', path)).status).toBe(404)
  expect((await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 1 }])).status).toBe(201)
})
