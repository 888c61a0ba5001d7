import { sql } from 'kysely'
import { addDays, type Day, startOfDay, timeZone } from '../../base/dates.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { demandPriceBands } from '../console.rules.ts'
import type { WeekCount } from './overview.rules.ts'

/** When each day was counted, from `first` on. */
export async function findCountedDays(db: Db, first: Day): Promise<Map<Day, Date>> {
  const rows = await db
    .selectFrom('overview_count')
    .select(['day', 'counted_at'])
    .where('day', '>=', first)
    .execute()
  return new Map(rows.map(({ day, counted_at }) => [day, counted_at]))
}

/** The day on which the first registry was made; null without any. */
export async function findFirstDay(db: Db): Promise<Day | null> {
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
export async function countDay(tx: Db, day: Day, now: Date): Promise<void> {
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
export async function findWeekCounts(db: Db, first: Day): Promise<WeekCount[]> {
  const { rows } = await sql<WeekCount>`
    select date_trunc('week', day)::date as week, measure, key, sum(count)::bigint as count, sum(cents)::bigint as cents
    from (
      select day, measure, key, count, cents from overview_day where day >= ${first}
      union all
      select day, 'views', '', count, 0 from registry_view_day where day >= ${first}) counted
    group by 1, 2, 3`.execute(db)
  return rows
}
