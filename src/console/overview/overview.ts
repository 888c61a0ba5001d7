import { addDays, dayInAthens, startOfDay } from '../../base/dates.ts'
import { hasStaffRole } from '../../base/staff-roles.ts'
import { readEventTypes } from '../../registry/registry.ts'
import type { JobContext, StaffContext } from '../../server/context/request-context.ts'
import { staffRead } from '../../server/context/staff-call.ts'
import { chainPeriods } from '../money.rules.ts'
import { findCountingSince, findMovementSums } from '../money.sql.ts'
import { daysToCount, type MoneyWeek, toMoneyWeeks, weeksUntil } from './overview.rules.ts'
import * as data from './overview.sql.ts'

export const calls = {
  overview: staffRead('support', {}, readOverview),
}

/**
 * The console's first page, by week (R1450). It reads sums of days only, so its time doesn't grow with the tables.
 * Money is for managers.
 */
async function readOverview(_: object, ctx: StaffContext) {
  const { db, now, staff } = ctx
  const today = dayInAthens(now)
  const weeks = weeksUntil(today)
  const first = weeks[0] ?? today
  const [types, counts, counted, money] = await Promise.all([
    readEventTypes(ctx),
    data.findWeekCounts(db, first),
    data.findCountedDays(db, today),
    hasStaffRole(staff.role, 'manager') ? readMoneyWeeks(ctx, weeks) : null,
  ])
  return {
    today,
    weeks,
    types: types.map(({ slug, name }) => ({ slug, name })),
    counts,
    countedAt: counted.get(today) ?? null,
    money,
  }
}

/** The money of the same weeks, from the sums of the money report (R970). */
async function readMoneyWeeks({ db, now }: StaffContext, weeks: string[]): Promise<MoneyWeek[]> {
  const day = dayInAthens(now)
  const end = startOfDay(addDays(day, 1))
  const isBehind = (await findCountingSince(db)) !== null
  const sums = await findMovementSums(db, { by: 'week', first: weeks[0] ?? day, day, end, isBehind })
  return toMoneyWeeks(chainPeriods(weeks, sums))
}

/**
 * Counts the days that are due, from the day of the first registry on. Each has a transaction of its own, so that a
 * killed job loses one day at most.
 */
export async function countOverview({ db, now }: JobContext): Promise<void> {
  const today = dayInAthens(now)
  const [shown = today] = weeksUntil(today)
  const oldest = (await data.findFirstDay(db)) ?? today
  const first = oldest > shown ? oldest : shown
  const counted = await data.findCountedDays(db, first)
  for (const day of daysToCount(first, today, counted, now))
    await db.transaction().execute(tx => data.countDay(tx, day, now))
}
