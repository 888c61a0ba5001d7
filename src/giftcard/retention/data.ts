import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

const dayMs = 86_400_000
/** No closing day that is so long past comes again. */
const noticeDays = 366

/** Deletes up to `max` marks that a reminder of a closing day was sent; answers how many. */
export async function deleteOldClosingNotices(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - noticeDays * dayMs).toISOString().slice(0, 10)
  const { numAffectedRows } = await sql`
    delete from closing_notice where ctid = any (array(
      select ctid from closing_notice where day < ${before}::date order by day limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
