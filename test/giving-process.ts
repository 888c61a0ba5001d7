// A process of the product that makes one call and kills itself at a named step, as `kill -9` would.
import { pino } from 'pino'
import type * as Product from '../src/app.ts'
import { readConfig } from '../src/server/config.ts'
import type { TestHook } from '../src/server/context/test-hooks.ts'
import { createDb, createPool } from '../src/server/postgres/database.ts'

/** The instructions of the test, as JSON in GIVING. */
export interface Giving {
  databaseUrl: string
  settings: Record<string, string>
  shop: Pick<Product.EmbeddedShopAccess, 'credentials' | 'groupGift'>
  /** Where the embedded shop listens. */
  shopUrl: string
  now: string
  dies: TestHook
  /** The input of a hand-off; without one it reads the shop's orders. */
  cart: object | null
}

const giving = JSON.parse(process.env.GIVING ?? '') as Giving
const product = (await import(new URL('../build/server/index.js', import.meta.url).href)) as typeof Product
const config = readConfig({ ...giving.settings, SHOP_CHECKOUT_ORIGINS: 'http://shop.test' })
const fetchFromShop: typeof fetch = (input, init) =>
  fetch(String(input).replace(`${config.SITE_URL}/shop`, giving.shopUrl), init)
const db = createDb(createPool(giving.databaseUrl, { size: 4 }))
const { app, jobs } = await product.createApp({
  config,
  db,
  log: pino({ level: 'silent' }),
  shop: product.shopFor(config, { ...giving.shop, fetch: fetchFromShop }, db),
  now: () => new Date(giving.now),
  testHook: async name => {
    if (name === giving.dies) process.kill(process.pid, 'SIGKILL')
  },
})
if (giving.cart) {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(giving.cart) }
  const connection = { incoming: { socket: { remoteAddress: '198.18.0.1' } } }
  console.log(await (await app.request(`${config.SITE_URL}/api/cart/create`, init, connection)).text())
} else await jobs.find(job => job.name === 'order-sync')?.work()
process.exit(0)
