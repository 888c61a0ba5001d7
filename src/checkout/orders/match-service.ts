import type { JobContext } from '../../server/context/request-context.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { findHandoffLines, type HandoffRow } from '../hand-off/data.ts'
import { verifyReference } from '../hand-off/reference-service.ts'
import { findHandoffsOfOrder, type NewPurchase } from './data.ts'
import { findRefundPlacements } from './refund-data.ts'
import { applyPlacements } from './refund-rules.ts'
import { type HandoffSnapshot, type MatchedLine, matchOrderLines, type UnmatchedLine } from './rules.ts'

/** An order of the shop with what of it counts for registries; refunds that staff have placed are on their lines. */
export interface MatchedOrder {
  order: ShopOrder
  handoffs: HandoffRow[]
  matched: MatchedLine[]
  unmatched: UnmatchedLine[]
}

/** The currency that registries count in. */
const currency = 'EUR'

/** Matches an order's lines to gifts (R505); writes nothing. */
export async function matchOrder(read: ShopOrder, { db, config, now }: JobContext): Promise<MatchedOrder> {
  const order = applyPlacements(read, await findRefundPlacements(db, read.id))
  const verify = (text: string | null) => verifyReference(text, config, now)
  const references = order.lines.flatMap(line => verify(line.contribution?.reference ?? null) ?? [])
  const { byCart, handoffs } = await findHandoffsOfOrder(db, order.cartId, references)
  const lines = await findHandoffLines(
    db,
    handoffs.map(one => one.id),
  )
  const snapshots: HandoffSnapshot[] = handoffs.map(one => ({
    id: one.id,
    ownsCart: one.id === byCart?.id,
    lines: lines.filter(line => line.handoff_id === one.id),
  }))
  const verifyHandoff = (text: string | null) => {
    const reference = verify(text)
    return handoffs.find(one => one.reference === reference)?.id ?? null
  }
  const { matched, unmatched } = matchOrderLines(order.lines, snapshots, verifyHandoff)
  if (order.currency === currency) return { order, handoffs, matched, unmatched }
  // 50 dollars are not 50 euro: nothing of it is counted, and staff are told.
  const ours = [...matched, ...unmatched].map(({ lineId, cents }) => ({
    lineId,
    reason: 'currency' as const,
    cents,
  }))
  return { order, handoffs, matched: [], unmatched: ours }
}

/** The purchase that a matched line is stored as; units and cents are 0 when nothing of it is left. */
export function toPurchase(
  { lineId, line, units, cents }: MatchedLine,
  { order, handoffs }: MatchedOrder,
): NewPurchase {
  const handoff = handoffs.find(one => one.id === line.handoff_id)
  const hasUnits = units > 0 && order.state !== 'void'
  const giver = handoff?.erased
    ? { giver_name: '', giver_email: null }
    : {
        giver_name: handoff?.giver_name ?? order.billingName,
        giver_email: order.email ?? handoff?.giver_email ?? null,
      }
  return {
    order_id: order.id,
    line_id: lineId,
    registry_id: line.registry_id,
    gift_id: line.gift_id,
    handoff_id: line.handoff_id,
    kind: line.kind,
    state: hasUnits ? order.state : 'void',
    units: hasUnits ? units : 0,
    cents: hasUnits ? cents : 0,
    ...giver,
    visibility: handoff?.visibility ?? 'full',
    message: line.message ?? handoff?.message ?? null,
    ordered_at: order.orderedAt,
  }
}
