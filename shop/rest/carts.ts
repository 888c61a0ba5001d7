import { type Context, Hono } from 'hono'
import { type CartLine, setQuantity, type Wish, withWishes } from '../cart-lines.ts'
import { type Cart, cartById, changeCart, createCart, redirectUrls } from '../carts.ts'
import { channels } from '../channels.ts'
import { cents } from '../money.ts'
import { ShopError, type Store } from '../store.ts'
import { type Body, bodies, body, data, isBody, text, whole } from './answers.ts'
import { cartJson } from './cart-json.ts'

/** v3 carts: made, read, changed, and handed to the shopper by one-time addresses. */
export function cartsApi(store: Store): Hono {
  const app = new Hono()
  app.post('/', c => create(store, c))
  app.get('/:id', async c => answer(store, c, await cartById(store, c.req.param('id'))))
  app.put('/:id', c => assignCustomer(store, c))
  app.delete('/:id', c => remove(store, c))
  app.post('/:id/items', c => addItems(store, c))
  app.put('/:id/items/:item', c => updateItem(store, c))
  app.delete('/:id/items/:item', c => removeItem(store, c))
  app.post('/:id/redirect_urls', c => redirects(store, c))
  return app
}

async function create(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const channelId = sent.channel_id === undefined ? 1 : whole(sent.channel_id, 'channel_id')
  if (!channels.some(channel => channel.id === channelId)) {
    throw new ShopError(422, 'The channel does not exist.', { channel_id: String(channelId) })
  }
  checkCurrency(sent)
  const start = {
    channelId,
    customerId: sent.customer_id === undefined ? 0 : whole(sent.customer_id, 'customer_id'),
    locale: text(sent.locale) || undefined,
    fromApi: true,
  }
  return answer(store, c, await createCart(store, start, wishes(sent)), 201)
}

function checkCurrency(sent: Body): void {
  const code = isBody(sent.currency) ? text(sent.currency.code) : ''
  if (code && code !== 'EUR') throw new ShopError(400, `The currency ${code} is not supported.`)
}

function wishes(sent: Body): Wish[] {
  const found = bodies(sent.line_items).map(wishFrom)
  if (found.length === 0) throw new ShopError(422, 'The cart has no line items.', { line_items: 'required' })
  return found
}

function wishFrom(line: Body): Wish {
  const quantity = whole(line.quantity, 'quantity')
  if (quantity === 0) throw new ShopError(422, 'quantity must be at least 1.', { quantity: '0' })
  const priceCents = line.list_price == null ? undefined : cents(line.list_price)
  if (priceCents !== undefined && !(priceCents >= 0)) {
    throw new ShopError(422, 'list_price is invalid.', { list_price: String(line.list_price) })
  }
  return {
    productId: whole(line.product_id, 'product_id'),
    variantId: line.variant_id == null ? undefined : whole(line.variant_id, 'variant_id'),
    quantity,
    priceCents,
    name: text(line.name) || undefined,
    selections: bodies(line.option_selections).map(selection => ({
      optionId: whole(selection.option_id, 'option_id'),
      value:
        typeof selection.option_value === 'number' ? selection.option_value : text(selection.option_value),
      name: text(selection.name) || undefined,
      shown: text(selection.value) || undefined,
    })),
  }
}

async function assignCustomer(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const cart = await cartById(store, c.req.param('id') ?? '')
  const { rows } = await store.db.query<Cart>(
    'update shop.cart set customer_id = $2, version = version + 1, updated = $3 where id = $1 returning *',
    [cart.id, whole(sent.customer_id, 'customer_id'), store.now()],
  )
  return answer(store, c, rows[0]!, 201)
}

async function remove(store: Store, c: Context): Promise<Response> {
  await store.db.query('delete from shop.cart where id = $1', [
    (await cartById(store, c.req.param('id') ?? '')).id,
  ])
  return c.body(null, 204)
}

const versionOf = (sent: Body): number | undefined =>
  sent.version === undefined ? undefined : whole(sent.version, 'version')

async function addItems(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const add = wishes(sent)
  const cart = await changeCart(
    store,
    c.req.param('id') ?? '',
    (known, shelf) => withWishes(known, shelf, add),
    versionOf(sent),
  )
  return answer(store, c, cart!, 201)
}

async function updateItem(store: Store, c: Context): Promise<Response> {
  const sent = await body(c)
  const line = isBody(sent.line_item) ? sent.line_item : {}
  const quantity = whole(line.quantity, 'quantity')
  const change = (cart: Cart): CartLine[] => setQuantity(cart, c.req.param('item') ?? '', quantity)
  const cart = await changeCart(store, c.req.param('id') ?? '', change, versionOf(sent))
  return cart ? answer(store, c, cart) : c.body(null, 204)
}

async function removeItem(store: Store, c: Context): Promise<Response> {
  const change = (cart: Cart): CartLine[] => setQuantity(cart, c.req.param('item') ?? '', 0)
  const cart = await changeCart(store, c.req.param('id') ?? '', change)
  return cart ? answer(store, c, cart) : c.body(null, 204)
}

async function redirects(store: Store, c: Context): Promise<Response> {
  const cart = await cartById(store, c.req.param('id') ?? '')
  const sent: unknown = await c.req.json().catch(() => ({}))
  const given = isBody(sent) && isBody(sent.query_params) ? sent.query_params : {}
  const query = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
  return data(c, await redirectUrls(store, cart.id, query), 201)
}

async function answer(store: Store, c: Context, cart: Cart, status: 200 | 201 = 200): Promise<Response> {
  const include = (c.req.query('include') ?? '').split(',')
  const withOptions = include.some(part => part.startsWith('line_items.'))
  const wantsUrls = include.includes('redirect_urls')
  const urls = wantsUrls ? { redirect_urls: await redirectUrls(store, cart.id, {}) } : {}
  return data(c, { ...cartJson(store, cart, withOptions), ...urls }, status)
}
