import { createShop, type EmbeddedShop, type ShopOptions } from '../shop/app.ts'
import { catalogue } from '../shop/catalogue/index.ts'
import type { Product } from '../shop/catalogue/types.ts'
import { newCredentials } from '../shop/credentials.ts'
import { freshDatabase, morning } from './postgres.ts'

export interface Answer {
  status: number
  headers: Headers
  json: <T = Record<string, unknown>>() => T
  text: string
}

/** A shop on a fresh database with a clock to turn, spoken to as its callers do. */
export async function openTestShop(options: Partial<ShopOptions> = {}) {
  const database = await freshDatabase()
  const clock = { now: morning }
  const shop = await createShop({
    databaseUrl: database.url,
    baseUrl: 'http://shop.test/shop',
    credentials: newCredentials(),
    now: () => clock.now,
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
      await database.drop()
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

/** A visitor with cookies, who follows no redirects by itself. */
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

const among = (fits: (product: Product) => boolean): Product => {
  const found = catalogue.products.find(product => product.visible && product.available && fits(product))
  if (!found) throw new Error('The catalogue has no product of this kind.')
  return found
}

const plain = among(p => p.type === 'physical' && p.options.length === 0 && p.saleCents === undefined)

/** Goods of the catalogue by kind, so that tests do not lean on what it happens to sell. */
export const goods = {
  plain,
  onSale: among(p => p.options.length === 0 && p.saleCents !== undefined && p.lowest30dCents !== undefined),
  twoOptions: among(p => p.options.length === 2 && p.saleCents === undefined),
  digital: among(p => p.type === 'digital' && p.options.length === 0 && p.saleCents === undefined),
  tracked: among(p => p !== plain && p.stockTracked && p.options.length === 0),
}

/** An order put in through the API: two digital goods and a share of 40 € in a group gift, unless told otherwise. */
export async function orderByApi(
  world: TestShop,
  more: object = {},
): Promise<{ id: number; status_id: number }> {
  const { productId, options } = world.shop.groupGift
  const share = {
    product_id: productId,
    quantity: 1,
    price_inc_tax: 40,
    price_ex_tax: 40,
    product_options: [
      { id: options.product, value: String(goods.plain.id) },
      { id: options.variant, value: String(goods.plain.variants[0]!.id) },
    ],
  }
  const answer = await world.rest('POST', '/v2/orders', {
    billing_address: { email: 'host@example.org', first_name: 'Μαρία', last_name: 'Π', zip: '10552' },
    products: [{ product_id: goods.digital.id, quantity: 2 }, share],
    ...more,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json()
}

export const cartByApi = (world: TestShop, lines: object[], path = '/v3/carts'): Promise<Answer> =>
  world.rest('POST', path, { customer_id: 0, channel_id: 1, line_items: lines })
