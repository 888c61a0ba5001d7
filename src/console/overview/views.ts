import { sql } from 'kysely'
import { type Day, dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'

/**
 * Openings of registries' pages that are not written yet, by day: those of half a minute of this process. A page that is
 * kept costs no query, and its counting neither; what a process that is killed had not written is lost.
 */
const unwritten = new Map<Day, number>()

/** Somebody has opened the page of a registry. */
export function countView(now: Date): void {
  const day = dayInAthens(now)
  unwritten.set(day, (unwritten.get(day) ?? 0) + 1)
}

/** Adds what this process has counted; what can't be written is written the next time. */
export async function writeViews({ db }: Pick<JobContext, 'db'>): Promise<void> {
  const counts = [...unwritten]
  unwritten.clear()
  if (counts.length === 0) return
  try {
    await sql`
      insert into registry_view_day as former (day, count)
      select day, count from unnest(${counts.map(([day]) => day)}::date[], ${counts.map(([, count]) => count)}::bigint[]) as counted (day, count)
      on conflict (day) do update set count = former.count + excluded.count`.execute(db)
  } catch (error) {
    for (const [day, count] of counts) unwritten.set(day, (unwritten.get(day) ?? 0) + count)
    throw error
  }
}
