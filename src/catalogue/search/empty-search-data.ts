import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Counts a search of a host that found nothing. */
export async function countEmptyProductSearch(db: Db, words: string, now: Date): Promise<void> {
  await sql`
    insert into empty_product_search as former (words, count, last_at) values (${words}, 1, ${now})
    on conflict (words) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}

const searchDays = 90

/** Deletes up to `max` searches that nobody has made for long; answers how many. */
export async function deleteOldEmptyProductSearches(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - searchDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from empty_product_search where ctid = any (array(
      select ctid from empty_product_search where last_at < ${before} order by last_at limit ${max}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
