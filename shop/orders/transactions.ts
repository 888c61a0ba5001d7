import type { Queryable } from '../database.ts'
import type { Store } from '../store.ts'

/** What a gift certificate had before a payment, and after it; in cents. */
export interface CertificatePayment {
  code: string
  amount_cents: number
  starting_cents: number
  remaining_cents: number
}

export interface OrderTransaction {
  id: number
  order_id: number
  event: 'purchase' | 'pending' | 'capture' | 'refund'
  method: 'credit_card' | 'gift_certificate' | 'offline'
  cents: number
  status: 'ok' | 'error'
  certificate: CertificatePayment | null
  created: Date
}

export type NewTransaction = Pick<OrderTransaction, 'event' | 'method' | 'cents'> &
  Partial<Pick<OrderTransaction, 'status' | 'certificate'>>

/** Records a movement of money; nothing where it is 0 cents. */
export async function addTransaction(
  { now }: Pick<Store, 'now'>,
  tx: Queryable,
  orderId: number,
  { event, method, cents, status = 'ok', certificate = null }: NewTransaction,
): Promise<void> {
  if (cents <= 0) return
  await tx.query(
    `insert into shop.order_transaction (order_id, event, method, cents, status, certificate, created)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [orderId, event, method, cents, status, certificate && JSON.stringify(certificate), now()],
  )
}

export async function findTransactions(db: Queryable, orderId: number): Promise<OrderTransaction[]> {
  const { rows } = await db.query<OrderTransaction>(
    'select * from shop.order_transaction where order_id = $1 order by id',
    [orderId],
  )
  return rows
}
