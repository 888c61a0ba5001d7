import { addDays, type Day, startOfDay } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import { demandPriceBands } from '../console.rules.ts'
import type { MoneyPeriod, Movement } from '../money.rules.ts'

/** How many weeks the overview shows, the present one last. */
export const overviewWeeks = 26

/** What is counted of each day; by type of event, by price band, or as a whole. */
export const overviewMeasures = ['made', 'closed', 'carts', 'paid', 'given'] as const
export type OverviewMeasure = (typeof overviewMeasures)[number]

/** What one week has of a measure, under one key. */
export interface WeekCount {
  /** Its Monday. */
  week: Day
  measure: OverviewMeasure | 'views'
  key: string
  count: number
  cents: Cents
}

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The Mondays of the weeks until a day, the oldest first. */
export function weeksUntil(day: Day): Day[] {
  const last = mondayOf(day)
  return Array.from({ length: overviewWeeks }, (_, index) => addDays(last, 7 * (index + 1 - overviewWeeks)))
}

/** Until so many days after it a day is counted again, because orders come late, are refunded and deleted. */
const changingDays = 15
const minutesMs = 60_000

/**
 * The days that have to be counted, the newest first: those that never were, today and yesterday every few minutes, and
 * others once a day as long as they may still change.
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

/** What came into registries and what left them in each week, both from zero up, and what waits for hosts at its end. */
export interface MoneyWeek {
  week: Day
  in: Cents
  out: Cents
  waiting: Cents
}

/** Money that comes from guests; all else leaves, to hosts or back to guests. */
const comesIn: Movement[] = ['received', 'till', 'goods']

export function toMoneyWeeks(periods: MoneyPeriod[]): MoneyWeek[] {
  return periods.map(({ period, opening, closing, ...moved }) => {
    const income = comesIn.reduce((sum, movement) => sum + moved[movement], 0)
    return { week: period, in: income, out: opening + income - closing, waiting: closing }
  })
}

/** The counts of one measure and key by week, zero where there is nothing. */
export function countsByWeek(
  weeks: Day[],
  counts: WeekCount[],
  measure: WeekCount['measure'],
  key?: string,
): number[] {
  const ofMeasure = counts.filter(one => one.measure === measure && (key === undefined || one.key === key))
  return weeks.map(week => ofMeasure.reduce((sum, one) => (one.week === week ? sum + one.count : sum), 0))
}

/** What was given in each price band in all weeks, the cheapest first. */
export function givenByBand(counts: WeekCount[]): { from: Cents; count: number; cents: Cents }[] {
  return demandPriceBands.map(from => {
    const ofBand = counts.filter(({ measure, key }) => measure === 'given' && key === String(from))
    const sum = (of: 'count' | 'cents') => ofBand.reduce((all, one) => all + one[of], 0)
    return { from, count: sum('count'), cents: sum('cents') }
  })
}
