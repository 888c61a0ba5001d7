import { createDemoData, demoHost } from '../demo.ts'
import type { Config } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { startJobs } from '../server/jobs/job-runner.ts'
import { loadAppBundle, mountRoot, onStop, openEnvironment } from './environment.ts'

/** Starts everything in order: database, shop, product, port, jobs. */
export async function startServer(config: Config): Promise<void> {
  const { databaseUrl, log, shop, dependenciesFor } = await openEnvironment(config)
  const product = await loadAppBundle()
  const dependencies = dependenciesFor(product)
  const { app, jobs, close } = await product.createApp({ ...dependencies, withPages: true })
  const server = createHttpServer(createRequestListener(mountRoot(shop, app.fetch)))
  onStop(() => closeHttp(server))
  onStop(close)
  await listenHttp(server, config)
  const catalogueReady = product
    .syncCatalogueAtStart(dependencies)
    .catch((error: Error) => log.warn({ error: error.message }, 'catalogue sync failed'))
  await product
    .registerWebhooks(dependencies)
    .catch((error: Error) => log.warn({ error: error.message }, 'no webhooks; orders are polled'))
  onStop(await startJobs(databaseUrl, jobs, log))
  shop?.start()
  if (shop) {
    await catalogueReady
    await createDemoData(app, shop, {
      config,
      confirmEmail: email => product.confirmAccountEmail(dependencies, email),
    })
  }
  printAddresses(config, shop !== null)
}

/** Prints the addresses of the site, and of the demonstration. */
export function printAddresses(config: Config, isDemo: boolean): void {
  console.log(`\n  ${config.SITE_NAME} is open at ${config.SITE_URL}\n`)
  if (!isDemo) return
  console.log(`  A demo host     ${demoHost.email} · password ${demoHost.password}`)
  console.log(`  The shop        ${config.SITE_URL}/shop · back office ${config.SITE_URL}/shop/admin`)
  console.log(`  E-mails sent    ${config.SITE_URL}/dev/mail\n`)
}
