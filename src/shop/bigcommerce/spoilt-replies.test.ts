import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../../shop/catalogue/index.ts'
import { goods, orderByApi } from '../../../test/shop.ts'
import { connectTestShop, shopUrl } from '../../../test/shop-connector.ts'
import { fieldsOf, spoilt, waysOf } from '../../../test/spoilt.ts'
import { isShopFailure, type Shop } from '../port.ts'
import { connectShop } from './connect.ts'
import { embeddedShopConnection } from './connection.ts'
import * as rest from './wire.ts'
import * as graphql from './wire-graphql.ts'

/**
 * Each field of each reply in turn is null, missing, empty, or of another type. Nothing but a ShopFailure is thrown, nothing
 * is returned that the shop did not say, and a list of things that stand by themselves loses one row at most (R1302).
 */

const connected = connectTestShop()

interface SpoiltCall {
  call(shop: Shop): Promise<unknown>
  /** Whether an odd row of its lists leaves the others. */
  isOfRows?: true
  /** Tax rates come from a service. */
  taxService?: true
  /** What stands for a value that can't be read. */
  mayBecome?: unknown[]
}
interface Prepared {
  orderId: number
  cartId: string
  certificateId: number
  /** Of a product with more options and values than fit into one reply. */
  longId: number
}
const prepared = {} as Prepared
const since = new Date(0)
const card = {
  cents: 5000,
  toName: 'Α',
  toEmail: 'to@example.org',
  fromName: 'Β',
  fromEmail: 'from@example.org',
  message: 'Να ζήσετε',
  language: 'el' as const,
  expiresOn: null,
}
const line = {
  kind: 'product' as const,
  productId: goods.plain.id,
  variantId: goods.plain.variants[0]!.id,
  quantity: 1,
  options: [],
  modifiers: [],
}
const cart = { language: 'en' as const, customerId: 0, lines: [line] }
const twoOptions = goods.twoOptions
const withChoice = catalogue.products.find(({ slug }) => slug === 'growth-chart')!
const withModifiers = catalogue.products.find(one => one.visible && (one.modifiers ?? []).length > 0)!
const rates = `${shopUrl}/rates`
const hostOrder = {
  externalId: 'payout-1',
  language: 'en' as const,
  customerId: 0,
  customer: { name: 'Α', surname: 'Β', email: 'host@example.org', phone: null },
  shipTo: null,
  lines: [
    {
      productId: goods.digital.id,
      variantId: goods.digital.variants[0]!.id,
      quantity: 1,
      cents: 1000,
      options: [],
      modifiers: [],
    },
  ],
  staffNote: 'n',
}

const calls: Record<string, SpoiltCall> = {
  fetchCataloguePage: { call: shop => shop.fetchCataloguePage('en', null), isOfRows: true },
  fetchProducts: {
    call: shop => shop.fetchProducts([goods.plain.id, twoOptions.id], 'en'),
    isOfRows: true,
  },
  fetchProduct: { call: shop => shop.fetchProduct(twoOptions.id, 'en') },
  'a product with many options and values': { call: shop => shop.fetchProduct(prepared.longId, 'en') },
  fetchGiftCardProduct: { call: shop => shop.fetchGiftCardProduct('el') },
  findVariant: {
    call: shop => {
      const { values: chosen } = twoOptions.variants[0]!
      const values = twoOptions.options.map(({ id }, index) => ({ optionId: id, valueId: chosen[index]! }))
      return shop.findVariant(twoOptions.id, values, 'en')
    },
  },
  fetchPrices: {
    call: shop =>
      shop.fetchPrices(
        [goods.plain, goods.digital].map(one => ({ productId: one.id, variantId: one.variants[0]!.id })),
        'en',
      ),
  },
  'the price of a choice': {
    call: shop => {
      const { id, variants, modifiers } = withChoice
      const choice = modifiers!.find(one => 'values' in one)!
      const chosen = { optionId: choice.id, valueId: 'values' in choice ? choice.values[0]!.id : 0 }
      return shop.fetchPrices([{ productId: id, variantId: variants[0]!.id, choices: [[chosen]] }], 'en')
    },
  },
  fetchBrands: { call: shop => shop.fetchBrands([1, 2, 3], 'en'), isOfRows: true },
  fetchCategories: { call: shop => shop.fetchCategories('en'), isOfRows: true },
  fetchPages: { call: shop => shop.fetchPages('en'), isOfRows: true },
  fetchPage: { call: shop => shop.fetchPage('/terms/', 'en') },
  fetchListingOrder: { call: shop => shop.fetchListingOrder('newest'), isOfRows: true },
  fetchChangedProductIds: { call: shop => shop.fetchChangedProductIds(since), isOfRows: true },
  'products with options to fill in': {
    call: shop => shop.fetchProducts([withModifiers.id, goods.plain.id], 'en'),
    isOfRows: true,
    // An option of an unknown kind can't be filled in here.
    mayBecome: ['file', 255],
  },
  blog: { call: shop => shop.fetchPage('/blog/', 'en'), mayBecome: ['<p></p>'] },
  'rates of a tax service': { call: shop => shop.fetchTaxRates(), taxService: true },
  fetchTaxRates: { call: shop => shop.fetchTaxRates() },
  createCart: { call: shop => shop.createCart(cart) },
  createCartRedirects: { call: shop => shop.createCartRedirects(prepared.cartId) },
  fetchOrder: {
    call: shop => shop.fetchOrder(prepared.orderId),
    mayBecome: ['unreadable', 'payment: unreadable', 'goods', 'by hand'],
  },
  fetchOrderTransactions: { call: shop => shop.fetchOrderTransactions(prepared.orderId) },
  fetchOrderIdsOfCart: { call: shop => shop.fetchOrderIdsOfCart(prepared.cartId), isOfRows: true },
  fetchChangedOrders: { call: shop => shop.fetchChangedOrders(since), isOfRows: true },
  fetchOrdersBetween: {
    call: shop => shop.fetchOrdersBetween(1, 10_000),
    isOfRows: true,
    mayBecome: ['pending'],
  },
  isDeliveredToHosts: { call: shop => shop.isDeliveredToHosts({ id: prepared.orderId, channelId: 1 }) },
  addStaffNote: { call: shop => shop.addStaffNote(prepared.orderId, 'a note') },
  findCustomerByEmail: { call: shop => shop.findCustomerByEmail('someone@example.org') },
  checkCustomerPassword: {
    call: shop => shop.checkCustomerPassword('someone@example.org', 'wrong', 'en'),
  },
  createCertificate: { call: shop => shop.createCertificate({ ...card, code: 'SPOILT-0002' }) },
  findCertificateByCode: { call: shop => shop.findCertificateByCode('SPOILT-0001') },
  fetchCertificate: { call: shop => shop.fetchCertificate(prepared.certificateId) },
  fetchCertificatesAfter: { call: shop => shop.fetchCertificatesAfter(0) },
  setCertificateState: { call: shop => shop.setCertificateState(prepared.certificateId, 'active') },
  placeOrder: { call: shop => shop.placeOrder(hostOrder) },
  findOrderByExternalId: { call: shop => shop.findOrderByExternalId('payout-1') },
  unsubscribeFromNewsletter: { call: shop => shop.unsubscribeFromNewsletter('someone@example.org') },
  fetchWebhooks: { call: shop => shop.fetchWebhooks(), isOfRows: true },
  fetchStorefrontSites: { call: shop => shop.fetchStorefrontSites() },
  searchProducts: {
    call: shop => shop.searchProducts({ query: 'a', language: 'en', sort: 'newest' }),
    isOfRows: true,
  },
}

/** Parts of other schemas, and what is not read from the shop's replies: webhooks have a test of their own shapes. */
const notReplies = [
  'centsSchema',
  'exactAmountSchema',
  'currencySchema',
  'ignoredReplySchema',
  'webhookBodySchema',
]

/** The names of the schemas that were read with. */
const read = new Set<string>()
const schemas = Object.entries({ ...rest, ...graphql }).filter(([name]) => name.endsWith('Schema')) as [
  string,
  { safeParse(...values: unknown[]): unknown },
][]

/** Both lists are cut: eleven options are one more than a reply has, and 51 values of one of them. */
async function makeLongProduct(): Promise<number> {
  const { rest: call } = connected.far
  const made = await call('POST', '/v3/catalog/products', {
    name: 'Long',
    type: 'physical',
    weight: 0,
    price: 1,
    is_visible: true,
    variants: Array.from({ length: 51 }, (_, index) => ({
      sku: `long-${index}`,
      option_values: [{ option_display_name: 'Size', label: `size ${index}` }],
    })),
  })
  const { id } = made.json<{ data: { id: number } }>().data
  for (let index = 0; index < 10; index++) {
    const modifier = { type: 'text', display_name: `line ${index}`, required: false }
    const answer = await call('POST', `/v3/catalog/products/${id}/modifiers`, modifier)
    expect(answer.status).toBe(200)
  }
  return id
}

beforeAll(async () => {
  for (const [name, schema] of schemas) {
    const parse = schema.safeParse
    schema.safeParse = (...values) => {
      read.add(name)
      return parse(...values)
    }
  }
  const { far, shop } = connected
  const { id } = await orderByApi(far, {})
  await far.shop.actions.refundAmount(id, 100)
  const made = await shop.createCart(cart)
  await shop.createCart(cart)
  Object.assign(prepared, { orderId: id, cartId: made.id })
  prepared.longId = await makeLongProduct()
  prepared.certificateId = (await shop.createCertificate({ ...card, code: 'SPOILT-0001' })).id
  await shop.createWebhook({ scope: 'store/order/created', destination: 'http://127.0.0.1:9/a' })
  await shop.createWebhook({ scope: 'store/order/updated', destination: 'http://127.0.0.1:9/a' })
  await shop.createCustomer({
    email: 'someone@example.org',
    name: 'a',
    surname: 'b',
    phone: null,
    language: 'en',
  })
  await shop.subscribeToNewsletter({ email: 'someone@example.org', name: 'a', language: 'en' })
})
afterAll(() => {
  expect(schemas.map(([name]) => name).filter(name => !read.has(name) && !notReplies.includes(name))).toEqual(
    [],
  )
})

const valuesIn = (value: unknown): unknown[] =>
  value instanceof Date
    ? [value.getTime()]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(valuesIn)
      : [value]

type Recorded = Map<string, { status: number; text: string }>
/** The connector to the replies that were recorded, or to the shop where there are none yet. */
function replayed(
  recorded: Recorded,
  spoil?: { key: string; path: string[]; how: (value: unknown) => unknown },
) {
  const { far } = connected
  const service = recorded.has(`GET ${rates} `) && { TAX_RATES: { url: rates, authorization: 'a' } }
  const channels = { SHOP_CHANNELS: { en: { id: 1 }, el: { id: 1481393 } }, ...service }
  return connectShop(embeddedShopConnection(shopUrl, far.shop, channels), {
    fetch: async (url, init) => {
      const key = `${init.method} ${url} ${init.body ?? ''}`
      let reply = recorded.get(key)
      if (!reply) {
        // The shop is not asked for what a spoilt reply leads to, because it would change it.
        if (spoil) return Response.json({ title: 'not recorded' }, { status: 404 })
        const response = await far.shop.app.request(url.slice(shopUrl.length), init)
        reply = { status: response.status, text: await response.text() }
        recorded.set(key, reply)
      }
      const text =
        spoil?.key === key
          ? JSON.stringify(spoilt(JSON.parse(reply.text), spoil.path, spoil.how))
          : reply.text
      return new Response(text || null, { status: reply.status })
    },
    sleep: async () => {},
  })
}

describe.each(Object.keys(calls))('%s', name => {
  const { call, isOfRows, taxService = false, mayBecome = [] } = calls[name]!

  test('an odd field of its replies', async () => {
    const recorded: Recorded = new Map()
    if (taxService) recorded.set(`GET ${rates} `, { status: 200, text: '{"rates":{"default tax class":24}}' })
    const whole = await call(replayed(recorded))
    expect(recorded.size).toBeGreaterThan(0)
    const said = new Set<unknown>([...valuesIn(whole), null, undefined, 0, 1, '', false, true, ...mayBecome])
    const texts = [...said].filter(value => typeof value === 'string')
    const fields = [...recorded].flatMap(([key, { text }]) =>
      text === '' ? [] : fieldsOf(JSON.parse(text)).map(path => ({ key, path })),
    )
    for (const [at, { key, path }] of fields.entries())
      for (const [kind, how] of waysOf(at)) {
        const where = `${key.slice(0, 80)}: ${path.join('.')} ${kind}`
        try {
          const result = await call(replayed(recorded, { key, path, how }))
          const made = valuesIn(result).filter(
            value =>
              !said.has(value) && !texts.some(text => typeof value === 'string' && text.includes(value)),
          )
          expect(made, where).toEqual([])
        } catch (error) {
          if (!isShopFailure(error)) throw new Error(where, { cause: error })
          const isInRow = path.slice(0, -1).includes('0')
          if (isOfRows && isInRow && error.kind === 'shape') throw new Error(`${where}: ${error.message}`)
        }
      }
  })
})
