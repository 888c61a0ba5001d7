import { createHandoffReference } from '../checkout/request.ts'
import { insertStaffHandoff } from '../checkout/reservation.sql.ts'
import type { GivingKind } from '../gift/gift.rules.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { deleteRows, findRow, findRows, insertNewRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ShopOrder, ShopOrderLine } from '../shop/port-orders.ts'
import type { UnmatchedLine } from './orders.rules.ts'
import { queueOrder } from './webhooks/webhooks.sql.ts'
import { isHostOrder } from './worth.rules.ts'

interface PlacementGift {
  id: number
  registry_id: number
  product_id: number
  variant_id: number
}

/**
 * Places a line of an order on a gift and queues the order to be read anew; from then on it counts, and is refunded, as
 * any other (R964). False when the line is placed already. Call it under the lock of the gift's registry.
 */
export async function placeOrderLine(
  tx: Db,
  { order, line }: { order: ShopOrder; line: ShopOrderLine },
  target: {
    gift: PlacementGift
    /** What the line counts as (R1160, units or money). */
    kind: GivingKind
    units: number
    giver: string | null
    message: string | null
    key: string
  },
  { config, now }: Pick<JobContext, 'config' | 'now'>,
): Promise<boolean> {
  const { gift, kind, units, giver, message, key } = target
  const handoff_id = await insertStaffHandoff(
    tx,
    {
      reference: createHandoffReference(),
      idempotency_key: `staff ${key}`,
      registry_id: gift.registry_id,
      language: config.STAFF_LANGUAGE,
      channel_id: order.channelId,
      giver_name: giver,
      giver_email: order.email,
      message,
      created_at: now,
    },
    gift,
    kind === 'units'
      ? { kind, units, cents: Math.round(line.totalCents / line.quantity) }
      : { kind, units: 1, cents: line.totalCents },
  )
  const placement = { order_id: order.id, line_id: line.id, handoff_id, placed_at: now }
  if (!(await insertNewRow(tx, 'line_placement', placement))) return false
  await queueOrder(tx, order.id, now)
  return true
}

export const findLinePlacements = (db: Db, orderId: number) =>
  findRows(db, 'line_placement', { where: { order_id: orderId } })

/**
 * Whether the shop placed this order for a host: such an order never counts (R1160), as its money has been counted
 * before.
 */
export async function isOrderOfHost(
  db: Db,
  order: { id: number; externalId: string | null },
): Promise<boolean> {
  if (isHostOrder(order)) return true
  return (await findRow(db, 'payout', { method: 'order', shop_id: order.id }, ['id'])) !== undefined
}

/** The hand-off that was made for it stays. False when the line isn't placed. */
export async function deleteLinePlacement(tx: Db, orderId: number, lineId: number): Promise<boolean> {
  return (await deleteRows(tx, 'line_placement', { order_id: orderId, line_id: lineId })) > 0
}

/** Locks a line that waits for staff; undefined for none. */
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
