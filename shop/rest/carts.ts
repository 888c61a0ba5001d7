import { type Context, Hono } from 'hono'
import { addRequestedLines, type CartLine, setLineQuantity } from '../carts/cart-lines.ts'
import {
  type Cart,
  changeCart,
  createCart,
  createRedirectUrls,
  deleteCart,
  getCart,
  setCartCustomer,
} from '../carts/carts.ts'
import type { LineRequest } from '../carts/line-request.ts'
import { channels } from '../channels.ts'
import { fromEnteredCents, type TaxRate } from '../money.ts'
import { discountedCart } from '../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts } from './accepts.ts'
import { cartJson } from './cart-json.ts'
import { findAssignment } from './channels.ts'
import { isJsonObject, type JsonObject, objectsIn, parseWholeNumber, readObject, toText } from './requests.ts'
import { sendData } from './responses.ts'

const cartIncludes = [
  'redirect_urls',
  'line_items.physical_items.options',
  'line_items.digital_items.options',
]
const lineFields = [
  ...['product_id', 'variant_id', 'quantity', 'list_price', 'name'],
  ...['option_id', 'option_value', 'name', 'value'].map(field => `option_selections.${field}`),
].map(field => `line_items.${field}`)
const cartFields = ['customer_id', 'channel_id', 'locale', 'currency.code', ...lineFields]
/** The product of a line stays; naming it is what the description requires. */
const changedLineFields = [
  'version',
  ...['quantity', 'product_id', 'variant_id'].map(field => `line_item.${field}`),
]

/** v3 carts: create, read, change, and one-time addresses for the shopper. */
export function createCartsApi(store: Store): Hono {
  const app = new Hono()
  app.post('/', accepts({ include: cartIncludes, body: cartFields }), c => createRequestedCart(store, c))
  app.get('/:id', accepts({ include: cartIncludes }), async c =>
    sendCart(store, c, await getCart(store, c.req.param('id'))),
  )
  app.put('/:id', accepts({ include: cartIncludes, body: ['customer_id'] }), c => assignCustomer(store, c))
  app.delete('/:id', accepts(), c => removeCart(store, c))
  app.post('/:id/items', accepts({ include: cartIncludes, body: ['version', ...lineFields] }), c =>
    addLines(store, c),
  )
  app.put('/:id/items/:item', accepts({ include: cartIncludes, body: changedLineFields }), c =>
    updateLine(store, c),
  )
  app.delete('/:id/items/:item', accepts({ include: cartIncludes, body: ['version'] }), c =>
    deleteLine(store, c),
  )
  app.post('/:id/redirect_urls', accepts({ body: ['query_params.*'] }), c => createRedirects(store, c))
  return app
}

async function createRequestedCart(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const channelId = input.channel_id === undefined ? 1 : parseWholeNumber(input.channel_id, 'channel_id')
  if (!channels.some(channel => channel.id === channelId)) {
    throw new ShopError(422, 'The channel does not exist.', { channel_id: String(channelId) })
  }
  requireEuro(input)
  if (!(await findAssignment(store.db, channelId)).enabled_currencies.includes('EUR'))
    throw new ShopError(422, 'The channel does not sell in EUR.', { currency: 'EUR' })
  const newCart = {
    channelId,
    customerId: input.customer_id === undefined ? 0 : parseWholeNumber(input.customer_id, 'customer_id'),
    locale: toText(input.locale) || undefined,
    fromApi: true,
  }
  return sendCart(store, c, await createCart(store, newCart, await parseLines(store, input)), 201)
}

function requireEuro(input: JsonObject): void {
  const code = isJsonObject(input.currency) ? toText(input.currency.code) : ''
  if (code && code !== 'EUR') throw new ShopError(400, `The currency ${code} is not supported.`)
}

async function parseLines(store: Store, input: JsonObject): Promise<LineRequest[]> {
  const { products } = await store.liveCatalogue()
  const lines = objectsIn(input.line_items).map(line => {
    const request = parseLine(line)
    const taxRates = products.get(request.productId)?.taxRates ?? []
    return { ...request, priceCents: parseListPrice(store, line.list_price, taxRates) }
  })
  if (lines.length === 0) throw new ShopError(422, 'The cart has no line items.', { line_items: 'required' })
  return lines
}

/** A price of the API's own, in cents with tax; the API has it as the merchant enters prices. */
function parseListPrice(store: Store, price: unknown, taxRates: TaxRate[]): number | undefined {
  if (price == null) return undefined
  const cents = typeof price === 'number' ? price * 100 : Number.NaN
  if (!(cents >= 0)) throw new ShopError(422, 'list_price is invalid.', { list_price: String(price) })
  return fromEnteredCents(store, cents, taxRates)
}

function parseLine(line: JsonObject): LineRequest {
  const quantity = parseWholeNumber(line.quantity, 'quantity')
  if (quantity === 0) throw new ShopError(422, 'quantity must be at least 1.', { quantity: '0' })
  return {
    productId: parseWholeNumber(line.product_id, 'product_id'),
    variantId: line.variant_id == null ? undefined : parseWholeNumber(line.variant_id, 'variant_id'),
    quantity,
    name: toText(line.name) || undefined,
    selections: objectsIn(line.option_selections).map(selection => ({
      optionId: parseWholeNumber(selection.option_id, 'option_id'),
      value: parseOptionValue(selection.option_value),
      name: toText(selection.name) || undefined,
      displayValue: toText(selection.value) || undefined,
    })),
  }
}

/** An id of a value, a text, or a date as an object. */
function parseOptionValue(value: unknown) {
  if (!isJsonObject(value)) return typeof value === 'number' ? value : toText(value)
  return { day: toText(value.day), month: toText(value.month), year: toText(value.year) }
}

async function assignCustomer(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const cart = await getCart(store, c.req.param('id') ?? '')
  const customerId = parseWholeNumber(input.customer_id, 'customer_id')
  return sendCart(store, c, await setCartCustomer(store, cart, customerId), 201)
}

async function removeCart(store: Store, c: Context): Promise<Response> {
  const { id } = await getCart(store, c.req.param('id') ?? '')
  await deleteCart(store, store.db, id)
  return c.body(null, 204)
}

const parseVersion = (input: JsonObject): number | undefined =>
  input.version === undefined ? undefined : parseWholeNumber(input.version, 'version')

async function addLines(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const requests = await parseLines(store, input)
  const cart = await changeCart(
    store,
    c.req.param('id') ?? '',
    (current, liveCatalogue) => addRequestedLines(current, liveCatalogue, requests),
    parseVersion(input),
  )
  return sendCart(store, c, cart!, 201)
}

async function updateLine(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const line = isJsonObject(input.line_item) ? input.line_item : {}
  const quantity = parseWholeNumber(line.quantity, 'quantity')
  const id = c.req.param('item') ?? ''
  const change = (cart: Cart): CartLine[] => {
    const current = cart.lines.find(other => other.id === id)
    for (const [field, own] of [
      ['product_id', current?.productId],
      ['variant_id', current?.variantId],
    ] as const)
      if (current && line[field] !== undefined && line[field] !== own)
        throw new ShopError(422, `The ${field} of a line can't be changed here.`, { [field]: 'invalid' })
    return setLineQuantity(cart, id, quantity)
  }
  const cart = await changeCart(store, c.req.param('id') ?? '', change, parseVersion(input))
  return cart ? sendCart(store, c, cart) : c.body(null, 204)
}

async function deleteLine(store: Store, c: Context): Promise<Response> {
  const change = (cart: Cart): CartLine[] => setLineQuantity(cart, c.req.param('item') ?? '', 0)
  const input: unknown = await c.req.json().catch(() => undefined)
  const version = isJsonObject(input) ? parseVersion(input) : undefined
  const cart = await changeCart(store, c.req.param('id') ?? '', change, version)
  return cart ? sendCart(store, c, cart) : c.body(null, 204)
}

async function createRedirects(store: Store, c: Context): Promise<Response> {
  const cart = await getCart(store, c.req.param('id') ?? '')
  const input: unknown = await c.req.json().catch(() => ({}))
  const queryParams = isJsonObject(input) && isJsonObject(input.query_params) ? input.query_params : {}
  const query = Object.fromEntries(Object.entries(queryParams).map(([key, value]) => [key, String(value)]))
  return sendData(c, await createRedirectUrls(store, cart, query), 201)
}

async function sendCart(store: Store, c: Context, cart: Cart, status: 200 | 201 = 200): Promise<Response> {
  const include = (c.req.query('include') ?? '').split(',')
  const withOptions = include.some(part => part.startsWith('line_items.'))
  const wantsUrls = include.includes('redirect_urls')
  const urls = wantsUrls ? { redirect_urls: await createRedirectUrls(store, cart, {}) } : {}
  const discounted = await discountedCart(store, cart)
  return sendData(c, { ...cartJson(store, cart, discounted, withOptions), ...urls }, status)
}
