import { giveBack, issueCertificates, returned, revokeCertificates } from './certificates.ts'
import {
  AWAITING_FULFILLMENT,
  CANCELLED,
  COMPLETED,
  DECLINED,
  linesOf,
  type Order,
  type OrderLine,
  orderById,
  PARTIALLY_REFUNDED,
  REFUNDED,
  STATUSES,
} from './orders.ts'
import { takeBack } from './stock.ts'
import { inTransaction, type Queries, ShopError, type Store } from './store.ts'
import { emitOrder } from './webhooks.ts'

/** Moves an order to another status, puts stock back when it is cancelled or declined, and tells the hooks. */
export function changeStatus(store: Store, id: number, status: number): Promise<void> {
  if (!STATUSES[status]) throw new ShopError(400, 'The field status_id is invalid.')
  return inTransaction(store.db, async tx => {
    const order = await orderById(tx, id, 'for update')
    if (order.status_id === status) return
    if (status === CANCELLED || status === DECLINED) await takeBack(tx, order)
    const paid = status === COMPLETED || status === AWAITING_FULFILLMENT
    await tx.query(
      `update shop."order" set status_id = $2, modified = $3,
         payment_status = case when $4 and payment_status = 'pending' then 'captured' else payment_status end
       where id = $1`,
      [id, status, store.now(), paid],
    )
    if (paid) await issueCertificates(store, tx, order, await linesOf(tx, id))
    await tellStatus(store, tx, id, order.status_id, status)
  })
}

/** The hooks of a changed status: `statusUpdated` with both numbers, and `updated`. */
export async function tellStatus(
  store: Store,
  tx: Queries,
  id: number,
  before: number,
  after: number,
): Promise<void> {
  const status = { previous_status_id: before, new_status_id: after }
  await emitOrder(store, tx, 'statusUpdated', id, { status })
  await emitOrder(store, tx, 'updated', id)
}

export interface RefundItem {
  lineId: number
  quantity: number
  reason?: string
}

const unpaid = ['pending', 'declined']

export interface Refund {
  id: number
  order_id: number
  reason: string
  total_cents: number
  items: { item_id: number; quantity: number; reason: string; cents: number }[]
  created: Date
}

/** Refunds units of lines. Throws 422 when more is asked than is left, or when nothing was paid. */
export function refundOrder(store: Store, id: number, wanted: RefundItem[], reason = ''): Promise<Refund> {
  return inTransaction(store.db, async tx => {
    const order = await orderById(tx, id, 'for update')
    if (unpaid.includes(order.payment_status)) throw new ShopError(422, 'This order has not been paid.')
    const lines = await linesOf(tx, id)
    const items = wanted.map(item => refundedItem(lines, item))
    const total = items.reduce((sum, item) => sum + item.cents, 0)
    const { rows } = await tx.query<Refund>(
      'insert into shop.refund (order_id, reason, total_cents, items, created) values ($1, $2, $3, $4, $5) returning *',
      [id, reason, total, JSON.stringify(items), store.now()],
    )
    for (const item of items) {
      await tx.query(
        `update shop.order_line set quantity_refunded = quantity_refunded + $2,
           refunded_cents = refunded_cents + $3 where id = $1`,
        [item.item_id, item.quantity, item.cents],
      )
    }
    await finishRefund(store, tx, order, rows[0]!)
    return rows[0]!
  })
}

function refundedItem(lines: OrderLine[], wanted: RefundItem): Refund['items'][number] {
  const line = lines.find(candidate => candidate.id === wanted.lineId)
  const left = line ? line.quantity - line.quantity_refunded : 0
  if (!line || !Number.isInteger(wanted.quantity) || wanted.quantity < 1 || wanted.quantity > left) {
    throw new ShopError(422, 'Refund is not possible.', {
      items: `Only ${left} of item ${wanted.lineId} left.`,
    })
  }
  // One line twice in the same request must not pass the check twice.
  line.quantity_refunded += wanted.quantity
  return {
    item_id: line.id,
    quantity: wanted.quantity,
    reason: wanted.reason ?? '',
    cents: line.price_cents * wanted.quantity,
  }
}

async function finishRefund(store: Store, tx: Queries, order: Order, refund: Refund): Promise<void> {
  const refunded = order.refunded_cents + refund.total_cents
  await giveBack(tx, order, returned(order, refunded) - returned(order, order.refunded_cents))
  for (const item of refund.items) await revokeCertificates(tx, item.item_id, item.quantity)
  const lines = await linesOf(tx, order.id)
  const whole = lines.every(line => line.quantity_refunded === line.quantity)
  const status = whole ? REFUNDED : PARTIALLY_REFUNDED
  await tx.query(
    `update shop."order" set refunded_cents = refunded_cents + $2, status_id = $3, payment_status = $4,
       modified = $5 where id = $1`,
    [order.id, refund.total_cents, status, whole ? 'refunded' : 'partially refunded', store.now()],
  )
  await emitOrder(store, tx, 'refund/created', order.id, { refund: { refund_id: refund.id } })
  if (order.status_id !== status) await tellStatus(store, tx, order.id, order.status_id, status)
}
