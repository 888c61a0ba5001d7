import type { Config } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { startJobs } from '../server/jobs/job-runner.ts'
import { prepareDemonstration, printAddresses } from './demonstration.ts'
import { loadAppBundle, mountRoot, onStop, openEnvironment } from './environment.ts'

/** Starts everything in order: database, shop, product, port, jobs. */
export async function startServer(config: Config): Promise<void> {
  const demonstration = prepareDemonstration(config)
  const environment = await openEnvironment(config)
  const { databaseUrl, log, shop, dependenciesFor } = environment
  const product = await loadAppBundle()
  const dependencies = dependenciesFor(product)
  const { app, jobs, close } = await product.createApp({ ...dependencies, withPages: true })
  const server = createHttpServer(createRequestListener(mountRoot(environment, app.fetch)), config)
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
  onStop(await startJobs(databaseUrl, jobs, log))
  shop?.start()
  if (shop) await catalogueReady
  const password = shop && (await demonstration.fill(app, shop, product, dependencies))
  printAddresses(config, shop !== null, password)
}
