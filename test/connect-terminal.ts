import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { connectShopFromTerminal } from '../src/main/connect-shop.ts'
import { openTestShop, type TestShop } from './shop.ts'

interface StoreHook {
  id: number
  scope: string
  destination: string
  is_active: boolean
  headers: Record<string, string> | null
}

export interface Merchant {
  store: TestShop
  base: string
  file: string
  /** The calls that reached the store and may change something. */
  writes: string[]
  /** Where the store has its checkout, if not on its storefronts. */
  checkout?: string
}

/** A store that knows nothing of us, on a real port, and a merchant who connects it; once for a file of tests. */
export function openMerchant() {
  const merchant = { writes: [] as string[] } as Merchant
  const folder = mkdtempSync(join(tmpdir(), 'connect-'))
  merchant.file = join(folder, 'settings.env')
  let server: ServerType
  beforeAll(async () => {
    const outer = new Hono()
    server = serve({ fetch: outer.fetch, port: 0, hostname: '127.0.0.1' })
    await new Promise(done => server.once('listening', done))
    const address = server.address()
    merchant.base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/shop`
    merchant.store = await openTestShop({ baseUrl: merchant.base, now: () => new Date() })
    outer.use(async (c, next) => {
      const isQuery = c.req.path.startsWith('/shop/graphql')
      if (c.req.method !== 'GET' && !isQuery) merchant.writes.push(`${c.req.method} ${pathOf(c.req.path)}`)
      await next()
      if (!merchant.checkout || !c.req.path.endsWith('/site')) return
      const { data } = (await c.res.json()) as { data: object }
      c.res = Response.json({ data: { ...data, urls: [{ type: 'checkout', url: merchant.checkout }] } })
    })
    outer.mount('/shop', merchant.store.shop.app.fetch)
    const { productId } = merchant.store.shop.groupGift
    for (const id of [productId, 186_584]) await merchant.store.rest('DELETE', `/v3/catalog/products/${id}`)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await new Promise(done => server.close(done))
    await merchant.store.close()
  })
  afterEach(() => {
    merchant.store.shop.faults.routes = []
    merchant.writes.length = 0
  })
  return Object.assign(merchant, terminalOf(merchant))
}

function terminalOf(merchant: Merchant) {
  /** What a merchant enters first. */
  const entered = () => ({
    SHOP_STORE_HASH: merchant.store.shop.credentials.storeHash,
    SHOP_ACCESS_TOKEN: merchant.store.shop.credentials.accessToken,
    SHOP_CLIENT_ID: merchant.store.shop.credentials.clientId,
    SHOP_CLIENT_SECRET: merchant.store.shop.credentials.clientSecret,
    SHOP_API_URL: merchant.base,
    SHOP_GRAPHQL_URL: `${merchant.base}/graphql/{channel}`,
    SITE_URL: 'https://registry.example',
    SHOP_CHANNELS: 'en:1,el:1481393:::Αποστολή στους οικοδεσπότες',
  })
  /** That, and what a run has written. */
  const written = (): NodeJS.Dict<string> => ({
    ...entered(),
    ...parseEnv(readFileSync(merchant.file, 'utf8')),
  })
  /** Starts a run; `stop` is what happens when it is interrupted. */
  function begin(env: NodeJS.Dict<string>, ...flags: string[]) {
    const said: string[] = []
    const stops: (() => Promise<unknown>)[] = []
    const end = connectShopFromTerminal(env, [...flags, `--to=${merchant.file}`], {
      print: line => said.push(line),
      onStop: stop => stops.push(stop),
    })
    return { end, said, stop: () => Promise.all(stops.map(stop => stop())) }
  }
  async function run(env: NodeJS.Dict<string>, ...flags: string[]) {
    const { end, said, stop } = begin(env, ...flags)
    const isWell = await end
    return { isWell, said: said.join('\n'), stop }
  }
  const hooks = async () =>
    (await merchant.store.rest('GET', '/v3/hooks?limit=250')).json<{ data: StoreHook[] }>().data
  return { entered, written, begin, run, hooks }
}

/** A path without the store. */
const pathOf = (path: string) => path.replace(/^\/shop(\/stores\/[^/]+)?/, '')
