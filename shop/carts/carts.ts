import { randomBytes, randomUUID } from 'node:crypto'
import { currentPriceCents, type LiveCatalogue } from '../catalogue/live-catalogue.ts'
import { languageOfChannel } from '../channels.ts'
import { storeCurrency } from '../currencies.ts'
import { inTransaction, type Queryable } from '../database.ts'
import { catalogueOfShopper } from '../pricing.ts'
import { ShopError, type Store } from '../store.ts'
import { storefrontUrlOf } from '../storefronts.ts'
import { emitEvent } from '../webhooks.ts'
import { withBulkPrices } from './bulk-prices.ts'
import type { CartFee } from './cart-fees.ts'
import { type CartContents, type CartLine, createCartLine } from './cart-lines.ts'
import type { LineRequest } from './line-request.ts'
import { assertQuantities } from './quantity-rules.ts'

/** Where a part of a cart is to be sent. */
export interface Consignment {
  id: string
  address: Record<string, string>
  lineIds: string[]
  /** How many units of each line; undefined for all. */
  quantities?: Record<string, number>
  /** The chosen way of sending it. */
  optionId?: string
}

/** What a program takes off a cart in place of promotions, in cents as the merchant enters prices. */
export interface ManualDiscounts {
  orderCents: number
  /** By the ids of lines. */
  lineCents: Record<string, number>
}

export interface Cart extends CartContents {
  id: string
  customer_id: number
  locale: string
  email: string
  /** Created through the API, not in the storefront. */
  from_api: boolean
  query: Record<string, string>
  /** Where parts of it are to be sent, as programs have asked. */
  consignments: Consignment[]
  /** Where its bill goes, as programs have said. */
  billing: Record<string, string> | null
  customer_message: string
  manual_discounts: ManualDiscounts | null
  fees: CartFee[]
  /** Codes that a storefront's shopper has entered; '' for none. */
  coupon_code: string
  /** The code of the currency that its shopper sees prices in; its amounts are in the store's own. */
  display_currency: string
  certificate_code: string
  version: number
  created: Date
  updated: Date
}

export interface NewCart {
  channelId: number
  customerId?: number
  locale?: string
  fromApi: boolean
  displayCurrency?: string
}

const cartLifetimeMs = 30 * 24 * 3600 * 1000

/** Creates a cart with its first lines. Throws 422 when a line can't be added. */
export async function createCart(store: Store, newCart: NewCart, requests: LineRequest[]): Promise<Cart> {
  const liveCatalogue = await catalogueOfShopper(store, newCart.channelId, newCart.customerId ?? 0)
  const place = { channel_id: newCart.channelId, locale: newCart.locale }
  const lines = withBulkPrices(
    liveCatalogue,
    requests.map(request => createCartLine(liveCatalogue, place, request)),
  )
  assertQuantities(liveCatalogue, { channel_id: newCart.channelId, lines })
  const now = store.now()
  const { rows } = await store.db.query<Cart>(
    `insert into shop.cart (id, channel_id, customer_id, locale, from_api, lines, created, updated, display_currency)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8) returning *`,
    [
      randomUUID(),
      newCart.channelId,
      newCart.customerId ?? 0,
      newCart.locale ?? languageOfChannel(newCart.channelId),
      newCart.fromApi,
      JSON.stringify(lines),
      now,
      newCart.displayCurrency ?? storeCurrency.code,
    ],
  )
  const cart = rows[0]!
  await emitCartEvent(store, store.db, 'created', cart.id)
  await emitLineEvents(store, store.db, cart.id, [], cart.lines)
  return cart
}

const emitCartEvent = (store: Store, tx: Queryable, event: string, id: string): Promise<void> =>
  emitEvent(store, tx, `store/cart/${event}`, { type: 'cart', id })

/** Emits the events of a changed cart, and of each line that came, changed or went. */
async function emitLineEvents(
  store: Store,
  tx: Queryable,
  cartId: string,
  before: CartLine[],
  after: CartLine[],
) {
  const emitLine = (event: string, { id }: CartLine) =>
    emitEvent(store, tx, `store/cart/lineItem/${event}`, { type: 'cart_line_item', id, cartId })
  for (const line of after) {
    const own = before.find(({ id }) => id === line.id)
    if (!own) await emitLine('created', line)
    else if (own.quantity !== line.quantity) await emitLine('updated', line)
  }
  for (const line of before) if (!after.some(({ id }) => id === line.id)) await emitLine('deleted', line)
  await emitCartEvent(store, tx, 'updated', cartId)
}

export async function deleteCart(store: Store, tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from shop.cart where id = $1', [id])
  await emitCartEvent(store, tx, 'deleted', id)
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The cart, unless it was deleted, became an order, or has not been changed for 30 days. */
export async function findCart(
  store: Store,
  db: Queryable,
  id: string,
  lock = '',
): Promise<Cart | undefined> {
  if (!uuidPattern.test(id)) return undefined
  const { rows } = await db.query<Cart>(`select * from shop.cart where id = $1 and updated > $2 ${lock}`, [
    id,
    new Date(store.now().getTime() - cartLifetimeMs),
  ])
  return rows[0]
}

/** The cart. Throws 404 when there is none. */
export async function getCart(store: Store, id: string): Promise<Cart> {
  const cart = await findCart(store, store.db, id)
  if (!cart) throw new ShopError(404, 'The requested cart was not found.')
  return cart
}

/**
 * Changes the lines of a locked cart; without lines it is deleted and undefined returned. Throws 404 when there is no
 * such cart, 409 when `version` is given and is not the cart's, 422 as `assertQuantities` does.
 */
export async function changeCart(
  store: Store,
  id: string,
  change: (cart: Cart, liveCatalogue: LiveCatalogue) => CartLine[],
  version?: number,
): Promise<Cart | undefined> {
  return inTransaction(store.db, async tx => {
    const cart = await findCart(store, tx, id, 'for update')
    if (!cart) throw new ShopError(404, 'The requested cart was not found.')
    const liveCatalogue = await catalogueOfShopper(store, cart.channel_id, cart.customer_id)
    if (version !== undefined && version !== cart.version) {
      throw new ShopError(409, 'The cart has been changed in the meantime.')
    }
    const lines = withBulkPrices(liveCatalogue, change(cart, liveCatalogue))
    assertQuantities(liveCatalogue, { ...cart, lines }, cart.lines)
    if (lines.length === 0) {
      await deleteCart(store, tx, id)
      return undefined
    }
    const { rows } = await tx.query<Cart>(
      'update shop.cart set lines = $2, version = version + 1, updated = $3 where id = $1 returning *',
      [id, JSON.stringify(lines), store.now()],
    )
    await emitLineEvents(store, tx, id, cart.lines, lines)
    return rows[0]
  })
}

/** Gives a cart to a customer, who pays their own prices for what has no price of the API's; 0 makes it a guest's. */
export async function setCartCustomer(
  store: Store,
  cart: Cart,
  customerId: number,
  version = cart.version,
): Promise<Cart> {
  const live = await catalogueOfShopper(store, cart.channel_id, customerId)
  const lines = withBulkPrices(
    live,
    cart.lines.map(line => {
      const product = live.products.get(line.productId)
      const variant = product?.variants.find(({ id }) => id === line.variantId)
      if (line.overridden || !product || !variant) return line
      const priceCents = currentPriceCents(product, variant, line.options)
      return { ...line, priceCents, originalCents: priceCents }
    }),
  )
  const { rows } = await store.db.query<Cart>(
    `update shop.cart set customer_id = $2, lines = $3, version = version + 1, updated = $4
     where id = $1 and version = $5 returning *`,
    [cart.id, customerId, JSON.stringify(lines), store.now(), version],
  )
  if (!rows[0]) throw new ShopError(409, 'The cart has been changed in the meantime.')
  await emitCartEvent(store, store.db, 'updated', cart.id)
  return rows[0]
}

/** One-time addresses of the cart and the checkout, for a shopper who comes from another site. */
export async function createRedirectUrls(
  store: Store,
  { id: cartId, channel_id }: Pick<Cart, 'id' | 'channel_id'>,
  query: Record<string, string>,
): Promise<{ cart_url: string; checkout_url: string; embedded_checkout_url: string }> {
  const randomToken = () => randomBytes(32).toString('hex')
  const [cartToken, checkoutToken, embeddedToken] = [randomToken(), randomToken(), randomToken()]
  await store.db.query(
    'insert into shop.cart_redirect (token, cart_id, query) select unnest($1::text[]), $2, $3',
    [[cartToken, checkoutToken, embeddedToken], cartId, JSON.stringify(query)],
  )
  const urlOf = (action: string, token: string) =>
    `${storefrontUrlOf(store, channel_id)}/cart.php?${new URLSearchParams({ ...query, action, id: cartId, token })}`
  return {
    cart_url: urlOf('load', cartToken),
    checkout_url: urlOf('loadInCheckout', checkoutToken),
    embedded_checkout_url: urlOf('loadInCheckout', embeddedToken),
  }
}
