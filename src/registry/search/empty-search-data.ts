import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Counts a search that found nothing by its length; never the words (R973). */
export async function countEmptyRegistrySearch(db: Db, length: number, now: Date): Promise<void> {
  await sql`
    insert into empty_registry_search as former (length, count, last_at) values (${length}, 1, ${now})
    on conflict (length) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}
