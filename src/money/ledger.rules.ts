import { type Day, dayInAthens } from '../base/dates.ts'
import { dayMs } from '../base/durations.ts'
import type { Cents } from '../base/money.ts'
import { giftCardType } from '../gift/gift.rules.ts'
import type { WaitingMoney } from './ledger.contract.ts'

/** Where money of a registry can be taken from: the money towards a gift, or its leftovers. */
export interface MoneySource {
  giftId: number
  account: 'gift' | 'change'
}

export const moneyTowards = (giftId: number): MoneySource => ({ giftId, account: 'gift' })

export interface AccountAmount extends MoneySource {
  cents: Cents
}

export interface MoneyPart extends AccountAmount {
  orderId: number
}

/** The ledger's sum for one order in one account; negative where more has left than the order still brings. */
export interface MoneyLot extends MoneyPart {
  /** When the order was paid; null when it isn't (R510) or is disputed (R514). */
  paidAt: Date | null
  /** Until when it waits because its giver withdrew from the contract (R517). */
  heldUntil?: Date | null
}

export interface RegistryBalance {
  /** Accounts with money, by gift; money towards a gift before its leftovers. */
  accounts: AccountAmount[]
  /** Gifts below zero: the shop refunded what had already been paid out. */
  shortfalls: { giftId: number; cents: Cents }[]
  /** All accounts less all shortfalls, never below zero. */
  available: Cents
  /** What the accounts cannot make up for, as a positive amount (R615). */
  negativeBalance: Cents
  lots: MoneyLot[]
}

export function moneySourceOf({ id, type }: { id: number; type?: string | undefined }): MoneySource {
  return { giftId: id, account: type === 'change' ? 'change' : 'gift' }
}

/**
 * The balance of a registry from the sums of its ledger. Within one gift a negative account is made up for by the
 * other: a changed price shifts money between them, but does not create any.
 */
export function calculateBalance(lots: MoneyLot[]): RegistryBalance {
  const accounts: AccountAmount[] = []
  const shortfalls: RegistryBalance['shortfalls'] = []
  const byGift = Map.groupBy(lots, lot => lot.giftId)
  for (const giftId of [...byGift.keys()].sort((one, other) => one - other)) {
    const ofGift = byGift.get(giftId) ?? []
    const total = sumCents(ofGift)
    if (total < 0) shortfalls.push({ giftId, cents: -total })
    if (total <= 0) continue
    const gift = sumCents(ofGift.filter(lot => lot.account === 'gift'))
    const towardsGift = Math.min(Math.max(gift, 0), total)
    if (towardsGift > 0) accounts.push({ giftId, account: 'gift', cents: towardsGift })
    if (total > towardsGift) accounts.push({ giftId, account: 'change', cents: total - towardsGift })
  }
  const balance = sumCents(accounts) - sumCents(shortfalls)
  return {
    accounts,
    shortfalls,
    available: Math.max(0, balance),
    negativeBalance: Math.max(0, -balance),
    lots,
  }
}

export function sumCents(amounts: { cents: Cents }[]): Cents {
  return amounts.reduce((sum, { cents }) => sum + cents, 0)
}

/** Never more than the registry has after all shortfalls. */
export function availableFrom(balance: RegistryBalance, sources: MoneySource[]): Cents {
  return Math.min(sumCents(accountsOf(balance, sources)), balance.available)
}

function accountsOf({ accounts }: RegistryBalance, sources: MoneySource[]): AccountAmount[] {
  return accounts.filter(account => sources.some(source => isSameSource(account, source)))
}

export function isSameSource(one: MoneySource, other: MoneySource): boolean {
  return one.giftId === other.giftId && one.account === other.account
}

/**
 * The parts that make up an amount, from these sources in the balance's order and within each from the order that was
 * paid first; null when they hold less.
 */
export function allocateAmount(
  balance: RegistryBalance,
  sources: MoneySource[],
  amount: Cents,
): MoneyPart[] | null {
  if (amount <= 0 || amount > availableFrom(balance, sources)) return null
  let remaining = amount
  return accountsOf(balance, sources).flatMap(account => {
    const parts = takeFromLots(balance.lots, account, Math.min(account.cents, remaining))
    remaining -= sumCents(parts)
    return parts
  })
}

function takeFromLots(lots: MoneyLot[], source: MoneySource, amount: Cents): MoneyPart[] {
  let remaining = amount
  return lotsOf(lots, source).flatMap(({ giftId, account, orderId, cents: held }) => {
    const cents = Math.min(held, remaining)
    remaining -= cents
    return cents > 0 ? [{ giftId, account, orderId, cents }] : []
  })
}

/** Lots of one source, the one that was paid first first, unpaid ones last. */
function lotsOf(lots: MoneyLot[], source: MoneySource): MoneyLot[] {
  const moment = ({ paidAt }: MoneyLot) => paidAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  return lots
    .filter(lot => lot.cents > 0 && isSameSource(lot, source))
    .sort((one, other) => moment(one) - moment(other) || one.orderId - other.orderId)
}

/** The three groups in which hosts see their money (R601). */
export type MoneyGroup = 'group' | 'virtual' | 'regular'

/** Gift cards are regular, whatever else they are; then group gifts; all else that holds money is virtual. */
export function moneyGroupOf(gift: { is_group: boolean; type: string }): MoneyGroup {
  if (gift.type === giftCardType) return 'regular'
  return gift.is_group ? 'group' : 'virtual'
}

/**
 * `paid` suffices for money that stays in the registry or becomes goods, which staff can stop before they leave (R510);
 * `ripe` is needed for certificates and what is delivered at once (R511).
 */
export type Readiness = 'paid' | 'ripe'

/** `payoutDays` pass from a payment until its money may leave. */
export interface ReleaseTerm {
  now: Date
  payoutDays: number
}

export type OrderPaid = Pick<MoneyLot, 'paidAt' | 'heldUntil'>

/** When the money of an order may leave; null while it is not paid, or is held back. */
export function ripeAt({ paidAt, heldUntil }: OrderPaid, { now, payoutDays }: ReleaseTerm): Date | null {
  if (heldUntil && heldUntil > now) return null
  return paidAt && new Date(paidAt.getTime() + payoutDays * dayMs)
}

export function isReady(lot: OrderPaid, readiness: Readiness, term: ReleaseTerm): boolean {
  const ripe = ripeAt(lot, term)
  return ripe !== null && (readiness === 'paid' || ripe <= term.now)
}

/**
 * The part of a balance that is ready. An order from which more has left than it brings reduces all of it, so that
 * never more leaves than has become free.
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

/**
 * What these sources hold and may not leave yet, in cents by the day on which it may; `ripe` is the part of the balance
 * that may.
 */
export function waitingMoneyOf(
  balance: RegistryBalance,
  sources: MoneySource[],
  term: ReleaseTerm,
  ripe = readyBalance(balance, 'ripe', term),
): WaitingMoney {
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
  // Money held back by a shortfall waits for no known day.
  add(null, remaining)
  return [...byDay].map(([free_on, amount]) => ({ amount, free_on }))
}

/** When the last payment is ripe; null when none that is paid has to wait. */
export function lastRipeAt({ lots, available }: RegistryBalance, term: ReleaseTerm): Date | null {
  const moments = lots.flatMap(lot => (lot.cents > 0 ? (ripeAt(lot, term)?.getTime() ?? []) : []))
  const last = Math.max(...moments, 0)
  return available > 0 && last > term.now.getTime() ? new Date(last) : null
}
