import { addDays, type Day, daysBetween } from '../base/dates.ts'
import type { Cents } from '../base/money.ts'
import { allocateAmount, type MoneyPart, type RegistryBalance, sumCents } from './ledger.rules.ts'

/** A registry is due once its closing day is over in Athens, unless that very day was closed already (R611). */
export function isDueToClose(
  { closing_day, last_closed_day }: { closing_day: Day | null; last_closed_day: Day | null },
  today: Day,
): boolean {
  return closing_day !== null && closing_day < today && closing_day !== last_closed_day
}

/** Hours after the last closing before money that came in later is paid out, so that more of it may come (R611). */
export const lateMoneyDelayHours = 24

/** Days before the closing between which the first reminder is sent, so that a missed day is made up for (R613). */
export const closingReminderDays = { first: 7, last: 2 }

/** Which reminder is due today; none for a registry that was created after it would have been sent. */
export function dueClosingReminder(closing: Day, today: Day, createdOn: Day): 'week' | 'day' | null {
  if (closing === today) return createdOn < today ? 'day' : null
  const daysLeft = daysBetween(today, closing)
  if (daysLeft < closingReminderDays.last || daysLeft > closingReminderDays.first) return null
  return createdOn < addDays(closing, -closingReminderDays.first) ? 'week' : null
}

interface ClosingAllocation {
  /** What is paid out as one certificate. */
  payout: MoneyPart[]
  /** What stays to make up for shortfalls: negative where it is taken, positive where it goes; it sums to 0. */
  settlement: MoneyPart[]
}

/** Divides the ripe money of a registry that closes: everything available is paid, the rest makes up for shortfalls. */
export function allocateClosing(balance: RegistryBalance): ClosingAllocation {
  const { accounts, shortfalls, available } = balance
  const payout = available > 0 ? (allocateAmount(balance, accounts, available) ?? []) : []
  // Everything that the accounts hold, less what is paid of it.
  const all =
    allocateAmount({ ...balance, available: sumCents(accounts) }, accounts, sumCents(accounts)) ?? []
  const rest = all.map(part => {
    const paid = payout.find(one => isSamePart(one, part))?.cents ?? 0
    return { ...part, cents: part.cents - paid }
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

function isSamePart(one: MoneyPart, other: MoneyPart): boolean {
  return one.giftId === other.giftId && one.account === other.account && one.orderId === other.orderId
}

/**
 * Where the money goes that is taken off a certificate: to the gifts that lack it, that of the refunded order first; what
 * came in for them meanwhile leaves a rest, which goes back to where the certificate was paid from.
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

/** Written on the certificate in the shop, where staff read it; by it a lowering is known to have been made. */
export function formatLoweringNote({ id, cents }: { id: number; cents: Cents }): string {
  return `refund ${id}: -${(cents / 100).toFixed(2)} EUR`
}

/** The end of a certificate's code, by which its holder knows it. */
export const endOfCode = (code: string) => code.slice(-4)

interface LineKey {
  order_id: number
  line_id: number
}

const noteStart = ({ order_id, line_id }: LineKey) => `refund ${order_id}/${line_id}/`

/** Written on the certificate in the shop: by it a lowering is known to have been made, by a restored database too. */
export function formatLineNote(
  line: LineKey,
  { lowering, lowering_cents: cents }: { lowering: number; lowering_cents: Cents },
): string {
  return `${noteStart(line)}${lowering}: -${(cents / 100).toFixed(2)} EUR`
}

/** How often a certificate was lowered, and what was taken off it, by its notes. */
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
