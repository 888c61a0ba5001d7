import type { Cents } from '../base/money.ts'
import { lockRegistries } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRow, insertNewRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ShopOrder } from '../shop/port-orders.ts'
import { applyRefundFacts, explainRefusedPlacement } from './orders.rules.ts'
import { findRefundFacts, findRegistriesByOrder } from './orders.sql.ts'
import { syncOrder } from './orders.ts'
import { queueOrder } from './webhooks/webhooks.sql.ts'

/**
 * Places a part of a refund of a whole order on one of its lines, and reads the order again (R512). Answers null, or a
 * sentence why it can't be done. Throws ShopFailure.
 */
export async function placeRefund(
  placement: { refundId: number; lineId: number; cents: Cents },
  ctx: JobContext,
): Promise<string | null> {
  const { lineId } = placement
  const orderId = (await findRow(ctx.db, 'purchase', { line_id: lineId }, ['order_id']))?.order_id
  const order = orderId === undefined ? null : await ctx.shop.fetchOrder(orderId)
  if (orderId === undefined || !order) return `No line ${lineId} counts for a registry.`
  const registryIds = await findRegistriesByOrder(ctx.db, orderId)
  const refusal = await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, registryIds)
    return placeRefundOnLine(tx, order, placement, ctx)
  })
  if (refusal === null) await syncOrder(orderId, ctx)
  return refusal
}

/** Id of no line: a refund placed there concerns no registry. */
export const unrelatedLine = 0

/**
 * The same in the caller's transaction, under the locks of the order's registries; the order is queued to be read
 * again. `unrelatedLine` takes any amount.
 */
export async function placeRefundOnLine(
  tx: Db,
  order: ShopOrder,
  placement: { refundId: number; lineId: number; cents: Cents },
  ctx: Pick<JobContext, 'now' | 'recordSecurityEvent'>,
): Promise<string | null> {
  const { refundId, lineId, cents } = placement
  const current = applyRefundFacts(order, await findRefundFacts(tx, order.id))
  const refusal = lineId === unrelatedLine ? null : explainRefusedPlacement(current, placement)
  if (refusal !== null) return refusal
  const row = { refund_id: refundId, line_id: lineId, order_id: order.id, cents, placed_at: ctx.now }
  if (!(await insertNewRow(tx, 'refund_placement', row)))
    return `Refund ${refundId} is placed on line ${lineId} already.`
  const event = { kind: 'staff_action', customerId: null, about: 'refund_placed', cents } as const
  for (const registryId of await findRegistriesByOrder(tx, order.id))
    await ctx.recordSecurityEvent({ ...event, registryId }, tx)
  await queueOrder(tx, order.id, ctx.now)
  return null
}
