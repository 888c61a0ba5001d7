import pg from 'pg'
import { createDb, createPool } from '../src/server/postgres/database.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import type { Db } from '../src/server/postgres/tables.ts'

/** Gets `db` with the product's timeouts, and `unlimited` without any. */
type DatabaseWork<T> = (db: Db, unlimited: Db) => Promise<T>

/** Runs on a new, migrated database of this server, which is dropped afterwards. */
export async function withFreshDatabase<T>(
  serverUrl: string,
  name: string,
  run: DatabaseWork<T>,
): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`drop database if exists ${name}`)
  await server.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    await migrate(url.href)
    return await withExistingDatabase(url.href, run)
  } finally {
    await server.query(`drop database ${name}`)
    await server.end()
  }
}

/** Runs on an existing database and keeps it; a large one takes long to fill. */
export async function withExistingDatabase<T>(url: string, run: DatabaseWork<T>): Promise<T> {
  const pool = createPool(url, { size: 2 })
  const unlimited = new pg.Pool({ connectionString: url, max: 1 })
  try {
    return await run(createDb(pool), createDb(unlimited))
  } finally {
    await Promise.all([pool.end(), unlimited.end()])
  }
}

/** Percentiles of durations. */
export interface Timings {
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Measures a function so many times, one call after the other, after some warm-up calls. */
export async function measureTimes(times: number, run: (i: number) => Promise<unknown>): Promise<Timings> {
  for (let i = 0; i < Math.min(times, 20); i++) await run(i)
  const durations: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await run(i)
    durations.push(performance.now() - start)
  }
  durations.sort((one, other) => one - other)
  return { p50: durations[Math.floor(times / 2)] ?? 0, p99: durations[Math.floor(times * 0.99)] ?? 0 }
}

/** A generator of pseudo-random numbers between 0 and 1, the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export const formatMs = (value: number) => value.toFixed(2)
