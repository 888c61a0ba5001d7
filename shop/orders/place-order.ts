import { randomBytes } from 'node:crypto'
import type { CartLine } from '../carts/cart-lines.ts'
import { type Cart, type Consignment, findCart } from '../carts/carts.ts'
import { findDisplayCurrency } from '../currencies.ts'
import { insertRow, inTransaction, type Queryable } from '../database.ts'
import { parseCents } from '../money.ts'
import {
  applyPromotions,
  countCouponUse,
  grandTotals,
  writeOrderCoupon,
} from '../promotions/apply-promotions.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent, emitOrderEvent } from '../webhooks.ts'
import { manualDiscount } from './discounts.ts'
import { type GiftCertificate, isGiftCardLine, issueCertificates } from './gift-certificates.ts'
import { emitStatusChange } from './order-changes.ts'
import {
  type Address,
  AWAITING_FULFILLMENT,
  AWAITING_PAYMENT,
  COMPLETED,
  findOrderLines,
  INCOMPLETE,
  insertOrderLines,
  type Order,
  PENDING,
} from './orders.ts'
import { sendLines, toShippingAddress } from './shipping.ts'
import { deductStock } from './stock.ts'
import { addTransaction, type CertificatePayment } from './transactions.ts'

/** What becomes of the payment; cash on delivery and bank deposits are paid outside of the shop. */
export const paymentOutcomes = ['success', 'decline', 'pending', 'authorize', 'cash', 'deposit'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]
/** `none`: nobody has tried to pay, as with an order that a program makes of a checkout. */
type Payment = PaymentOutcome | 'none'

/** Paid outside of the shop, an order has no status of payment until staff mark the money as received. */
const paymentStatuses: Record<Payment, string> = {
  none: '',
  success: 'captured',
  decline: 'declined',
  pending: 'pending',
  authorize: 'authorized',
  cash: '',
  deposit: '',
}
const paymentMethods: Partial<Record<Payment, string>> = {
  none: 'Manual',
  cash: 'Cash on Delivery',
  deposit: 'Bank Deposit',
}

export interface Buyer {
  email: string
  firstName: string
  lastName: string
  address: Address
  deliverToHosts: boolean
  message: string
  /** Codes of a gift card and of a coupon: '' for none, undefined for those that the cart has. */
  certificate?: string
  coupon?: string
  /** The code of the currency that prices were shown in; undefined for that of the cart. */
  currency?: string
  /** Where the goods go and how, where that is not all to the buyer. */
  consignments?: Consignment[]
}

/**
 * Turns a cart into an order. Declined: it stays Incomplete (0) and the cart stays for another attempt; pending:
 * Pending (1); a bank deposit: Awaiting Payment (7); success and cash on delivery: Awaiting Fulfillment (11), or
 * Completed (10) when all is digital. A second call for the same cart returns the same order. Throws 404 without a cart, 409 when a product is sold out, 422 for a wrong gift card or coupon.
 */
export function placeOrder(store: Store, cartId: string, buyer: Buyer, payment: Payment): Promise<Order> {
  return inTransaction(store.db, async tx => {
    const cart = await findCart(store, tx, cartId, 'for update')
    const existing = await findOrderByCart(tx, cartId)
    if (!cart) {
      if (existing) return existing
      throw new ShopError(404, 'The requested cart was not found.')
    }
    const order = existing ?? (await createOrderFromCart(store, tx, cart, buyer))
    await updateOrderFromCart(store, tx, order, cart, buyer, payment)
    if (!existing) await emitOrderEvent(store, tx, 'created', order.id)
    const status = statusAfterPayment(payment, cart.lines)
    if (status === INCOMPLETE) {
      if (existing) await emitOrderEvent(store, tx, 'updated', order.id)
    } else {
      await convertCart(store, tx, order, cart, status)
    }
    return (await findOrderByCart(tx, cartId))!
  })
}

export async function findOrderByCart(db: Queryable, cartId: string): Promise<Order | undefined> {
  const { rows } = await db.query<Order>('select * from shop."order" where cart_id = $1', [cartId])
  return rows[0]
}

/** The http address that came with the cart and that the order page links back to, if there is one. */
export function returnUrlFrom(query: Record<string, string>): string | undefined {
  const address = query.return_url ?? ''
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

/** The same for a cart; carts made through the API have the configured address otherwise. */
export const returnUrlOfCart = (store: Store, cart: Cart): string | undefined =>
  returnUrlFrom(cart.query) ?? (cart.from_api ? store.returnUrl?.(cart.id) : undefined)

function statusAfterPayment(payment: Payment, lines: CartLine[]): number {
  if (payment === 'decline' || payment === 'none') return INCOMPLETE
  if (payment === 'pending') return PENDING
  if (payment === 'deposit') return AWAITING_PAYMENT
  return lines.every(line => line.type === 'digital') ? COMPLETED : AWAITING_FULFILLMENT
}

async function createOrderFromCart(store: Store, tx: Queryable, cart: Cart, buyer: Buyer): Promise<Order> {
  const returnUrl = returnUrlOfCart(store, cart)
  return insertOrder(store, tx, {
    cart_id: cart.id,
    channel_id: cart.channel_id,
    customer_id: cart.customer_id,
    locale: cart.locale,
    from_api: cart.from_api,
    query: { ...cart.query, ...(returnUrl ? { return_url: returnUrl } : {}) },
    email: buyer.email,
    first_name: buyer.firstName,
    last_name: buyer.lastName,
    address: buyer.address,
  })
}

/** Inserts an order, Incomplete unless it says otherwise; other missing columns get their defaults. */
export async function insertOrder(
  store: Store,
  tx: Queryable,
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
  const shipping_addresses = JSON.stringify(order.shipping_addresses ?? [])
  const fees = JSON.stringify(order.fees ?? [])
  return (await insertRow<Order>(tx, 'shop."order"', { ...row, shipping_addresses, fees }))!
}

/** Overwrites an order with what the cart and the buyer are now. */
async function updateOrderFromCart(
  store: Store,
  tx: Queryable,
  { id, shipping_addresses: known }: Order,
  cart: Cart,
  buyer: Buyer,
  payment: Payment,
): Promise<void> {
  const [coupon, certificate] = [buyer.coupon ?? cart.coupon_code, buyer.certificate ?? cart.certificate_code]
  const discounted = await applyPromotions(store, tx, cart, { code: coupon, email: buyer.email })
  const { total, tax } = grandTotals(discounted)
  const manualCents = discounted.lines
    .flatMap(({ appliedDiscounts = [] }) => appliedDiscounts.filter(({ id }) => id === manualDiscount.id))
    .reduce((sum, { amount }) => sum + parseCents(amount), 0)
  const paidBy =
    payment === 'decline' || payment === 'none'
      ? null
      : await redeemCertificate(store, tx, certificate, cart, total)
  const coveredCents = paidBy ? paidBy.starting_cents - paidBy.remaining_cents : 0
  const isCovered = coveredCents === total && coveredCents > 0
  const shown = await findDisplayCurrency(tx, buyer.currency ?? cart.display_currency)
  await tx.query('delete from shop.order_line where order_id = $1', [id])
  // Where a program has said where the goods go, the buyer's form does not change it.
  const asked = buyer.consignments ?? (known.length > 0 ? cart.consignments : [])
  const consignments = asked.filter(({ optionId }) => optionId)
  await insertOrderLines(tx, id, sendLines(discounted.lines, consignments))
  await writeOrderCoupon(tx, id, discounted.coupon)
  await tx.query(
    `update shop."order" set total_cents = $2, tax_cents = $3, certificate_cents = $4, payment_status = $5,
       payment_method = $6, certificate_code = $14, email = $7, first_name = $8, last_name = $9, address = $10,
       deliver_to_hosts = $11, customer_message = $12, modified = $13, coupon_cents = $15,
       currency_code = $16, currency_exchange_rate = $17, fees = $18, discount_cents = $19,
       shipping_addresses = $20 where id = $1`,
    [
      id,
      total,
      tax,
      coveredCents,
      isCovered ? '' : paymentStatuses[payment],
      isCovered ? 'Gift Certificate' : (paymentMethods[payment] ?? 'Test Payment Provider'),
      buyer.email,
      buyer.firstName,
      buyer.lastName,
      JSON.stringify(buyer.address),
      buyer.deliverToHosts,
      buyer.message,
      store.now(),
      coveredCents > 0 ? certificate : '',
      discounted.coupon?.cents ?? 0,
      shown.code,
      shown.rate.toFixed(10),
      JSON.stringify(discounted.fees.map((fee, index) => ({ ...fee, id: index + 1 }))),
      manualCents,
      JSON.stringify(consignments.map(toShippingAddress)),
    ],
  )
  await addTransaction(store, tx, id, {
    event: 'purchase',
    method: 'gift_certificate',
    cents: coveredCents,
    certificate: paidBy,
  })
  if (payment === 'cash' || payment === 'deposit' || payment === 'none') return
  await addTransaction(store, tx, id, {
    event: payment === 'pending' ? 'pending' : 'purchase',
    method: 'credit_card',
    cents: total - coveredCents,
    status: payment === 'decline' ? 'error' : 'ok',
  })
}

/**
 * Takes as much of the total as possible from a certificate; null without one. Throws 422 for an unusable
 * code, and when the cart buys gift cards.
 */
async function redeemCertificate(
  store: Store,
  tx: Queryable,
  code: string | undefined,
  { lines }: Cart,
  totalCents: number,
): Promise<CertificatePayment | null> {
  if (!code) return null
  const buysGiftCards = lines.some(line => isGiftCardLine({ product_id: line.productId }))
  const { rows } = await tx.query<Pick<GiftCertificate, 'id' | 'code' | 'amount_cents' | 'balance_cents'>>(
    `select id, code, amount_cents, balance_cents from shop.certificate
     where upper(code) = upper($1) and status = 'active' and (expires is null or expires > $2) for update`,
    [code, store.now()],
  )
  const certificate = rows[0]
  if (!certificate || buysGiftCards)
    throw new ShopError(422, 'This gift card is not valid.', { certificate: code })
  const coveredCents = Math.min(totalCents, certificate.balance_cents)
  await tx.query('update shop.certificate set balance_cents = balance_cents - $2 where id = $1', [
    certificate.id,
    coveredCents,
  ])
  const { code: ownCode, amount_cents, balance_cents } = certificate
  return {
    code: ownCode,
    amount_cents,
    starting_cents: balance_cents,
    remaining_cents: balance_cents - coveredCents,
  }
}

/** Completes the order of a cart that was paid for, or will be, and deletes the cart. */
async function convertCart(
  store: Store,
  tx: Queryable,
  order: Order,
  cart: Cart,
  status: number,
): Promise<void> {
  await deductStock(store, tx, order.id, cart.lines)
  await countCouponUse(tx, order.id)
  await tx.query('update shop."order" set status_id = $2 where id = $1', [order.id, status])
  await tx.query('delete from shop.cart where id = $1', [cart.id])
  if (status !== PENDING && status !== AWAITING_PAYMENT)
    await issueCertificates(store, tx, order, await findOrderLines(tx, order.id))
  await emitEvent(store, tx, 'store/cart/converted', { type: 'cart', id: cart.id, orderId: order.id })
  await emitStatusChange(store, tx, order.id, order.status_id, status)
}
