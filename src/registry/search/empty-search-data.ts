import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Counts a search that found nothing by its length; never the words (R973). */
export async function countEmptyRegistrySearch(db: Db, length: number, now: Date): Promise<void> {
  await sql`
    insert into empty_registry_search as former (length, count, last_at) values (${length}, 1, ${now})
    on conflict (length) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}

const searchDays = 90

/** Deletes up to `max` lengths that nobody has searched with for long; answers how many. */
export async function deleteOldEmptyRegistrySearches(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - searchDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from empty_registry_search where length = any (array(
      select length from empty_registry_search where last_at < ${before} order by length limit ${max}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
