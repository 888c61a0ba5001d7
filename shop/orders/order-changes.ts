import { inTransaction, type Queryable } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitOrderEvent } from '../webhooks.ts'
import {
  certificateRefundCents,
  issueCertificates,
  restoreCertificateBalance,
  revokeCertificates,
  suspendCertificates,
} from './gift-certificates.ts'
import {
  AWAITING_FULFILLMENT,
  CANCELLED,
  COMPLETED,
  DECLINED,
  findOrderLines,
  getOrder,
  type Order,
  type OrderLine,
  orderStatuses,
  PARTIALLY_REFUNDED,
  REFUNDED,
} from './orders.ts'
import { restock } from './stock.ts'

/** Changes an order's status, reverses it when it is cancelled or declined, and emits the events. Throws 400, 404. */
export function changeOrderStatus(store: Store, id: number, status: number): Promise<void> {
  if (!orderStatuses[status]) throw new ShopError(400, 'The field status_id is invalid.')
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (order.status_id === status) return
    if (status === CANCELLED || status === DECLINED) await reverseOrder(tx, order)
    const isPaid = status === COMPLETED || status === AWAITING_FULFILLMENT
    await tx.query(
      `update shop."order" set status_id = $2, modified = $3,
         payment_status = case when $4 and payment_status = 'pending' then 'captured' else payment_status end
       where id = $1`,
      [id, status, store.now(), isPaid],
    )
    if (isPaid) await issueCertificates(store, tx, order, await findOrderLines(tx, id))
    await emitStatusChange(store, tx, id, order.status_id, status)
  })
}

/** Reverses a cancelled or declined order: its units, its gift cards, and what a certificate paid. */
async function reverseOrder(tx: Queryable, order: Order): Promise<void> {
  await restoreCertificateBalance(
    tx,
    order,
    order.certificate_cents - certificateRefundCents(order, order.refunded_cents),
  )
  await suspendCertificates(tx, order.id)
  await tx.query(`update shop."order" set certificate_cents = 0, certificate_code = '' where id = $1`, [
    order.id,
  ])
  if (order.stock_taken) await restock(tx, order)
}

/** Emits the events of a changed status: `statusUpdated` with both ids, and `updated`. */
export async function emitStatusChange(
  store: Store,
  tx: Queryable,
  id: number,
  previousId: number,
  newId: number,
): Promise<void> {
  const status = { previous_status_id: previousId, new_status_id: newId }
  await emitOrderEvent(store, tx, 'statusUpdated', id, { status })
  await emitOrderEvent(store, tx, 'updated', id)
}

/** Units of a line that are refunded. */
export interface RefundItem {
  lineId: number
  quantity: number
  reason?: string
}

/** Staff say that the money of an order paid outside of the shop has come in. Throws 404. */
export function markMoneyReceived(store: Store, id: number): Promise<void> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (order.payment_status !== '' && order.payment_status !== 'pending') return
    await tx.query(`update shop."order" set payment_status = 'paid', modified = $2 where id = $1`, [
      id,
      store.now(),
    ])
    await emitOrderEvent(store, tx, 'updated', id)
  })
}

/** Archives an order: lists leave it out unless asked, and nothing else of it changes. Throws 404. */
export function archiveOrder(store: Store, id: number): Promise<void> {
  return inTransaction(store.db, async tx => {
    if ((await getOrder(tx, id, 'for update')).is_deleted) return
    await tx.query(`update shop."order" set is_deleted = true, modified = $2 where id = $1`, [
      id,
      store.now(),
    ])
    await emitOrderEvent(store, tx, 'archived', id)
  })
}

const unpaidStatuses = ['pending', 'declined']

export interface Refund {
  id: number
  order_id: number
  reason: string
  total_cents: number
  /** Units of lines; an item for the order as a whole has no quantity. */
  items: { item_id: number; quantity: number; reason: string; cents: number }[]
  created: Date
}

/** Refunds units of lines. Throws 422 when more is requested than is left, or when the order is not paid. */
export function refundOrder(store: Store, id: number, requested: RefundItem[], reason = ''): Promise<Refund> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (unpaidStatuses.includes(order.payment_status))
      throw new ShopError(422, 'This order has not been paid.')
    const lines = await findOrderLines(tx, id)
    const items = requested.map(item => refundLine(lines, item))
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

/** Refunds an amount of the order as a whole. Throws 422 when it is more than is left, or when the order is not paid. */
export function refundAmount(store: Store, id: number, cents: number, reason = ''): Promise<Refund> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (unpaidStatuses.includes(order.payment_status))
      throw new ShopError(422, 'This order has not been paid.')
    const left = order.total_cents - order.refunded_cents
    if (!Number.isInteger(cents) || cents < 1 || cents > left)
      throw new ShopError(422, 'Refund is not possible.', { items: `Only ${left} cents are left.` })
    const items = [{ item_id: id, quantity: 0, reason, cents }]
    const { rows } = await tx.query<Refund>(
      'insert into shop.refund (order_id, reason, total_cents, items, created) values ($1, $2, $3, $4, $5) returning *',
      [id, reason, cents, JSON.stringify(items), store.now()],
    )
    await finishRefund(store, tx, order, rows[0]!)
    return rows[0]!
  })
}

/** One item of a refund, counted on its line. */
function refundLine(lines: OrderLine[], requested: RefundItem): Refund['items'][number] {
  const line = lines.find(candidate => candidate.id === requested.lineId)
  const unitsLeft = line ? line.quantity - line.quantity_refunded : 0
  if (
    !line ||
    !Number.isInteger(requested.quantity) ||
    requested.quantity < 1 ||
    requested.quantity > unitsLeft
  ) {
    throw new ShopError(422, 'Refund is not possible.', {
      items: `Only ${unitsLeft} of item ${requested.lineId} left.`,
    })
  }
  // The same line may be in the request twice.
  line.quantity_refunded += requested.quantity
  return {
    item_id: line.id,
    quantity: requested.quantity,
    reason: requested.reason ?? '',
    cents: line.price_cents * requested.quantity,
  }
}

/** Books a refund on the order, its certificate and gift cards, and emits the events. */
async function finishRefund(store: Store, tx: Queryable, order: Order, refund: Refund): Promise<void> {
  const refundedCents = order.refunded_cents + refund.total_cents
  await restoreCertificateBalance(
    tx,
    order,
    certificateRefundCents(order, refundedCents) - certificateRefundCents(order, order.refunded_cents),
  )
  for (const item of refund.items)
    if (item.quantity > 0) await revokeCertificates(tx, item.item_id, item.quantity)
  const lines = await findOrderLines(tx, order.id)
  const isFullyRefunded =
    lines.every(line => line.quantity_refunded === line.quantity) || refundedCents >= order.total_cents
  const status = isFullyRefunded ? REFUNDED : PARTIALLY_REFUNDED
  // What had no status of payment is not made to look paid by a refund of a part.
  const partlyRefunded = order.payment_status === '' ? '' : 'partially refunded'
  const paymentStatus = isFullyRefunded ? 'refunded' : partlyRefunded
  await tx.query(
    `update shop."order" set refunded_cents = refunded_cents + $2, status_id = $3,
       payment_status = $4, modified = $5 where id = $1`,
    [order.id, refund.total_cents, status, paymentStatus, store.now()],
  )
  await emitOrderEvent(store, tx, 'refund/created', order.id, { refund: { refund_id: refund.id } })
  if (order.status_id !== status) await emitStatusChange(store, tx, order.id, order.status_id, status)
}
