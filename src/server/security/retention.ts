import { sql } from 'kysely'
import type { Db } from '../postgres/tables.ts'

const dayMs = 86_400_000
/** No window of a limit is longer. */
const limitDays = 8

/** Deletes up to `max` counters of limits whose window is over; answers how many. */
export async function deleteOldRateLimits(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - limitDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from rate_limit where ctid = any (array(
      select ctid from rate_limit where window_start < ${before} order by window_start limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Attacks are often noticed months later. */
const securityLogDays = 365

/** Deletes up to `max` rows of the security log that are older than a year; answers how many. */
export async function deleteOldSecurityEvents(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - securityLogDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from security_event where ctid = any (array(
      select ctid from security_event where window_start < ${before} order by window_start limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
