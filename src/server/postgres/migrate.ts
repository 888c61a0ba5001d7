import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from './database-server.ts'

const advisoryLock = 7_201_337
const attemptsMs = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]

interface MigrateOptions {
  folder?: string
  /** Called with a sentence for each step: a migration that ran, and what is waited for. */
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
 * Runs a migration and records it in one transaction. It waits 2 s for a lock, because whoever wants the table
 * meanwhile waits behind it, and tries again a little later.
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

/** The tables as they begin; changed in place until the first release (docs/decisions/migrations.md). */
export const baselineName = '0000_baseline'

interface MigrationFile {
  name: string
  text: string
  /** SHA-256 of its text. */
  checksum: string
  /** Runs statement by statement: indexes are made `concurrently`, which a transaction can't. */
  needsNoTransaction: boolean
  /** What older releases lack afterwards; null when they run on. */
  breaks: string | null
}

/** The migrations of this release, in the order of their names. */
async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file =>
      parseMigration(file.slice(0, -'.sql'.length), await readFile(`${folder}/${file}`, 'utf8')),
    ),
  )
}

/** Reads the marks of a migration: `-- no transaction` as its first line, `-- breaks: …` on a line of its own. */
export function parseMigration(name: string, text: string): MigrationFile {
  return {
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    needsNoTransaction: text.startsWith('-- no transaction'),
    breaks: /^-- breaks: (.+)$/m.exec(text)?.[1]?.trim() ?? null,
  }
}

/** The statements of a migration without a transaction; each ends with `;` at the end of a line. */
export function splitStatements(text: string): string[] {
  return text
    .replace(/^--.*$/gm, '')
    .split(/;[^\S\n]*$/m)
    .flatMap(part => part.trim() || [])
}

/** How the tables of a database compare with what a release knows. */
interface SchemaState {
  /** Migrations of this release that the database has not run. */
  pending: MigrationFile[]
  /** Migrations that the database has run, and that this release does not know. */
  unknown: string[]
  /** Those of them that this release can't run on, and what it lacks. */
  breaks: { migration: string; reason: string }[]
}

/** The database and this release don't fit each other; the message says so, for whoever starts it. */
export class SchemaMismatch extends Error {}

/** The database was made by another baseline, one of before the first release: its tables can't be changed into these. */
export class OtherBaseline extends SchemaMismatch {
  constructor() {
    super(
      'The tables of this database are of a version before the first release, and can’t be brought up to date. Give this version an empty database.',
    )
  }
}

/** Reads how far the database is; changes nothing. Throws `OtherBaseline` for one that another baseline has made. */
async function readSchemaState(client: pg.Client, migrations: MigrationFile[]): Promise<SchemaState> {
  const known = new Set(migrations.map(({ name }) => name))
  const ran = (await hasTable(client, 'migration'))
    ? await client.query<{ name: string; checksum: string }>(
        'select name, checksum from migration order by name',
      )
    : { rows: [] }
  await refuseOtherBaseline(client, migrations, ran.rows)
  const breaks = (await hasTable(client, 'schema_break'))
    ? await client.query<SchemaState['breaks'][number]>(
        'select migration, reason from schema_break order by migration',
      )
    : { rows: [] }
  const done = new Set(ran.rows.map(({ name }) => name))
  return {
    pending: migrations.filter(({ name }) => !done.has(name)),
    unknown: [...done].filter(name => !known.has(name)),
    breaks: breaks.rows.filter(({ migration }) => !known.has(migration)),
  }
}

async function refuseOtherBaseline(
  client: pg.Client,
  migrations: MigrationFile[],
  ran: { name: string; checksum: string }[],
): Promise<void> {
  const baseline = migrations.find(({ name }) => name === baselineName)
  if (!baseline) return
  const made = ran.find(({ name }) => name === baselineName)
  if (made ? made.checksum !== baseline.checksum : await hasTable(client, 'registry'))
    throw new OtherBaseline()
}

/** Throws `SchemaMismatch` when a newer release has taken away what this one needs. */
export function refuseNewerSchema({ breaks }: SchemaState): void {
  const [first] = breaks
  if (!first) return
  const names = breaks.map(({ migration }) => migration).join(', ')
  throw new SchemaMismatch(
    `The database is newer than this release can run on: ${names} (${first.reason}). Start the newer release, or restore the database from before it.`,
  )
}

/** Throws `SchemaMismatch` when migrations of this release have not run. */
function refusePending({ pending }: SchemaState): void {
  if (pending.length === 0) return
  const names = pending.map(({ name }) => name).join(', ')
  throw new SchemaMismatch(
    `The database lacks migrations of this release: ${names}. Run npm run migrate first.`,
  )
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    name,
  ])
  return rows[0]?.found ?? false
}
