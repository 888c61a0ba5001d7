import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { type Answer, cartByApi, goods, openTestShop, orderByApi } from '../../test/shop.ts'

const testShop = opened(() => openTestShop())

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
const createOrder = (more?: object) => orderByApi(testShop, more)
const createCart = (lines: object[], path?: string) => cartByApi(testShop, lines, path)

test('a call without the right token, or for another store, is refused', async () => {
  const get = (hash: string, token: string) =>
    testShop.send(`/stores/${hash}/v2/time`, { headers: { 'x-auth-token': token } })
  const { storeHash, accessToken } = testShop.shop.credentials
  expect((await get(storeHash, 'wrong')).status).toBe(401)
  expect((await get('other', accessToken)).status).toBe(401)
  expect((await get(storeHash, accessToken)).json()).toEqual({ time: 1795255200 })
})

test('a cart line may have a price, name and texts of its own', async () => {
  const { productId, options } = testShop.shop.groupGift
  const answer = await createCart(
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

test('a cart is changed line by line, and deleted with its last line', async () => {
  const cart = data<{ id: string; version: number; line_items: { physical_items: { id: string }[] } }>(
    await createCart([{ product_id: goods.plain.id, quantity: 1 }]),
  )
  const path = `/v3/carts/${cart.id}`
  const line = cart.line_items.physical_items[0]!.id
  const more = { line_items: [{ product_id: goods.plain.id, quantity: 2 }] }
  expect(data(await testShop.rest('POST', `${path}/items`, more))).toMatchObject({
    line_items: { physical_items: [{ id: line, quantity: 3 }] },
  })
  const change = { line_item: { product_id: goods.plain.id, quantity: 5 }, version: cart.version }
  expect((await testShop.rest('PUT', `${path}/items/${line}`, change)).status).toBe(409)
  const other = { line_item: { product_id: goods.digital.id, quantity: 1 } }
  expect((await testShop.rest('PUT', `${path}/items/${line}`, other)).status).toBe(422)
  const withoutVersion = { line_item: { product_id: goods.plain.id, quantity: 1 } }
  expect((await testShop.rest('PUT', `${path}/items/${line}`, withoutVersion)).status).toBe(200)
  expect((await testShop.rest('DELETE', `${path}/items/${line}`)).status).toBe(204)
  expect((await testShop.rest('GET', path)).status).toBe(404)
})

test.each([
  ['an unknown product', { product_id: 1, quantity: 1 }],
  ['no options for a product that has some', { product_id: goods.twoOptions.id, quantity: 1 }],
  ['more units than in stock', { product_id: goods.tracked.id, quantity: 90_000 }],
  ['a negative price', { product_id: goods.plain.id, quantity: 1, list_price: -1 }],
  ['no quantity', { product_id: goods.plain.id }],
])('a cart with %s is refused with 422', async (_, line) => {
  const answer = await createCart([line])
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.json())).toEqual(['status', 'title', 'type', 'errors'])
})

test('an order carries the cart’s option ids as product_option_id', async () => {
  const order = await createOrder()
  const lines = (await testShop.rest('GET', `/v2/orders/${order.id}/products`)).json<OrderLine[]>()
  const { options } = testShop.shop.groupGift
  expect(
    lines[1]!.product_options.map(option => [option.product_option_id, option.type, option.value]),
  ).toEqual([
    [options.product, 'Text field', String(goods.plain.id)],
    [options.variant, 'Text field', String(goods.plain.variants[0]!.id)],
  ])
})

test('orders are filtered by cart, status, date and external id; an empty list is 204 without a body', async () => {
  const before = testShop.clock.now
  testShop.clock.now = new Date(before.getTime() + 3_600_000)
  const order = await createOrder({ external_order_id: 'redeem-7', status_id: 1 })
  const ids = async (query: string) =>
    (await testShop.rest('GET', `/v2/orders?${query}`)).json<{ id: number }[]>().map(order => order.id)
  expect(await ids('external_order_id=redeem-7')).toEqual([order.id])
  expect(await ids('status_id=1')).toContain(order.id)
  expect(await ids(`min_date_modified=${encodeURIComponent(testShop.clock.now.toUTCString())}`)).toEqual([
    order.id,
  ])
  const empty = await testShop.rest('GET', '/v2/orders?cart_id=09346904-4175-44fd-be53-f7e598531b6c')
  expect([empty.status, empty.text]).toEqual([204, ''])
  expect((await testShop.rest('GET', '/v2/orders/999999')).status).toBe(404)
  testShop.clock.now = before
})

test('status and staff notes can be changed; a cancelled order is put back in stock', async () => {
  const stockLevel = async () =>
    data<{ inventory_level: number }>(await testShop.rest('GET', `/v3/catalog/products/${goods.tracked.id}`))
      .inventory_level
  const fullStock = await stockLevel()
  const order = await createOrder({ products: [{ product_id: goods.tracked.id, quantity: 1 }] })
  expect(await stockLevel()).toBe(fullStock - 1)
  const changed = await testShop.rest('PUT', `/v2/orders/${order.id}`, {
    status_id: 5,
    staff_notes: 'Registry AB',
  })
  expect(changed.json()).toMatchObject({ status_id: 5, status: 'Cancelled', staff_notes: 'Registry AB' })
  expect(await stockLevel()).toBe(fullStock)
})

test('lines are refunded partly, then fully, and not twice', async () => {
  const order = await createOrder()
  const lines = (await testShop.rest('GET', `/v2/orders/${order.id}/products`)).json<OrderLine[]>()
  const refund = (items: object[]) =>
    testShop.rest('POST', `/v3/orders/${order.id}/payment_actions/refunds`, { items, payments: [] })
  const item = (id: number, quantity: number) => ({ item_type: 'PRODUCT', item_id: id, quantity })
  expect(data(await refund([item(lines[0]!.id, 1)]))).toMatchObject({
    total_amount: goods.digital.priceCents / 100,
  })
  expect((await testShop.rest('GET', `/v2/orders/${order.id}`)).json()).toMatchObject({ status_id: 14 })
  expect((await refund([item(lines[0]!.id, 1), item(lines[0]!.id, 1)])).status).toBe(422)
  expect((await refund([item(lines[0]!.id, 1), item(lines[1]!.id, 1)])).status).toBe(201)
  expect((await testShop.rest('GET', `/v2/orders/${order.id}`)).json()).toMatchObject({
    status_id: 4,
    payment_status: 'refunded',
  })
})

test('a gift certificate is found by its code, its balance changed, and its code unique', async () => {
  const input = {
    to_name: 'Μαρία',
    to_email: 'm@example.org',
    from_name: 'Doron',
    from_email: 'shop@example.org',
    amount: '25.00',
    code: 'REG-ABCDEF123456',
  }
  const created = await testShop.rest('POST', '/v2/gift_certificates', input)
  expect(created.status).toBe(201)
  expect((await testShop.rest('POST', '/v2/gift_certificates', input)).status).toBe(409)
  const found = (await testShop.rest('GET', `/v2/gift_certificates?code=${input.code}`)).json<
    { id: number }[]
  >()
  expect(found).toMatchObject([{ balance: '25.0000', status: 'active', purchase_date: '1795255200' }])
  const path = `/v2/gift_certificates/${found[0]!.id}`
  const { code, ...required } = input
  const lowered = await testShop.rest('PUT', path, { ...input, balance: '0.00' })
  expect(lowered.json()).toMatchObject({ balance: '0.0000', code })
  // What is left out takes the platform's default.
  const careless = (await testShop.rest('PUT', path, required)).json<{ balance: string; code: string }>()
  expect([careless.balance, careless.code === code]).toEqual(['25.0000', false])
  expect((await testShop.rest('GET', '/v2/gift_certificates?code=none')).status).toBe(204)
  expect((await testShop.rest('DELETE', '/v2/gift_certificates')).status).toBe(501)
})

test('only the password set last is valid', async () => {
  const email = 'Giorgos@example.org'
  const authentication = { force_password_reset: false, new_password: 'first secret' }
  const person = { email, first_name: 'Γιώργος', last_name: 'Π', authentication }
  const [created] = data<{ id: number }[]>(await testShop.rest('POST', '/v3/customers', [person]))
  expect((await testShop.rest('POST', '/v3/customers', [person])).status).toBe(422)
  const check = async (password: string) =>
    (
      await testShop.rest('POST', '/v3/customers/validate-credentials', { email, password, channel_id: 1 })
    ).json()
  expect(await check('first secret')).toEqual({ is_valid: true, customer_id: created!.id })
  await testShop.rest('PUT', '/v3/customers', [
    { id: created!.id, authentication: { new_password: 'second secret' } },
  ])
  expect(await check('first secret')).toEqual({ is_valid: false, customer_id: null })
  expect(await check('second secret')).toMatchObject({ is_valid: true })
  expect(data(await testShop.rest('GET', '/v3/customers?email:in=giorgos@example.org'))).toHaveLength(1)
})

test('a changed product is visible to every API at once', async () => {
  const { id } = goods.plain
  await testShop.rest('PUT', `/v3/catalog/products/${id}`, { price: 99.5, is_visible: true })
  expect(
    await testShop.graphql(
      `{ site { product(entityId: ${id}) { prices(includeTax: true) { price { value } } } } }`,
    ),
  ).toEqual({
    site: { product: { prices: { price: { value: 99.5 } } } },
  })
  const changed = data<{ id: number }[]>(
    await testShop.rest('GET', `/v3/catalog/products?id:in=${id},${goods.digital.id}&limit=1&page=2`),
  )
  expect(changed).toHaveLength(1)
  await testShop.rest('PUT', `/v3/catalog/products/${id}`, {
    price: goods.plain.priceCents / 100,
    is_visible: false,
  })
  expect(await testShop.graphql(`{ site { product(entityId: ${id}) { name } } }`)).toEqual({
    site: { product: null },
  })
  await testShop.rest('PUT', `/v3/catalog/products/${id}`, { is_visible: true })
})

test('no two products have one name or one SKU', async () => {
  const path = '/v3/catalog/products'
  const { plain, digital } = goods
  const sent = { name: 'One of a kind', type: 'digital', weight: 0, price: 5, sku: 'ONE' }
  const made = data<{ id: number }>(await testShop.rest('POST', path, sent))
  const own = `${path}/${made.id}`
  const calls = [
    ['POST', path, { ...sent, sku: 'TWO', name: 'ONE of a kind' }, 409],
    ['POST', path, { ...sent, name: 'Another' }, 409],
    ['POST', path, { ...sent, sku: 'TWO', name: plain.name.el }, 409],
    ['PUT', own, { name: digital.name.en }, 409],
    ['PUT', own, { sku: plain.variants[0]!.sku }, 409],
    ['PUT', own, { name: sent.name, sku: sent.sku }, 200],
    ['DELETE', own, undefined, 204],
    ['POST', path, sent, 200],
  ] as const
  for (const [method, url, body, status] of calls)
    expect([body, (await testShop.rest(method, url, body)).status]).toEqual([body, status])
})
