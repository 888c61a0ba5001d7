import { sql } from 'kysely'
import type { Db } from '../src/server/postgres/tables.ts'

/** Keeps the rows of these tables as they are, for `restoreTables`. */
export async function backUpTables(db: Db, tables: string[]): Promise<void> {
  for (const table of tables)
    await sql`create table if not exists ${sql.table(`kept_${table}`)} as table ${sql.table(table)}`.execute(
      db,
    )
}

/** The rows are as they were when they were kept. */
export async function restoreTables(db: Db, tables: string[]): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of tables) {
      const columns = sql<{ list: string }>`
        select string_agg(quote_ident(attname), ', ') as list from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
      const list = sql.raw((await columns.execute(tx)).rows[0]?.list ?? '')
      await sql`delete from ${sql.table(table)}`.execute(tx)
      await sql`insert into ${sql.table(table)} (${list}) overriding system value
        select ${list} from ${sql.table(`kept_${table}`)}`.execute(tx)
      await sql`drop table ${sql.table(`kept_${table}`)}`.execute(tx)
    }
  })
}
