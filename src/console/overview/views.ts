import { sql } from 'kysely'
import { type Day, dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'

/**
 * Openings of registries' pages by day that this process has not written yet, of half a minute at most: counting costs
 * a page no query. A killed process loses them.
 */
const unwritten = new Map<Day, number>()

export function countView(now: Date): void {
  const day = dayInAthens(now)
  unwritten.set(day, (unwritten.get(day) ?? 0) + 1)
}

const writeEveryMs = 30_000

/** Writes what this process counts every half minute (R1450), and the rest when it is closed. */
export function startWritingViews({ db, log }: Pick<JobContext, 'db' | 'log'>): {
  close(): Promise<void>
} {
  const write = () =>
    writeViews(db).catch(err => log.warn({ err }, 'openings of registries are written later'))
  const timer = setInterval(write, writeEveryMs).unref()
  return {
    close() {
      clearInterval(timer)
      return write()
    },
  }
}

/** Adds the counts of this process; counts that can't be written are kept for the next time. */
async function writeViews(db: Db): Promise<void> {
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
