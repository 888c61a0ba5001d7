import type { Cents } from '../../base/money.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRegistriesByOrder } from './data.ts'
import { findOrderOfLine, findRefundPlacements, insertRefundPlacement } from './refund-data.ts'
import { applyPlacements, explainRefusedPlacement } from './refund-rules.ts'
import { syncOrder } from './service.ts'

/**
 * Staff say that a refund of an order as a whole took this amount from one of its lines; the order is then read anew
 * (R512). Answers null, or a sentence why it can't be. Throws ShopFailure.
 */
export async function placeRefund(
  placement: { refundId: number; lineId: number; cents: Cents },
  ctx: JobContext,
): Promise<string | null> {
  const { refundId, lineId, cents } = placement
  const orderId = await findOrderOfLine(ctx.db, lineId)
  const order = orderId === undefined ? null : await ctx.shop.fetchOrder(orderId)
  if (orderId === undefined || !order) return `No line ${lineId} counts for a registry.`
  const registryIds = await findRegistriesByOrder(ctx.db, orderId)
  const refusal = await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, registryIds)
    const current = applyPlacements(order, await findRefundPlacements(tx, orderId))
    const reason = explainRefusedPlacement(current, placement)
    if (reason !== null) return reason
    const row = { refund_id: refundId, line_id: lineId, order_id: orderId, cents, placed_at: ctx.now }
    if (!(await insertRefundPlacement(tx, row)))
      return `Refund ${refundId} is placed on line ${lineId} already.`
    const event = { kind: 'staff_action', customerId: null, about: 'refund_placed', cents } as const
    for (const registryId of registryIds) await ctx.recordSecurityEvent({ ...event, registryId }, tx)
    return null
  })
  if (refusal === null) await syncOrder(orderId, ctx)
  return refusal
}
