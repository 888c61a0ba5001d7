import type { Cents } from '../base/money.ts'
import type { GivingKind } from '../gift/gift.rules.ts'

/**
 * Money that has bought something is not money (R1160). What a line of an order may become is said here alone: for the
 * readings of orders, for lines that staff place, for reconciling and after a restore.
 */

/** What of a line decides; the shop's port has the same fields. */
export interface PaidLine {
  /** Our own product for money, a gift certificate of the shop, something delivered at once, or goods. */
  kind: 'money' | 'certificate' | 'digital' | 'goods'
  productId: number
  /** Its money became a gift card of its buyer (R1311). */
  isExchanged?: boolean
}

/** What a line is to count for. */
export interface LineTarget {
  productId: number
  isCard: boolean
  /** A group gift with money in it. */
  hasMoney?: boolean
}

/** How a line counts; `isMoney`: its cents are money of the registry, and not what they have bought. */
export interface LineWorth {
  kind: GivingKind
  isMoney: boolean
}

/**
 * Why a line counts for nothing: its buyer got a gift card for it, a certificate is its buyer's, goods are units of their own
 * product, one or the other.
 */
export type LineRefusal = 'exchanged' | 'certificate' | 'other_product' | 'money_in'

/**
 * What a line counts as, by a guest's hand-off or by staff. Only our own product is money, and what is delivered at once
 * and was bought by a hand-off: it stays money until the host redeems it. All else was bought, by whatever means, and
 * counts as units of that very product.
 */
export function worthOfLine(
  line: PaidLine,
  target: LineTarget,
  by: 'guest' | 'staff',
): LineWorth | LineRefusal {
  if (line.isExchanged) return 'exchanged'
  if (line.kind === 'money') return { kind: target.isCard ? 'gift_card' : 'contribution', isMoney: true }
  if (line.kind === 'certificate' || target.isCard) return 'certificate'
  if (line.productId !== target.productId) return 'other_product'
  if (target.hasMoney) return 'money_in'
  return { kind: 'units', isMoney: line.kind === 'digital' && by === 'guest' }
}

export const isRefused = (worth: LineWorth | LineRefusal): worth is LineRefusal => typeof worth === 'string'

/** How all codes begin that we give to certificates and orders of the shop (R603). */
export const shopCodePrefix = 'REG-'

/** An order that the shop has placed for a host: paid with money that was counted before, it never counts (R1160). */
export const isHostOrder = ({ externalId }: { externalId: string | null }): boolean =>
  externalId?.startsWith(shopCodePrefix) ?? false

/** What of an order's payment limits its money. */
export interface PaidOrder {
  totalCents: Cents
  certificateCents: Cents
  refundedCents: Cents
  unplacedRefunds: { cents: Cents }[]
}

/** A movement of an order's money; the shop's port has the same fields. */
export interface MoneyMovement {
  event: string
  isOk: boolean
  cents: Cents
  certificate: { code: string; fromCents: Cents; toCents: Cents } | null
}

/** What an order's transactions show taken off gift certificates, by their balances before and after (R1163). */
export function takenOffCertificates(movements: MoneyMovement[]): Cents {
  const taken = movements.flatMap(({ event, isOk, cents, certificate }) =>
    isOk && event === 'purchase' && certificate?.code
      ? [Math.max(0, Math.min(cents, certificate.fromCents - certificate.toCents))]
      : [],
  )
  return taken.reduce((sum, cents) => sum + cents, 0)
}

/**
 * The most that an order's lines may be as money: its total less what was given back, and less what certificates are said
 * to have paid and nothing shows was taken off them. What waits for its place takes nothing off: the money waits with it.
 * `takenCents`: null where that is not asked for.
 */
export function mostMoneyOf(order: PaidOrder, takenCents: Cents | null): Cents {
  const waiting = order.unplacedRefunds.reduce((sum, { cents }) => sum + cents, 0)
  const refunded = Math.max(0, order.refundedCents - waiting)
  const unproved = takenCents === null ? 0 : Math.max(0, order.certificateCents - takenCents)
  return Math.max(0, order.totalCents - refunded - unproved)
}

/** What came in for an order by its transactions, certificates only as far as it shows on them. */
export function capturedCents(movements: MoneyMovement[]): Cents {
  const paid = movements.filter(
    ({ event, isOk, certificate }) => isOk && !certificate && (event === 'purchase' || event === 'capture'),
  )
  return paid.reduce((sum, { cents }) => sum + cents, takenOffCertificates(movements))
}

/**
 * What was captured of an order, less what was given back, beyond its present total: as much of it as was taken off the
 * order may become money (R1162).
 */
export function excessOf(order: PaidOrder, movements: MoneyMovement[]): Cents {
  const given = movements.filter(({ event, isOk }) => isOk && (event === 'refund' || event === 'void'))
  const givenBack = Math.max(
    order.refundedCents,
    given.reduce((sum, { cents }) => sum + cents, 0),
  )
  return Math.max(0, capturedCents(movements) - givenBack - order.totalCents)
}

/** The lines with no more money than there may be: the last ones have less. */
export function limitMoney<Line extends { isMoney: boolean; cents: Cents; units: number }>(
  lines: Line[],
  mostCents: Cents,
): Line[] {
  let left = mostCents
  return lines.map(line => {
    if (!line.isMoney) return line
    const cents = Math.min(line.cents, left)
    left -= cents
    return { ...line, cents, units: cents > 0 ? line.units : 0 }
  })
}
