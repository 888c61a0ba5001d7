import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import type { Db, Tables } from './tables.ts'

const { int8, numeric, date } = { int8: 20, numeric: 1700, date: 1082 }

// pg hands bigint and numeric out as strings and dates as local midnights; here keys are numbers and days are days.
pg.types.setTypeParser(int8, value => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond 2^53: ${value}`)
  return number
})
pg.types.setTypeParser(numeric, Number)
pg.types.setTypeParser(date, value => value)

/**
 * A pool that gives up instead of hanging: 3 s to connect, 4 s a statement, so that a visitor is told within 5 s
 * (R920); all that `patience` times as long.
 */
export function createPool(url: string, size = 12, patience = 1): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 3000 * patience,
    statement_timeout: 4000 * patience,
    query_timeout: 4500 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
    keepAlive: true,
  })
  // A connection that dies is replaced at the next use, and whoever used it learns of it by their query; without
  // listeners, on the pool for idle ones and on each for those in a transaction, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Makes sure that the database can be spoken to and takes our tables. Throws `ConfigError` with what is wrong, the
 * address left out.
 */
export async function pingDatabase(url: string): Promise<void> {
  const lack = await lackOf(url).catch((error: NodeJS.ErrnoException) => error.message || error.code)
  if (lack) throw new ConfigError(`DATABASE_URL can't be used: ${lack}.`)
}

async function lackOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; owns: boolean }>(
      `select current_setting('server_version_num')::int as version,
         has_database_privilege(current_database(), 'create')
         and coalesce(has_schema_privilege(current_schema(), 'create'), false) as owns`,
    )
    if ((rows[0]?.version ?? 0) < 150_000) return 'its PostgreSQL is older than 15'
    return rows[0]?.owns ? null : 'its role may make no tables there, it must own the database'
  } finally {
    await client.end()
  }
}

/** True for errors that mean the database is away or out of breath, not that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57P|ECONN|ETIMEDOUT|EPIPE|ENOENT)/.test(code) ||
    code === '57014' ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i.test(
      error.message,
    )
  )
}
