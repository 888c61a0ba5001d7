import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** A span of months, counted since the year 0 as `event_month` counts them; undecided dates are month 0. */
export interface MonthRange {
  from: number
  to: number
}

/**
 * Public registries of these event types whose event is in one of these months, the newest event first. Registries of
 * one month come by their age, so that the order does not tell the day (R234).
 */
export async function findRegistriesByEvent(
  db: Db,
  { types, months, max }: { types: string[]; months: MonthRange[]; max: number },
): Promise<number[]> {
  const froms = months.map(({ from }) => from)
  const tos = months.map(({ to }) => to)
  const { rows } = await sql<{ id: number }>`
    select newest.id
    from unnest(${types}::text[]) as type (slug)
    cross join unnest(${froms}::int[], ${tos}::int[]) as span (low, high)
    cross join lateral (
      select id, event_month(event_day) as month from registry
      where event_type = type.slug and event_month(event_day) between span.low and span.high
        and privacy = 'public' and searchable and removed_at is null
      order by event_month(event_day) desc, id desc limit ${max}) newest
    order by newest.month desc, newest.id desc limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}
