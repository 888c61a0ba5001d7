import { randomBytes, randomUUID } from 'node:crypto'
import { type CartLine, lineFrom, type Wish } from './cart-lines.ts'
import { languageOf } from './channels.ts'
import type { Shelf } from './shelf.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'

export interface Cart {
  id: string
  channel_id: number
  customer_id: number
  locale: string
  email: string
  from_api: boolean
  lines: CartLine[]
  query: Record<string, string>
  version: number
  created: Date
  updated: Date
}

export interface CartStart {
  channelId: number
  customerId?: number
  locale?: string
  fromApi: boolean
}

const LIFE_MS = 30 * 24 * 3600 * 1000

/** Makes a cart with its first lines. Throws 422 when a wish can't be met. */
export async function createCart(store: Store, start: CartStart, wishes: Wish[]): Promise<Cart> {
  const shelf = await store.shelf()
  const lines = wishes.map(wish => lineFrom(shelf, start.channelId, wish))
  const now = store.now()
  const { rows } = await store.db.query<Cart>(
    `insert into shop.cart (id, channel_id, customer_id, locale, from_api, lines, created, updated)
     values ($1, $2, $3, $4, $5, $6, $7, $7) returning *`,
    [
      randomUUID(),
      start.channelId,
      start.customerId ?? 0,
      start.locale ?? languageOf(start.channelId),
      start.fromApi,
      JSON.stringify(lines),
      now,
    ],
  )
  return rows[0]!
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The cart, unless it is gone, converted or thirty days old. */
export async function findCart(store: Store, db: Queries, id: string, lock = ''): Promise<Cart | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await db.query<Cart>(`select * from shop.cart where id = $1 and updated > $2 ${lock}`, [
    id,
    new Date(store.now().getTime() - LIFE_MS),
  ])
  return rows[0]
}

export async function cartById(store: Store, id: string): Promise<Cart> {
  const cart = await findCart(store, store.db, id)
  if (!cart) throw new ShopError(404, 'The requested cart was not found.')
  return cart
}

/** Changes the lines under a lock; answers undefined when the last line went and the cart with it. */
export async function changeCart(
  store: Store,
  id: string,
  change: (cart: Cart, shelf: Shelf) => CartLine[],
  version?: number,
): Promise<Cart | undefined> {
  const shelf = await store.shelf()
  return inTransaction(store.db, async tx => {
    const cart = await findCart(store, tx, id, 'for update')
    if (!cart) throw new ShopError(404, 'The requested cart was not found.')
    if (version !== undefined && version !== cart.version) {
      throw new ShopError(409, 'The cart has been changed in the meantime.')
    }
    const lines = change(cart, shelf)
    if (lines.length === 0) {
      await tx.query('delete from shop.cart where id = $1', [id])
      return undefined
    }
    const { rows } = await tx.query<Cart>(
      'update shop.cart set lines = $2, version = version + 1, updated = $3 where id = $1 returning *',
      [id, JSON.stringify(lines), store.now()],
    )
    return rows[0]
  })
}

/** One-time addresses of the cart and the checkout, for a shopper who comes from outside. */
export async function redirectUrls(
  store: Store,
  cartId: string,
  query: Record<string, string>,
): Promise<{ cart_url: string; checkout_url: string; embedded_checkout_url: string }> {
  const token = () => randomBytes(32).toString('hex')
  const [forCart, forCheckout, embedded] = [token(), token(), token()]
  await store.db.query(
    'insert into shop.redirect (token, cart_id, query) select unnest($1::text[]), $2, $3',
    [[forCart, forCheckout, embedded], cartId, JSON.stringify(query)],
  )
  const address = (action: string, key: string) =>
    `${store.base}/cart.php?${new URLSearchParams({ ...query, action, id: cartId, token: key })}`
  return {
    cart_url: address('load', forCart),
    checkout_url: address('loadInCheckout', forCheckout),
    embedded_checkout_url: address('loadInCheckout', embedded),
  }
}
