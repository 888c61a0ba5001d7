import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { Hono } from 'hono'
import { type Logger, pino } from 'pino'
import { createShop, type EmbeddedShop } from '../../shop/app.ts'
import type * as Product from '../app.ts'
import { guardDemonstration } from '../demo/access.ts'
import { isDemonstrationHalf, markDemonstration } from '../demo/half.ts'
import { type Config, ConfigError } from '../server/config.ts'
import type { RootFetch } from '../server/http/http-server.ts'
import { isKnownHost } from '../server/http/pipeline.ts'
import { scopeFields } from '../server/observability/traces.ts'
import { type BoundedPool, createDb, createPool, pingDatabase } from '../server/postgres/database.ts'
import { type DatabaseServer, openDatabaseServer } from '../server/postgres/database-server.ts'
import { setAsideCluster } from '../server/postgres/embedded-cluster.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { findSchemaState, migrate, OtherBaseline, requireMigrated } from '../server/postgres/migrate.ts'
import { storefrontAddresses } from '../server/storefronts.ts'
import { createHttpClient } from '../shop/bigcommerce/http.ts'
import { createRestClient } from '../shop/bigcommerce/rest-client.ts'
import { moveReturnScript } from '../shop/bigcommerce/setup/return-script.ts'

export type AppModule = typeof Product

/** How to stop what has been started, in the order of its start. */
const stopCallbacks: (() => Promise<unknown>)[] = []

/** Registers how to stop what was just started. */
export function onStop(stop: () => Promise<unknown>): void {
  stopCallbacks.push(stop)
}

let drainSeconds = 0
let isStopping = false

/** Sets for how long visitors are still served after a request to stop, while `/readyz` sends new ones elsewhere. */
export function setDrain(seconds: number): void {
  drainSeconds = seconds
}

export const isDraining = () => isStopping

/** Serves on for a while, saying that it is not ready, then stops. A launcher and its supervisor may both ask for it. */
export async function drainAndStop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await wait(drainSeconds * 1000)
  await stopProcess(code)
}

/** Stops everything in the opposite order of its start. */
export async function stopEverything(): Promise<void> {
  for (const stop of stopCallbacks.splice(0).reverse()) await stop().catch(error => console.error(error))
}

/** Stops everything, and ends the process. */
export async function stopProcess(code: number): Promise<void> {
  await stopEverything()
  process.exit(code)
}

/** The product as it was built: features, pages and e-mails in one module graph. */
export async function loadAppBundle(): Promise<AppModule> {
  return (await import('../../build/server/index.js' as string)) as AppModule
}

/** Database, shop and log, whichever version of the product is loaded. */
export interface Environment {
  config: Config
  /** The server itself, past any pooler: for migrations, jobs and notifications. */
  databaseServer: DatabaseServer
  log: Logger
  shop: EmbeddedShop | null
  /** By what their connections are for. */
  pools: Record<'visitors' | 'jobs', BoundedPool>
  dependenciesFor(product: AppModule): Product.AppDependencies & { databaseServer: DatabaseServer }
}

/**
 * Opens database and shop, and brings the tables up to date. Where a demonstration is started (`isStart`), a database
 * that can't be is set aside; everywhere else that throws `SchemaMismatch`, and the database stays as it is.
 */
export async function openEnvironment(config: Config, { isStart = false } = {}): Promise<Environment> {
  const log = pino({ level: config.LOG_LEVEL, mixin: scopeFields })
  if (config.SHOP_STORE_HASH && !config.DATABASE_URL && isDemonstrationHalf(config.DATA_DIR))
    throw new ConfigError(
      `${config.DATA_DIR} has the half of a demonstration; give the store another DATA_DIR.`,
    )
  const isDemonstration = !config.DATABASE_URL && !config.SHOP_STORE_HASH
  const databaseUrl =
    isStart && isDemonstration
      ? await openDemonstrationDatabase(config, log)
      : await openCurrentDatabase(config, log)
  const databaseServer = openDatabaseServer(databaseUrl)
  const shop = config.SHOP_STORE_HASH
    ? null
    : await embeddedShop(config, await databaseServer.findAddress(), log)
  const { db, jobsDb, pools } = openPools(config, databaseUrl, databaseServer)
  const products = shop && { ...config.SHOP_PRODUCTS, group: shop.groupGift }
  const completeConfig = products ? { ...config, SHOP_PRODUCTS: products } : config
  const dependenciesFor = (product: AppModule) => {
    shop?.showCartNotes(cartId => product.findCartNote(db, cartId))
    return {
      config: completeConfig,
      db,
      jobsDb,
      databaseServer,
      log,
      shop: product.shopFor(config, shop && embeddedShopAccess(shop), db),
    }
  }
  return { config, databaseServer, log, shop, pools, dependenciesFor }
}

/**
 * The address of the database that the settings name, the direct one where a pooler stands before it, or that of the
 * embedded one, which is started.
 */
export async function openDatabase(config: Config, log: Logger): Promise<string> {
  const direct = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  if (direct) await pingDatabase(direct)
  return direct ?? (await embeddedDatabase(config, log))
}

/** Opens the database with its tables up to date. */
async function openCurrentDatabase(config: Config, log: Logger): Promise<string> {
  const databaseUrl = await openDatabase(config, log)
  await updateTables(config, databaseUrl, log)
  return databaseUrl
}

/**
 * The same for a demonstration: a database that was made before the first release, by another baseline, or that has not
 * become whole, is set aside, and a new one made.
 */
async function openDemonstrationDatabase(config: Config, log: Logger): Promise<string> {
  const databaseUrl = await openDatabase(config, log)
  const isHalf = isDemonstrationHalf(config.DATA_DIR)
  try {
    if (!isHalf) {
      await updateTables(config, databaseUrl, log)
      return databaseUrl
    }
  } catch (error) {
    if (!(error instanceof OtherBaseline)) throw error
  }
  await stopCallbacks.pop()?.()
  const former = setAsideCluster(config.DATA_DIR, new Date())
  if (isHalf) markDemonstration(config.DATA_DIR, 'whole')
  const why = isHalf ? 'was being filled when the process ended' : 'was made by an earlier version'
  log.warn(`the database ${why}, and lies in ${former} now; a new one is made`)
  return openCurrentDatabase(config, log)
}

/** Connections for jobs, whose statements may take a minute. */
const jobsPoolSize = 6

/** Visitors and jobs have pools of their own, so that neither waits for the other. */
function openPools(config: Config, directUrl: string, server: DatabaseServer) {
  const { DATABASE_URL: url = directUrl, DATABASE_POOL: size } = config
  const isPooled = url !== directUrl
  const pools = {
    visitors: createPool(isPooled ? openDatabaseServer(url) : server, { size, isPooled }),
    jobs: createPool(server, { size: jobsPoolSize, isFor: 'jobs' }),
  }
  onStop(async () => void (await Promise.all([pools.visitors.end(), pools.jobs.end()])))
  return { db: createDb(pools.visitors), jobsDb: createDb(pools.jobs), pools }
}

/** Runs the migrations, or, where `npm run migrate` does that, checks that they ran. Throws `SchemaMismatch`. */
async function updateTables(config: Config, databaseUrl: string, log: Logger): Promise<void> {
  if (config.MIGRATE_AT_START) await migrate(databaseUrl, { say: sentence => log.info(sentence) })
  else await requireMigrated(databaseUrl)
  const { unknown } = await findSchemaState(databaseUrl)
  if (unknown.length > 0) log.info({ migrations: unknown }, 'the database has migrations of a newer release')
}

async function embeddedDatabase(config: Config, log: Logger): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
  onStop(stop)
  return url
}

async function embeddedShop(config: Config, databaseUrl: string, log: Logger): Promise<EmbeddedShop> {
  const { en, el } = storefrontAddresses(config)
  const shop = await createShop({
    databaseUrl,
    baseUrl: `${config.SITE_URL}/shop`,
    channelUrls: { [config.SHOP_CHANNELS.en.id]: en, [config.SHOP_CHANNELS.el.id]: el },
    credentialsFile: join(config.DATA_DIR, 'shop.json'),
    restQuota: { requests: config.DEMO_SHOP_QUOTA, windowMs: 30_000 },
    admin: true,
    adminGuard: guardDemonstration(config),
    returnUrl: cartId => `${config.SITE_URL}/thank-you/${cartId}`,
  })
  onStop(() => shop.stop())
  await leadGiversBack(config, shop).catch((error: Error) =>
    log.warn({ error: error.message }, 'givers are not led back after paying'),
  )
  return shop
}

/** The script on its order pages, as `npm run shop:connect` puts it on those of a store. A shop takes none of a plain address. */
async function leadGiversBack(config: Config, shop: EmbeddedShop): Promise<void> {
  const { protocol, hostname } = new URL(config.SITE_URL)
  if (protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return
  const { credentials, fetch } = embeddedShopAccess(shop)
  const restUrl = `${config.SITE_URL}/shop/stores/${credentials.storeHash}`
  const rest = createRestClient({ restUrl, credentials }, createHttpClient({ fetch }))
  for (const { id } of Object.values(config.SHOP_CHANNELS)) await moveReturnScript(rest, config.SITE_URL, id)
}

/** How the product calls an embedded shop without leaving the process. */
function embeddedShopAccess(shop: EmbeddedShop): Product.EmbeddedShopAccess {
  const { credentials, groupGift } = shop
  const shopApp = new Hono().mount('/shop', shop.app.fetch)
  return { credentials, groupGift, fetch: async (input, init) => shopApp.fetch(new Request(input, init)) }
}

/** Shop and product behind one port: the shop below /shop, the product everywhere else. */
export function mountRoot(
  { shop, config }: Pick<Environment, 'shop' | 'config'>,
  product: Hono['fetch'],
): Pick<RootFetch, 'fetch'> {
  if (!shop) return { fetch: product }
  const isKnown = isKnownHost(config)
  const shopApp = new Hono().mount('/shop', shop.app.fetch)
  // What was sent to another host is refused by the product, which has a page for that.
  const isForShop = (request: Request) =>
    /^https?:\/\/[^/]+\/shop(?:[/?#]|$)/.test(request.url) && isKnown(request)
  return { fetch: (request, env) => (isForShop(request) ? shopApp.fetch : product)(request, env) }
}

/** What an env file sets; nothing where there is no file. */
export function readEnvFile(file: string): NodeJS.Dict<string> {
  return fs.existsSync(file) ? parseEnv(fs.readFileSync(file, 'utf8')) : {}
}

/**
 * Writes these settings into an env file, each on its former line; other lines stay. Only its owner may read it. The
 * file is replaced as a whole, so that an interruption leaves the former one.
 */
export function writeEnvFile(file: string, values: Record<string, string>): void {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file
  const oldLines = fs.existsSync(target) ? fs.readFileSync(target, 'utf8').split('\n') : []
  const remaining = new Map(Object.entries(values))
  const lines = oldLines.map(line => {
    const key = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''
    const value = remaining.get(key)
    remaining.delete(key)
    return value === undefined ? line : `${key}=${quoteValue(value)}`
  })
  while (lines.at(-1) === '') lines.pop()
  const added = [...remaining].map(([key, value]) => `${key}=${quoteValue(value)}`)
  const temporary = `${target}.new`
  fs.rmSync(temporary, { force: true })
  fs.writeFileSync(temporary, `${[...lines, ...added].join('\n')}\n`, { mode: 0o600 })
  fs.renameSync(temporary, target)
}

/** A value on one line of an env file, in quotes where it would be read as another one without them. */
function quoteValue(value: string): string {
  const isPlain = value === value.trim() && !/^["'`]|[#\n]/.test(value)
  const quoted = [`'${value}'`, `"${value.replaceAll('\n', '\\n')}"`, `\`${value}\``].filter(
    one => !one.includes('\n') && parseEnv(`VALUE=${one}`).VALUE === value,
  )
  return isPlain ? value : (quoted[0] ?? value)
}
