import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { connectClient } from '../src/server/postgres/database-server.ts'
import type { Db } from '../src/server/postgres/tables.ts'

/** When the clocks of tests begin, unless a test sets another time. */
export const testStart = new Date('2026-11-21T10:00:00Z')

/** A database for one test file, with all migrations and no rows but the goods of the embedded shop. */
export type FreshDatabase = { url: string; drop(): Promise<void> }

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the run's database server is requested; the first request waits until it has started. */
    postgresAddress: string
  }
}

/** Tests multiply the timeouts of database and shop by this, because the machine may be busy. */
export const timeoutFactor = 20

/**
 * Clones the run's template in some hundredths of a second; the server starts with the first database. 'filled' is the
 * template with the rows of some years, which the first who asks waits for.
 */
export async function freshDatabase(kind: 'empty' | 'filled' = 'empty'): Promise<FreshDatabase> {
  const ask = () => fetch(`${inject('postgresAddress')}/${kind}`)
  let answer = await ask()
  while (answer.status === 202) answer = await ask()
  if (!answer.ok) throw new Error(await answer.text())
  const { server, template } = (await answer.json()) as { server: string; template: string }
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await connectAdmin(server)
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => dropDatabase(admin, name) }
}

let connecting: Promise<pg.Client> | undefined
/** The one connection by which this worker makes and drops its databases; it ends with the worker. */
function connectAdmin(server: string): Promise<pg.Client> {
  connecting ??= connectClient(server)
  return connecting
}

/** How often it is looked whether a database is still used, and how many times. */
const lookMs = 25
const looks = 40

/**
 * Drops a database once nobody uses it, or after a second all the same. A pool says that it has ended before its
 * connections have, and one that the server cuts off then fails whichever test runs.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const used = `select 1 from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`
  for (let look = 0; look < looks && (await admin.query(used)).rows.length > 0; look++) await wait(lookMs)
  await admin.query(`drop database if exists ${name} with (force)`)
}

/** Runs one statement in the database at that address. */
export async function inServer(url: string, sql: string): Promise<void> {
  await askServer(url, sql)
}

/** The rows that a statement answers in the database at that address. */
export async function askServer<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * The statements that wait for a lock in this database, not in those of other tests. `db` is no transaction: one would see
 * the same moment each time.
 */
export async function findBlocked(db: Db): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.map(({ query }) => query)
}
