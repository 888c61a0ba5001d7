import { sql } from 'kysely'
import { addDays, type Day, dayInAthens, startOfDay, timeZone } from '../../base/dates.ts'
import { hasStaffRole } from '../../base/staff-roles.ts'
import { readEventTypes } from '../../registry/event-type.ts'
import type { JobContext, StaffContext } from '../../server/context/request-context.ts'
import { staffRead } from '../../server/context/staff-call.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { demandPriceBands } from '../console.rules.ts'
import { chainPeriods } from '../money.rules.ts'
import { findCountingSince, findMovementSums } from '../money.sql.ts'
import { daysToCount, type MoneyWeek, toMoneyWeeks, type WeekCount, weeksUntil } from './overview.rules.ts'

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
    findWeekCounts(db, first),
    findCountedDays(db, today),
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
  const oldest = (await findFirstDay(db)) ?? today
  const first = oldest > shown ? oldest : shown
  const counted = await findCountedDays(db, first)
  for (const day of daysToCount(first, today, counted, now))
    await db.transaction().execute(tx => countDay(tx, day, now))
}

/** When each day was counted, from `first` on. */
async function findCountedDays(db: Db, first: Day): Promise<Map<Day, Date>> {
  const rows = await db
    .selectFrom('overview_count')
    .select(['day', 'counted_at'])
    .where('day', '>=', first)
    .execute()
  return new Map(rows.map(({ day, counted_at }) => [day, counted_at]))
}

/** The day on which the first registry was made; null without any. */
async function findFirstDay(db: Db): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select min((created_at at time zone ${sql.lit(timeZone)})::date) as day from registry`.execute(db)
  return rows[0]?.day ?? null
}

/** The price band, named by its lower end in cents. */
const bandOf = sql`case ${sql.join(
  [...demandPriceBands]
    .reverse()
    .map(from => sql`when price >= ${sql.lit(from)} then ${sql.lit(String(from))}`),
  sql` `,
)} end`

/**
 * Counts one day anew. Orders count on the day of their checkout, so that `paid` is a part of `carts`; of hand-offs
 * made by staff only the gifts count. `offset 0` makes the planner look purchases up by hand-off instead of reading the
 * whole table.
 */
async function countDay(tx: Db, day: Day, now: Date): Promise<void> {
  const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))]
  // Locks the day's row first, so that two processes count one after the other.
  await sql`
    insert into overview_count (day, counted_at) values (${day}, ${now})
    on conflict (day) do update set counted_at = excluded.counted_at`.execute(tx)
  await sql`delete from overview_day where day = ${day}`.execute(tx)
  await sql`
    with taken as (
      select id, made_by_staff, state from handoff where created_at >= ${start} and created_at < ${end}),
    bought as (
      select handoff_id, units, purchase.cents,
        case when kind = 'units' then purchase.cents / greatest(units, 1) else purchase.cents end as price
      from taken cross join lateral (
        select handoff_id, kind, units, cents from purchase
        where handoff_id = taken.id and purchase.state = 'paid' offset 0) purchase)
    insert into overview_day (day, measure, key, count, cents)
    select ${day}::date, measure, key, count, cents from (
      select 'made' as measure, event_type as key, count(*) as count, 0::bigint as cents from registry
      where (created_at at time zone ${sql.lit(timeZone)})::date = ${day}::date group by event_type
      union all
      select 'closed', event_type, count(*), 0 from registry
      where closing_day = ${day}::date and removed_at is null group by event_type
      union all
      select 'carts', '', count(*), 0 from taken where not made_by_staff and state <> 'failed'
      union all
      select 'paid', '', count(*), 0 from taken
      where not made_by_staff and exists (select from bought where handoff_id = taken.id)
      union all
      select 'given', ${bandOf}, sum(units), sum(cents) from bought group by 2) counted
    where count > 0`.execute(tx)
}

/** Counts by week from a Monday on, and how often registries' pages were opened. */
async function findWeekCounts(db: Db, first: Day): Promise<WeekCount[]> {
  const { rows } = await sql<WeekCount>`
    select date_trunc('week', day)::date as week, measure, key, sum(count)::bigint as count, sum(cents)::bigint as cents
    from (
      select day, measure, key, count, cents from overview_day where day >= ${first}
      union all
      select day, 'views', '', count, 0 from registry_view_day where day >= ${first}) counted
    group by 1, 2, 3`.execute(db)
  return rows
}
