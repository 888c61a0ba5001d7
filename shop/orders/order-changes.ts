import { inTransaction, type Queryable } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitOrderEvent } from '../webhooks.ts'
import {
  certificateRefundCents,
  issueCertificates,
  restoreCertificateBalance,
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
  orderStatuses,
} from './orders.ts'
import { restock } from './stock.ts'
import { addTransaction, type NewTransaction } from './transactions.ts'

/** Changes an order's status, reverses it when it is cancelled or declined, and emits the events. Throws 400, 404. */
export function changeOrderStatus(store: Store, id: number, status: number): Promise<void> {
  if (!orderStatuses[status]) throw new ShopError(400, 'The field status_id is invalid.')
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (order.status_id === status) return
    if (status === CANCELLED || status === DECLINED) await reverseOrder(store, tx, order)
    const isPaid = status === COMPLETED || status === AWAITING_FULFILLMENT
    await tx.query(
      `update shop."order" set status_id = $2, modified = $3,
         payment_status = case when $4 and payment_status = 'pending' then 'captured' else payment_status end
       where id = $1`,
      [id, status, store.now(), isPaid],
    )
    if (isPaid && order.payment_status === 'pending') await addTransaction(store, tx, id, captureOf(order))
    if (isPaid) await issueCertificates(store, tx, order, await findOrderLines(tx, id))
    await emitStatusChange(store, tx, id, order.status_id, status)
  })
}

/** The payment of what no certificate has paid. */
const captureOf = (order: Order): NewTransaction => ({
  event: 'capture',
  method: order.payment_status === '' ? 'offline' : 'credit_card',
  cents: order.total_cents - order.certificate_cents,
})

/** Reverses a cancelled or declined order: its units, its gift cards, and what a certificate paid. */
async function reverseOrder(store: Store, tx: Queryable, order: Order): Promise<void> {
  await restoreCertificateBalance(
    tx,
    order,
    order.certificate_cents - certificateRefundCents(order, order.refunded_cents),
  )
  await suspendCertificates(tx, order.id)
  await tx.query(`update shop."order" set certificate_cents = 0, certificate_code = '' where id = $1`, [
    order.id,
  ])
  if (order.stock_taken) await restock(store, tx, order)
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

/** Staff say that the money of an order paid outside of the shop has come in. Throws 404. */
export function markMoneyReceived(store: Store, id: number): Promise<void> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (order.payment_status !== '' && order.payment_status !== 'pending') return
    await addTransaction(store, tx, id, captureOf(order))
    await tx.query(`update shop."order" set payment_status = 'paid', modified = $2 where id = $1`, [
      id,
      store.now(),
    ])
    await emitOrderEvent(store, tx, 'updated', id)
  })
}

/** Archives an order, or brings it back: lists leave it out unless asked, and nothing else of it changes. Throws 404. */
export function archiveOrder(store: Store, id: number, isArchived = true): Promise<void> {
  return inTransaction(store.db, async tx => {
    if ((await getOrder(tx, id, 'for update')).is_deleted === isArchived) return
    await tx.query(`update shop."order" set is_deleted = $3, modified = $2 where id = $1`, [
      id,
      store.now(),
      isArchived,
    ])
    await emitOrderEvent(store, tx, isArchived ? 'archived' : 'updated', id)
  })
}

/** Takes the money that was authorized, or lets it go. Throws 404, 422 when none was. */
export function settlePayment(store: Store, id: number, status: 'captured' | 'void'): Promise<void> {
  return inTransaction(store.db, async tx => {
    const order = await getOrder(tx, id, 'for update')
    if (order.payment_status !== 'authorized')
      throw new ShopError(422, 'The payment of this order is not authorized.', {
        payment_status: order.payment_status,
      })
    await tx.query('update shop."order" set payment_status = $2, modified = $3 where id = $1', [
      id,
      status,
      store.now(),
    ])
    await emitOrderEvent(store, tx, 'updated', id)
  })
}
