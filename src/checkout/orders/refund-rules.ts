import type { Cents } from '../../base/money.ts'

/** What of an order these rules look at. */
interface RefundedOrder {
  lines: { id: number; totalCents: Cents; refundedCents: Cents }[]
  unplacedRefunds: { refundId: number; cents: Cents }[]
}

interface PlacedAmount {
  refund_id: number
  line_id: number
  cents: Cents
}

/** What was stored of an order's refunds: what staff have placed, and whether it was ever refunded by hand (R1304). */
export interface RefundFacts {
  placements: PlacedAmount[]
  wasByHand: boolean
}

/** The number under which a refund by hand waits for its place; the shop's own numbers are far below. */
const handRefundId = (orderId: number) => 1_000_000_000 + orderId
export const isHandRefund = (refundId: number) => refundId > 1_000_000_000

/**
 * The order with what is known of its refunds. One that was refunded by hand has a refund that the shop doesn't list, of at
 * most all its money: staff say how much of it was of which line, and that the rest was not given back (R1304).
 */
export function applyRefundFacts<T extends RefundedOrder & HandRefundable>(order: T, facts: RefundFacts): T {
  const isByHand = order.refundRecord === 'by hand' || (facts.wasByHand && order.refundRecord === 'none')
  const cents = order.lines.reduce((sum, line) => sum + Math.max(0, line.totalCents - line.refundedCents), 0)
  const byHand = isByHand && cents > 0 ? [{ refundId: handRefundId(order.id), cents }] : []
  return applyPlacements(
    { ...order, unplacedRefunds: [...order.unplacedRefunds, ...byHand] },
    facts.placements,
  )
}

interface HandRefundable {
  id: number
  refundRecord: 'listed' | 'none' | 'by hand'
}

/** The order with its lines lowered by what staff have placed on them, and what is left to place (R512). */
export function applyPlacements<T extends RefundedOrder>(order: T, placements: PlacedAmount[]): T {
  const sumOf = (list: PlacedAmount[]) => list.reduce((sum, { cents }) => sum + cents, 0)
  const lines = order.lines.map(line => {
    const placed = sumOf(placements.filter(one => one.line_id === line.id))
    return { ...line, refundedCents: Math.min(line.totalCents, line.refundedCents + placed) }
  })
  const unplacedRefunds = order.unplacedRefunds.flatMap(({ refundId, cents }) => {
    const left = cents - sumOf(placements.filter(one => one.refund_id === refundId))
    return left > 0 ? [{ refundId, cents: left }] : []
  })
  return { ...order, lines, unplacedRefunds }
}

/** Why an amount can't be placed, as a sentence for staff; null when it can. */
export function explainRefusedPlacement(
  order: RefundedOrder & { id: number },
  { refundId, lineId, cents }: { refundId: number; lineId: number; cents: Cents },
): string | null {
  const refund = order.unplacedRefunds.find(one => one.refundId === refundId)
  const line = order.lines.find(one => one.id === lineId)
  if (!refund) return `Order ${order.id} has no refund ${refundId} that waits for a place.`
  if (!line) return `Order ${order.id} has no line ${lineId}.`
  if (!Number.isInteger(cents) || cents < 1) return 'The amount must be a whole number of cents above 0.'
  if (cents > refund.cents) return `Only ${refund.cents} cents of refund ${refundId} wait for a place.`
  const left = line.totalCents - line.refundedCents
  return cents > left ? `Only ${left} cents of line ${lineId} are left.` : null
}
