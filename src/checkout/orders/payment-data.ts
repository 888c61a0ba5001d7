import { sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'

/**
 * Stores what the shop says of an order's payment (R510). The days before its money leaves run from the reading that
 * first found it paid (R511), and again from a later one when it was not paid in between.
 */
export async function saveOrderPayment(
  tx: Db,
  { id, state, waitsFor, payment, unplacedRefunds }: ShopOrder,
  money: { mostCents: Cents; isUnproved: boolean },
  now: Date,
): Promise<void> {
  const { status, method, taxCents: tax_cents } = payment
  // What was given back of the whole order may be of any line (R512); what a status means may have to be asked (R508).
  const isDisputed = payment.isDisputed || unplacedRefunds.length > 0 || waitsFor === 'unknown'
  const isPaid = payment.isPaid && state !== 'void'
  const isReceived = sql<boolean>`(order_payment.received_at is not null and ${state !== 'void'})`
  const willBePaid = sql<boolean>`(${isPaid} or ${isReceived})`
  const ofMoney = { most_money_cents: money.mostCents, is_unproved: money.isUnproved }
  await tx
    .insertInto('order_payment')
    .values({
      order_id: id,
      status,
      method,
      tax_cents,
      ...ofMoney,
      is_paid: isPaid,
      is_disputed: isDisputed || money.isUnproved,
      paid_at: isPaid ? now : null,
      first_paid_at: isPaid ? now : null,
    })
    .onConflict(conflict =>
      conflict.column('order_id').doUpdateSet({
        status,
        method,
        tax_cents,
        ...ofMoney,
        is_paid: willBePaid,
        is_disputed: sql`${isDisputed} or (${money.isUnproved} and order_payment.proof_accepted_at is null)`,
        paid_at: sql`case when ${willBePaid} and not order_payment.is_paid then ${now}::timestamptz
          else order_payment.paid_at end`,
        first_paid_at: sql`coalesce(order_payment.first_paid_at, case when ${willBePaid} then ${now}::timestamptz end)`,
      }),
    )
    .execute()
}

/** What is stored of an order's payment, locked; undefined for an order that counts for nothing. */
export async function lockOrderPayment(tx: Db, orderId: number) {
  return tx
    .selectFrom('order_payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/** Staff accept what gift certificates have paid of an order without the shop telling it (R1163). */
export async function acceptMoneyProof(tx: Db, orderId: number, now: Date): Promise<void> {
  await updateRows(tx, 'order_payment', { set: { proof_accepted_at: now }, where: { order_id: orderId } })
}

/** The order is gone from the shop, and with it its payment. */
export async function markOrderUnpaid(tx: Db, orderId: number): Promise<void> {
  await tx.updateTable('order_payment').set({ is_paid: false }).where('order_id', '=', orderId).execute()
}

/** Staff have the money of this order (R510); false when no such order counts for a registry. */
export async function markPaymentReceived(tx: Db, orderId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_payment')
    .set({
      received_at: now,
      is_paid: true,
      paid_at: sql`case when is_paid then paid_at else ${now}::timestamptz end`,
      first_paid_at: sql`coalesce(first_paid_at, ${now}::timestamptz)`,
    })
    .where('order_id', '=', orderId)
    .where(row =>
      row.exists(
        row
          .selectFrom('purchase')
          .select('line_id')
          .whereRef('purchase.order_id', '=', 'order_payment.order_id')
          .where('state', '<>', 'void'),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
