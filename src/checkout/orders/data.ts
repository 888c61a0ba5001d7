import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, LedgerAccount, LedgerTable, PurchaseTable } from '../../server/postgres/tables.ts'
import { type HandoffRow, joinProductName, matchesCart, productNameColumns } from '../hand-off/data.ts'
import type { LedgerKind, SmartChangeTotals, UnmatchedLine } from './rules.ts'

export type PurchaseRow = Selectable<PurchaseTable>
export type NewPurchase = Omit<
  Insertable<PurchaseTable>,
  'credited_units' | 'credited_cents' | 'thanked_at' | 'changed_at'
>

/** Numbers a reading of an order before it is made. */
export async function nextOrderSyncVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('order_reading') as number`.execute(db)
  return rows[0]?.number ?? 0
}

/**
 * Makes this reading the one that stands; false when a later one stands already, so that a slow reading of an old
 * state never undoes a newer one.
 */
export async function claimOrderSyncVersion(tx: Db, orderId: number, reading: number): Promise<boolean> {
  const { rows } = await sql`
    insert into order_sync (order_id, version) values (${orderId}, ${reading})
    on conflict (order_id) do update set version = excluded.version where order_sync.version < excluded.version
    returning order_id`.execute(tx)
  return rows.length === 1
}

/** The hand-off of a shop's cart, and those that references name. */
export async function findHandoffsOfOrder(
  db: Db,
  cartId: string | null,
  references: string[],
): Promise<{ byCart: HandoffRow | undefined; handoffs: HandoffRow[] }> {
  const all = db.selectFrom('handoff').selectAll()
  const byCart =
    cartId === null ? undefined : await all.where(row => matchesCart(row, cartId)).executeTakeFirst()
  const named = references.length === 0 ? [] : await all.where('reference', 'in', references).execute()
  return { byCart, handoffs: [...(byCart ? [byCart] : []), ...named.filter(one => one.id !== byCart?.id)] }
}

export async function findPurchasesByOrder(db: Db, orderId: number): Promise<PurchaseRow[]> {
  return db.selectFrom('purchase').selectAll().where('order_id', '=', orderId).orderBy('line_id').execute()
}

/** Registries that something of an order is counted for. */
export async function findRegistriesByOrder(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('registry_id')
    .distinct()
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(row => row.registry_id)
}

export async function findPurchasesByHandoff(db: Db, handoffId: number): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('handoff_id', '=', handoffId)
    .orderBy('order_id')
    .orderBy('line_id')
    .execute()
}

/** All purchases of these gifts in the order in which they are credited. */
export async function findPurchasesByGifts(db: Db, giftIds: number[]): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('gift_id', 'in', giftIds)
    .orderBy('ordered_at')
    .orderBy('order_id')
    .orderBy('line_id')
    .execute()
}

/** Writes what an order's line stands for now; its credit is worked out afterwards. */
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

export async function voidPurchase(tx: Db, one: PurchaseRow, now: Date): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ state: 'void', units: 0, cents: 0, credited_units: 0, credited_cents: 0, changed_at: now })
    .where('order_id', '=', one.order_id)
    .where('line_id', '=', one.line_id)
    .execute()
}

export async function updatePurchaseCredit(
  tx: Db,
  one: PurchaseRow,
  credit: { credited_units: number; credited_cents: number },
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set(credit)
    .where('order_id', '=', one.order_id)
    .where('line_id', '=', one.line_id)
    .execute()
}

export interface LedgerSum {
  order_id: number
  line_id: number
  kind: LedgerKind
  cents: number
  /** The number of the latest correction. */
  last: number
  /** As its first line had it: a product that changes its type takes no money along. */
  account: LedgerAccount
}

/** What the ledger says of these gifts' order lines, by kind. */
export async function findLedgerSums(db: Db, giftIds: number[]): Promise<LedgerSum[]> {
  const { rows } = await sql<LedgerSum>`
    select order_id, line_id, kind, sum(cents)::int as cents, min(account) as account,
      max(substring(cause from '\\d+$')::int) as last
    from ledger where gift_id = any(${giftIds}) and order_id is not null group by order_id, line_id, kind`.execute(
    db,
  )
  return rows
}

/** What smart change carried to and from these gifts; those that it left alone are missing. */
export async function findSmartChangeTotals(
  db: Db,
  giftIds: number[],
): Promise<Map<number, SmartChangeTotals>> {
  const { rows } = await sql<SmartChangeTotals & { gift_id: number }>`
    select gift_id,
      coalesce(sum(cents) filter (where kind = 'moved' and account = 'gift'), 0)::int as moved,
      greatest(0, -coalesce(sum(cents) filter (where account = 'change'), 0))::int as gone
    from ledger where gift_id = any(${giftIds}) and order_id is null group by gift_id`.execute(db)
  return new Map(rows.map(({ gift_id, ...carried }) => [gift_id, carried]))
}

export async function appendLedgerLines(tx: Db, lines: Insertable<LedgerTable>[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto('ledger').values(lines).execute()
}

/** An order took these hand-offs over: from now on its purchases hold the place. */
export async function markHandoffsOrdered(tx: Db, handoffIds: number[]): Promise<void> {
  await tx
    .updateTable('handoff')
    .set({ state: 'ordered', cart_creation_until: null })
    .where('id', 'in', handoffIds)
    .where('state', '<>', 'ordered')
    .execute()
}

/** The lines of an order that wait for staff: exactly these. */
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

/** Names of gifts in that language, by id. */
export async function findGiftNames(
  db: Db,
  giftIds: number[],
  language: string,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select gift.id, ${productNameColumns} from gift ${joinProductName(language, 'gift')}
    where gift.id = any(${giftIds})`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Whether the shop's staff was told of an order. */
export async function hasStaffNote(db: Db, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('order_sync')
    .select('staff_note')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.staff_note != null
}

/** What the shop's staff is to read on an order; written there by a job. */
export async function appendStaffNote(tx: Db, orderId: number, note: string, now: Date): Promise<void> {
  await tx
    .updateTable('order_sync')
    .set({
      staff_note: sql<string>`concat_ws(E'\n', staff_note, ${note}::text)`,
      staff_note_written_at: null,
      staff_note_next_attempt_at: now,
    })
    .where('order_id', '=', orderId)
    .execute()
}

/** Every order that something is counted of. */
export async function findCountedOrderIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('purchase').select('order_id').distinct().execute()
  return rows.map(row => row.order_id)
}

/** Those gifts by their registries. */
export async function groupGiftsByRegistry(db: Db, giftIds: number[]): Promise<Map<number, number[]>> {
  if (giftIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('gift')
    .select(['id', 'registry_id'])
    .where('id', 'in', giftIds)
    .orderBy('id')
    .execute()
  const found = Map.groupBy(rows, row => row.registry_id)
  return new Map([...found].map(([registryId, gifts]) => [registryId, gifts.map(gift => gift.id)]))
}

export interface UnmatchedLineRow extends UnmatchedLine {
  orderId: number
  seenAt: Date
}

/** Lines of paid orders that speak of us and find no place, oldest first. */
export async function findUnmatchedLines(db: Db): Promise<UnmatchedLineRow[]> {
  const rows = await db
    .selectFrom('unmatched_line')
    .selectAll()
    .orderBy('seen_at')
    .orderBy('order_id')
    .execute()
  return rows.map(row => ({
    orderId: row.order_id,
    lineId: row.line_id,
    reason: row.reason as UnmatchedLine['reason'],
    cents: row.cents,
    seenAt: row.seen_at,
  }))
}
