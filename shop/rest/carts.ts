import { type Context, Hono } from 'hono'
import { addRequestedLines, type CartLine, type LineRequest, setLineQuantity } from '../carts/cart-lines.ts'
import { type Cart, changeCart, createCart, createRedirectUrls, getCart } from '../carts/carts.ts'
import { channels } from '../channels.ts'
import { parseCents } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { cartJson } from './cart-json.ts'
import { isJsonObject, type JsonObject, objectsIn, parseWholeNumber, readObject, toText } from './requests.ts'
import { sendData } from './responses.ts'

/** v3 carts: create, read, change, and one-time addresses for the shopper. */
export function createCartsApi(store: Store): Hono {
  const app = new Hono()
  app.post('/', c => createRequestedCart(store, c))
  app.get('/:id', async c => sendCart(store, c, await getCart(store, c.req.param('id'))))
  app.put('/:id', c => assignCustomer(store, c))
  app.delete('/:id', c => deleteCart(store, c))
  app.post('/:id/items', c => addLines(store, c))
  app.put('/:id/items/:item', c => updateLine(store, c))
  app.delete('/:id/items/:item', c => deleteLine(store, c))
  app.post('/:id/redirect_urls', c => createRedirects(store, c))
  return app
}

async function createRequestedCart(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const channelId = input.channel_id === undefined ? 1 : parseWholeNumber(input.channel_id, 'channel_id')
  if (!channels.some(channel => channel.id === channelId)) {
    throw new ShopError(422, 'The channel does not exist.', { channel_id: String(channelId) })
  }
  requireEuro(input)
  const newCart = {
    channelId,
    customerId: input.customer_id === undefined ? 0 : parseWholeNumber(input.customer_id, 'customer_id'),
    locale: toText(input.locale) || undefined,
    fromApi: true,
  }
  return sendCart(store, c, await createCart(store, newCart, parseLines(input)), 201)
}

function requireEuro(input: JsonObject): void {
  const code = isJsonObject(input.currency) ? toText(input.currency.code) : ''
  if (code && code !== 'EUR') throw new ShopError(400, `The currency ${code} is not supported.`)
}

function parseLines(input: JsonObject): LineRequest[] {
  const lines = objectsIn(input.line_items).map(parseLine)
  if (lines.length === 0) throw new ShopError(422, 'The cart has no line items.', { line_items: 'required' })
  return lines
}

function parseLine(line: JsonObject): LineRequest {
  const quantity = parseWholeNumber(line.quantity, 'quantity')
  if (quantity === 0) throw new ShopError(422, 'quantity must be at least 1.', { quantity: '0' })
  const priceCents = line.list_price == null ? undefined : parseCents(line.list_price)
  if (priceCents !== undefined && !(priceCents >= 0)) {
    throw new ShopError(422, 'list_price is invalid.', { list_price: String(line.list_price) })
  }
  return {
    productId: parseWholeNumber(line.product_id, 'product_id'),
    variantId: line.variant_id == null ? undefined : parseWholeNumber(line.variant_id, 'variant_id'),
    quantity,
    priceCents,
    name: toText(line.name) || undefined,
    selections: objectsIn(line.option_selections).map(selection => ({
      optionId: parseWholeNumber(selection.option_id, 'option_id'),
      value:
        typeof selection.option_value === 'number' ? selection.option_value : toText(selection.option_value),
      name: toText(selection.name) || undefined,
      displayValue: toText(selection.value) || undefined,
    })),
  }
}

async function assignCustomer(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const cart = await getCart(store, c.req.param('id') ?? '')
  const { rows } = await store.db.query<Cart>(
    'update shop.cart set customer_id = $2, version = version + 1, updated = $3 where id = $1 returning *',
    [cart.id, parseWholeNumber(input.customer_id, 'customer_id'), store.now()],
  )
  return sendCart(store, c, rows[0]!, 201)
}

async function deleteCart(store: Store, c: Context): Promise<Response> {
  await store.db.query('delete from shop.cart where id = $1', [
    (await getCart(store, c.req.param('id') ?? '')).id,
  ])
  return c.body(null, 204)
}

const parseVersion = (input: JsonObject): number | undefined =>
  input.version === undefined ? undefined : parseWholeNumber(input.version, 'version')

async function addLines(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const requests = parseLines(input)
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
  const change = (cart: Cart): CartLine[] => setLineQuantity(cart, c.req.param('item') ?? '', quantity)
  const cart = await changeCart(store, c.req.param('id') ?? '', change, parseVersion(input))
  return cart ? sendCart(store, c, cart) : c.body(null, 204)
}

async function deleteLine(store: Store, c: Context): Promise<Response> {
  const change = (cart: Cart): CartLine[] => setLineQuantity(cart, c.req.param('item') ?? '', 0)
  const cart = await changeCart(store, c.req.param('id') ?? '', change)
  return cart ? sendCart(store, c, cart) : c.body(null, 204)
}

async function createRedirects(store: Store, c: Context): Promise<Response> {
  const cart = await getCart(store, c.req.param('id') ?? '')
  const input: unknown = await c.req.json().catch(() => ({}))
  const queryParams = isJsonObject(input) && isJsonObject(input.query_params) ? input.query_params : {}
  const query = Object.fromEntries(Object.entries(queryParams).map(([key, value]) => [key, String(value)]))
  return sendData(c, await createRedirectUrls(store, cart.id, query), 201)
}

async function sendCart(store: Store, c: Context, cart: Cart, status: 200 | 201 = 200): Promise<Response> {
  const include = (c.req.query('include') ?? '').split(',')
  const withOptions = include.some(part => part.startsWith('line_items.'))
  const wantsUrls = include.includes('redirect_urls')
  const urls = wantsUrls ? { redirect_urls: await createRedirectUrls(store, cart.id, {}) } : {}
  return sendData(c, { ...cartJson(store, cart, withOptions), ...urls }, status)
}
