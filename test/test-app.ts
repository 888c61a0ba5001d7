import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { vi } from 'vitest'
import { createShop, type ShopOptions } from '../shop/app.ts'
import { generateCredentials } from '../shop/credentials.ts'
import type { FaultSettings } from '../shop/faults.ts'
import { findStoreTax, saveStoreTax } from '../src/catalogue/product.sql.ts'
import { saveUnreadableRow } from '../src/orders/unreadable.ts'
import { readConfig } from '../src/server/config.ts'
import type { TestHook } from '../src/server/context/test-hooks.ts'
import { createDb, createPool } from '../src/server/postgres/database.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import { connectShop } from '../src/shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../src/shop/bigcommerce/connection.ts'
import type { FetchFunction } from '../src/shop/bigcommerce/http.ts'
import type { Shop } from '../src/shop/port.ts'
import { createClient } from './client.ts'
import { lendDatabase } from './lent-database.ts'
import { timeoutFactor } from './postgres.ts'
import { watchWrites } from './protected-writes.ts'
import { watchRequests } from './published-calls.ts'
import {
  clockFrom,
  connectionFrom,
  groupSettings,
  noShop,
  openDatabase,
  sendEmails,
  startProcess,
  testSettings,
} from './test-process.ts'

/** How often a race is repeated: 19 times in `npm run test:full`. */
export const again = { repeats: process.env.TEST_FULL ? 19 : 0 }

export interface TestAppOptions {
  /**
   * The embedded shop, reached by the real connector, with two processes of the product (default). 'none': one process;
   * every use of the shop fails by name. A shop object: one process with that shop.
   */
  shop?: 'embedded' | 'none' | Shop
  /** Settings (environment variables) that differ. */
  env?: Record<string, string>
  /** Serves the pages too, from the built bundle. */
  pages?: boolean
  /** The start of the clock, or the test's own clock. */
  now?: Date | (() => Date)
  /** Whether it listens for NOTIFY, as a running process does. */
  listens?: boolean
  /** The database of another app, to share it. */
  db?: Db
  databaseUrl?: string
  /** A migrated database that the test may stop; the timeouts are those of the product, unless multiplied. */
  database?: { url: string; timeoutFactor?: number }
  watchPool?: (pool: Pool) => void
  log?: Logger
  shopFaults?: Partial<FaultSettings>
  /** Where the embedded shop's Greek storefront really is, if not where the settings say. */
  greekShop?: string
  /** The Greek storefront that the settings name; the English one's by default. */
  greekStorefront?: string
  /** What services beside the shop answer. */
  fetchElsewhere?: FetchFunction
  /** How the embedded shop enters and shows prices. */
  shopTax?: Pick<ShopOptions, 'pricesEnteredWithTax' | 'showsTax'>
  /** Called at each named step of a hand-off and of reading an order, in every process. */
  testHook?: (name: TestHook) => Promise<void>
}

type EmbeddedOptions = TestAppOptions & { shop?: 'embedded' }
type SingleOptions = TestAppOptions & { shop: 'none' | Shop }

/**
 * The product on a fresh, migrated database, with a clock that only the test moves. Close it at the end.
 * With the embedded shop there are two processes, A and B, that take calls in turn; webhooks go out with `deliver()`.
 */
export async function testApp(options: SingleOptions): Promise<SingleTestApp>
export async function testApp(options?: EmbeddedOptions): Promise<TestApp>
export async function testApp(options: TestAppOptions = {}): Promise<SingleTestApp | TestApp> {
  return options.shop === undefined || options.shop === 'embedded'
    ? openWithEmbeddedShop(options)
    : openWithShop({ ...options, shop: options.shop })
}

/** A process beside an app that serves the pages too: with the app's shop, database and clock. */
export const openPagesOf = (app: TestApp, more: Omit<TestAppOptions, 'shop'> = {}) =>
  testApp({ shop: app.processA.shop, pages: true, db: app.db, now: () => app.clock.now, ...more })

export type TestApp = Awaited<ReturnType<typeof openWithEmbeddedShop>>
export type SingleTestApp = Awaited<ReturnType<typeof openWithShop>>
/** What builders need of either kind of app. */
export interface AnyTestApp {
  db: Db
  clock: { now: Date }
}

async function openWithShop(options: SingleOptions) {
  const ownDatabase = options.db ? null : await openDatabase(4, options.database)
  const db = options.db ?? (ownDatabase?.db as Db)
  const clock = clockFrom(options.now)
  const config = readConfig({
    SITE_URL: 'http://registry.example',
    LOG_LEVEL: 'silent',
    ...testSettings(),
    ...options.env,
  })
  const shop = options.shop === 'none' ? noShop() : options.shop
  const process = await startProcess({
    ...options,
    config,
    db,
    shop,
    now: clock.read,
    databaseUrl: options.databaseUrl,
  })
  const request = (path: string, init: RequestInit = {}, from = '192.0.2.1') =>
    process.app.request(path, init, connectionFrom(from))
  return {
    ...process,
    db,
    config,
    clock,
    ...createClient((path, init, { from }) => request(path, init, from)),
    sendEmails: () => sendEmails(db, process),
    async close() {
      await process.close()
      await ownDatabase?.close()
    },
  }
}

async function openWithEmbeddedShop(options: TestAppOptions) {
  const lent = await lendDatabase()
  const database = options.database ?? lent
  const clock = clockFrom(options.now)
  // A Greek storefront of its own is a setting of the test; the English one is the shop's.
  const greekShop = options.greekStorefront ?? shopBase
  const shop = await createShop({
    databaseUrl: lent.url,
    pool: lent.shopPool(),
    baseUrl: shopBase,
    channelUrls: { 1481393: options.greekShop ?? greekShop },
    credentials: generateCredentials(),
    now: clock.read,
    // The clock stands, and with it the window of the quota.
    restQuota: { requests: Number.POSITIVE_INFINITY, windowMs: 30_000 },
    ...options.shopTax,
  })
  Object.assign(shop.faults, options.shopFaults)
  const settings = {
    SITE_URL: site,
    ...testSettings(),
    ...groupSettings(shop.groupGift),
    ...(options.greekStorefront && { SHOP_CHANNELS: `en:1,el:1481393::${options.greekStorefront}` }),
    ...options.env,
  }
  const config = readConfig(settings)
  const fetchShop = watchRequests((url, init) => shop.app.request(url.slice(shopBase.length), init))
  const { fetchElsewhere = fetchShop } = options
  const start = async (name: string) => {
    const isOwn = options.database || options.watchPool
    const pool = isOwn ? openOwnPool(database.url, options) : lent.pool(name)
    const db = createDb(pool)
    const connector = connectShop(
      embeddedShopConnection(shopBase, shop, config, { en: shopBase, el: greekShop }),
      {
        fetch: (url, init) => (url.startsWith(shopBase) ? fetchShop : fetchElsewhere)(url, init),
        sleep: async () => {},
        now: () => clock.now.getTime(),
        timeoutFactor,
        taxMemory: { load: () => findStoreTax(db), save: facts => saveStoreTax(db, facts) },
        setAside: row => saveUnreadableRow(db, row, clock.now).then(() => {}),
      },
    )
    const databaseUrl = options.listens ? database.url : undefined
    const process = await startProcess({
      ...options,
      config,
      db,
      shop: connector,
      now: clock.read,
      databaseUrl,
    })
    const close = async () => {
      await process.close()
      await db.destroy()
    }
    return { ...process, db, shop: connector, close }
  }
  const processA = await start('A')
  const processB = await start('B')
  let turn = 0
  const processFor = (name?: 'A' | 'B') => {
    const isA = name ? name === 'A' : turn++ % 2 === 0
    return isA ? processA : processB
  }

  async function request(path: string, init: RequestInit = {}, sender: Sender = {}): Promise<Response> {
    const { app } = processFor(sender.process)
    const from = sender.from ?? `198.18.${(turn >> 8) % 256}.${turn % 256}`
    return app.request(`${site}${path}`, init, connectionFrom(from))
  }

  const job = (name: string, on: 'A' | 'B' = 'A') => (on === 'A' ? processA : processB).job(name)

  /** Sends every due webhook of the shop, then processes what was stored. */
  async function deliver(): Promise<void> {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => request(url.slice(site.length), init))
    try {
      while ((await shop.deliverWebhooks()) > 0);
    } finally {
      vi.unstubAllGlobals()
    }
    await job('webhook-events')
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
    /** The settings, to start another process with them. */
    settings,
    databaseUrl: database.url,
    clock,
    shop,
    processA,
    processB,
    request,
    ...createClient(request),
    job,
    deliver,
    staff,
    shopTax: options.shopTax,
    sendEmails: () => sendEmails(processA.db, processA),
    later: clock.later,
    async close() {
      await Promise.all([processA.close(), processB.close()])
      await shop.stop()
      await lent.giveBack()
    },
  }
}

/** A pool of a test that stops its database, or changes what a pool does. */
function openOwnPool(url: string, { database, watchPool }: TestAppOptions): Pool {
  const pool = createPool(url, { timeoutFactor: database?.timeoutFactor ?? timeoutFactor })
  watchWrites(pool)
  watchPool?.(pool)
  return pool
}

interface Sender {
  from?: string
  process?: 'A' | 'B'
}

const site = 'https://doron.test'
const shopBase = 'http://shop.test/shop'
