import { pino } from 'pino'
import { vi } from 'vitest'
import { createShop, type Faults } from '../shop/app.ts'
import { newCredentials } from '../shop/credentials.ts'
import { createApp } from '../src/app.ts'
import { type Endpoint, filledPath } from '../src/base/endpoint.ts'
import { readConfig } from '../src/server/config.ts'
import { createDb, createPool } from '../src/server/database.ts'
import type { Step } from '../src/server/visit.ts'
import { embeddedAt } from '../src/shop/bigcommerce/address.ts'
import { connectShop } from '../src/shop/bigcommerce/connect.ts'
import { freshDatabase, morning, patience } from './postgres.ts'

/** How often a race is run: faults.md asks for 20 times, and 200 in `npm run test:full`. */
export const again = { repeats: process.env.TEST_FULL ? 199 : 19, timeout: 120_000 }

/** An answer of the API: its status, and what its envelope holds. */
export interface Answer<T> {
  status: number
  success: boolean
  message: string
  data: T
}

interface Sender {
  /** A session token. */
  as?: string
  /** The network address. */
  from?: string
  process?: 'A' | 'B'
}

const site = 'https://doron.test'
const mount = 'http://shop.test/shop'

export interface WorldOptions {
  shopFaults?: Partial<Faults>
  now?: Date
  listens?: boolean
  /** Called at each named step of giving, in either process. */
  step?: (name: Step) => Promise<void>
  /**
   * A migrated database for the product alone, which may be taken away and is waited for as in life; else it shares a
   * fresh one with the shop.
   */
  database?: { url: string }
}

/**
 * The product on a fresh database with the embedded shop, reached by the real connector: two processes, A and B,
 * and a clock to turn. Webhooks go out when `deliver()` is called, to A and B in turn. Close it at the end.
 */
export async function world(options: WorldOptions = {}) {
  const shopDatabase = await freshDatabase()
  const database = options.database ?? shopDatabase
  const clock = { now: options.now ?? morning }
  const now = () => clock.now
  const shop = await createShop({
    databaseUrl: shopDatabase.url,
    baseUrl: mount,
    credentials: newCredentials(),
    now,
  })
  Object.assign(shop.faults, options.shopFaults)
  const settings = {
    SECRET: 's'.repeat(32),
    SITE_URL: site,
    SHOP_GROUP_PRODUCT: String(shop.groupGift.productId),
    SHOP_GROUP_OPTION_PRODUCT: String(shop.groupGift.options.product),
    SHOP_GROUP_OPTION_VARIANT: String(shop.groupGift.options.variant),
    SHOP_GROUP_OPTION_REFERENCE: String(shop.groupGift.options.reference),
  }
  const config = readConfig(settings)
  const address = embeddedAt(mount, shop, config)

  async function start() {
    const pool = createPool(database.url, 12, options.database ? 1 : patience)
    const db = createDb(pool)
    const connector = connectShop(address, {
      fetch: (url, init) => shop.app.request(url.slice(mount.length), init),
      wait: async () => {},
      now: () => clock.now.getTime(),
      patience,
    })
    const product = await createApp({
      config,
      db,
      shop: connector,
      log: pino({ level: 'silent' }),
      now,
      step: options.step,
      ...(options.listens && { databaseUrl: database.url }),
    })
    const close = async () => {
      await product.close()
      await db.destroy()
    }
    return { ...product, db, shop: connector, close }
  }
  const processA = await start()
  const processB = await start()
  let turn = 0
  const either = () => (turn++ % 2 === 0 ? processA : processB)

  async function request(path: string, init: RequestInit = {}, sender: Sender = {}): Promise<Response> {
    const { app } = sender.process === 'A' ? processA : sender.process === 'B' ? processB : either()
    const connection = {
      incoming: { socket: { remoteAddress: sender.from ?? `198.18.${(turn >> 8) % 256}.${turn % 256}` } },
    }
    return app.request(`${site}${path}`, init, connection)
  }

  /** One call of the API, by process A and B in turn. */
  async function call<T = Refused>(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    input: object,
    sender: Sender = {},
  ): Promise<Answer<T>> {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const headers = {
      'content-type': 'application/json',
      ...(sender.as && { authorization: `Bearer ${sender.as}` }),
    }
    const body = method === 'GET' ? null : JSON.stringify(input)
    const response = await request(
      `/api${filledPath(path, input)}${query}`,
      { method, headers, body },
      sender,
    )
    return { status: response.status, ...((await response.json()) as object) } as Answer<T>
  }

  /** Does one of the clock's jobs until it finds nothing more to do. */
  async function job(name: string, on: 'A' | 'B' = 'A'): Promise<void> {
    const { jobs } = on === 'A' ? processA : processB
    const found = jobs.find(one => one.name === name)
    if (!found) throw new Error(`no job ${name}`)
    await found.work()
  }

  /** Sends every due webhook of the shop, then works off what was noted. */
  async function deliver(): Promise<void> {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => request(url.slice(site.length), init))
    try {
      while ((await shop.deliverHooks()) > 0);
    } finally {
      vi.unstubAllGlobals()
    }
    await job('notes')
  }

  /** Calls the shop's REST interface as its staff would. */
  async function staff(method: string, path: string, body?: unknown): Promise<Response> {
    return shop.app.request(`/stores/${shop.credentials.storeHash}${path}`, {
      method,
      headers: { 'x-auth-token': shop.credentials.accessToken, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  return {
    app: processA.app,
    db: processA.db,
    config,
    /** For a process of its own. */
    settings,
    databaseUrl: database.url,
    clock,
    shop,
    processA,
    processB,
    call,
    request,
    job,
    deliver,
    staff,
    later: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
    async close() {
      await Promise.all([processA.close(), processB.close()])
      await shop.stop()
      await shopDatabase.drop()
    },
  }
}

export type World = Awaited<ReturnType<typeof world>>

/** What a refusal's envelope holds. */
export interface Refused {
  code: string
  keys?: Record<string, string>
  reference?: string
  [detail: string]: unknown
}
