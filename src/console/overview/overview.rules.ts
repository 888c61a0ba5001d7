import { addDays, type Day, startOfDay } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import { demandPriceBands } from '../console.rules.ts'
import type { MoneyPeriod, Movement } from '../money.rules.ts'

const overviewWeeks = 26

export interface WeekCount {
  /** Its Monday. */
  week: Day
  /** By event type (`made`, `closed`), by price band (`given`), or as a whole. */
  measure: 'made' | 'closed' | 'carts' | 'paid' | 'given' | 'views'
  key: string
  count: number
  cents: Cents
}

export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The Mondays of the weeks until a day, the oldest first. */
export function weeksUntil(day: Day): Day[] {
  const last = mondayOf(day)
  return Array.from({ length: overviewWeeks }, (_, index) => addDays(last, 7 * (index + 1 - overviewWeeks)))
}

/** A day is counted again until so many days after it, because orders come late, are refunded and are deleted. */
const changingDays = 15
const minutesMs = 60_000

/**
 * The days that are due to be counted, newest first: those never counted, today and yesterday every few minutes, others
 * daily while they may still change.
 */
export function daysToCount(first: Day, today: Day, counted: Map<Day, Date>, now: Date): Day[] {
  const due: Day[] = []
  for (let day = today; day >= first; day = addDays(day, -1)) {
    const at = counted.get(day)
    const pause = day >= addDays(today, -1) ? 4 * minutesMs : 24 * 60 * minutesMs
    const mayChange = at && at < startOfDay(addDays(day, changingDays))
    if (!at || (mayChange && now.getTime() - at.getTime() >= pause)) due.push(day)
  }
  return due
}

/**
 * Money that came into registries and left them in a week, both positive, and what waits for hosts at the week's end.
 */
export interface MoneyWeek {
  week: Day
  in: Cents
  out: Cents
  waiting: Cents
}

/** Movements of money from guests; all others take money out, to hosts or back to guests. */
const comesIn: Movement[] = ['received', 'till', 'goods']

export function toMoneyWeeks(periods: MoneyPeriod[]): MoneyWeek[] {
  return periods.map(({ period, opening, closing, ...moved }) => {
    const income = comesIn.reduce((sum, movement) => sum + moved[movement], 0)
    return { week: period, in: income, out: opening + income - closing, waiting: closing }
  })
}

/** Zero for weeks without a count. */
export function countsByWeek(
  weeks: Day[],
  counts: WeekCount[],
  measure: WeekCount['measure'],
  key?: string,
): number[] {
  const ofMeasure = counts.filter(one => one.measure === measure && (key === undefined || one.key === key))
  return weeks.map(week => ofMeasure.reduce((sum, one) => (one.week === week ? sum + one.count : sum), 0))
}

/** Sums over all weeks by price band, the cheapest first. */
export function givenByBand(counts: WeekCount[]): { from: Cents; count: number; cents: Cents }[] {
  return demandPriceBands.map(from => {
    const ofBand = counts.filter(({ measure, key }) => measure === 'given' && key === String(from))
    const sum = (of: 'count' | 'cents') => ofBand.reduce((all, one) => all + one[of], 0)
    return { from, count: sum('count'), cents: sum('cents') }
  })
}
