import type { Selectable } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db, RefundPlacementTable } from '../../server/postgres/tables.ts'

export type RefundPlacement = Selectable<RefundPlacementTable>

/** Where staff have placed refunds of an order as a whole. */
export async function findRefundPlacements(db: Db, orderId: number): Promise<RefundPlacement[]> {
  return db.selectFrom('refund_placement').selectAll().where('order_id', '=', orderId).execute()
}

/** The order that a counted line belongs to. */
export async function findOrderOfLine(db: Db, lineId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('purchase')
    .select('order_id')
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  return row?.order_id
}

/** False when a part of that refund is placed on that line already. */
export async function insertRefundPlacement(
  tx: Db,
  placement: { refund_id: number; line_id: number; order_id: number; cents: Cents; placed_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refund_placement')
    .values(placement)
    .onConflict(conflict => conflict.columns(['refund_id', 'line_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
