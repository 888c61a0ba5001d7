import { Hono, type MiddlewareHandler } from 'hono'
import { Pool } from 'pg'
import { adminApp } from './admin/app.ts'
import { catalogue } from './catalogue/index.ts'
import { keptCredentials, newCredentials, type ShopCredentials } from './credentials.ts'
import { type Faults, misbehave, noFaults } from './faults.ts'
import { graphqlApp } from './graphql/server.ts'
import { type Hands, handsOf } from './hands.ts'
import { onError } from './rest/answers.ts'
import { restApp } from './rest/server.ts'
import { shelfReader, stockUp } from './shelf.ts'
import type { Store } from './store.ts'
import { storefrontApp } from './storefront/app.ts'
import { migrate } from './tables.ts'
import { deliverHooks, forgetOld } from './webhooks.ts'

export type { ShopCredentials } from './credentials.ts'
export type { Faults, HookFaults, RouteFault } from './faults.ts'

export interface ShopOptions {
  /** PostgreSQL; the shop makes and migrates its own schema `shop`. */
  databaseUrl: string
  /** Public address of the mount, such as `http://127.0.0.1:3000/shop`. */
  baseUrl: string
  /** Given in tests; otherwise read from, or first written to, `credentialsFile`. */
  credentials?: ShopCredentials
  credentialsFile?: string
  /** Opens the back office and the fault switches at `/admin`. */
  admin?: boolean
  now?: () => Date
  /** Where an order page sends the shopper back to. */
  returnUrl?: (cartId: string) => string
}

/** The generic product that carries contributions, and the ids of its three written options. */
export interface GroupGift {
  productId: number
  options: { product: number; variant: number; reference: number }
}

export interface EmbeddedShop {
  /** To be mounted at the path of `baseUrl`, by `route()` or `mount()`. */
  app: Hono
  credentials: ShopCredentials
  groupGift: GroupGift
  faults: Faults
  hands: Hands
  /** Sends every due webhook delivery once; answers how many requests went out. */
  deliverHooks(): Promise<number>
  /** Delivers webhooks every 300 ms until `stop()`. */
  start(): void
  stop(): Promise<void>
}

const POOL_SIZE = 5
const DELIVER_EVERY_MS = 300
const REST_AFTER_TROUBLE_MS = 5000

/** Opens the shop over its database; any number of processes may open the same one. */
export async function createShop(options: ShopOptions): Promise<EmbeddedShop> {
  const db = new Pool({ connectionString: options.databaseUrl, max: POOL_SIZE, idleTimeoutMillis: 10_000 })
  // A connection that dies, idle or in a transaction, is replaced at the next query, which tells of worse.
  db.on('error', () => {})
  db.on('connect', client => client.on('error', () => {}))
  const store = await openStore(options, db)
  const delivery = deliveryClock(store)
  const visitors = inHand()
  return {
    app: shopApp(store, visitors),
    credentials: store.credentials,
    groupGift: groupGift(),
    faults: store.faults,
    hands: handsOf(store),
    deliverHooks: () => deliverHooks(store),
    start: delivery.start,
    async stop() {
      await delivery.stop()
      await visitors.rest()
      await db.end()
    },
  }
}

async function openStore(options: ShopOptions, db: Pool): Promise<Store> {
  const now = options.now ?? (() => new Date())
  await migrate(db)
  await stockUp(db, now())
  const credentials =
    options.credentials ??
    (options.credentialsFile ? await keptCredentials(options.credentialsFile) : newCredentials())
  const base = options.baseUrl.replace(/\/+$/, '')
  const store: Store = {
    db,
    credentials,
    base,
    path: new URL(base).pathname.replace(/\/+$/, ''),
    admin: options.admin ?? false,
    now,
    faults: noFaults(),
    shelf: shelfReader(db),
    returnUrl: options.returnUrl,
  }
  await forgetOld(store)
  return store
}

/** The requests being answered; whoever stops waits for them, those that a fault keeps waiting not so long. */
function inHand() {
  const open = new Set<Promise<void>>()
  const stopping = new AbortController()
  const count: MiddlewareHandler = async (_, next) => {
    const answered = next()
    open.add(answered)
    await answered.finally(() => open.delete(answered))
  }
  const rest = async () => {
    stopping.abort()
    await Promise.allSettled(open)
  }
  return { count, rest, stopping: stopping.signal }
}

function shopApp(store: Store, visitors: ReturnType<typeof inHand>): Hono {
  const app = new Hono()
  app.onError(onError)
  app.use('*', visitors.count, misbehave(store.faults, store.path, visitors.stopping))
  app.route('/graphql', graphqlApp(store))
  app.route('/stores', restApp(store))
  if (store.admin) app.route('/admin', adminApp(store))
  app.route('/', storefrontApp(store))
  return app
}

function groupGift(): GroupGift {
  for (const product of catalogue.products) {
    const idOf = (name: string) => product.modifiers?.find(modifier => modifier.name.en === name)?.id
    const [real, variant, reference] = [idOf('product'), idOf('variant'), idOf('reference')]
    if (real !== undefined && variant !== undefined && reference !== undefined) {
      return { productId: product.id, options: { product: real, variant, reference } }
    }
  }
  throw new Error(
    'The catalogue lacks the group gift: a product with the texts product, variant and reference.',
  )
}

/** A clock that delivers, never two rounds at once, and rests after trouble with the database. */
function deliveryClock(store: Store) {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let round: Promise<void> = Promise.resolve()
  const deliver = async () => {
    const rest = await deliverHooks(store).then(
      () => DELIVER_EVERY_MS,
      error => {
        console.error('shop webhooks:', error)
        return REST_AFTER_TROUBLE_MS
      },
    )
    if (running) timer = setTimeout(tick, rest)
  }
  const tick = () => {
    round = deliver()
  }
  return {
    start() {
      if (running) return
      running = true
      tick()
    },
    async stop() {
      running = false
      clearTimeout(timer)
      await round
    },
  }
}
