import { type Insertable, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

export async function insertFreedUnits(tx: Db, row: Insertable<Tables['freed_unit']>): Promise<void> {
  await tx.insertInto('freed_unit').values(row).execute()
}

/** Lines that are or become gift cards of their buyers (R1311), with what was left of each. */
export async function findExchangedLines(
  db: Db,
  orderId: number,
): Promise<{ lineId: number; storedCents: Cents }[]> {
  return db
    .selectFrom('line_certificate')
    .select(['line_id as lineId', 'due_cents as storedCents'])
    .where('order_id', '=', orderId)
    .where('state', '<>', 'failed')
    .orderBy('line_id')
    .execute()
}

/**
 * Waits while it is decided at the same time what a line of this order becomes: a gift, or a gift card of its buyer.
 * Call it after the locks of registries.
 */
export async function lockOrderLines(tx: Db, orderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lines of order ${orderId}`}, 0))`.execute(tx)
}
