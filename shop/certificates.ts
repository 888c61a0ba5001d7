import { randomInt } from 'node:crypto'
import { catalogue } from './catalogue/index.ts'
import type { Order, OrderLine } from './orders.ts'
import type { Queries, Store } from './store.ts'

/** A gift certificate; all amounts in cents. */
export interface Certificate {
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
  /** The order line that bought it; 0 when nobody did. */
  line_id: number
}

const VALID_YEARS = 5
/** Letters and digits that are not taken for one another. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const cards = new Set(
  catalogue.products.filter(product => product.type === 'giftcertificate').map(product => product.id),
)

/** Is this a line of gift cards? */
export const isCard = (line: Pick<OrderLine, 'product_id'>): boolean => cards.has(line.product_id)

/**
 * Gives a paid order its gift cards: a certificate for every unit, once, however often it is called. A cart from
 * outside gets none: who made it knows what its cards are for.
 */
export async function issueCertificates(
  store: Store,
  tx: Queries,
  order: Order,
  lines: OrderLine[],
): Promise<void> {
  if (order.from_api) return
  const { rowCount } = await tx.query(
    `update shop.certificate set status = 'active' where order_id = $1 and status = 'pending'`,
    [order.id],
  )
  const known = await certificatesOf(tx, order.id)
  if (rowCount || known.length > 0) return
  for (const line of lines.filter(isCard)) {
    for (let unit = 0; unit < line.quantity; unit++) await issue(store, tx, order, line)
  }
}

async function issue(store: Store, tx: Queries, order: Order, line: OrderLine): Promise<void> {
  const now = store.now()
  const expires = new Date(now)
  expires.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS)
  const name = `${order.first_name} ${order.last_name}`.trim()
  await tx.query(
    `insert into shop.certificate (code, customer_id, order_id, line_id, to_name, to_email, from_name, from_email,
       amount_cents, balance_cents, status, template, message, purchased, expires)
     values ($1, $2, $3, $4, $5, $6, $5, $6, $7, $7, 'active', 'general.html', '', $8, $9)`,
    [newCode(), order.customer_id, order.id, line.id, name, order.email, line.price_cents, now, expires],
  )
}

/** Such as `7KQM-X3PA-9TRB-WD4H`. */
function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** The certificates that an order bought. */
export async function certificatesOf(db: Queries, orderId: number): Promise<Certificate[]> {
  const { rows } = await db.query<Certificate>(
    'select * from shop.certificate where order_id = $1 order by id',
    [orderId],
  )
  return rows
}

/** An order that is cancelled or declined takes its cards along; paid again, it has them again. */
export async function suspendCertificates(tx: Queries, orderId: number): Promise<void> {
  await tx.query(`update shop.certificate set status = 'pending' where order_id = $1 and status = 'active'`, [
    orderId,
  ])
}

/** Takes back so many cards of a refunded line, those with the most on them first. */
export async function revokeCertificates(tx: Queries, lineId: number, units: number): Promise<void> {
  await tx.query(
    `update shop.certificate set status = 'disabled' where id in (
       select id from shop.certificate where line_id = $1 and status <> 'disabled'
       order by balance_cents desc, id limit $2)`,
    [lineId, units],
  )
}

/** Puts money that a certificate paid for an order back on it. */
export async function giveBack(tx: Queries, order: Order, amount: number): Promise<void> {
  if (amount <= 0) return
  await tx.query(
    `update shop.certificate set balance_cents = least(amount_cents, balance_cents + $2)
     where upper(code) = upper($1)`,
    [order.certificate_code, amount],
  )
}

/** What of an order's certificate has come back once so much of the order was refunded: it comes first. */
export const returned = (order: Order, refunded: number): number =>
  Math.min(order.certificate_cents, refunded)
