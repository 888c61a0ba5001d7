import { addDays, type Day, daysBetween } from '../../base/dates.ts'

/** A registry is due once its closing day is over in Athens, unless that very day was worked off already. */
export function isDueToClose(
  registry: { closing_day: Day | null; last_closed_day: Day | null },
  today: Day,
): boolean {
  const { closing_day, last_closed_day } = registry
  return closing_day !== null && closing_day < today && closing_day !== last_closed_day
}

/** Money that came after a closing waits so long for more of it. */
export const lateMoneyDelayHours = 24

/** Days before the closing on which the host is told; within the week, so that a missed day is made up for. */
export const closingReminderDays = { first: 7, last: 2 }

/** Which letter is due today; none for a registry that was made after it would have been sent. */
export function dueClosingReminder(closing: Day, today: Day, madeOn: Day): 'week' | 'day' | null {
  if (closing === today) return madeOn < today ? 'day' : null
  const left = daysBetween(today, closing)
  if (left < closingReminderDays.last || left > closingReminderDays.first) return null
  return madeOn < addDays(closing, -closingReminderDays.first) ? 'week' : null
}

/** That day so many years later; 29 February becomes 28 February where there is none. */
export function addYears(day: Day, years: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + years, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}
