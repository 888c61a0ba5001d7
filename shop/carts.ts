import { randomBytes, randomUUID } from 'node:crypto'
import type { Variant } from './catalogue/types.ts'
import { languageOf } from './channels.ts'
import type { Item } from './shelf.ts'
import { currentPrice, purchasable, type Shelf, variantByValues } from './shelf.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'

/** What was chosen or written on a line; `id` is the platform's `product_option_id`. */
export interface ChosenOption {
  id: number
  name: string
  /** 0 for a written text. */
  valueId: number
  value: string
}

export interface CartLine {
  id: string
  productId: number
  variantId: number
  sku: string
  name: string
  type: 'physical' | 'digital'
  taxClass: number
  quantity: number
  /** Unit price in cents incl. VAT: the override when the API gave one. */
  priceCents: number
  /** The catalogue's unit price when the line was made. */
  originalCents: number
  overridden: boolean
  options: ChosenOption[]
}

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

/** What a caller wishes for: ids, and optionally an own price, name and options. */
export interface Wish {
  productId: number
  variantId?: number
  quantity: number
  priceCents?: number
  name?: string
  selections?: { optionId: number; value: number | string; name?: string; shown?: string }[]
}

export interface CartStart {
  channelId: number
  customerId?: number
  locale?: string
  fromApi: boolean
}

const LIFE_MS = 30 * 24 * 3600 * 1000

export const totalOf = (lines: CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)

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

/** Appends a line, or raises the quantity of one that is the same in all but number. */
export function addLine(lines: CartLine[], line: CartLine): CartLine[] {
  const twin = lines.find(other => sameGoods(other, line))
  if (!twin) return [...lines, line]
  return lines.map(other => (other === twin ? { ...twin, quantity: twin.quantity + line.quantity } : other))
}

/** The cart's lines with these wishes added. */
export const withWishes = (cart: Cart, shelf: Shelf, wishes: Wish[]): CartLine[] =>
  wishes.map(wish => lineFrom(shelf, cart.channel_id, wish)).reduce(addLine, cart.lines)

function sameGoods(one: CartLine, other: CartLine): boolean {
  const key = (line: CartLine) =>
    JSON.stringify([line.variantId, line.priceCents, line.overridden, line.name, line.options])
  return key(one) === key(other)
}

/** Sets a line's quantity; 0 takes it out. */
export function setQuantity(cart: Cart, lineId: string, quantity: number): CartLine[] {
  if (!cart.lines.some(line => line.id === lineId)) throw new ShopError(404, 'The line item was not found.')
  return cart.lines
    .map(line => (line.id === lineId ? { ...line, quantity } : line))
    .filter(line => line.quantity > 0)
}

/** A cart line made from a wish. Throws 422 with the wrong fields. */
export function lineFrom(shelf: Shelf, channelId: number, wish: Wish): CartLine {
  const language = languageOf(channelId)
  const item = shelf.items.get(wish.productId)
  if (!item) throw unfit('product_id', `Product ${wish.productId} could not be found.`)
  const variant = chosenVariant(item, wish)
  if (!purchasable(item, variant)) throw unfit('product_id', `${item.name.en} can't be purchased now.`)
  if (item.stockTracked && (variant.stock ?? 0) < wish.quantity) {
    throw unfit('quantity', `Only ${variant.stock ?? 0} of ${item.name.en} left.`)
  }
  const original = currentPrice(item, variant)
  return {
    id: randomUUID(),
    productId: item.id,
    variantId: variant.id,
    sku: variant.sku,
    name: wish.name ?? item.name[language],
    type: item.type === 'physical' ? 'physical' : 'digital',
    taxClass: item.taxClass,
    quantity: wish.quantity,
    priceCents: wish.priceCents ?? original,
    originalCents: original,
    overridden: wish.priceCents !== undefined,
    options: chosenOptions(item, variant, wish, language),
  }
}

const unfit = (field: string, message: string): ShopError => new ShopError(422, message, { [field]: message })

function chosenVariant(item: Item, wish: Wish): Variant {
  const values = (wish.selections ?? []).map(selection => Number(selection.value))
  const variant =
    wish.variantId === undefined
      ? variantByValues(item, values)
      : item.variants.find(candidate => candidate.id === wish.variantId)
  if (!variant) throw unfit('variant_id', `Choose the options of ${item.name.en}.`)
  return variant
}

function chosenOptions(item: Item, variant: Variant, wish: Wish, language: 'en' | 'el'): ChosenOption[] {
  const choices = item.options.flatMap(option => {
    const value = option.values.find(candidate => variant.values.includes(candidate.id))
    const said = wish.selections?.find(selection => selection.optionId === option.id)
    return value
      ? [
          {
            id: option.id,
            name: said?.name ?? option.name[language],
            valueId: value.id,
            value: said?.shown ?? value.label[language],
          },
        ]
      : []
  })
  const texts = (item.modifiers ?? []).flatMap(modifier => {
    const said = wish.selections?.find(selection => selection.optionId === modifier.id)
    const text = said === undefined ? '' : String(said.value).trim()
    if (text === '' && modifier.required) {
      throw unfit('option_selections', `${modifier.name.en} of ${item.name.en} is required.`)
    }
    return text === ''
      ? []
      : [{ id: modifier.id, name: said?.name ?? modifier.name[language], valueId: 0, value: text }]
  })
  return [...choices, ...texts]
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
