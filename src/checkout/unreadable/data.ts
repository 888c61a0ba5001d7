import { deleteRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Notes a row that was set aside; answers since when it is so. */
export async function saveUnreadableRow(
  db: Db,
  { source, id, field, reason }: { source: string; id: string; field: string; reason: string },
  now: Date,
): Promise<Date> {
  const values = { field: field.slice(0, 200), reason: reason.slice(0, 300), last_seen_at: now }
  const row = await db
    .insertInto('unreadable_row')
    .values({ source, row_id: id, seen_at: now, ...values })
    .onConflict(conflict => conflict.columns(['source', 'row_id']).doUpdateSet(values))
    .returning('seen_at')
    .executeTakeFirstOrThrow()
  return row.seen_at
}

/** An order was read: nothing of it is set aside any more. */
export async function deleteUnreadableOrder(db: Db, orderId: number): Promise<void> {
  await deleteRows(db, 'unreadable_row', { source: { in: ['order', 'order gone'] }, row_id: String(orderId) })
}
