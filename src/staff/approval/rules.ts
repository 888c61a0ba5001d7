import type { Cents } from '../../base/money.ts'

/** What becomes of an act of money: done at once, or asked of a second person first (R1182). */
export const moneyActStates = ['waiting', 'done', 'refused', 'stopped', 'changed'] as const
export type MoneyActState = (typeof moneyActStates)[number]

/** What one person may do alone, in cents: less than each of them. */
export interface AloneLimits {
  line: Cents
  day: Cents
  month: Cents
}

/** What was made or moved in a day and in 30 days, by who asks, for the registry, and for the mailbox, each by itself. */
export type MoneySums = { day: Cents; month: Cents }[]

/** Whether a second person has to agree to so much more. */
export function needsSecondPerson(cents: Cents, sums: MoneySums, limits: AloneLimits): boolean {
  if (cents >= limits.line) return true
  return sums.some(({ day, month }) => day + cents >= limits.day || month + cents >= limits.month)
}

export const hourMs = 3_600_000
/** With nobody else there, a request is done after so long, unless the owner's letter stops it (R1183). */
export const aloneHours = 24
