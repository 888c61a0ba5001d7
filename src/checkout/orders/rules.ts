import type { Cents } from '../../base/money.ts'
import type { GivingKind, Wish } from '../../gift/gift/rules.ts'

/** An order's line as the rules read it (the shop's port says the same). */
export interface OrderLine {
  id: number
  productId: number
  variantId: number
  quantity: number
  refundedQuantity: number
  totalCents: Cents
  refundedCents: Cents
  contribution: { productId: number; variantId: number; reference: string | null } | null
}

export interface HandoffSnapshotLine {
  handoff_id: number
  registry_id: number
  gift_id: number
  kind: GivingKind
  product_id: number
  variant_id: number
  units: number
  message: string | null
}

/** What a hand-off asked for, and whether the order's cart was its own or only a reference leads to it. */
export interface HandoffSnapshot {
  id: number
  ownsCart: boolean
  lines: HandoffSnapshotLine[]
}

/** A line of an order that counts for a gift: units and money that stand after refunds. */
export interface MatchedLine {
  lineId: number
  line: HandoffSnapshotLine
  units: number
  cents: Cents
}

/** Why a line that speaks of us counts for nothing: staff look at it. */
export type UnmatchedLine = { lineId: number; reason: 'reference' | 'gift' | 'cart'; cents: Cents }

/**
 * Places the lines of an order: contributions by our verified reference, else by the cart's hand-off; plain lines
 * by the cart's hand-off alone, capped at what it asked for (product.md 14). `handoffOf` answers the hand-off that a
 * reference proves. What the guest added in the shop is none of ours.
 */
export function matchOrderLines(
  lines: OrderLine[],
  snapshots: HandoffSnapshot[],
  handoffOf: (reference: string | null) => number | null,
): { matched: MatchedLine[]; unmatched: UnmatchedLine[] } {
  const matched: MatchedLine[] = []
  const unmatched: UnmatchedLine[] = []
  const ofCart = snapshots.find(one => one.ownsCart)
  const left = new Map<HandoffSnapshotLine, number>()
  for (const line of [...lines].sort((one, other) => one.id - other.id)) {
    const cents = standingCents(line)
    if (line.contribution) {
      const proven = handoffOf(line.contribution.reference)
      const snapshot = snapshots.find(one => one.id === proven) ?? ofCart
      const match = snapshot && snapshotLine(snapshot, ['contribution', 'gift_card'], line.contribution)
      if (match) matched.push({ lineId: line.id, line: match, units: cents > 0 ? 1 : 0, cents })
      else unmatched.push({ lineId: line.id, reason: snapshot ? 'gift' : 'reference', cents })
      continue
    }
    const match = ofCart && snapshotLine(ofCart, ['units'], line)
    if (match) {
      const room = left.get(match) ?? match.units
      const taken = Math.min(room, line.quantity)
      left.set(match, room - taken)
      if (taken > 0) matched.push({ lineId: line.id, line: match, ...share(line, taken) })
    } else if (!ofCart && snapshots.some(one => snapshotLine(one, ['units'], line)))
      unmatched.push({ lineId: line.id, reason: 'cart', cents })
  }
  return { matched, unmatched }
}

function snapshotLine(
  snapshot: HandoffSnapshot,
  kinds: GivingKind[],
  wanted: { productId: number; variantId: number },
): HandoffSnapshotLine | undefined {
  const same = snapshot.lines.filter(one => kinds.includes(one.kind) && one.product_id === wanted.productId)
  // A gift without a variant of its own comes back under the product's base variant.
  return (
    same.find(one => one.variant_id === wanted.variantId) ??
    same.find(one => one.variant_id === 0 || wanted.variantId === 0)
  )
}

function standingCents(line: OrderLine): Cents {
  return Math.max(0, line.totalCents - line.refundedCents)
}

/** Of a line's units the registry's first: refunds and the money that stands fall on what was bought beyond. */
function share(line: OrderLine, taken: number): { units: number; cents: Cents } {
  const standing = Math.max(0, line.quantity - line.refundedQuantity)
  const units = Math.min(taken, standing)
  return { units, cents: units === 0 ? 0 : Math.round((standingCents(line) * units) / standing) }
}

export interface CountedPurchase {
  kind: GivingKind
  state: 'paid' | 'pending' | 'void'
  units: number
  cents: Cents
}

export interface PurchaseCredit {
  credited_units: number
  credited_cents: Cents
}

/**
 * Credits purchases of one gift in the order given, up to its quantity or price; whatever stands beyond is surplus
 * (product.md 12). Only paid ones count.
 */
export function computeCredits(wish: Wish, purchases: CountedPurchase[]): PurchaseCredit[] {
  let units = wish.isGroup ? 0 : wish.quantity
  let cents = wish.isGroup ? wish.price : 0
  return purchases.map(one => {
    if (one.state !== 'paid') return { credited_units: 0, credited_cents: 0 }
    if (one.kind === 'gift_card') return { credited_units: 1, credited_cents: one.cents }
    if (one.kind === 'contribution') {
      const credited = Math.min(one.cents, cents)
      cents -= credited
      return { credited_units: credited > 0 ? 1 : 0, credited_cents: credited }
    }
    const credited = Math.min(one.units, units)
    units -= credited
    return {
      credited_units: credited,
      credited_cents: credited === 0 ? 0 : Math.round((one.cents * credited) / one.units),
    }
  })
}

/** What smart change carried of a gift's money: what came to it (below zero: left it), and leftovers that are gone. */
export interface SmartChangeTotals {
  moved: Cents
  gone: Cents
}

/**
 * The credits of a gift that smart change had a hand in: money moved to it takes up its place, and leftovers that
 * have gone elsewhere are never credited again, whatever its price or quantity becomes.
 */
export function computeCreditsWithSmartChange(
  { moved, gone }: SmartChangeTotals,
  wish: Wish,
  purchases: CountedPurchase[],
): PurchaseCredit[] {
  const paid = purchases.filter(one => one.state === 'paid')
  const cents = paid.reduce((sum, one) => sum + one.cents, 0)
  const price = Math.max(0, Math.min(wish.price - moved, cents - gone))
  if (wish.isGroup || gone === 0) return computeCredits({ ...wish, price }, purchases)
  let quantity = Math.min(
    wish.quantity,
    paid.reduce((sum, one) => sum + one.units, 0),
  )
  const creditsOfSome = () => computeCredits({ ...wish, quantity }, purchases)
  let credits = creditsOfSome()
  while (quantity > 0 && cents - credits.reduce((sum, one) => sum + one.credited_cents, 0) < gone) {
    quantity--
    credits = creditsOfSome()
  }
  return credits
}

export type LedgerKind = 'gift' | 'contribution' | 'gift_card' | 'surplus'

/** What money of that kind belongs to; digital goods are had by redeeming, so what is paid for them is money still. */
export function ledgerAccountOf(kind: LedgerKind, isDigital: boolean): 'goods' | 'gift' | 'change' {
  if (kind === 'surplus') return 'change'
  return kind === 'gift' && !isDigital ? 'goods' : 'gift'
}

/** What the ledger must sum to for a purchase: the money that stands, by kind. */
export function expectedLedgerSums(one: CountedPurchase & PurchaseCredit): Record<LedgerKind, Cents> {
  const due = { gift: 0, contribution: 0, gift_card: 0, surplus: 0 }
  if (one.state !== 'paid') return due
  due[one.kind === 'units' ? 'gift' : one.kind] = one.credited_cents
  due.surplus = one.cents - one.credited_cents
  return due
}

/** An order of the shop that stands otherwise with us. */
export interface OrderDifference {
  orderId: number
  /** What differs, for staff. */
  description: string
}
