import { describe, expect, test } from 'vitest'
import { contracts, mistakes } from '../../test/contracts.ts'
import { opened } from '../../test/opened.ts'
import { type Answer, cartByApi, goods, openTestShop, orderByApi } from '../../test/shop.ts'

const testShop = opened(() => openTestShop())

const data = <T>(answer: Answer): T => answer.json<{ data: T }>().data
const createOrder = (more?: object) => orderByApi(testShop, more)
const createCart = (lines: object[]) => cartByApi(testShop, lines)

describe.skipIf(!contracts)('answers match the published description (skipped where it is missing)', () => {
  const getCalls: [string, string, string][] = [
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
  test.each(getCalls)('%s', async (path, file, call) => {
    const answer = await testShop.rest('GET', path)
    expect(answer.status).toBe(200)
    expect(mistakes(file, call, answer.json())).toEqual([])
  })

  test('lists of what was created', async () => {
    const cart = data<{ id: string }>(await createCart([{ product_id: goods.digital.id, quantity: 1 }]))
    const order = await createOrder({ external_order_id: 'of the list' })
    const person = { to_name: 'a', to_email: 'a@example.org', from_name: 'b', from_email: 'b@example.org' }
    await testShop.rest('POST', '/v2/gift_certificates', { ...person, amount: '5' })
    await testShop.rest('POST', '/v3/hooks', { scope: 'store/cart/*', destination: 'https://example.org/' })
    const getCalls: [string, string, string][] = [
      [`/v3/carts/${cart.id}`, 'carts.v3.yml', 'get /carts/{cartId} 200'],
      ['/v2/orders?limit=2', 'orders.v2.oas2.yml', 'get /orders 200'],
      [
        `/v3/orders/${order.id}/payment_actions/refunds`,
        'orders.v3.yml',
        'get /orders/{order_id}/payment_actions/refunds 200',
      ],
      ['/v2/gift_certificates?limit=2', 'marketing.v2.yml', 'get /gift_certificates 200'],
      ['/v3/customers', 'customers.v3.yml', 'get /customers 200'],
      ['/v3/customers/subscribers', 'subscribers.v3.yml', 'get /customers/subscribers 200'],
      ['/v3/hooks', 'webhooks.v3.yml', 'get /hooks 200'],
    ]
    for (const [path, file, call] of getCalls) {
      expect(mistakes(file, call, (await testShop.rest('GET', path)).json()), call).toEqual([])
    }
  })

  test('modifiers', async () => {
    const answer = await testShop.rest(
      'GET',
      `/v3/catalog/products/${testShop.shop.groupGift.productId}/modifiers`,
    )
    const file = 'catalog/product-modifiers_catalog.v3.yml'
    expect(mistakes(file, 'get /catalog/products/{product_id}/modifiers 200', answer.json())).toEqual([])
  })

  test('carts', async () => {
    const cart = await createCart([
      { product_id: goods.plain.id, quantity: 1 },
      { product_id: goods.digital.id, quantity: 1 },
    ])
    expect(mistakes('carts.v3.yml', 'post /carts 201', cart.json())).toEqual([])
    const urls = await testShop.rest('POST', `/v3/carts/${data<{ id: string }>(cart).id}/redirect_urls`, {
      query_params: { a: 'b' },
    })
    expect(mistakes('carts.v3.yml', 'post /carts/{cartId}/redirect_urls 201', urls.json())).toEqual([])
  })

  test('orders and refunds', async () => {
    const { id } = await createOrder()
    const order = await testShop.rest('GET', `/v2/orders/${id}`)
    expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id} 200', order.json())).toEqual([])
    const lines = await testShop.rest('GET', `/v2/orders/${id}/products`)
    expect(mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/products 200', lines.json())).toEqual([])
    const addresses = await testShop.rest('GET', `/v2/orders/${id}/shipping_addresses`)
    expect(
      mistakes('orders.v2.oas2.yml', 'get /orders/{order_id}/shipping_addresses 200', addresses.json()),
    ).toEqual([])
    const items = [{ item_type: 'PRODUCT', item_id: lines.json<{ id: number }[]>()[0]!.id, quantity: 1 }]
    const refund = await testShop.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, {
      items,
      payments: [],
    })
    expect(
      mistakes('orders.v3.yml', 'post /orders/{order_id}/payment_actions/refunds 201', refund.json()),
    ).toEqual([])
    const quote = await testShop.rest('POST', `/v3/orders/${id}/payment_actions/refund_quotes`, { items })
    const quoted = 'post /orders/{order_id}/payment_actions/refund_quotes 201'
    expect(mistakes('orders.v3.yml', quoted, quote.json())).toEqual([])
  })

  test('hooks, certificates, customers, subscribers', async () => {
    const hook = await testShop.rest('POST', '/v3/hooks', {
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
    const certificate = await testShop.rest('POST', '/v2/gift_certificates', base)
    expect(mistakes('marketing.v2.yml', 'post /gift_certificates 201', certificate.json())).toEqual([])
    const person = { email: 'c@example.org', first_name: 'c', last_name: 'd' }
    const customer = await testShop.rest('POST', '/v3/customers', [person])
    expect(mistakes('customers.v3.yml', 'post /customers 200', customer.json())).toEqual([])
    const credentials = { email: person.email, password: 'none' }
    const valid = await testShop.rest('POST', '/v3/customers/validate-credentials', credentials)
    expect(mistakes('customers.v3.yml', 'post /customers/validate-credentials 200', valid.json())).toEqual([])
    const subscriber = await testShop.rest('POST', '/v3/customers/subscribers', { email: 'n@example.org' })
    expect(mistakes('subscribers.v3.yml', 'post /customers/subscribers 200', subscriber.json())).toEqual([])
  })
})
