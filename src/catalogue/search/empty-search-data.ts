import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Counts a search of a host that found nothing. */
export async function countEmptyProductSearch(db: Db, words: string, now: Date): Promise<void> {
  await sql`
    insert into empty_product_search as former (words, count, last_at) values (${words}, 1, ${now})
    on conflict (words) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}
