import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from './database-server.ts'
import { type MigrationFile, readMigrations, splitStatements } from './migration-files.ts'
import { readSchemaState, refuseNewerSchema, refusePending, type SchemaState } from './schema-state.ts'

const advisoryLock = 7_201_337
const attemptsMs = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]

export interface MigrateOptions {
  folder?: string
  /** Told each step: a migration that ran, and what is waited for. */
  say?(sentence: string): void
  /** How long an attempt waits for a lock, and how long it waits after each attempt that got none. */
  lockTimeoutMs?: number
  retryMs?: number[]
}

/**
 * Runs the migrations that this database has not run yet, in the order of their names, one process at a time. Each runs in
 * a transaction, unless its first line is `-- no transaction`. Answers the names of those that it ran. Throws
 * `SchemaMismatch` when the database is newer than this release can run on.
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = 'migrations', say = () => {}, lockTimeoutMs = 2000, retryMs = attemptsMs } = options
  return withClient(url, async client => {
    const migrations = await readMigrations(folder)
    if (!(await needsMigrating(client, migrations))) return []
    await lockAgainstOthers(client, say)
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
    const state = await readSchemaState(client, migrations)
    refuseNewerSchema(state)
    for (const migration of state.pending) {
      await (migration.needsNoTransaction
        ? runStatements(client, migration)
        : runInTransaction(client, migration, { say, lockTimeoutMs, retryMs }))
      say(`${migration.name} ran`)
    }
    return state.pending.map(({ name }) => name)
  })
}

/** How far the database is, for `npm run migrate -- --check` and a start that must not migrate. */
export function findSchemaState(url: string, folder = 'migrations'): Promise<SchemaState> {
  return withClient(url, async client => readSchemaState(client, await readMigrations(folder)))
}

/** For a start that leaves migrating to `npm run migrate`: throws `SchemaMismatch` unless database and release fit. */
export async function requireMigrated(url: string, folder?: string): Promise<void> {
  const state = await findSchemaState(url, folder)
  refuseNewerSchema(state)
  refusePending(state)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(url, { keepAlive: true })
  try {
    // A migration takes the time that it takes, and locks are waited for as each step says.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A process that has nothing to run need not wait for another one's long index. */
async function needsMigrating(client: pg.Client, migrations: MigrationFile[]): Promise<boolean> {
  const state = await readSchemaState(client, migrations)
  refuseNewerSchema(state)
  return state.pending.length > 0
}

/**
 * Asks again and again instead of waiting in one statement: `create index concurrently` waits for every statement that
 * began before it, and so for a process that would wait for the lock.
 */
async function lockAgainstOthers(client: pg.Client, say: (sentence: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${advisoryLock}) as locked`,
    )
    if (rows[0]?.locked) return
    if (attempt === 0) say('another process is running migrations; waiting for it')
    await wait(200)
  }
}

/**
 * Runs it and notes it in one transaction. It waits 2 s for a lock, because whoever wants the table meanwhile waits behind
 * it, and begins anew a little later.
 */
async function runInTransaction(
  client: pg.Client,
  migration: MigrationFile,
  { say, lockTimeoutMs, retryMs }: Required<Omit<MigrateOptions, 'folder'>>,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(migration.text)
      await note(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      // A broken connection has rolled back by itself.
      await client.query('rollback').catch(() => {})
      const delay = isLockProblem(error) ? retryMs[attempt] : undefined
      if (delay === undefined) throw failure(migration, error)
      say(`${migration.name} got no lock on a table that is in use; trying again`)
      await wait(delay)
    }
  }
}

/** Runs its statements one by one; after a crash all run again, and an index that was left unfinished is made anew. */
async function runStatements(client: pg.Client, migration: MigrationFile): Promise<void> {
  try {
    if (migration.breaks !== null) await noteBreak(client, migration)
    for (const statement of splitStatements(migration.text)) {
      await dropUnfinishedIndex(client, statement)
      await client.query(statement)
    }
    await note(client, migration)
  } catch (error) {
    throw failure(migration, error)
  }
}

async function dropUnfinishedIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(statement)?.[1]
  if (!name) return
  const { rows } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}

async function note(client: pg.Client, migration: MigrationFile): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
  if (migration.breaks !== null) await noteBreak(client, migration)
}

async function noteBreak(client: pg.Client, { name, breaks }: MigrationFile): Promise<void> {
  await client.query('insert into schema_break (migration, reason) values ($1, $2) on conflict do nothing', [
    name,
    breaks,
  ])
}

function isLockProblem(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '55P03' || code === '40P01'
}

function failure({ name }: MigrationFile, error: unknown): Error {
  const reason = isLockProblem(error) ? ': it got no lock on a table, because a transaction holds it' : ''
  return new Error(`migration ${name} failed${reason}`, { cause: error })
}
