import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { expect } from 'vitest'
import { calls, createApp, type shopFor } from '../src/app.ts'
import type { readConfig } from '../src/server/config.ts'
import type { TestHook } from '../src/server/context/test-hooks.ts'
import { createDb, createPool } from '../src/server/postgres/database.ts'
import { openDatabaseServer } from '../src/server/postgres/database-server.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import type { Shop } from '../src/shop/port.ts'
import { lendDatabase } from './lent-database.ts'
import { testStart, timeoutFactor } from './postgres.ts'
import { nameOperations, watchWrites } from './protected-writes.ts'

/**
 * For tests that never call the shop: every use of it throws, except that signing in finds no customer there. One for
 * each app, because limits are counted for each shop.
 */
export const noShop = () =>
  new Proxy({} as Shop, {
    get(_, name) {
      if (name === 'checkCustomerPassword') return async () => null
      if (name === 'watchCredentials') return () => {}
      throw new Error(`the shop was asked for ${String(name)}`)
    },
  })

const dataFolder = mkdtempSync(join(tmpdir(), 'doron-data-'))

/**
 * What all apps of a test file have, the list of erasures among it; files that share a worker have lists of their own, as
 * the numbers of their accounts are the same.
 */
export const testSettings = () => ({
  DATA_DIR: dataFolder,
  SECRET: 'a secret of the tests, long enough to be one',
  PAYOUT_DAYS: '0',
  ERASURE_LOG: join(dataFolder, `erasures-${expect.getState().testPath?.replace(/\W+/g, '-')}.jsonl`),
})

interface ProcessOptions {
  pages?: boolean
  log?: Logger
  testHook?: (name: TestHook) => Promise<void>
  config: ReturnType<typeof readConfig>
  db: Db
  shop: Shop
  now: () => Date
  databaseUrl: string | undefined
}

export async function startProcess({
  config,
  db,
  shop,
  now,
  databaseUrl,
  pages,
  log,
  testHook,
}: ProcessOptions) {
  nameOperations(calls)
  const create = pages ? (await loadBuiltProduct()).createApp : createApp
  const { app, jobs, createContext, close } = await create({
    config,
    db,
    shop,
    log: log ?? pino({ enabled: false }),
    now,
    ...(testHook && { testHook }),
    ...(pages && { withPages: true }),
    ...(databaseUrl && { databaseServer: openDatabaseServer(databaseUrl) }),
  })
  /** Runs one of the jobs now. */
  const job = async (name: string) => {
    const job = jobs.find(one => one.name === name)
    if (!job) throw new Error(`no job ${name}`)
    await job.work()
  }
  return { app, jobs, createContext, job, close }
}

/** Pages exist in the built bundle only, with error classes of its own; `node run.mjs build` makes it. */
export async function loadBuiltProduct() {
  const bundle = new URL('../build/server/index.js', import.meta.url)
  return (await import(bundle.href)) as { createApp: typeof createApp; shopFor: typeof shopFor }
}

export async function openDatabase(connections: number, existing?: { url: string }) {
  const lent = existing ? null : await lendDatabase()
  const url = existing?.url ?? lent?.url ?? ''
  const pool = lent?.pool('alone', connections) ?? createPool(url, { size: connections, timeoutFactor })
  if (existing) watchWrites(pool)
  const db = createDb(pool)
  const close = async () => {
    await db.destroy()
    await lent?.giveBack()
  }
  return { db, url, close }
}

export function clockFrom(now: Date | (() => Date) = testStart) {
  const readNow = typeof now === 'function' ? now : null
  const clock = {
    now: typeof now === 'function' ? now() : now,
    read: () => readNow?.() ?? clock.now,
    later: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
  }
  return clock
}

/** Sends every e-mail once, into the mailbox of the database. */
export async function sendEmails(db: Db, { job }: { job(name: string): Promise<void> }): Promise<void> {
  const isUntried = () =>
    db
      .selectFrom('outbox')
      .select('id')
      .where('attempts', '=', 0)
      .where('state', '=', 'waiting')
      .whereRef('next_attempt_at', '<=', 'created_at')
      .limit(1)
      .executeTakeFirst()
  while (await isUntried()) await job('emails')
}

export function groupSettings({
  productId,
  options,
}: {
  productId: number
  options: Record<string, number>
}) {
  const { product, variant, reference } = options
  return { SHOP_PRODUCTS: `group:${productId}:${product}:${variant}:${reference},card:186584` }
}

/** What @hono/node-server passes along beside the request. */
export function connectionFrom(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress } } }
}
