import { type Insertable, type Selectable, sql } from 'kysely'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { UnmatchedLine } from './rules.ts'

export type PurchaseRow = Selectable<Tables['purchase']>
export type NewPurchase = Omit<
  Insertable<Tables['purchase']>,
  'credited_units' | 'credited_cents' | 'thanked_at' | 'changed_at'
>

export async function findPurchasesByOrder(db: Db, orderId: number): Promise<PurchaseRow[]> {
  return db.selectFrom('purchase').selectAll().where('order_id', '=', orderId).orderBy('line_id').execute()
}

/** Ids of the registries that lines of this order are counted for. */
export async function findRegistriesByOrder(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('registry_id')
    .distinct()
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(row => row.registry_id)
}

/** Registries with purchases that have waited for their payment as long as they may. */
export async function findRegistriesWithOverduePurchases(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('registry_id')
    .distinct()
    .where('held_until', '<=', now)
    .execute()
  return rows.map(row => row.registry_id)
}

/**
 * All purchases of these gifts in the order in which they are credited: receipts of the till first, which were recorded for
 * what was open, so that they never become surplus by an order that is read later (R967).
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

/** Writes what a line of an order counts for; an existing credit is kept up to the new amounts, until it is recomputed. */
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

export async function voidPurchase(tx: Db, purchase: PurchaseRow, now: Date): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ state: 'void', held_until: null, units: 0, cents: 0, credited_units: 0, credited_cents: 0 })
    .set({ changed_at: now })
    .where('order_id', '=', purchase.order_id)
    .where('line_id', '=', purchase.line_id)
    .execute()
}

/** Takes name, address and words of their giver out of what was bought by these hand-offs. */
export async function eraseGiverOfPurchases(tx: Db, handoffIds: number[]): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ giver_name: '', giver_email: null, visibility: 'anonymous', message: null })
    .where('handoff_id', '=', sql<number>`any(${handoffIds}::bigint[])`)
    .execute()
}

/** Makes these the only lines of the order that wait for staff. */
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

export interface UnmatchedLineRow extends UnmatchedLine {
  orderId: number
  seenAt: Date
}

/** Lines of orders that carry our mark but match no gift and were not dismissed, oldest first (R505, R964). */
export async function findUnmatchedLines(db: Db): Promise<UnmatchedLineRow[]> {
  const rows = await findRows(db, 'unmatched_line', {
    where: { dismissed_at: null },
    orderBy: ['seen_at', 'order_id'],
  })
  return rows.map(row => ({
    orderId: row.order_id,
    lineId: row.line_id,
    reason: row.reason as UnmatchedLine['reason'],
    cents: row.cents,
    seenAt: row.seen_at,
  }))
}

/** Names of gifts in that language, by id. */
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

/** These gift ids by the id of their registry. */
export async function groupGiftsByRegistry(db: Db, giftIds: number[]): Promise<Map<number, number[]>> {
  if (giftIds.length === 0) return new Map()
  const rows = await findRows(db, 'gift', {
    where: { id: { in: giftIds } },
    columns: ['id', 'registry_id'],
    orderBy: ['id'],
  })
  const byRegistry = Map.groupBy(rows, row => row.registry_id)
  return new Map([...byRegistry].map(([registryId, gifts]) => [registryId, gifts.map(gift => gift.id)]))
}
