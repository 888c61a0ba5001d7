import type { Insertable, Selectable } from 'kysely'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { isHostOrder } from '../worth/rules.ts'
import type { UnmatchedLine } from './rules.ts'

/** The lines of an order that staff have placed on gifts. */
export async function findLinePlacements(
  db: Db,
  orderId: number,
): Promise<Selectable<Tables['line_placement']>[]> {
  return db.selectFrom('line_placement').selectAll().where('order_id', '=', orderId).execute()
}

/** Whether the shop has placed this order for a host: it never counts (R1160). */
export async function isOrderOfHost(
  db: Db,
  order: { id: number; externalId: string | null },
): Promise<boolean> {
  if (isHostOrder(order)) return true
  const row = db
    .selectFrom('payout')
    .select('id')
    .where('method', '=', 'order')
    .where('shop_id', '=', order.id)
  return (await row.executeTakeFirst()) !== undefined
}

/** False when the line is placed already. */
export async function insertLinePlacement(
  tx: Db,
  placement: Insertable<Tables['line_placement']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('line_placement')
    .values(placement)
    .onConflict(conflict => conflict.columns(['order_id', 'line_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Staff have placed it wrongly; the hand-off that was made for it stays. False when it is not placed. */
export async function deleteLinePlacement(tx: Db, orderId: number, lineId: number): Promise<boolean> {
  return (await deleteRows(tx, 'line_placement', { order_id: orderId, line_id: lineId })) > 0
}

/** A line that waits for staff, locked; undefined for none. */
export async function lockUnmatchedLine(
  tx: Db,
  orderId: number,
  lineId: number,
): Promise<(UnmatchedLine & { dismissedAt: Date | null }) | undefined> {
  const row = await tx
    .selectFrom('unmatched_line')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('line_id', '=', lineId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      lineId,
      reason: row.reason as UnmatchedLine['reason'],
      cents: row.cents,
      dismissedAt: row.dismissed_at,
    }
  )
}

/** Takes a line off the list of those that wait. */
export async function dismissUnmatchedLine(
  tx: Db,
  orderId: number,
  lineId: number,
  now: Date,
): Promise<void> {
  await updateRows(tx, 'unmatched_line', {
    set: { dismissed_at: now },
    where: { order_id: orderId, line_id: lineId },
  })
}
