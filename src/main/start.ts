import type { Hono } from 'hono'
import { prepareDemonstration, printAddresses, printWorker } from '../demo/start.ts'
import { type Config, requireErasureLog } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { type Job, startJobs } from '../server/jobs/job-runner.ts'
import { serveManagement } from '../server/observability/management.ts'
import { createMetrics, type Metrics } from '../server/observability/metrics.ts'
import { startTraces } from '../server/observability/traces.ts'
import { readWorkload as readWorkloadOf } from '../server/observability/workload.ts'
import {
  type AppModule,
  type Environment,
  isDraining,
  loadAppBundle,
  mountRoot,
  onStop,
  openEnvironment,
  setDrain,
} from './environment.ts'
import { readRelease } from './release.ts'

/** Starts everything in order: database, shop, product, port, jobs. */
export async function startServer(config: Config): Promise<void> {
  requireErasureLog(config)
  const release = readRelease()
  const demonstration = prepareDemonstration(config)
  const environment = await openEnvironment(config, { isStart: true })
  const { databaseServer, log, shop, dependenciesFor } = environment
  log.info({ ...release, role: config.ROLE }, 'starting')
  onStop(await startTraces({ env: process.env, version: release.version, log }))
  const product = await loadAppBundle()
  const dependencies = dependenciesFor(product)
  let running: Awaited<ReturnType<AppModule['createApp']>> | undefined
  const isSubscribed = () => running?.isSubscribed() ?? false
  const listJobs = () => running?.jobs ?? []
  const metrics = await openManagement(environment, dependencies, { isSubscribed, listJobs })
  running = await product.createApp({
    ...dependencies,
    commit: release.commit,
    withPages: config.ROLE !== 'worker',
    onAnswer: metrics?.onAnswer,
    isDraining,
  })
  const { app, jobs, close } = running
  const root = config.ROLE === 'worker' ? { fetch: healthOnly(app) } : mountRoot(environment, app.fetch)
  const server = createHttpServer(createRequestListener(root), config)
  // A connection that is kept would bring requests until the end; each ends with an answer instead.
  server.prependListener('request', (_request, response) => {
    if (isDraining()) response.setHeader('connection', 'close')
  })
  setDrain(config.DRAIN_SECONDS ?? (config.DATABASE_URL ? 10 : 0))
  onStop(() => closeHttp(server))
  onStop(close)
  await demonstration.lock(product, dependencies)
  await listenHttp(server, config)
  // Web processes leave a store's catalogue and webhooks to the workers; a demonstration can't be shown without its
  // goods.
  const catalogueReady = config.ROLE === 'web' && !shop ? undefined : await prepareShop(product, dependencies)
  if (config.ROLE !== 'web') onStop(await startJobs(databaseServer, jobs, { log, db: dependencies.jobsDb }))
  shop?.start()
  if (shop) {
    await catalogueReady?.isRead
    await product
      .lookAtPictures(dependencies)
      .catch((error: Error) => log.warn({ error: error.message }, 'product pictures are looked at later'))
  }
  const password = shop && (await demonstration.fill(app, shop, product, dependencies))
  if (config.ROLE === 'worker') printWorker(config, release)
  else printAddresses(config, { release, isDemo: shop !== null, password })
}

/** Reads the catalogue, which may take minutes, and registers our webhooks; a shop that is away is asked again by jobs. */
async function prepareShop(
  product: AppModule,
  dependencies: ReturnType<Environment['dependenciesFor']>,
): Promise<{ isRead: Promise<void> }> {
  const { log } = dependencies
  const isRead = product
    .syncCatalogueAtStart(dependencies)
    .catch((error: Error) => log.warn({ error: error.message }, 'catalogue sync failed'))
  await product
    .registerWebhooks(dependencies)
    .catch((error: Error) => log.warn({ error: error.message }, 'no webhooks; orders are polled'))
  return { isRead }
}

/** A process for jobs serves its health checks only. */
function healthOnly(app: Hono): Hono['fetch'] {
  const isHealth = (request: Request) => ['/healthz', '/readyz'].includes(new URL(request.url).pathname)
  return (request, env) =>
    isHealth(request)
      ? app.fetch(request, env)
      : new Response('This process does jobs only.\n', { status: 404 })
}

/** Metrics and status for staff, where a port is set for them. */
async function openManagement(
  { config, log, pools }: Environment,
  dependencies: ReturnType<Environment['dependenciesFor']>,
  { isSubscribed, listJobs }: { isSubscribed: () => boolean; listJobs: () => Job[] },
): Promise<Metrics | undefined> {
  const { METRICS_PORT: address } = config
  if (address === undefined) return undefined
  const readWorkload = () => readWorkloadOf({ ...dependencies, jobs: listJobs() })
  const metrics = createMetrics({ pools, log, isSubscribed, readWorkload })
  onStop(await serveManagement({ ...address, metrics, readWorkload }))
  return metrics
}
