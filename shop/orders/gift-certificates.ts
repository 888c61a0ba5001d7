import { randomInt } from 'node:crypto'
import { catalogue } from '../catalogue/index.ts'
import type { Queryable } from '../database.ts'
import type { Store } from '../store.ts'
import type { Order, OrderLine } from './orders.ts'

/** A gift certificate; all amounts in cents. */
export interface GiftCertificate {
  id: number
  code: string
  customer_id: number
  order_id: number
  to_name: string
  to_email: string
  from_name: string
  from_email: string
  amount_cents: number
  balance_cents: number
  status: 'active' | 'pending' | 'disabled' | 'expired'
  template: string
  message: string
  purchased: Date
  expires: Date | null
  /** The order line that bought it; 0 when it was not bought. */
  line_id: number
}

const validYears = 5
/** Letters and digits that are not mistaken for each other. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const giftCardProductIds = new Set(
  catalogue.products.filter(product => product.type === 'giftcertificate').map(product => product.id),
)

export const isGiftCardLine = (line: Pick<OrderLine, 'product_id'>): boolean =>
  giftCardProductIds.has(line.product_id)

/**
 * Issues the gift cards of a paid order, one certificate a unit; calling it again issues no more. Orders of carts made
 * through the API get none: whoever made the cart issues them.
 */
export async function issueCertificates(
  store: Store,
  tx: Queryable,
  order: Order,
  lines: OrderLine[],
): Promise<void> {
  if (order.from_api) return
  const { rowCount } = await tx.query(
    `update shop.certificate set status = 'active' where order_id = $1 and status = 'pending'`,
    [order.id],
  )
  const existing = await findCertificatesByOrder(tx, order.id)
  if (rowCount || existing.length > 0) return
  for (const line of lines.filter(isGiftCardLine)) {
    for (let unit = 0; unit < line.quantity; unit++) await issueCertificate(store, tx, order, line)
  }
}

async function issueCertificate(store: Store, tx: Queryable, order: Order, line: OrderLine): Promise<void> {
  const now = store.now()
  const expires = new Date(now)
  expires.setUTCFullYear(now.getUTCFullYear() + validYears)
  const name = `${order.first_name} ${order.last_name}`.trim()
  await tx.query(
    `insert into shop.certificate (code, customer_id, order_id, line_id, to_name, to_email, from_name, from_email,
       amount_cents, balance_cents, status, template, message, purchased, expires)
     values ($1, $2, $3, $4, $5, $6, $5, $6, $7, $7, 'active', 'general.html', '', $8, $9)`,
    [generateCode(), order.customer_id, order.id, line.id, name, order.email, line.price_cents, now, expires],
  )
}

/** A certificate that staff make by hand, without an order; its code is the shop's own. */
export async function issueByHand(
  store: Store,
  { name, email, cents }: { name: string; email: string; cents: number },
): Promise<void> {
  const now = store.now()
  const expires = new Date(now)
  expires.setUTCFullYear(now.getUTCFullYear() + validYears)
  await store.db.query(
    `insert into shop.certificate (code, customer_id, order_id, line_id, to_name, to_email, from_name, from_email,
       amount_cents, balance_cents, status, template, message, purchased, expires)
     values ($1, 0, 0, 0, $2, $3, $2, $3, $4, $4, 'active', 'general.html', '', $5, $6)`,
    [generateCode(), name, email, cents, now, expires],
  )
}

/** A random code like `7KQM-X3PA-9TRB-WD4H`. */
function generateCode(): string {
  const group = () => Array.from({ length: 4 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

export async function findCertificatesByOrder(db: Queryable, orderId: number): Promise<GiftCertificate[]> {
  const { rows } = await db.query<GiftCertificate>(
    'select * from shop.certificate where order_id = $1 order by id',
    [orderId],
  )
  return rows
}

/** Suspends the certificates of a cancelled or declined order; `issueCertificates` activates them again. */
export async function suspendCertificates(tx: Queryable, orderId: number): Promise<void> {
  await tx.query(`update shop.certificate set status = 'pending' where order_id = $1 and status = 'active'`, [
    orderId,
  ])
}

/** Disables as many certificates of a line as units were refunded, those with the highest balance first. */
export async function revokeCertificates(tx: Queryable, lineId: number, units: number): Promise<void> {
  await tx.query(
    `update shop.certificate set status = 'disabled' where id in (
       select id from shop.certificate where line_id = $1 and status <> 'disabled'
       order by balance_cents desc, id limit $2)`,
    [lineId, units],
  )
}

/** Puts cents that a certificate paid for an order back on it. */
export async function restoreCertificateBalance(tx: Queryable, order: Order, cents: number): Promise<void> {
  if (cents <= 0) return
  await tx.query(
    `update shop.certificate set balance_cents = least(amount_cents, balance_cents + $2)
     where upper(code) = upper($1)`,
    [order.certificate_code, cents],
  )
}

/** How many of the refunded cents of an order belong to its certificate, which is refunded first. */
export const certificateRefundCents = (order: Order, refundedCents: number): number =>
  Math.min(order.certificate_cents, refundedCents)

/** The certificate of a code, if something can be paid with it now. */
export async function findUsableCertificate(
  store: Store,
  code: string,
): Promise<GiftCertificate | undefined> {
  const { rows } = await store.db.query<GiftCertificate>(
    `select * from shop.certificate where upper(code) = upper($1) and status = 'active'
     and balance_cents > 0 and (expires is null or expires > $2)`,
    [code, store.now()],
  )
  return rows[0]
}
