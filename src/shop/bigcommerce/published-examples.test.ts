import { describe, expect, test } from 'vitest'
import { contracts } from '../../../test/contracts.ts'
import { nullableFields, publishedExamples } from '../../../test/published-examples.ts'
import { testConnection } from '../../../test/scripted-shop.ts'
import { type Shop, ShopFailure } from '../port.ts'
import { connectShop } from './connect.ts'

const exampleOrigin = 'https://store.mybigcommerce.com'
const apiUrl = 'https://api.shop.test/stores/abc'

/** A store that replies what the platform's descriptions give as examples; `change` spoils a reply. */
function exampleShop(change: (body: unknown, path: string) => unknown = body => body): Shop {
  const fetch = (url: string, { method = 'GET' }: RequestInit) => {
    const { status, bodies } = publishedExamples(url, method)
    const body = change(structuredClone(bodies[0]), new URL(url).pathname)
    const json =
      body === undefined ? null : JSON.stringify(body).replaceAll(exampleOrigin, 'https://shop.test')
    return new Response(status === 204 ? null : json, { status })
  }
  return connectShop(testConnection, { fetch, sleep: async () => {} })
}

const withRedirects = (body: unknown, path: string) => {
  if (!path.endsWith('/v3/carts')) return body
  const { data } = body as { data: object }
  const urls = publishedExamples(`${apiUrl}/v3/carts/c/redirect_urls`, 'POST')
  const ours = { id: 'a-cart', currency: { code: 'eur' } }
  return { data: { ...data, ...ours, redirect_urls: (urls.bodies[0] as { data: object }).data } }
}

describe.skipIf(!contracts)('the examples of the published contracts are read', () => {
  test('an order with its lines: amounts in cents, moments, where it stands', async () => {
    const order = await exampleShop().fetchOrder(9)
    expect(order).toMatchObject({
      id: 218,
      state: 'pending',
      currency: 'USD',
      totalCents: 6984,
      orderedAt: new Date('2019-03-05T21:40:11Z'),
      changedAt: new Date('2019-03-11T15:17:25Z'),
    })
    expect(order?.lines[0]).toMatchObject({
      id: 65,
      productId: 77,
      quantity: 1,
      refundedQuantity: 0,
      name: 'Fog Linen Chambray Towel - Beige Stripe',
    })
  })

  test('changed orders, oldest change first', async () => {
    const changed = await exampleShop().fetchChangedOrders(new Date(0))
    expect(changed.length).toBeGreaterThan(1)
    expect(changed.map(one => one.changedAt?.getTime() ?? 0)).toEqual(
      changed.map(one => one.changedAt?.getTime() ?? 0).sort((one, other) => one - other),
    )
  })

  test('a cart, and new addresses of it', async () => {
    const cart = await exampleShop(withRedirects).createCart({ language: 'en', customerId: 0, lines: [] })
    expect(cart).toMatchObject({
      id: 'a-cart',
      checkoutUrl: expect.stringMatching(/^https:\/\/shop\.test\/cart\.php/),
    })
    const redirects = await exampleShop().createCartRedirects('a-cart')
    expect(redirects?.cartUrl).toMatch(/^https:\/\/shop\.test\/cart\.php/)
  })

  test('a cart in the currency of the example is refused by name', async () => {
    const inDollars = (body: unknown, path: string) => {
      const { data } = withRedirects(body, path) as { data: object }
      return { data: { ...data, currency: { code: 'usd' } } }
    }
    const cart = { language: 'en' as const, customerId: 0, lines: [] }
    await expect(exampleShop(inDollars).createCart(cart)).rejects.toThrow('amounts are in usd, not in EUR')
  })

  test('certificates, with dates in unix seconds', async () => {
    expect(await exampleShop().findCertificateByCode('10r-5e2-bo4-rwt')).toMatchObject({
      id: 24,
      cents: 100_000,
      balanceCents: 50_000,
      state: 'active',
      expiresAt: new Date(1_603_306_000),
    })
    expect(await exampleShop().findCertificateByCode('none of them')).toBe(null)
  })

  test('webhooks', async () => {
    await exampleShop().createWebhook({ scope: 'store/order/created', destination: 'https://a.example' })
    expect(await exampleShop().fetchWebhooks()).toHaveLength(1)
  })

  test('a password that is right', async () => {
    expect(await exampleShop().checkCustomerPassword('a@example.org', 'right', 'en')).toBe(1)
  })

  test('a host’s order', async () => {
    const placed = await exampleShop().placeOrder({
      externalId: 'ours',
      language: 'en',
      customerId: 0,
      customer: { name: 'Μαρία', surname: 'Δοκιμή', email: 'a@example.org', phone: null },
      shipTo: null,
      lines: [],
      staffNote: '',
    })
    expect(placed).toBe(218)
  })

  test('newsletter, products that changed', async () => {
    await exampleShop().subscribeToNewsletter({ email: 'a@example.org', name: 'a', language: 'en' })
    await exampleShop().unsubscribeFromNewsletter('a@example.org')
    expect(await exampleShop().fetchChangedProductIds(new Date(0))).toEqual([0])
  })

  test('a customer of the example has no id, which fails by the name of the field', async () => {
    const failure = await exampleShop()
      .findCustomerByEmail('jane.smith@example.com')
      .catch(error => error)
    expect(failure).toBeInstanceOf(ShopFailure)
    expect(failure.message).toContain('/v3/customers.data.0.id')
  })
})

/** What is asked, and the connector's operation that asks it. */
const reads: [string, (shop: Shop) => Promise<unknown>][] = [
  ['/v2/orders/9', shop => shop.fetchOrder(9)],
  ['/v2/orders/9/products', shop => shop.fetchOrder(9)],
  ['/v2/orders', shop => shop.fetchChangedOrders(new Date(0))],
  ['/v3/hooks', shop => shop.fetchWebhooks()],
  ['/v3/customers/subscribers', shop => shop.unsubscribeFromNewsletter('a@example.org')],
  ['/v3/catalog/products', shop => shop.fetchChangedProductIds(new Date(0))],
]

describe.skipIf(!contracts)('a field that may be null by the published contracts is read as null', () => {
  test.each(reads)('%s', async (path, read) => {
    const fields = nullableFields(apiUrl + path, 'GET')
    expect(fields).not.toEqual([])
    for (const field of fields) {
      const shop = exampleShop((body, asked) => (asked.endsWith(path) ? withNull(body, field) : body))
      await expect(read(shop), field.join('.')).resolves.not.toThrow()
    }
  })
})

/** The body with null at that path; a list has it in each of its entries. */
function withNull(body: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return null
  if (Array.isArray(body)) return body.map(entry => withNull(entry, rest))
  if (typeof body !== 'object' || body === null) return body
  return { ...body, [name]: withNull((body as Record<string, unknown>)[name], rest) }
}
