import pg from 'pg'
import { createDb, createPool } from '../src/server/database.ts'
import { migrate } from '../src/server/migrate.ts'
import type { Db } from '../src/server/tables.ts'

/** What is measured: `db` as the product opens it, and `patient`, which waits for its answers however long. */
type Work<T> = (db: Db, patient: Db) => Promise<T>

/** Works on a fresh database of this server, with every table and nothing in it; it is dropped afterwards. */
export async function onFreshDatabase<T>(serverUrl: string, name: string, work: Work<T>): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`drop database if exists ${name}`)
  await server.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    await migrate(url.href)
    return await onKeptDatabase(url.href, work)
  } finally {
    await server.query(`drop database ${name}`)
    await server.end()
  }
}

/** Works on a database that was filled before, and leaves it there: a large one takes long to make. */
export async function onKeptDatabase<T>(url: string, work: Work<T>): Promise<T> {
  const pool = createPool(url, 2)
  const patient = new pg.Pool({ connectionString: url, max: 1 })
  try {
    return await work(createDb(pool), createDb(patient))
  } finally {
    await Promise.all([pool.end(), patient.end()])
  }
}

export interface Times {
  /** Milliseconds. */
  p50: number
  p99: number
}

/** How long a work takes, one after the other, after a few to warm up. */
export async function timed(times: number, work: (at: number) => Promise<unknown>): Promise<Times> {
  for (let at = 0; at < Math.min(times, 20); at++) await work(at)
  const took: number[] = []
  for (let at = 0; at < times; at++) {
    const start = performance.now()
    await work(at)
    took.push(performance.now() - start)
  }
  took.sort((one, other) => one - other)
  return { p50: took[Math.floor(times / 2)] ?? 0, p99: took[Math.floor(times * 0.99)] ?? 0 }
}

/** Numbers between 0 and 1 that are the same in every run. */
export function steadyRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export const ms = (value: number) => value.toFixed(2)
