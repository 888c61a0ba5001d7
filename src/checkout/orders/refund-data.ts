import type { Selectable } from 'kysely'
import type { Cents } from '../../base/money.ts'
import { countRows, deleteRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { UnplacedRefund } from '../../shop/port-orders.ts'
import type { RefundFacts } from './refund-rules.ts'

export type RefundPlacement = Selectable<Tables['refund_placement']>

/** Where staff have placed refunds of an order as a whole. */
export async function findRefundPlacements(db: Db, orderId: number): Promise<RefundPlacement[]> {
  return db.selectFrom('refund_placement').selectAll().where('order_id', '=', orderId).execute()
}

/** What is stored of an order's refunds (R512, R1304). */
export async function findRefundFacts(db: Db, orderId: number): Promise<RefundFacts> {
  return {
    placements: await findRefundPlacements(db, orderId),
    wasByHand:
      (await countRows(db, 'order_sync', { order_id: orderId, refunded_by_hand_at: { '<>': null } })) > 0,
  }
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

/** Takes a refund off the lines on which staff have placed it. */
export async function deleteRefundPlacements(tx: Db, orderId: number, refundId: number): Promise<void> {
  await deleteRows(tx, 'refund_placement', { order_id: orderId, refund_id: refundId })
}

/** Makes these the only refunds of the order that wait for a place; an amount of which a part was placed gets less. */
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
