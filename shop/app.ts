import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Pool } from 'pg'
import { createAdminApp } from './admin/app.ts'
import { catalogue } from './catalogue/index.ts'
import { createCatalogueReader, importCatalogue } from './catalogue/live-catalogue.ts'
import { generateCredentials, loadCredentials, type ShopCredentials } from './credentials.ts'
import { prepareStatements } from './database.ts'
import { type FaultSettings, injectFaults, noFaults } from './faults.ts'
import { createGraphqlApp } from './graphql/app.ts'
import { logFailure } from './log.ts'
import { migrate } from './migrations.ts'
import { createRestApp } from './rest/app.ts'
import { handleError } from './rest/responses.ts'
import { type RestQuota, usualQuota } from './rest-quota.ts'
import { createShopActions, type ShopActions } from './shop-actions.ts'
import type { Store } from './store.ts'
import { createStorefrontApp } from './storefront/app.ts'
import { trimEndSlashes } from './trim-slashes.ts'
import { deleteOldDeliveries, deliverWebhooks } from './webhooks.ts'

export type { ShopCredentials } from './credentials.ts'
export type { FaultSettings } from './faults.ts'

export interface ShopOptions {
  /** PostgreSQL; the shop creates and migrates a schema of its own, `shop`. */
  databaseUrl: string
  /** Connections of the caller to that database, which outlive the shop; it makes its own by default. */
  pool?: Pool
  /** Public address the shop is mounted at, such as `http://127.0.0.1:3000/shop`. */
  baseUrl: string
  /** Addresses of channels whose storefront is on another origin, by the channel's id (R955). */
  channelUrls?: Record<number, string>
  /** Passed by tests; otherwise read from `credentialsFile`, which is written at the first start. */
  credentials?: ShopCredentials
  credentialsFile?: string
  /** Whether the back office and the fault settings are served at `/admin`. */
  admin?: boolean
  /** Stands before the back office, and may refuse; without it the back office is open. */
  adminGuard?: MiddlewareHandler
  now?: () => Date
  /** How a store differs in its tax, for tests; both true by default. */
  pricesEnteredWithTax?: boolean
  showsTax?: boolean
  /** How many REST calls may be made in a while; the platform's 450 in 30 seconds by default. */
  restQuota?: RestQuota
  /** Address the order page of a cart made through the API links back to. */
  returnUrl?: (cartId: string) => string
}

/** The generic product that contributions are ordered as, and the ids of its three text modifiers (R415). */
export interface GroupGift {
  productId: number
  options: { product: number; variant: number; reference: number }
}

/** A running shop, as the program that mounts it and tests see it. */
export interface EmbeddedShop {
  /** Mount it at the path of `baseUrl`, by `route()` or `mount()`. */
  app: Hono
  credentials: ShopCredentials
  groupGift: GroupGift
  faults: FaultSettings
  actions: ShopActions
  /** Lets the checkout show what the program that makes carts says of them. */
  showCartNotes(read: NonNullable<Store['cartNotes']>): void
  /** Sends every due webhook delivery once; returns the number of requests sent. */
  deliverWebhooks(): Promise<number>
  /** Delivers webhooks every 300 ms until `stop()`. */
  start(): void
  stop(): Promise<void>
}

const maxConnections = 5
/** No form, document or call of the API is longer. */
const maxBodyBytes = 1_000_000
const deliveryIntervalMs = 300
const pauseAfterErrorMs = 5000

/** Opens the shop on its database; any number of processes may share one (R950). */
export async function createShop(options: ShopOptions): Promise<EmbeddedShop> {
  const db = options.pool ?? openPool(options.databaseUrl)
  const store = await openStore(options, db)
  const delivery = createDeliveryLoop(store)
  const requests = trackRequests()
  return {
    app: createApp(store, requests, options.adminGuard),
    credentials: store.credentials,
    groupGift: findGroupGift(),
    faults: store.faults,
    actions: createShopActions(store),
    showCartNotes: read => {
      store.cartNotes = read
    },
    deliverWebhooks: () => deliverWebhooks(store),
    start: delivery.start,
    async stop() {
      await delivery.stop()
      await requests.finish()
      if (!options.pool) await db.end()
    },
  }
}

export function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: maxConnections, idleTimeoutMillis: 10_000 })
  // A lost connection is replaced at the next query; if that fails too, the query reports it.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    prepareStatements(client)
  })
  return pool
}

async function openStore(options: ShopOptions, db: Pool): Promise<Store> {
  const now = options.now ?? (() => new Date())
  await migrate(db)
  await importCatalogue(db, now())
  const credentials =
    options.credentials ??
    (options.credentialsFile ? await loadCredentials(options.credentialsFile) : generateCredentials())
  const baseUrl = trimEndSlashes(options.baseUrl)
  const store: Store = {
    db,
    credentials,
    baseUrl,
    channelUrls: options.channelUrls ?? {},
    basePath: trimEndSlashes(new URL(baseUrl).pathname),
    admin: options.admin ?? false,
    now,
    faults: noFaults(),
    restQuota: options.restQuota ?? usualQuota,
    pricesEnteredWithTax: options.pricesEnteredWithTax ?? true,
    showsTax: options.showsTax ?? true,
    liveCatalogue: () => readCatalogue(),
    returnUrl: options.returnUrl,
  }
  const readCatalogue = createCatalogueReader(store)
  await deleteOldDeliveries(store)
  return store
}

/** Counts the requests in progress, so that stopping waits for them; a delay caused by a fault is cut short. */
function trackRequests() {
  const inProgress = new Set<Promise<void>>()
  const abortController = new AbortController()
  const track: MiddlewareHandler = async (_, next) => {
    const response = next()
    inProgress.add(response)
    await response.finally(() => inProgress.delete(response))
  }
  const finish = async () => {
    abortController.abort()
    await Promise.allSettled(inProgress)
  }
  return { track, finish, stopSignal: abortController.signal }
}

function createApp(
  store: Store,
  requests: ReturnType<typeof trackRequests>,
  adminGuard: MiddlewareHandler = (_, next) => next(),
): Hono {
  const app = new Hono()
  app.onError(handleError)
  app.use('*', bodyLimit({ maxSize: maxBodyBytes, onError: c => c.text('The body is too long.', 413) }))
  app.use('*', requests.track, injectFaults(store.faults, store.basePath, requests.stopSignal))
  app.route('/graphql', createGraphqlApp(store))
  app.route('/stores', createRestApp(store))
  if (store.admin) app.use('/admin/*', adminGuard).route('/admin', createAdminApp(store))
  app.route('/', createStorefrontApp(store))
  return app
}

function findGroupGift(): GroupGift {
  for (const product of catalogue.products) {
    const modifierId = (name: string) => product.modifiers?.find(modifier => modifier.name.en === name)?.id
    const [productOption, variantOption, referenceOption] = [
      modifierId('product'),
      modifierId('variant'),
      modifierId('reference'),
    ]
    if (productOption !== undefined && variantOption !== undefined && referenceOption !== undefined) {
      return {
        productId: product.id,
        options: { product: productOption, variant: variantOption, reference: referenceOption },
      }
    }
  }
  throw new Error(
    'The catalogue lacks the group gift: a product with the modifiers product, variant and reference.',
  )
}

/** Delivers webhooks round after round, never two at once; pauses after a database error. */
function createDeliveryLoop(store: Store) {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let currentRound: Promise<void> = Promise.resolve()
  const deliver = async () => {
    const waitMs = await deliverWebhooks(store).then(
      () => deliveryIntervalMs,
      error => {
        logFailure('webhooks were not delivered', error)
        return pauseAfterErrorMs
      },
    )
    if (isRunning) timer = setTimeout(runRound, waitMs)
  }
  const runRound = () => {
    currentRound = deliver()
  }
  return {
    start() {
      if (isRunning) return
      isRunning = true
      runRound()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await currentRound
    },
  }
}
