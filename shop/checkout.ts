import { randomBytes } from 'node:crypto'
import { type CartLine, totalOf } from './cart-lines.ts'
import { type Cart, findCart } from './carts.ts'
import { isCard, issueCertificates } from './certificates.ts'
import { tellStatus } from './order-changes.ts'
import {
  type Address,
  AWAITING_FULFILLMENT,
  COMPLETED,
  INCOMPLETE,
  linesOf,
  type NewLine,
  type Order,
  PENDING,
  sums,
  writeLines,
} from './orders.ts'
import { takeStock } from './stock.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'
import { emit, emitOrder } from './webhooks.ts'

export type Payment = 'success' | 'decline' | 'pending'

export interface Buyer {
  email: string
  firstName: string
  lastName: string
  address: Address
  deliverToHosts: boolean
  message: string
  certificate?: string
}

/**
 * Turns a cart into its one order: declined stays Incomplete (0) and keeps the cart for another try, pending
 * becomes Pending (1), success Awaiting Fulfillment (11) or, all digital, Completed (10). A second call for a
 * converted cart answers the same order. Throws 404 without a cart, 409 when something is sold out.
 */
export function placeOrder(store: Store, cartId: string, buyer: Buyer, payment: Payment): Promise<Order> {
  return inTransaction(store.db, async tx => {
    const cart = await findCart(store, tx, cartId, 'for update')
    const known = await orderOfCart(tx, cartId)
    if (!cart) {
      if (known) return known
      throw new ShopError(404, 'The requested cart was not found.')
    }
    const order = known ?? (await openOrder(store, tx, cart, buyer))
    await fill(store, tx, order.id, cart, buyer, payment)
    if (!known) await emitOrder(store, tx, 'created', order.id)
    const status = statusAfter(payment, cart.lines)
    if (status === INCOMPLETE) {
      if (known) await emitOrder(store, tx, 'updated', order.id)
    } else {
      await convert(store, tx, order, cart, status)
    }
    return (await orderOfCart(tx, cartId))!
  })
}

export async function orderOfCart(db: Queries, cartId: string): Promise<Order | undefined> {
  const { rows } = await db.query<Order>('select * from shop."order" where cart_id = $1', [cartId])
  return rows[0]
}

/** Where the order page leads back to: an http address that came with the cart, or none. */
export function returnAddress(query: Record<string, string>): string | undefined {
  const address = query.return_url ?? ''
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

/** The same for a cart that is not yet an order; carts from outside may have a configured address. */
export const returnOfCart = (store: Store, cart: Cart): string | undefined =>
  returnAddress(cart.query) ?? (cart.from_api ? store.returnUrl?.(cart.id) : undefined)

function statusAfter(payment: Payment, lines: CartLine[]): number {
  if (payment === 'decline') return INCOMPLETE
  if (payment === 'pending') return PENDING
  return lines.every(line => line.type === 'digital') ? COMPLETED : AWAITING_FULFILLMENT
}

async function openOrder(store: Store, tx: Queries, cart: Cart, buyer: Buyer): Promise<Order> {
  const back = returnOfCart(store, cart)
  return insertOrder(store, tx, {
    cart_id: cart.id,
    channel_id: cart.channel_id,
    customer_id: cart.customer_id,
    locale: cart.locale,
    from_api: cart.from_api,
    query: { ...cart.query, ...(back ? { return_url: back } : {}) },
    email: buyer.email,
    first_name: buyer.firstName,
    last_name: buyer.lastName,
    address: buyer.address,
  })
}

/** Writes an Incomplete order; the columns left out keep their defaults. */
export async function insertOrder(
  store: Store,
  tx: Queries,
  order: Partial<Order> &
    Pick<Order, 'channel_id' | 'locale' | 'email' | 'first_name' | 'last_name' | 'address'>,
): Promise<Order> {
  const now = store.now()
  const row: Partial<Order> = {
    customer_id: 0,
    status_id: INCOMPLETE,
    total_cents: 0,
    tax_cents: 0,
    key: randomBytes(16).toString('hex'),
    created: now,
    modified: now,
    ...order,
  }
  const columns = Object.keys(row)
  const { rows } = await tx.query<Order>(
    `insert into shop."order" (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`)}) returning *`,
    Object.values(row),
  )
  return rows[0]!
}

/** Writes the order anew as the cart and the buyer stand now. */
async function fill(
  store: Store,
  tx: Queries,
  id: number,
  cart: Cart,
  buyer: Buyer,
  payment: Payment,
): Promise<void> {
  const { total, tax } = sums(cart.lines)
  const covered = payment === 'decline' ? 0 : await payByCertificate(store, tx, buyer.certificate, cart)
  await tx.query('delete from shop.order_line where order_id = $1', [id])
  await writeLines(tx, id, cart.lines satisfies NewLine[])
  await tx.query(
    `update shop."order" set total_cents = $2, tax_cents = $3, certificate_cents = $4, payment_status = $5,
       payment_method = $6, certificate_code = $14, email = $7, first_name = $8, last_name = $9, address = $10, deliver_to_hosts = $11,
       customer_message = $12, modified = $13 where id = $1`,
    [
      id,
      total,
      tax,
      covered,
      { success: 'captured', decline: 'declined', pending: 'pending' }[payment],
      covered === total && covered > 0 ? 'Gift Certificate' : 'Test Payment Provider',
      buyer.email,
      buyer.firstName,
      buyer.lastName,
      JSON.stringify(buyer.address),
      buyer.deliverToHosts,
      buyer.message,
      store.now(),
      covered > 0 ? buyer.certificate : '',
    ],
  )
}

/**
 * Lowers the certificate's balance by what it can cover; answers the cents. Throws 422 for an unusable code, and
 * where gift cards would be bought with one.
 */
async function payByCertificate(
  store: Store,
  tx: Queries,
  code: string | undefined,
  { lines }: Cart,
): Promise<number> {
  if (!code) return 0
  const buysCards = lines.some(line => isCard({ product_id: line.productId }))
  const { rows } = await tx.query<{ id: number; balance_cents: number }>(
    `select id, balance_cents from shop.certificate
     where upper(code) = upper($1) and status = 'active' and (expires is null or expires > $2) for update`,
    [code, store.now()],
  )
  const certificate = rows[0]
  if (!certificate || buysCards)
    throw new ShopError(422, 'This gift card is not valid.', { certificate: code })
  const covered = Math.min(totalOf(lines), certificate.balance_cents)
  await tx.query('update shop.certificate set balance_cents = balance_cents - $2 where id = $1', [
    certificate.id,
    covered,
  ])
  return covered
}

async function convert(store: Store, tx: Queries, order: Order, cart: Cart, status: number): Promise<void> {
  await takeStock(tx, order.id, cart.lines)
  await tx.query('update shop."order" set status_id = $2 where id = $1', [order.id, status])
  await tx.query('delete from shop.cart where id = $1', [cart.id])
  if (status !== PENDING) await issueCertificates(store, tx, order, await linesOf(tx, order.id))
  await emit(store, tx, 'store/cart/converted', { type: 'cart', id: cart.id, orderId: order.id })
  await tellStatus(store, tx, order.id, order.status_id, status)
}
