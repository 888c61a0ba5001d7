import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts, mistakes } from '../test/contracts.ts'
import { type Answer, goods, openTestShop, type TestShop } from '../test/shop.ts'

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

interface Wrapped<T> {
  data: T
}
interface OrderLine {
  id: number
  product_id: number
  product_options: { product_option_id: number; value: string; type: string }[]
  quantity_refunded: number
}

const data = <T>(answer: Answer): T => answer.json<Wrapped<T>>().data
const billing = { email: 'host@example.org', first_name: 'Μαρία', last_name: 'Π', zip: '10552' }

const makeOrder = async (
  more: object = {},
): Promise<{ id: number; cart_id: string | null; status_id: number }> => {
  const { productId, options } = world.shop.groupGift
  const answer = await world.rest('POST', '/v2/orders', {
    billing_address: billing,
    products: [
      { product_id: goods.digital.id, quantity: 2 },
      {
        product_id: productId,
        quantity: 1,
        price_inc_tax: 40,
        price_ex_tax: 40,
        product_options: [
          { id: options.product, value: String(goods.plain.id) },
          { id: options.variant, value: String(goods.plain.variants[0]!.id) },
        ],
      },
    ],
    ...more,
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

const makeCart = async (lines: object[], path = '/v3/carts'): Promise<Answer> =>
  world.rest('POST', path, { customer_id: 0, channel_id: 1, line_items: lines })

test('a call without the right token, or for another store, is refused', async () => {
  const ask = (hash: string, token: string) =>
    world.send(`/stores/${hash}/v2/time`, { headers: { 'x-auth-token': token } })
  const { storeHash, accessToken } = world.shop.credentials
  expect((await ask(storeHash, 'wrong')).status).toBe(401)
  expect((await ask('other', accessToken)).status).toBe(401)
  expect((await ask(storeHash, accessToken)).json()).toEqual({ time: 1795255200 })
})

test('a cart takes an own price and name, and written options', async () => {
  const { productId, options } = world.shop.groupGift
  const answer = await makeCart(
    [
      {
        product_id: productId,
        quantity: 2,
        list_price: 12.5,
        name: 'Ομαδικό δώρο',
        option_selections: [
          { option_id: options.product, option_value: '77' },
          { option_id: options.variant, option_value: 78 },
        ],
      },
    ],
    '/v3/carts?include=redirect_urls,line_items.digital_items.options',
  )
  expect(answer.status).toBe(201)
  expect(data(answer)).toMatchObject({
    cart_amount: 25,
    line_items: {
      digital_items: [{ name: 'Ομαδικό δώρο', list_price: 12.5, original_price: 0, quantity: 2 }],
    },
    redirect_urls: { checkout_url: expect.stringContaining('/shop/cart.php?action=loadInCheckout') },
  })
})

test('a cart is changed line by line and goes with its last line', async () => {
  const cart = data<{ id: string; version: number; line_items: { physical_items: { id: string }[] } }>(
    await makeCart([{ product_id: goods.plain.id, quantity: 1 }]),
  )
  const path = `/v3/carts/${cart.id}`
  const line = cart.line_items.physical_items[0]!.id
  const more = { line_items: [{ product_id: goods.plain.id, quantity: 2 }] }
  expect(data(await world.rest('POST', `${path}/items`, more))).toMatchObject({
    line_items: { physical_items: [{ id: line, quantity: 3 }] },
  })
  const change = { line_item: { product_id: goods.plain.id, quantity: 5 }, version: cart.version }
  expect((await world.rest('PUT', `${path}/items/${line}`, change)).status).toBe(409)
  const free = { line_item: { product_id: goods.plain.id, quantity: 1 } }
  expect((await world.rest('PUT', `${path}/items/${line}`, free)).status).toBe(200)
  expect((await world.rest('DELETE', `${path}/items/${line}`)).status).toBe(204)
  expect((await world.rest('GET', path)).status).toBe(404)
})

test.each([
  ['an unknown product', { product_id: 1, quantity: 1 }],
  ['no options where options are needed', { product_id: goods.twoOptions.id, quantity: 1 }],
  ['more than there is', { product_id: goods.tracked.id, quantity: 90_000 }],
  ['a negative price', { product_id: goods.plain.id, quantity: 1, list_price: -1 }],
  ['no quantity', { product_id: goods.plain.id }],
])('a cart with %s is refused with 422', async (_, line) => {
  const answer = await makeCart([line])
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.json())).toEqual(['status', 'title', 'type', 'errors'])
})

test('an order carries the cart’s option ids as product_option_id', async () => {
  const order = await makeOrder()
  const lines = (await world.rest('GET', `/v2/orders/${order.id}/products`)).json<OrderLine[]>()
  const { options } = world.shop.groupGift
  expect(
    lines[1]!.product_options.map(option => [option.product_option_id, option.type, option.value]),
  ).toEqual([
    [options.product, 'Text field', String(goods.plain.id)],
    [options.variant, 'Text field', String(goods.plain.variants[0]!.id)],
  ])
})

test('orders are listed by cart, status, date and own number; nothing is 204 without a body', async () => {
  const before = world.clock.now
  world.clock.now = new Date(before.getTime() + 3_600_000)
  const order = await makeOrder({ external_order_id: 'redeem-7', status_id: 1 })
  const ids = async (query: string) =>
    (await world.rest('GET', `/v2/orders?${query}`)).json<{ id: number }[]>().map(one => one.id)
  expect(await ids('external_order_id=redeem-7')).toEqual([order.id])
  expect(await ids('status_id=1')).toContain(order.id)
  expect(await ids(`min_date_modified=${encodeURIComponent(world.clock.now.toUTCString())}`)).toEqual([
    order.id,
  ])
  const none = await world.rest('GET', '/v2/orders?cart_id=09346904-4175-44fd-be53-f7e598531b6c')
  expect([none.status, none.text]).toEqual([204, ''])
  expect((await world.rest('GET', '/v2/orders/999999')).status).toBe(404)
  world.clock.now = before
})

test('a status and staff notes are written; a cancelled order puts its goods back', async () => {
  const stock = async () =>
    data<{ inventory_level: number }>(await world.rest('GET', `/v3/catalog/products/${goods.tracked.id}`))
      .inventory_level
  const full = await stock()
  const order = await makeOrder({ products: [{ product_id: goods.tracked.id, quantity: 1 }] })
  expect(await stock()).toBe(full - 1)
  const changed = await world.rest('PUT', `/v2/orders/${order.id}`, {
    status_id: 5,
    staff_notes: 'Registry AB',
  })
  expect(changed.json()).toMatchObject({ status_id: 5, status: 'Cancelled', staff_notes: 'Registry AB' })
  expect(await stock()).toBe(full)
})

test('lines are refunded once, partly and then wholly', async () => {
  const order = await makeOrder()
  const lines = (await world.rest('GET', `/v2/orders/${order.id}/products`)).json<OrderLine[]>()
  const refund = (items: object[]) =>
    world.rest('POST', `/v3/orders/${order.id}/payment_actions/refunds`, { items, payments: [] })
  const one = (id: number, quantity: number) => ({ item_type: 'PRODUCT', item_id: id, quantity })
  expect(data(await refund([one(lines[0]!.id, 1)]))).toMatchObject({
    total_amount: goods.digital.priceCents / 100,
  })
  expect((await world.rest('GET', `/v2/orders/${order.id}`)).json()).toMatchObject({ status_id: 14 })
  expect((await refund([one(lines[0]!.id, 1), one(lines[0]!.id, 1)])).status).toBe(422)
  expect((await refund([one(lines[0]!.id, 1), one(lines[1]!.id, 1)])).status).toBe(201)
  expect((await world.rest('GET', `/v2/orders/${order.id}`)).json()).toMatchObject({
    status_id: 4,
    payment_status: 'refunded',
  })
})

test('a gift certificate is found by its code, lowered, and never made twice', async () => {
  const wanted = {
    to_name: 'Μαρία',
    to_email: 'm@example.org',
    from_name: 'Doron',
    from_email: 'shop@example.org',
    amount: '25.00',
    code: 'REG-ABCDEF123456',
  }
  const made = await world.rest('POST', '/v2/gift_certificates', wanted)
  expect(made.status).toBe(201)
  expect((await world.rest('POST', '/v2/gift_certificates', wanted)).status).toBe(409)
  const found = (await world.rest('GET', `/v2/gift_certificates?code=${wanted.code}`)).json<
    { id: number }[]
  >()
  expect(found).toMatchObject([{ balance: '25.0000', status: 'active', purchase_date: '1795255200' }])
  const { code, ...base } = wanted
  const lowered = await world.rest('PUT', `/v2/gift_certificates/${found[0]!.id}`, {
    ...base,
    balance: '0.00',
  })
  expect(lowered.json()).toMatchObject({ balance: '0.0000', code })
  expect((await world.rest('GET', '/v2/gift_certificates?code=none')).status).toBe(204)
  expect((await world.rest('DELETE', '/v2/gift_certificates')).status).toBe(404)
})

test('customers sign in with the password that was set last', async () => {
  const email = 'Giorgos@example.org'
  const authentication = { force_password_reset: false, new_password: 'first secret' }
  const person = { email, first_name: 'Γιώργος', last_name: 'Π', authentication }
  const [made] = data<{ id: number }[]>(await world.rest('POST', '/v3/customers', [person]))
  expect((await world.rest('POST', '/v3/customers', [person])).status).toBe(422)
  const check = async (password: string) =>
    (
      await world.rest('POST', '/v3/customers/validate-credentials', { email, password, channel_id: 1 })
    ).json()
  expect(await check('first secret')).toEqual({ is_valid: true, customer_id: made!.id })
  await world.rest('PUT', '/v3/customers', [
    { id: made!.id, authentication: { new_password: 'second secret' } },
  ])
  expect(await check('first secret')).toEqual({ is_valid: false, customer_id: null })
  expect(await check('second secret')).toMatchObject({ is_valid: true })
  expect(data(await world.rest('GET', '/v3/customers?email:in=giorgos@example.org'))).toHaveLength(1)
})

test('a changed product is seen at once by every caller', async () => {
  const { id } = goods.plain
  await world.rest('PUT', `/v3/catalog/products/${id}`, { price: 99.5, is_visible: true })
  expect(
    await world.graphql(
      `{ site { product(entityId: ${id}) { prices(includeTax: true) { price { value } } } } }`,
    ),
  ).toEqual({
    site: { product: { prices: { price: { value: 99.5 } } } },
  })
  const changed = data<{ id: number }[]>(
    await world.rest('GET', `/v3/catalog/products?id:in=${id},${goods.digital.id}&limit=1&page=2`),
  )
  expect(changed).toHaveLength(1)
  await world.rest('PUT', `/v3/catalog/products/${id}`, {
    price: goods.plain.priceCents / 100,
    is_visible: false,
  })
  expect(await world.graphql(`{ site { product(entityId: ${id}) { name } } }`)).toEqual({
    site: { product: null },
  })
  await world.rest('PUT', `/v3/catalog/products/${id}`, { is_visible: true })
})

describe.skipIf(!contracts)(
  'answers keep to the published description (skipped without ../shared/contracts)',
  () => {
    const lists: [string, string, string][] = [
      [
        '/v3/catalog/products?include=variants,modifiers,images,primary_image&limit=250',
        'catalog/products_catalog.v3.yml',
        'get /catalog/products 200',
      ],
      ['/v3/channels', 'channels.v3.yml', 'get /channels 200'],
      ['/v3/channels/1/site', 'channels.v3.yml', 'get /channels/{channel_id}/site 200'],
      [
        '/v3/channels/1/currency-assignments',
        'channels.v3.yml',
        'get /channels/{channel_id}/currency-assignments 200',
      ],
      ['/v3/sites', 'sites.v3.yml', 'get /sites 200'],
      ['/v3/tax/rates', 'tax_rates_zones.v3.yml', 'get /tax/rates 200'],
      ['/v3/tax/zones', 'tax_rates_zones.v3.yml', 'get /tax/zones 200'],
      ['/v2/tax_classes', 'tax_classes.v2.yml', 'get /tax_classes 200'],
      ['/v3/content/pages?include=body', 'pages.v3.yml', 'get /content/pages 200'],
      ['/v2/store', 'store_information.v2.yml', 'get /store 200'],
      ['/v2/time', 'store_information.v2.yml', 'get /time 200'],
      ['/v2/order_statuses', 'orders.v2.oas2.yml', 'get /order_statuses 200'],
    ]
    test.each(lists)('%s', async (path, file, call) => {
      const answer = await world.rest('GET', path)
      expect(answer.status).toBe(200)
      expect(mistakes(file, call, answer.json())).toEqual([])
    })

    test('lists and single things that were made before', async () => {
      const cart = data<{ id: string }>(await makeCart([{ product_id: goods.digital.id, quantity: 1 }]))
      const order = await makeOrder({ external_order_id: 'of the list' })
      const person = { to_name: 'a', to_email: 'a@example.org', from_name: 'b', from_email: 'b@example.org' }
      await world.rest('POST', '/v2/gift_certificates', { ...person, amount: '5' })
      await world.rest('POST', '/v3/hooks', { scope: 'store/cart/*', destination: 'https://example.org/' })
      const made: [string, string, string][] = [
        [`/v3/carts/${cart.id}`, 'carts.v3.yml', 'get /carts/{cartId} 200'],
        ['/v2/orders?limit=2', 'orders.v2.oas2.yml', 'get /orders 200'],
        [
          `/v3/orders/${order.id}/payment_actions/refunds`,
          'orders.v3.yml',
          'get /orders/{order_id}/payment_actions/refunds 200',
        ],
        ['/v2/gift_certificates?limit=2', 'marketing.v2.yml', 'get /gift_certificates 200'],
        ['/v3/customers?email:in=giorgos@example.org', 'customers.v3.yml', 'get /customers 200'],
        ['/v3/customers/subscribers', 'subscribers.v3.yml', 'get /customers/subscribers 200'],
        ['/v3/hooks', 'webhooks.v3.yml', 'get /hooks 200'],
      ]
      for (const [path, file, call] of made) {
        expect(mistakes(file, call, (await world.rest('GET', path)).json()), call).toEqual([])
      }
    })

    test('modifiers', async () => {
      const answer = await world.rest(
        'GET',
        `/v3/catalog/products/${world.shop.groupGift.productId}/modifiers`,
      )
      const file = 'catalog/product-modifiers_catalog.v3.yml'
      expect(mistakes(file, 'get /catalog/products/{product_id}/modifiers 200', answer.json())).toEqual([])
    })

    test('carts', async () => {
      const cart = await makeCart([
        { product_id: goods.plain.id, quantity: 1 },
        { product_id: goods.digital.id, quantity: 1 },
      ])
      expect(mistakes('carts.v3.yml', 'post /carts 201', cart.json())).toEqual([])
      const urls = await world.rest('POST', `/v3/carts/${data<{ id: string }>(cart).id}/redirect_urls`, {
        query_params: { a: 'b' },
      })
      expect(mistakes('carts.v3.yml', 'post /carts/{cartId}/redirect_urls 201', urls.json())).toEqual([])
    })

    test('orders and refunds', async () => {
      const { id } = await makeOrder()
      const order = await world.rest('GET', `/v2/orders/${id}`)
      expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id} 200', order.json())).toEqual([])
      const lines = await world.rest('GET', `/v2/orders/${id}/products`)
      expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/products 200', lines.json())).toEqual([])
      const addresses = await world.rest('GET', `/v2/orders/${id}/shipping_addresses`)
      expect(
        mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/shipping_addresses 200', addresses.json()),
      ).toEqual([])
      const items = [{ item_type: 'PRODUCT', item_id: lines.json<OrderLine[]>()[0]!.id, quantity: 1 }]
      const refund = await world.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, {
        items,
        payments: [],
      })
      expect(
        mistakes('orders.v3.yml', 'post /orders/{order_id}/payment_actions/refunds 201', refund.json()),
      ).toEqual([])
      const quote = await world.rest('POST', `/v3/orders/${id}/payment_actions/refund_quotes`, { items })
      const quoted = 'post /orders/{order_id}/payment_actions/refund_quotes 201'
      expect(mistakes('orders.v3.yml', quoted, quote.json())).toEqual([])
    })

    test('hooks, certificates, customers, subscribers', async () => {
      const hook = await world.rest('POST', '/v3/hooks', {
        scope: 'store/order/*',
        destination: 'https://example.org/hook',
      })
      expect(mistakes('webhooks.v3.yml', 'post /hooks 200', hook.json())).toEqual([])
      const base = {
        to_name: 'a',
        to_email: 'a@example.org',
        from_name: 'b',
        from_email: 'b@example.org',
        amount: '5',
      }
      const certificate = await world.rest('POST', '/v2/gift_certificates', base)
      expect(mistakes('marketing.v2.yml', 'post /gift_certificates 201', certificate.json())).toEqual([])
      const person = { email: 'c@example.org', first_name: 'c', last_name: 'd' }
      const customer = await world.rest('POST', '/v3/customers', [person])
      expect(mistakes('customers.v3.yml', 'post /customers 200', customer.json())).toEqual([])
      const credentials = { email: person.email, password: 'none' }
      const valid = await world.rest('POST', '/v3/customers/validate-credentials', credentials)
      expect(mistakes('customers.v3.yml', 'post /customers/validate-credentials 200', valid.json())).toEqual(
        [],
      )
      const subscriber = await world.rest('POST', '/v3/customers/subscribers', { email: 'n@example.org' })
      expect(mistakes('subscribers.v3.yml', 'post /customers/subscribers 200', subscriber.json())).toEqual([])
    })
  },
)
