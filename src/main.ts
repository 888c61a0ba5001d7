import { join } from 'node:path'
import { type HttpBindings, type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { type Logger, pino } from 'pino'
import { createShop, type EmbeddedShop } from '../shop/app.ts'
import type * as Product from './app.ts'
import { demoHost, welcome } from './demo.ts'
import { type Config, ConfigError, readConfig } from './server/config.ts'
import { createDb, createPool } from './server/database.ts'
import { startEmbeddedPostgres } from './server/embedded-postgres.ts'
import { startJobs } from './server/jobs.ts'
import { migrate } from './server/migrate.ts'

/** What has been started, the latest last; stopped backwards. */
const started: (() => Promise<unknown>)[] = []

process.once('SIGINT', () => stop(0))
process.once('SIGTERM', () => stop(0))
process.once('disconnect', () => stop(0))

try {
  const config = readConfig(process.env)
  if (process.argv[2] === 'reconcile') await reconcile(config)
  else await start(config)
} catch (error) {
  console.error(sentenceOf(error))
  await stop(1)
}

/** Opens what everything stands on: database, shop, product. */
async function open(config: Config) {
  const log = pino({ level: config.LOG_LEVEL })
  const databaseUrl = config.DATABASE_URL ?? (await embeddedDatabase(config, log))
  await migrate(databaseUrl)
  const pool = createPool(databaseUrl)
  started.push(() => pool.end())

  const shop = config.SHOP_STORE_HASH ? null : await embeddedShop(config, databaseUrl)
  const product = (await import('../build/server/index.js' as string)) as typeof Product
  const parts = {
    config: shop ? { ...config, ...groupSettings(shop) } : config,
    db: createDb(pool),
    databaseUrl,
    log,
    shop: product.shopFor(config, shop && doorOf(shop)),
  }
  return { product, parts, shop }
}

/** Asks the shop once for orders changed since the last look, and ends. */
async function reconcile(config: Config): Promise<void> {
  const { product, parts } = await open(config)
  const { jobs, close } = await product.createApp(parts)
  started.push(close)
  await jobs.find(job => job.name === 'reconcile')?.work()
  console.log('All orders are as the shop has them.')
  await stop(0)
}

/** Starts everything in its order: database, shop, product, port, jobs. */
async function start(config: Config): Promise<void> {
  const { product, parts, shop } = await open(config)
  const { databaseUrl, log } = parts
  const { app, jobs, close } = await product.createApp({ ...parts, withPages: true })
  started.push(close)
  const filled = product
    .fillMirror(parts)
    .catch((error: Error) => log.warn({ error: error.message }, 'sweep failed'))

  const root = new Hono<{ Bindings: HttpBindings }>()
  if (shop) root.mount('/shop', shop.app.fetch)
  root.mount('/', app.fetch)
  const server = await listen(root, config)
  started.push(() => closed(server))
  await product
    .hearShop(parts)
    .catch((error: Error) => log.warn({ error: error.message }, 'no webhooks: orders are asked for'))
  started.push(await startJobs(databaseUrl, jobs, log))
  shop?.start()
  if (shop) {
    await filled
    await welcome(app, shop, config)
  }
  announce(config, shop !== null)
}

async function embeddedDatabase(config: Config, log: Logger): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
  started.push(stop)
  return url
}

async function embeddedShop(config: Config, databaseUrl: string): Promise<EmbeddedShop> {
  const shop = await createShop({
    databaseUrl,
    baseUrl: `${config.SITE_URL}/shop`,
    credentialsFile: join(config.DATA_DIR, 'shop.json'),
    admin: true,
    returnUrl: cartId => `${config.SITE_URL}/thank-you/${cartId}`,
  })
  started.push(() => shop.stop())
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

/** The product reaches an embedded shop without leaving the process; the bytes are the same. */
function doorOf(shop: EmbeddedShop): Product.EmbeddedDoor {
  const { credentials, groupGift } = shop
  const door = new Hono().mount('/shop', shop.app.fetch)
  return { credentials, groupGift, fetch: async (input, init) => door.fetch(new Request(input, init)) }
}

/** Slow and idle visitors give way before they can crowd out the others (faults F18). */
function listen(app: Hono<{ Bindings: HttpBindings }>, config: Config): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const serverOptions = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 10_000 }
    const server = serve({ fetch: app.fetch, port: config.PORT, hostname: config.HOST, serverOptions }, () =>
      resolve(server),
    )
    server.once('error', reject)
  })
}

/** Lets requests in hand finish; open live pages are let go at once. */
function closed(server: ServerType): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}

function announce(config: Config, demo: boolean): void {
  console.log(`\n  ${config.SITE_NAME} is open at ${config.SITE_URL}\n`)
  if (!demo) return
  console.log(`  A demo host     ${demoHost.email} · password ${demoHost.password}`)
  console.log(`  The shop        ${config.SITE_URL}/shop · back office ${config.SITE_URL}/shop/admin`)
  console.log(`  Letters sent    ${config.SITE_URL}/dev/mail\n`)
}

/** For the person at the terminal: our own sentences as they are; a taken port in words; the rest whole. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port is taken by another program. Choose another one: PORT=3001 npm start`
  return error
}

async function stop(code: number): Promise<void> {
  for (const one of started.splice(0).reverse()) await one().catch(error => console.error(error))
  process.exit(code)
}
