import type { Cents } from '../base/money.ts'
import type { GivingKind } from '../gift/gift.rules.ts'

/**
 * What a line of an order may become (R1160: money that has bought something is not money). Readings of orders, placing
 * by staff, reconciling and recovery after a restore all decide it here.
 */

/** Fields of an order line that the rules read; those of the shop's port have the same names. */
export interface PaidLine {
  /** money: our own product for money · certificate: a gift certificate of the shop · digital: delivered at once. */
  kind: 'money' | 'certificate' | 'digital' | 'goods'
  productId: number
  /** Its buyer got a gift card for it (R1311). */
  isExchanged?: boolean
}

interface LineTarget {
  productId: number
  isCard: boolean
  hasMoney?: boolean
}

/** `isMoney`: its cents are money of the registry, and not of goods that were bought. */
export interface LineWorth {
  kind: GivingKind
  isMoney: boolean
}

/**
 * Why a line counts for nothing: its buyer got a gift card for it, it is a gift certificate of its buyer or can't be
 * one, its product isn't the gift's, or the group gift has money in it.
 */
type LineRefusal = 'exchanged' | 'certificate' | 'other_product' | 'money_in'

/**
 * What a line counts as, by a guest's hand-off or placed by staff. Money is only our own product, and goods that are
 * delivered at once and were bought by a hand-off: they stay money until the host redeems it. All else counts as units
 * of its product.
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

/** Prefix of the codes that we give to certificates and orders in the shop (R603). */
export const shopCodePrefix = 'REG-'

/** An order that we placed for a host: it was paid with money that has been counted, so it never counts (R1160). */
export const isHostOrder = ({ externalId }: { externalId: string | null }): boolean =>
  externalId?.startsWith(shopCodePrefix) ?? false

export interface PaidOrder {
  totalCents: Cents
  certificateCents: Cents
  refundedCents: Cents
  unplacedRefunds: { cents: Cents }[]
}

/** Fields of a transaction that the rules read; those of the shop's port have the same names. */
export interface MoneyMovement {
  event: string
  isOk: boolean
  cents: Cents
  certificate: { code: string; fromCents: Cents; toCents: Cents } | null
}

/** Cents taken off gift certificates, by the balances before and after in the order's transactions (R1163). */
export function takenOffCertificates(movements: MoneyMovement[]): Cents {
  const taken = movements.flatMap(({ event, isOk, cents, certificate }) =>
    isOk && event === 'purchase' && certificate?.code
      ? [Math.max(0, Math.min(cents, certificate.fromCents - certificate.toCents))]
      : [],
  )
  return taken.reduce((sum, cents) => sum + cents, 0)
}

/**
 * The largest sum of an order's lines that may be money: its total without refunds, and without what certificates are
 * said to have paid but isn't shown taken off them. Refunds without a line take nothing off: the order's money waits
 * with them. `takenCents` is null where certificates paid nothing.
 */
export function mostMoneyOf(order: PaidOrder, takenCents: Cents | null): Cents {
  const waiting = order.unplacedRefunds.reduce((sum, { cents }) => sum + cents, 0)
  const refunded = Math.max(0, order.refundedCents - waiting)
  const unproved = takenCents === null ? 0 : Math.max(0, order.certificateCents - takenCents)
  return Math.max(0, order.totalCents - refunded - unproved)
}

/** Captured cents by the order's transactions; of certificates only what is shown taken off them. */
export function capturedCents(movements: MoneyMovement[]): Cents {
  const paid = movements.filter(
    ({ event, isOk, certificate }) => isOk && !certificate && (event === 'purchase' || event === 'capture'),
  )
  return paid.reduce((sum, { cents }) => sum + cents, takenOffCertificates(movements))
}

/**
 * What was captured beyond refunds and the order's present total: so much may become money of units that were taken off
 * the order (R1162).
 */
export function excessOf(order: PaidOrder, movements: MoneyMovement[]): Cents {
  const given = movements.filter(({ event, isOk }) => isOk && (event === 'refund' || event === 'void'))
  const givenBack = Math.max(
    order.refundedCents,
    given.reduce((sum, { cents }) => sum + cents, 0),
  )
  return Math.max(0, capturedCents(movements) - givenBack - order.totalCents)
}

/** The last lines get less when there is too little money for all. */
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
