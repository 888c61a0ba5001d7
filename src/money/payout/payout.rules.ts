import type { Day } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import { capByShop, type ShownQuantityRules } from '../../catalogue/quantity.rules.ts'
import { shopCodePrefix } from '../../orders/worth.rules.ts'
import { type MoneyLot, type MoneyPart, sumCents } from '../ledger.rules.ts'

/** The end of a gift card's code: the whole code is money, which only its owner sees (R606; R962 for staff). */
export function maskCardCode(code: string): string {
  return `•••${code.slice(-4)}`
}

interface CodeReader {
  isOwner: boolean
  isReadOnly?: boolean | undefined
}

/** A code is as good as money: only the owner sees it (R606), and staff who look as the owner its end (R985). */
export function cardCodeFor(code: string, who: CodeReader): string | null {
  if (!who.isOwner) return null
  return who.isReadOnly ? maskCardCode(code) : code
}

/** Units that money suffices for, and their price in all. */
interface RedeemableUnits {
  units: number
  cents: Cents
  /** What is lacking for the fewest units that the shop sells, mostly one; 0 when the money suffices. */
  missingCents: Cents
}

/**
 * Units that were given and not ordered, as far as the open money suffices at the price of a unit (R604) and the shop
 * sells them in one order (R321). Where the shop's minimum is higher, more than were given.
 */
export function redeemableUnits(
  unitsLeft: number,
  open: Cents,
  price: Cents,
  rules: ShownQuantityRules,
): RedeemableUnits {
  const least = rules.min_quantity
  // Goods without a price can't be ordered.
  const wanted = unitsLeft > 0 && price > 0 ? Math.max(unitsLeft, least) : 0
  const most = capByShop(Math.min(wanted, Math.floor(open / price)), rules)
  const units = most >= least ? most : 0
  const missingCents = units > 0 || wanted === 0 ? 0 : Math.max(0, price * least - open)
  return { units, cents: units * price, missingCents }
}

/** Units that were given and not ordered for the host yet; a group gift is one unit. */
export function unitsLeftToOrder(
  gift: { id: number; is_group: boolean; units: number },
  payouts: { gift_id: number | null; units: number | null; state: string; refunded_units: number }[],
): number {
  const ordered = payouts
    .filter(payout => payout.gift_id === gift.id && payout.state !== 'failed')
    .reduce((sum, payout) => sum + (payout.units ?? 0) - payout.refunded_units, 0)
  return (gift.is_group ? 1 : gift.units) - ordered
}

/** What the shop took back of an order for a host: all of a void one, else what it refunded. */
export function calculateHostOrderRefund(
  payout: { cents: Cents; units: number | null },
  order: {
    state: string
    lines: { refundedCents: Cents; refundedQuantity: number }[]
    unplacedRefunds: { cents: Cents }[]
  },
): { refunded_cents: Cents; refunded_units: number } {
  const units = payout.units ?? 0
  if (order.state === 'void') return { refunded_cents: payout.cents, refunded_units: units }
  const ofLines = order.lines.reduce((sum, line) => sum + line.refundedCents, 0)
  const refundedCents = order.unplacedRefunds.reduce((sum, { cents }) => sum + cents, ofLines)
  const refundedUnits = order.lines.reduce((sum, line) => sum + line.refundedQuantity, 0)
  return {
    refunded_cents: Math.min(payout.cents, refundedCents),
    refunded_units: Math.min(units, refundedUnits),
  }
}

/**
 * The parts of a payout that may not leave: money of orders that are not free, then what its orders now bring less than
 * has left of them, then what the whole registry lacks. `lots` is the ledger without the payout's own money.
 */
export function uncoveredParts(
  parts: MoneyPart[],
  isFree: (orderId: number) => boolean,
  lots: MoneyLot[],
): MoneyPart[] {
  const lacking = new Map<number, Cents>()
  for (const { orderId, cents } of lots) lacking.set(orderId, (lacking.get(orderId) ?? 0) - cents)
  const uncovered = parts.map(part => {
    const lacks = isFree(part.orderId) ? Math.max(0, lacking.get(part.orderId) ?? 0) : part.cents
    const cents = Math.min(part.cents, lacks)
    lacking.set(part.orderId, (lacking.get(part.orderId) ?? 0) - cents)
    return { ...part, cents }
  })
  let lacksInAll = -sumCents(lots) - sumCents(uncovered)
  for (const [index, part] of uncovered.entries()) {
    const more = Math.min((parts[index]?.cents ?? 0) - part.cents, Math.max(0, lacksInAll))
    part.cents += more
    lacksInAll -= more
  }
  return uncovered.filter(part => part.cents > 0)
}

/** Takes `amount` from the parts, the first ones first; answers what is taken of each. */
export function spreadOverParts(parts: { cents: Cents }[], amount: Cents): Cents[] {
  let remaining = amount
  return parts.map(part => {
    const cents = Math.min(part.cents, remaining)
    remaining -= cents
    return cents
  })
}

const markStart = 'Payout '

/**
 * The mark on a handmade certificate, by which it is found with the payout's own code (R1150). Its format never
 * changes: marks in the shop outlive every backup.
 */
export const formatPayoutMark = (code: string): string => `${markStart}${code}`

/** The payout's code in a mark; null for any other name. */
export const payoutCodeOfMark = (name: string): string | null =>
  name.startsWith(`${markStart}${shopCodePrefix}`) ? name.slice(markStart.length) : null

/** At most 20 characters, of letters that look the same in Greek and Latin (R603). */
export function formatCertificateCode(letters: string): string {
  return `${shopCodePrefix}${letters.replace(/(.{4})(?=.)/g, '$1-')}`
}

/** 29 February becomes 28 February in other years. */
export function addYears(day: Day, years: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + years, month - 1, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/**
 * Why a waiting payout failed last (R1040); null before any failure. Rows from before reasons were stored have only an
 * error.
 */
export function payoutTrouble(payout: {
  error: string | null
  trouble: PayoutTrouble | null
}): PayoutTrouble | null {
  return payout.error === null ? null : (payout.trouble ?? 'other')
}
