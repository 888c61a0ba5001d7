import type { JobContext } from '../server/context/request-context.ts'
import { deleteRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { ShopFailure } from '../shop/port.ts'
import type { ShopOrder } from '../shop/port-orders.ts'

/**
 * Reads an order from the shop. One that can't be read is listed for staff until it can (R1302). Throws ShopFailure.
 */
export async function readOrder(
  orderId: number,
  { db, shop, now }: Pick<JobContext, 'db' | 'shop' | 'now'>,
): Promise<ShopOrder | null> {
  try {
    const order = await shop.fetchOrder(orderId)
    if (order) await deleteUnreadableOrder(db, orderId)
    return order
  } catch (error) {
    if (isUnreadable(error)) {
      const row = { source: 'order', id: String(orderId), field: error.field ?? '', reason: error.message }
      await saveUnreadableRow(db, row, now)
    }
    throw error
  }
}

/** Whether this order can't be read, as opposed to a shop that is away. */
export const isUnreadable = (error: unknown): error is ShopFailure =>
  error instanceof ShopFailure && (error.kind === 'shape' || error.status === 404)

/** Stores a row that was set aside; answers since when it is. */
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

export async function deleteUnreadableOrder(db: Db, orderId: number): Promise<void> {
  await deleteRows(db, 'unreadable_row', { source: { in: ['order', 'order gone'] }, row_id: String(orderId) })
}
