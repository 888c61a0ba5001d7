import { type Day, dayInAthens } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import {
  type AccountAmount,
  availableFrom,
  isSameSource,
  type MoneyLot,
  type MoneySource,
  type RegistryBalance,
  sumCents,
} from './rules.ts'

/**
 * What money has to be for a use: paid for what stays in the registry or becomes goods, which staff may stop before
 * they leave; ripe for certificates and whatever is delivered at once (R510, R511).
 */
export type Readiness = 'paid' | 'ripe'

/** The moment, and the days that pass from a payment until its money may leave. */
export interface ReleaseTerm {
  now: Date
  payoutDays: number
}

/** What of a lot decides when its money may leave. */
export type OrderPaid = Pick<MoneyLot, 'paidAt' | 'heldUntil'>

/** When the money of an order may leave; null while it is not paid, or is held back. */
export function ripeAt({ paidAt, heldUntil }: OrderPaid, { now, payoutDays }: ReleaseTerm): Date | null {
  if (heldUntil && heldUntil > now) return null
  return paidAt && new Date(paidAt.getTime() + payoutDays * 86_400_000)
}

/** Whether the money of an order is ready for a use. */
export function isReady(lot: OrderPaid, readiness: Readiness, term: ReleaseTerm): boolean {
  const ripe = ripeAt(lot, term)
  return ripe !== null && (readiness === 'paid' || ripe <= term.now)
}

/**
 * The part of a balance that is ready. What an order brings less than has left of it counts against everybody's money,
 * ready or not, so that never more leaves than has become free.
 */
export function readyBalance(
  balance: RegistryBalance,
  readiness: Readiness,
  term: ReleaseTerm,
): RegistryBalance {
  const lots = balance.lots.filter(lot => isReady(lot, readiness, term))
  const held = sumBySource(lots.filter(lot => lot.cents > 0))
  const accounts = balance.accounts.flatMap((account): AccountAmount[] => {
    const cents = Math.min(account.cents, held.get(sourceKey(account)) ?? 0)
    return cents > 0 ? [{ ...account, cents }] : []
  })
  let free = 0
  for (const ofOrder of Map.groupBy(balance.lots, lot => lot.orderId).values()) {
    const net = sumCents(ofOrder)
    free += ofOrder.some(lot => isReady(lot, readiness, term)) ? net : Math.min(0, net)
  }
  const available = Math.max(0, Math.min(balance.available, free, sumCents(accounts)))
  return { ...balance, accounts, lots, available }
}

const sourceKey = ({ giftId, account }: MoneySource) => `${giftId} ${account}`

function sumBySource(lots: MoneyLot[]): Map<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const lot of lots) sums.set(sourceKey(lot), (sums.get(sourceKey(lot)) ?? 0) + lot.cents)
  return sums
}

/** Money that waits until a day; without one it waits for its payment. */
export interface WaitingAmount {
  cents: Cents
  freeOn: Day | null
}

/** What these sources hold and may not leave yet, by the day on which it may; `ripe` is the part of the balance that may. */
export function waitingAmounts(
  balance: RegistryBalance,
  sources: MoneySource[],
  term: ReleaseTerm,
  ripe = readyBalance(balance, 'ripe', term),
): WaitingAmount[] {
  let remaining = availableFrom(balance, sources) - availableFrom(ripe, sources)
  const byDay = new Map<Day | null, Cents>()
  const add = (day: Day | null, cents: Cents) => {
    if (cents > 0) byDay.set(day, (byDay.get(day) ?? 0) + cents)
    remaining -= cents
  }
  const waiting = balance.lots
    .filter(lot => lot.cents > 0 && sources.some(source => isSameSource(source, lot)))
    .filter(lot => !isReady(lot, 'ripe', term))
    .sort((one, other) => (one.paidAt?.getTime() ?? Infinity) - (other.paidAt?.getTime() ?? Infinity) || 0)
  for (const lot of waiting) {
    const ripeOn = ripeAt(lot, term)
    add(ripeOn && dayInAthens(ripeOn), Math.min(lot.cents, remaining))
  }
  // What is held back against a shortfall waits for no day that is known.
  add(null, remaining)
  return [...byDay].map(([freeOn, cents]) => ({ cents, freeOn }))
}

/** When the last payment of what is there is ripe; null when nothing that is paid has to wait. */
export function lastRipeAt({ lots, available }: RegistryBalance, term: ReleaseTerm): Date | null {
  const moments = lots.flatMap(lot => (lot.cents > 0 ? (ripeAt(lot, term)?.getTime() ?? []) : []))
  const last = Math.max(...moments, 0)
  return available > 0 && last > term.now.getTime() ? new Date(last) : null
}
