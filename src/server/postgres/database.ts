import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import type { Db, Tables } from './tables.ts'

const { int8, numeric, date } = { int8: 20, numeric: 1700, date: 1082 }

// pg returns bigint and numeric as strings and dates as local midnights; here ids are numbers and days are texts.
pg.types.setTypeParser(int8, value => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond 2^53: ${value}`)
  return number
})
pg.types.setTypeParser(numeric, Number)
pg.types.setTypeParser(date, value => value)

/**
 * Creates a pool that fails instead of hanging: after 3 s to connect and 4 s for a statement, so that a visitor gets an
 * answer within 5 s (R920). `timeoutFactor` multiplies these times.
 */
export function createPool(url: string, size = 12, timeoutFactor = 1): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 3000 * timeoutFactor,
    statement_timeout: 4000 * timeoutFactor,
    query_timeout: 4500 * timeoutFactor,
    idle_in_transaction_session_timeout: 10_000 * timeoutFactor,
    keepAlive: true,
  })
  // A broken connection is replaced at the next use, and its query fails. Without these listeners, on the pool for idle
  // connections and on each client for those in a transaction, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Checks that the database answers and that our role may create tables in it. Throws `ConfigError` with what is wrong,
 * without the address.
 */
export async function pingDatabase(url: string): Promise<void> {
  const problem = await findDatabaseProblem(url).catch(
    (error: NodeJS.ErrnoException) => error.message || error.code,
  )
  if (problem) throw new ConfigError(`DATABASE_URL can't be used: ${problem}.`)
}

async function findDatabaseProblem(url: string): Promise<string | null> {
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

/** Whether an error means that the database is unavailable or overloaded, not that a statement was wrong. */
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
