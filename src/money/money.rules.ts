import { addDays, type Day, daysBetween } from '../base/dates.ts'
import type { Cents } from '../base/money.ts'
import type { LineKey } from '../orders/orders.rules.ts'
import {
  allocateAmount,
  isSameSource,
  type MoneyPart,
  type RegistryBalance,
  sumCents,
} from './ledger.rules.ts'

/** Due once the closing day is over in Athens, unless this very day was closed already (R611). */
export function isDueToClose(
  { closing_day, last_closed_day }: { closing_day: Day | null; last_closed_day: Day | null },
  today: Day,
): boolean {
  return closing_day !== null && closing_day < today && closing_day !== last_closed_day
}

/** Hours after the last closing before later money is paid out, so that more of it can come in (R611). */
export const lateMoneyDelayHours = 24

/** Days before the closing between which the week's reminder is sent, so that a missed day is made up for (R613). */
export const closingReminderDays = { first: 7, last: 2 }

/** The reminder that is due today; null for a registry that was created after its reminder's day. */
export function dueClosingReminder(closing: Day, today: Day, createdOn: Day): 'week' | 'day' | null {
  if (closing === today) return createdOn < today ? 'day' : null
  const daysLeft = daysBetween(today, closing)
  if (daysLeft < closingReminderDays.last || daysLeft > closingReminderDays.first) return null
  return createdOn < addDays(closing, -closingReminderDays.first) ? 'week' : null
}

interface ClosingAllocation {
  /** Paid out as one certificate. */
  payout: MoneyPart[]
  /** Moves between gifts that make up for shortfalls; sums to 0. */
  settlement: MoneyPart[]
}

/** Divides the ripe money of a closing: all that is available is paid out, the rest makes up for shortfalls. */
export function allocateClosing(balance: RegistryBalance): ClosingAllocation {
  const { accounts, shortfalls, available } = balance
  const payout = available > 0 ? (allocateAmount(balance, accounts, available) ?? []) : []
  // All money of the accounts; what is paid out is subtracted below.
  const all =
    allocateAmount({ ...balance, available: sumCents(accounts) }, accounts, sumCents(accounts)) ?? []
  const rest = all.map(part => {
    const paid = payout.find(one => isSameSource(one, part) && one.orderId === part.orderId)
    return { ...part, cents: part.cents - (paid?.cents ?? 0) }
  })
  const settlement: MoneyPart[] = []
  for (const shortfall of shortfalls) {
    let { cents: lacking } = shortfall
    for (const part of rest) {
      const cents = Math.min(part.cents, lacking)
      if (cents <= 0) continue
      part.cents -= cents
      lacking -= cents
      settlement.push({ ...part, cents: -cents })
      settlement.push({ giftId: shortfall.giftId, account: 'gift', orderId: part.orderId, cents })
    }
  }
  return { payout, settlement }
}

/**
 * Where money goes that is taken off a certificate: to the gifts that lack it, first for the refunded order. The rest,
 * for which other money came in meanwhile, goes back to where the certificate's money came from.
 */
export function partsGivenBack(
  { lots, shortfalls }: Pick<RegistryBalance, 'lots' | 'shortfalls'>,
  paidParts: MoneyPart[],
  orderId: number,
  cents: Cents,
): MoneyPart[] {
  let remaining = cents
  const take = (part: MoneyPart): MoneyPart[] => {
    const { giftId, account } = part
    const given = Math.min(part.cents, remaining)
    remaining -= given
    return given > 0 ? [{ giftId, account, orderId: part.orderId, cents: given }] : []
  }
  const firstOfOrder = <T extends MoneyPart>(parts: T[]) => [
    ...parts.filter(part => part.orderId === orderId),
    ...parts.filter(part => part.orderId !== orderId),
  ]
  const given = shortfalls.flatMap(({ giftId, cents: short }) => {
    let room = short
    return firstOfOrder(lots.filter(lot => lot.giftId === giftId && lot.cents < 0)).flatMap(lot => {
      const parts = take({ ...lot, cents: Math.min(-lot.cents, room) })
      room -= sumCents(parts)
      return parts
    })
  })
  return [...given, ...firstOfOrder(paidParts).flatMap(take)]
}

/** A note on the certificate in the shop, for staff; it also tells that a lowering was made. */
export function formatLoweringNote({ id, cents }: { id: number; cents: Cents }): string {
  return `refund ${id}: -${(cents / 100).toFixed(2)} EUR`
}

/** Enough for its holder to recognize the certificate. */
export const endOfCode = (code: string) => code.slice(-4)

const noteStart = ({ order_id, line_id }: LineKey) => `refund ${order_id}/${line_id}/`

/** A note on the certificate in the shop that tells that a lowering was made, also to a restored database. */
export function formatLineNote(
  line: LineKey,
  { lowering, lowering_cents: cents }: { lowering: number; lowering_cents: Cents },
): string {
  return `${noteStart(line)}${lowering}: -${(cents / 100).toFixed(2)} EUR`
}

/** The number of the last lowering and the cents that were taken off, from the certificate's notes. */
export function readLineNotes(line: LineKey, message: string): { lowering: number; refunded_cents: Cents } {
  const notes = message
    .split(noteStart(line))
    .slice(1)
    .flatMap(rest => {
      const [, number, euros, cents] = /^(\d{1,9}): -(\d{1,7})\.(\d\d) EUR/.exec(rest) ?? []
      return number ? [{ number: Number(number), cents: Number(euros) * 100 + Number(cents) }] : []
    })
  return {
    lowering: Math.max(0, ...notes.map(one => one.number)),
    refunded_cents: notes.reduce((sum, one) => sum + one.cents, 0),
  }
}
