import { addDays, type Day } from '../base/dates.ts'
import type { Cents } from '../base/money.ts'

/** The columns of the money report; `within` moves money between accounts of one registry and sums to zero. */
export const movements = [
  'received',
  /** Paid at the shop's till, as staff recorded it, less what they took back (R967). */
  'till',
  'refunded',
  /** Of lines whose placing was undone: their guests were given nothing back (R964). */
  'unplaced',
  'certificates',
  'orders',
  'returned',
  /** Goods that became money, units that hosts returned among them, less money that became goods (R1050). */
  'goods',
  'within',
] as const
export type Movement = (typeof movements)[number]

export const listedMovements = movements.filter(one => one !== 'within')
export type ListedMovement = Exclude<Movement, 'within'>

/**
 * What was held before and after a month (`YYYY-MM`) or a week (its Monday), of days in Athens, and what moved; negative
 * where money went out.
 */
export type MoneyPeriod = { period: string; opening: Cents; closing: Cents } & Record<Movement, Cents>

/** `period` is null for everything before the first period that is shown. */
export interface MovementSum {
  period: string | null
  movement: Movement | 'owed'
  cents: Cents
}

const monthCount = 12

/** The twelve months that end with a day's month, oldest first, as `YYYY-MM`. */
export function monthsUntil(day: Day): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: monthCount }, (_, index) => {
    const count = year * 12 + month - 1 - (monthCount - 1 - index)
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
  })
}

/** The days of a month given as `YYYY-MM`, as far as `until`. */
export function daysOfMonth(month: string, until: Day): { from: Day; to: Day } {
  const from = `${month}-01`
  const last = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  return { from, to: last < until ? last : until }
}

/** Adds the balance before and after each period; each opens with what the one before closed with. */
export function chainPeriods(periods: string[], sums: MovementSum[]): MoneyPeriod[] {
  const moved = sums.filter(({ movement }) => movement !== 'owed')
  let balance = moved.reduce((sum, { period, cents }) => (period === null ? sum + cents : sum), 0)
  return periods.map(period => {
    const opening = balance
    const of = (movement: Movement) =>
      moved.find(one => one.period === period && one.movement === movement)?.cents ?? 0
    const byMovement = Object.fromEntries(movements.map(movement => [movement, of(movement)])) as Record<
      Movement,
      number
    >
    balance = movements.reduce((sum, movement) => sum + byMovement[movement], opening)
    return { period, opening, ...byMovement, closing: balance }
  })
}
