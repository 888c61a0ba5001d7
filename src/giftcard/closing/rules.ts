import { addDays, type Day, daysBetween } from '../../base/dates.ts'
import { allocateAmount, type MoneyPart, type RegistryBalance, sumCents } from '../ledger/rules.ts'

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

export interface ClosingAllocation {
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
