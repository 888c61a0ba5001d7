import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Waits for whoever does the same form at the same time. */
export async function lockForm(tx: Db, formKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 0))`.execute(tx)
}
