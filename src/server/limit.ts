import { sql } from 'kysely'
import { Refusal } from '../base/refusal.ts'
import type { Db } from './tables.ts'

/**
 * Counts an attempt under a key in a fixed window shared by all processes.
 * Throws `refused_often` 429 beyond `most` attempts in `seconds`.
 */
export async function limit(db: Db, now: Date, key: string, most: number, seconds: number): Promise<void> {
  const window = new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000)
  const { rows } = await sql<{ count: number }>`
    insert into attempt (key, window_start, count) values (${key}, ${window}, 1)
    on conflict (key, window_start) do update set count = attempt.count + 1
    returning count`.execute(db)
  if ((rows[0]?.count ?? 0) > most) throw new Refusal('refused_often', 429)
}
