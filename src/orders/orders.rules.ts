import { dayMs } from '../base/durations.ts'
import type { Cents } from '../base/money.ts'
import type { GivingKind } from '../gift/gift.rules.ts'
import { isRefused, type PaidLine, worthOfLine } from './worth.rules.ts'

/** The currency that registries count in. */
export const registryCurrency = 'EUR'

/** Fields of an order line that the rules read; those of the shop's port have the same names. */
export interface OrderLine extends PaidLine {
  id: number
  variantId: number
  quantity: number
  refundedQuantity: number
  totalCents: Cents
  refundedCents: Cents
  contribution: { productId: number; variantId: number; reference: string | null } | null
}

export interface LineKey {
  order_id: number
  line_id: number
}

export interface HandoffSnapshotLine {
  handoff_id: number
  registry_id: number
  gift_id: number
  kind: GivingKind
  product_id: number
  variant_id: number
  units: number
  /** Price of one unit, or the amount. */
  cents: Cents
  message: string | null
}

export interface HandoffSnapshot {
  id: number
  /** Whether the order's cart was made for it; otherwise only a reference on a line leads to it. */
  ownsCart: boolean
  lines: HandoffSnapshotLine[]
}

/** A line that counts for a gift, with units and cents after refunds. */
export interface MatchedLine {
  lineId: number
  line: HandoffSnapshotLine
  units: number
  cents: Cents
  /** Whether its cents are money of the registry, and not of goods that were bought (R1160). */
  isMoney: boolean
  /** Whether staff placed it: their hand-off asks for what the line has. */
  isPlaced?: true
}

/**
 * A line for staff to look at, which counts for nothing: it carries a reference that isn't ours (`reference`), its gift
 * isn't in the hand-off (`gift`), it is a plain line of another cart (`cart`), in another currency (`currency`), was
 * placed by staff as what it can't be (`worth`: R1160), is our own product without a registry (`bought`: R1310), its
 * hand-off may have been lost by a restore (`lost`: R1391), or its registry was removed before it was paid (`gone`).
 */
export type UnmatchedLine = {
  lineId: number
  reason: 'reference' | 'gift' | 'cart' | 'currency' | 'worth' | 'bought' | 'lost' | 'gone'
  cents: Cents
}

/**
 * Matches the lines of an order to gifts (R505): contributions by our verified reference, else by the cart's hand-off;
 * plain lines only by the cart's hand-off, up to the units that it asked for. `verifyHandoff` answers the id of the
 * hand-off that a reference proves. Lines that the guest added in the shop are neither matched nor unmatched, unless
 * they are our own product, which nothing is given for (R1310); nor are lines that became a gift card (R1311).
 */
export function matchOrderLines(
  lines: OrderLine[],
  snapshots: HandoffSnapshot[],
  verifyHandoff: (reference: string | null) => number | null,
): { matched: MatchedLine[]; unmatched: UnmatchedLine[] } {
  const matched: MatchedLine[] = []
  const unmatched: UnmatchedLine[] = []
  const cartSnapshot = snapshots.find(one => one.ownsCart)
  const unitsLeft = new Map<HandoffSnapshotLine, number>()
  for (const line of [...lines].sort((one, other) => one.id - other.id)) {
    const cents = centsAfterRefunds(line)
    const worth = worthOfLine(line, { productId: line.productId, isCard: false }, 'guest')
    if (worth === 'exchanged') continue
    if (line.contribution) {
      const handoffId = verifyHandoff(line.contribution.reference)
      const snapshot = snapshots.find(one => one.id === handoffId) ?? cartSnapshot
      const match = snapshot && findSnapshotLine(snapshot, ['contribution', 'gift_card'], line.contribution)
      if (match)
        matched.push({ lineId: line.id, line: match, units: cents > 0 ? 1 : 0, cents, isMoney: true })
      else unmatched.push({ lineId: line.id, reason: snapshot ? 'gift' : 'reference', cents })
      continue
    }
    if (line.kind === 'money') {
      if (cents > 0) unmatched.push({ lineId: line.id, reason: 'bought', cents })
      continue
    }
    const match = cartSnapshot && findSnapshotLine(cartSnapshot, ['units'], line)
    if (match) {
      const left = unitsLeft.get(match) ?? match.units
      const units = Math.min(left, line.quantity)
      unitsLeft.set(match, left - units)
      if (units > 0 && !isRefused(worth))
        matched.push({
          lineId: line.id,
          line: match,
          isMoney: worth.isMoney,
          ...amountAfterRefunds(line, units),
        })
    } else if (!cartSnapshot && snapshots.some(one => findSnapshotLine(one, ['units'], line)))
      unmatched.push({ lineId: line.id, reason: 'cart', cents })
  }
  return { matched, unmatched }
}

/**
 * Matches lines that staff placed on gifts, each by the hand-off that was made for it (R964). One that can't be what it
 * was placed as waits for staff again.
 */
export function matchPlacedLines(
  lines: OrderLine[],
  placed: Map<number, HandoffSnapshotLine>,
): { matched: MatchedLine[]; unmatched: UnmatchedLine[] } {
  const matched: MatchedLine[] = []
  const unmatched: UnmatchedLine[] = []
  for (const line of lines) {
    const target = placed.get(line.id)
    if (!target) continue
    const cents = centsAfterRefunds(line)
    const to = { productId: target.product_id, isCard: target.kind === 'gift_card' }
    const worth = worthOfLine(line, to, 'staff')
    if (worth === 'exchanged') continue
    if (isRefused(worth) || worth.kind !== target.kind) {
      unmatched.push({ lineId: line.id, reason: 'worth', cents })
      continue
    }
    const amount =
      target.kind === 'units' ? amountAfterRefunds(line, target.units) : { units: cents > 0 ? 1 : 0, cents }
    matched.push({ lineId: line.id, line: target, isMoney: worth.isMoney, isPlaced: true, ...amount })
  }
  return { matched, unmatched }
}

/** Lines with more money than a guest's hand-off asked for: staff raised, added or placed them (R1353). */
export function findRaisedLines(matched: MatchedLine[]): MatchedLine[] {
  const left = new Map<HandoffSnapshotLine, Cents>()
  return matched.filter(({ line, cents, isMoney, isPlaced }) => {
    if (!isMoney || isPlaced) return isMoney
    const asked = left.get(line) ?? line.units * line.cents
    left.set(line, asked - cents)
    return cents > asked
  })
}

/** What units are worth that staff released from their order (R1162), as money with the line's id below zero. */
export function matchFreedUnits(
  freed: { line_id: number; handoff_id: number; registry_id: number; gift_id: number; cents: Cents }[],
): MatchedLine[] {
  return [...Map.groupBy(freed, one => one.line_id)].flatMap(([lineId, ofLine]) => {
    const [first] = ofLine
    if (!first) return []
    const { handoff_id, registry_id, gift_id } = first
    const line = {
      handoff_id,
      registry_id,
      gift_id,
      product_id: 0,
      variant_id: 0,
      units: 1,
      cents: 0,
      message: null,
    }
    const cents = ofLine.reduce((sum, one) => sum + one.cents, 0)
    return [{ lineId: -lineId, line: { ...line, kind: 'contribution' }, units: 1, cents, isMoney: true }]
  })
}

function findSnapshotLine(
  snapshot: HandoffSnapshot,
  kinds: GivingKind[],
  product: { productId: number; variantId: number },
): HandoffSnapshotLine | undefined {
  const candidates = snapshot.lines.filter(
    one => kinds.includes(one.kind) && one.product_id === product.productId,
  )
  // The shop answers the base variant for a gift without a variant.
  return (
    candidates.find(one => one.variant_id === product.variantId) ??
    candidates.find(one => one.variant_id === 0 || product.variantId === 0)
  )
}

/** In cents, never below zero. */
export function centsAfterRefunds(line: Pick<OrderLine, 'totalCents' | 'refundedCents'>): Cents {
  return Math.max(0, line.totalCents - line.refundedCents)
}

/** The registry's units come first: refunds are taken from units that were bought beyond them (R509). */
export function amountAfterRefunds(
  line: Pick<OrderLine, 'quantity' | 'refundedQuantity' | 'totalCents' | 'refundedCents'>,
  registryUnits: number,
): { units: number; cents: Cents } {
  const unitsBought = Math.max(0, line.quantity - line.refundedQuantity)
  const units = Math.min(registryUnits, unitsBought)
  return { units, cents: units === 0 ? 0 : Math.round((centsAfterRefunds(line) * units) / unitsBought) }
}

export interface OrderDifference {
  orderId: number
  /** For staff. */
  description: string
}

/** Days for which an unfinished order holds its gifts (R515). */
const unfinishedHoldDays = 1

interface PendingOrder {
  state: 'paid' | 'pending' | 'void'
  waitsFor: 'checkout' | 'payment' | 'unknown' | null
  orderedAt: Date
}

export interface OrderHold {
  state: PendingOrder['state']
  /** Until when a pending order holds its gifts; null for others, and when nobody knows. */
  heldUntil: Date | null
  /** It waited as long as it may, and holds nothing any more. */
  isOver: boolean
}

/**
 * Pending orders hold their gifts for a time from their date, then count for nothing until they are paid (R515); one
 * with an unknown status waits without an end (R508).
 */
export function holdOf(
  { state, waitsFor, orderedAt }: PendingOrder,
  pendingDays: number,
  now: Date,
): OrderHold {
  if (state !== 'pending' || waitsFor === 'unknown') return { state, heldUntil: null, isOver: false }
  const until =
    waitsFor === 'checkout' ? unfinishedUntil(orderedAt, now) : daysAfter(orderedAt, pendingDays, now)
  return until > now
    ? { state, heldUntil: until, isOver: false }
    : { state: 'void', heldUntil: null, isOver: true }
}

export const unfinishedUntil = (orderedAt: Date, now: Date) => daysAfter(orderedAt, unfinishedHoldDays, now)

/** How long a hand-off keeps its gifts once the card was declined, in minutes (R515). */
const declinedMinutes = 30

/** From the moment at which the decline is read; never longer than any unfinished order. */
export function declinedUntil(orderedAt: Date, now: Date): Date {
  const until = new Date(now.getTime() + declinedMinutes * 60_000)
  const latest = unfinishedUntil(orderedAt, now)
  return until < latest ? until : latest
}

/** A date in the future counts as now. */
function daysAfter(orderedAt: Date, days: number, now: Date): Date {
  return new Date(Math.min(orderedAt.getTime(), now.getTime()) + days * dayMs)
}

interface RefundedOrder {
  lines: { id: number; totalCents: Cents; refundedCents: Cents }[]
  unplacedRefunds: { refundId: number; cents: Cents }[]
}

interface PlacedAmount {
  refund_id: number
  line_id: number
  cents: Cents
}

/** What is stored about an order's refunds: placements by staff, and whether it was ever refunded by hand (R1304). */
export interface RefundFacts {
  placements: PlacedAmount[]
  wasByHand: boolean
}

/** The id that a refund by hand gets here; the shop's own ids are far below. */
const handRefundId = (orderId: number) => 1_000_000_000 + orderId
export const isHandRefund = (refundId: number) => refundId > 1_000_000_000

/**
 * The order with what is known of its refunds. A refund by hand isn't listed by the shop and may be of all its money:
 * staff say how much of it was of which line, and that the rest was not refunded (R1304).
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

/** The order with placed refunds on its lines, and with what is left to place (R512). */
function applyPlacements<T extends RefundedOrder>(order: T, placements: PlacedAmount[]): T {
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

/** Why a placement is refused, as a sentence for staff; null when it isn't. */
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
