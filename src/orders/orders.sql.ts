import { type Insertable, type Selectable, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import { countRows, deleteRows, findRows, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { ShopOrder, UnplacedRefund } from '../shop/port-orders.ts'
import type { RefundFacts, UnmatchedLine } from './orders.rules.ts'

export type PurchaseRow = Selectable<Tables['purchase']>
export type NewPurchase = Omit<
  Insertable<Tables['purchase']>,
  'credited_units' | 'credited_cents' | 'thanked_at' | 'changed_at'
>

export async function findPurchasesByOrder(db: Db, orderId: number): Promise<PurchaseRow[]> {
  return db.selectFrom('purchase').selectAll().where('order_id', '=', orderId).orderBy('line_id').execute()
}

export async function findRegistriesByOrder(db: Db, orderId: number): Promise<number[]> {
  const rows = await findRows(db, 'purchase', { where: { order_id: orderId }, columns: ['registry_id'] })
  return [...new Set(rows.map(row => row.registry_id))]
}

export async function findRegistriesWithOverduePurchases(db: Db, now: Date): Promise<number[]> {
  const overdue = { held_until: { '<=': now } }
  const rows = await findRows(db, 'purchase', { where: overdue, columns: ['registry_id'] })
  return [...new Set(rows.map(row => row.registry_id))]
}

/**
 * Purchases in the order in which they are credited: receipts of the till first. They were recorded for what was open,
 * so an order that is read later must not turn them into surplus (R967).
 */
export async function findPurchasesByGifts(db: Db, giftIds: number[]): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('gift_id', 'in', giftIds)
    .orderBy(sql`order_id > 0`)
    .orderBy('ordered_at')
    .orderBy('order_id')
    .orderBy('line_id')
    .execute()
}

/** An existing credit is kept, up to the new amounts, until it is recomputed. */
export async function upsertPurchase(tx: Db, purchase: NewPurchase, now: Date): Promise<void> {
  await tx
    .insertInto('purchase')
    .values({ ...purchase, credited_units: 0, credited_cents: 0, changed_at: now })
    .onConflict(conflict =>
      conflict.columns(['order_id', 'line_id']).doUpdateSet({
        ...purchase,
        credited_units: row => row.fn('least', ['purchase.credited_units', sql`excluded.units`]),
        credited_cents: row => row.fn('least', ['purchase.credited_cents', sql`excluded.cents`]),
        changed_at: now,
      }),
    )
    .execute()
}

export async function voidPurchase(tx: Db, { order_id, line_id }: PurchaseRow, now: Date): Promise<void> {
  const nothing = { units: 0, cents: 0, credited_units: 0, credited_cents: 0 }
  await updateRows(tx, 'purchase', {
    set: { state: 'void', held_until: null, ...nothing, changed_at: now },
    where: { order_id, line_id },
  })
}

export async function eraseGiverOfPurchases(tx: Db, handoffIds: number[]): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ giver_name: '', giver_email: null, visibility: 'anonymous', message: null })
    .where('handoff_id', '=', sql<number>`any(${handoffIds}::bigint[])`)
    .execute()
}

/** Deletes all other waiting lines of the order. */
export async function replaceUnmatchedLines(
  tx: Db,
  orderId: number,
  lines: UnmatchedLine[],
  now: Date,
): Promise<void> {
  const ids = lines.map(line => line.lineId)
  await tx
    .deleteFrom('unmatched_line')
    .where('order_id', '=', orderId)
    .$if(ids.length > 0, query => query.where('line_id', 'not in', ids))
    .execute()
  for (const { lineId, reason, cents } of lines)
    await tx
      .insertInto('unmatched_line')
      .values({ order_id: orderId, line_id: lineId, reason, cents, seen_at: now })
      .onConflict(conflict => conflict.columns(['order_id', 'line_id']).doUpdateSet({ reason, cents }))
      .execute()
}

/** Lines that match no gift (R505) and were not dismissed (R964), oldest first. */
export async function findUnmatchedLines(db: Db): Promise<(UnmatchedLine & { orderId: number })[]> {
  const rows = await findRows(db, 'unmatched_line', {
    where: { dismissed_at: null },
    orderBy: ['seen_at', 'order_id'],
  })
  return rows.map(row => ({
    orderId: row.order_id,
    lineId: row.line_id,
    reason: row.reason as UnmatchedLine['reason'],
    cents: row.cents,
  }))
}

export async function findGiftNames(
  db: Db,
  giftIds: number[],
  language: string,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select gift.id, coalesce(text.name, '') as name
    from gift left join product_text_in(${language}) text on text.product_id = gift.product_id
    where gift.id = any(${giftIds})`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** URLs of pictures in the shop, of the variant where it has its own; gifts without one are missing. */
export async function findGiftPictures(db: Db, giftIds: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('gift')
    .innerJoin('product', 'product.id', 'gift.product_id')
    .leftJoin('variant', 'variant.id', 'gift.variant_id')
    .where('gift.id', 'in', giftIds)
    .select(({ fn }) => ['gift.id', fn.coalesce('variant.image', 'product.image').as('image')])
    .execute()
  return new Map(rows.flatMap(({ id, image }) => (image ? [[id, image]] : [])))
}

export const findRefundPlacements = (db: Db, orderId: number) =>
  findRows(db, 'refund_placement', { where: { order_id: orderId } })

/** What is stored about an order's refunds: placements (R512), and whether it was refunded by hand (R1304). */
export async function findRefundFacts(db: Db, orderId: number): Promise<RefundFacts> {
  return {
    placements: await findRefundPlacements(db, orderId),
    wasByHand:
      (await countRows(db, 'order_sync', { order_id: orderId, refunded_by_hand_at: { '<>': null } })) > 0,
  }
}

export async function deleteRefundPlacements(tx: Db, orderId: number, refundId: number): Promise<void> {
  await deleteRows(tx, 'refund_placement', { order_id: orderId, refund_id: refundId })
}

/** Deletes all other waiting refunds of the order; the amount is lower when a part was placed. */
export async function replaceUnplacedRefunds(
  tx: Db,
  orderId: number,
  refunds: UnplacedRefund[],
  now: Date,
): Promise<void> {
  const ids = refunds.map(one => one.refundId)
  await tx
    .deleteFrom('unplaced_refund')
    .where('order_id', '=', orderId)
    .$if(ids.length > 0, query => query.where('refund_id', 'not in', ids))
    .execute()
  for (const { refundId, cents } of refunds)
    await tx
      .insertInto('unplaced_refund')
      .values({ refund_id: refundId, order_id: orderId, cents, seen_at: now })
      .onConflict(conflict => conflict.column('refund_id').doUpdateSet({ cents }))
      .execute()
}

/**
 * Stores an order's payment as the shop has it (R510). The days before its money may leave run from the reading that
 * first found it paid (R511), and start again if it was unpaid in between.
 */
export async function saveOrderPayment(
  tx: Db,
  { id, state, waitsFor, payment, unplacedRefunds }: ShopOrder,
  money: { mostCents: Cents; isUnproved: boolean },
  now: Date,
): Promise<void> {
  const { status, method, taxCents: tax_cents } = payment
  // A refund of the whole order may be of any line (R512), and a status may have to be asked about (R508).
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

/** Locks the row; undefined for an order that counts for nothing. */
export async function lockOrderPayment(tx: Db, orderId: number) {
  return tx
    .selectFrom('order_payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/** Staff accept what gift certificates paid of an order although the shop doesn't show it (R1163). */
export async function acceptMoneyProof(tx: Db, orderId: number, now: Date): Promise<void> {
  await updateRows(tx, 'order_payment', { set: { proof_accepted_at: now }, where: { order_id: orderId } })
}

export async function markOrderUnpaid(tx: Db, orderId: number): Promise<void> {
  await tx.updateTable('order_payment').set({ is_paid: false }).where('order_id', '=', orderId).execute()
}

/** Staff received the order's payment (R510); false when no such order counts for a registry. */
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
