import { type Selectable, sql, type Updateable } from 'kysely'
import type { Cents } from '../base/money.ts'
import type { LineKey } from '../orders/orders.rules.ts'
import { findRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

export type LineCertificateRow = Selectable<Tables['line_certificate']>

export function findLineCertificate(
  db: Db,
  { order_id, line_id }: LineKey,
): Promise<LineCertificateRow | undefined> {
  return findRow(db, 'line_certificate', { order_id, line_id })
}

export async function lockLineCertificate(tx: Db, key: LineKey): Promise<LineCertificateRow> {
  return tx
    .selectFrom('line_certificate')
    .selectAll()
    .where('order_id', '=', key.order_id)
    .where('line_id', '=', key.line_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateLineCertificate(
  tx: Db,
  { order_id, line_id }: LineKey,
  set: Updateable<Tables['line_certificate']>,
): Promise<void> {
  await updateRows(tx, 'line_certificate', { set, where: { order_id, line_id } })
}

/** Claims one that is due, the given one or any; no other process gets it for `leaseMs`. */
export async function claimLineCertificate(
  db: Db,
  now: Date,
  leaseMs: number,
  key: LineKey | null,
): Promise<LineCertificateRow | null> {
  const isAsked = key ? sql`order_id = ${key.order_id} and line_id = ${key.line_id}` : sql`true`
  const { rows } = await sql<LineCertificateRow>`
    update line_certificate set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where (order_id, line_id) = (
      select order_id, line_id from line_certificate where next_attempt_at <= ${now} and ${isAsked}
      order by next_attempt_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

/** Cents that registries owe for the order: its money had left them before it was taken off. */
export async function sumOwedOfOrder(db: Db, orderId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(-cents), 0)::int as cents from (
      select sum(cents) as cents from ledger
      where coalesce(source_order_id, order_id) = ${orderId} and account <> 'goods' group by registry_id) lot
    where cents < 0`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Lines that a lost certificate may be of, with the highest number of their codes: all that wait or once did. */
export async function findLinesToRecover(db: Db): Promise<(LineKey & { number: number })[]> {
  const { rows } = await sql<LineKey & { number: number }>`
    select order_id, line_id, coalesce(max(code_number), 0)::int as number from (
      select order_id, line_id, null::int as code_number from unmatched_line
      union all select order_id, line_id, null from line_placement
      union all select order_id, line_id, code_number from line_certificate) line
    group by order_id, line_id order by order_id, line_id`.execute(db)
  return rows
}
