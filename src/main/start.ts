import type { Hono } from 'hono'
import type { Config } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { startJobs } from '../server/jobs/job-runner.ts'
import { createMetrics, type Metrics } from '../server/observability/metrics.ts'
import { prepareDemonstration, printAddresses } from './demonstration.ts'
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
import { serveManagement } from './metrics-server.ts'

/** Starts everything in order: database, shop, product, port, jobs. */
export async function startServer(config: Config): Promise<void> {
  const demonstration = prepareDemonstration(config)
  const environment = await openEnvironment(config)
  const { databaseUrl, log, shop, dependenciesFor } = environment
  const product = await loadAppBundle()
  const dependencies = dependenciesFor(product)
  const metrics = await openManagement(environment, product, dependencies)
  const { app, jobs, close } = await product.createApp({
    ...dependencies,
    withPages: true,
    onAnswer: metrics?.onAnswer,
    isDraining,
  })
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
  const catalogueReady = product
    .syncCatalogueAtStart(dependencies)
    .catch((error: Error) => log.warn({ error: error.message }, 'catalogue sync failed'))
  await product
    .registerWebhooks(dependencies)
    .catch((error: Error) => log.warn({ error: error.message }, 'no webhooks; orders are polled'))
  if (config.ROLE !== 'web') onStop(await startJobs(databaseUrl, jobs, { log, db: dependencies.jobsDb }))
  shop?.start()
  if (shop) await catalogueReady
  const password = shop && (await demonstration.fill(app, shop, product, dependencies))
  printAddresses(config, shop !== null, password)
}

/** A process that does jobs serves nobody: it says that it lives, and whether it can work. */
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
  product: AppModule,
  dependencies: ReturnType<Environment['dependenciesFor']>,
): Promise<Metrics | undefined> {
  const { METRICS_PORT: port, METRICS_HOST: host } = config
  if (port === undefined) return undefined
  const metrics = createMetrics({ pools, log, readWorkload: () => product.readWorkload(dependencies) })
  const describeStatus = () => product.describeStatus(dependencies)
  onStop(await serveManagement({ port, host, metrics, describeStatus }))
  return metrics
}
