import { join } from 'node:path'
import { Hono } from 'hono'
import { type Logger, pino } from 'pino'
import { createShop, type EmbeddedShop } from '../../shop/app.ts'
import type * as Product from '../app.ts'
import type { Config } from '../server/config.ts'
import { guardDemonstration } from '../server/demonstration.ts'
import type { RootFetch } from '../server/http/http-server.ts'
import { isKnownHost } from '../server/http/known-hosts.ts'
import { createDb, createPool, pingDatabase } from '../server/postgres/database.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'

export type AppModule = typeof Product

/** How to stop what has been started, in the order of its start. */
const stopCallbacks: (() => Promise<unknown>)[] = []

/** Registers how to stop what was just started. */
export function onStop(stop: () => Promise<unknown>): void {
  stopCallbacks.push(stop)
}

/** Stops everything in the opposite order of its start, and ends the process. */
export async function stopProcess(code: number): Promise<void> {
  for (const stop of stopCallbacks.splice(0).reverse()) await stop().catch(error => console.error(error))
  process.exit(code)
}

/** The product as it was built: features, pages and e-mails in one module graph. */
export async function loadAppBundle(): Promise<AppModule> {
  return (await import('../../build/server/index.js' as string)) as AppModule
}

/** Database, shop and log, whichever version of the product is loaded. */
export interface Environment {
  config: Config
  databaseUrl: string
  log: Logger
  shop: EmbeddedShop | null
  dependenciesFor(product: AppModule): Product.AppDependencies & { databaseUrl: string }
}

/** Opens database and shop, and brings the tables up to date. */
export async function openEnvironment(config: Config): Promise<Environment> {
  const log = pino({ level: config.LOG_LEVEL })
  if (config.DATABASE_URL) await pingDatabase(config.DATABASE_URL)
  const databaseUrl = config.DATABASE_URL ?? (await embeddedDatabase(config, log))
  await migrate(databaseUrl)
  const pool = createPool(databaseUrl)
  onStop(() => pool.end())
  const shop = config.SHOP_STORE_HASH ? null : await embeddedShop(config, databaseUrl)
  const db = createDb(pool)
  const completeConfig = shop ? { ...config, ...groupSettings(shop) } : config
  const dependenciesFor = (product: AppModule) => ({
    config: completeConfig,
    db,
    databaseUrl,
    log,
    shop: product.shopFor(config, shop && embeddedShopAccess(shop)),
  })
  return { config, databaseUrl, log, shop, dependenciesFor }
}

async function embeddedDatabase(config: Config, log: Logger): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
  onStop(stop)
  return url
}

async function embeddedShop(config: Config, databaseUrl: string): Promise<EmbeddedShop> {
  const shop = await createShop({
    databaseUrl,
    baseUrl: `${config.SITE_URL}/shop`,
    credentialsFile: join(config.DATA_DIR, 'shop.json'),
    admin: true,
    adminGuard: guardDemonstration(config),
    returnUrl: cartId => `${config.SITE_URL}/thank-you/${cartId}`,
  })
  onStop(() => shop.stop())
  return shop
}

/** The embedded shop's generic product for contributions; a merchant's is set by hand. */
function groupSettings({ groupGift }: EmbeddedShop): Partial<Config> {
  const { product, variant, reference } = groupGift.options
  return {
    SHOP_GROUP_PRODUCT: groupGift.productId,
    SHOP_GROUP_OPTION_PRODUCT: product,
    SHOP_GROUP_OPTION_VARIANT: variant,
    SHOP_GROUP_OPTION_REFERENCE: reference,
  }
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
    /^\/shop(\/|$)/.test(new URL(request.url).pathname) && isKnown(request)
  return { fetch: (request, env) => (isForShop(request) ? shopApp.fetch : product)(request, env) }
}
