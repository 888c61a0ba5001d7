import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

const advisoryLock = 7_201_337

/**
 * Runs the migrations that this database has not run yet, in the order of their names, one process at a time. Each runs in
 * a transaction, unless its first line is `-- no transaction`. Answers the names of those that it ran.
 */
export async function migrate(url: string, folder = 'migrations'): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
  })
  try {
    return await db.connection().execute(async connection => {
      // Kysely's own lock ends with a transaction; this one is held for all migrations, with a transaction or without.
      await sql`select pg_advisory_lock(${advisoryLock})`.execute(connection)
      await adoptFormerTable(db)
      return runPending(db, await readMigrations(folder))
    })
  } finally {
    await db.destroy()
  }
}

interface SqlMigration extends Migration {
  needsNoTransaction: boolean
}

async function readMigrations(folder: string): Promise<Record<string, SqlMigration>> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql'))
  const entries = files.map(async file => {
    const text = await readFile(`${folder}/${file}`, 'utf8')
    const migration: SqlMigration = {
      needsNoTransaction: text.startsWith('-- no transaction'),
      up: async db => void (await sql.raw(text).execute(db)),
    }
    return [file.slice(0, -'.sql'.length), migration] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function runPending(db: Kysely<unknown>, migrations: Record<string, SqlMigration>): Promise<string[]> {
  const provider: MigrationProvider = { getMigrations: async () => migrations }
  const migrator = new Migrator({
    db,
    provider,
    // Branches may be merged in either order.
    allowUnorderedMigrations: true,
    nameComparator: (one, other) => (one < other ? -1 : 1),
  })
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt)
  for (const { name } of pending) {
    const disableTransactions = migrations[name]?.needsNoTransaction ?? false
    const { error } = await migrator.migrateTo(name, { disableTransactions })
    if (error) throw new Error(`migration ${name} failed`, { cause: error })
  }
  return pending.map(({ name }) => name)
}

/** Copies the rows of our former migration table (until November 2026) into Kysely's, and drops it. */
async function adoptFormerTable(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ former: string | null }>`select to_regclass('migration') as former`.execute(
      tx,
    )
    if (!rows[0]?.former) return
    await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      tx,
    )
    await sql`
      insert into kysely_migration (name, timestamp)
      select regexp_replace(name, '\\.sql$', ''), to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from migration
      on conflict do nothing`.execute(tx)
    await sql`drop table migration`.execute(tx)
  })
}
