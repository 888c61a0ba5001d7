import { createShop, type EmbeddedShop, type ShopOptions } from '../shop/app.ts'
import { catalogue } from '../shop/catalogue/index.ts'
import type { Product } from '../shop/catalogue/types.ts'
import { generateCredentials } from '../shop/credentials.ts'
import { lendDatabase } from './lent-database.ts'
import { testStart } from './postgres.ts'
import { hasQuantityLimits } from './products.ts'

export interface Answer {
  status: number
  headers: Headers
  json: <T = Record<string, unknown>>() => T
  text: string
}

/** The embedded shop on a fresh database, with a clock that tests can set; called by requests, as in production. */
export async function openTestShop(options: Partial<ShopOptions> = {}) {
  const lent = await lendDatabase()
  const clock = { now: testStart }
  const shop = await createShop({
    databaseUrl: lent.url,
    pool: lent.shopPool(),
    baseUrl: 'http://shop.test/shop',
    credentials: generateCredentials(),
    now: () => clock.now,
    // The clock stands, and with it the window of the quota.
    restQuota: { requests: Number.POSITIVE_INFINITY, windowMs: 30_000 },
    ...options,
  })
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await shop.app.request(path, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  return {
    shop,
    clock,
    send,
    rest: restCaller(shop, send),
    graphql: graphqlCaller(shop, send),
    async close() {
      await shop.stop()
      await lent.giveBack()
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>
type Send = (path: string, init?: RequestInit) => Promise<Answer>

const restCaller =
  (shop: EmbeddedShop, send: Send) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`/stores/${shop.credentials.storeHash}${path}`, {
      method,
      headers: { 'x-auth-token': shop.credentials.accessToken, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })

const graphqlCaller =
  (shop: EmbeddedShop, send: Send) =>
  async <T = Record<string, unknown>>(query: string, variables = {}, channel = 1): Promise<T> => {
    const answer = await send('/graphql', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.credentials.storefrontTokens[channel]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = answer.json<{ data: T; errors?: unknown }>()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

/** A visitor with cookies; redirects are not followed. */
export function visitor(send: Send) {
  const cookies = new Map<string, string>()
  const go = async (address: string, form?: Record<string, string>): Promise<Answer> => {
    const path = address.replace(/^https?:\/\/shop\.test/, '').replace(/^\/shop(?=\/|$)/, '') || '/'
    const answer = await send(path, {
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: form ? new URLSearchParams(form).toString() : undefined,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  return { go, location: (answer: Answer) => answer.headers.get('location') ?? '' }
}

const findSample = (matches: (product: Product) => boolean): Product => {
  const sample = catalogue.products.find(
    product => product.visible && product.available && !hasQuantityLimits(product) && matches(product),
  )
  if (!sample) throw new Error('The catalogue has no product of this kind.')
  return sample
}

const plain = findSample(p => p.type === 'physical' && p.options.length === 0 && p.saleCents === undefined)

/** Products of the catalogue by kind, so that tests do not depend on particular ones. */
export const goods = {
  plain,
  onSale: findSample(
    p => p.options.length === 0 && p.saleCents !== undefined && p.lowest30dCents !== undefined,
  ),
  twoOptions: findSample(p => p.options.length === 2 && p.saleCents === undefined),
  digital: findSample(p => p.type === 'digital' && p.options.length === 0 && p.saleCents === undefined),
  tracked: findSample(p => p !== plain && p.stockTracked && p.options.length === 0),
}

/** An order made through the API: two digital products and a contribution of 40 € to a group gift by default. */
export async function orderByApi(
  testShop: TestShop,
  more: object = {},
): Promise<{ id: number; status_id: number }> {
  const { productId, options } = testShop.shop.groupGift
  const contribution = {
    product_id: productId,
    quantity: 1,
    price_inc_tax: 40,
    price_ex_tax: 40,
    product_options: [
      { id: options.product, value: String(goods.plain.id) },
      { id: options.variant, value: String(goods.plain.variants[0]!.id) },
    ],
  }
  const answer = await testShop.rest('POST', '/v2/orders', {
    billing_address: { email: 'host@example.org', first_name: 'Μαρία', last_name: 'Π', zip: '10552' },
    products: [{ product_id: goods.digital.id, quantity: 2 }, contribution],
    ...more,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json()
}

export const cartByApi = (testShop: TestShop, lines: object[], path = '/v3/carts'): Promise<Answer> =>
  testShop.rest('POST', path, { customer_id: 0, channel_id: 1, line_items: lines })
