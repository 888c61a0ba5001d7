import { createDemoData, demoHost } from '../demo.ts'
import type { Config } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { startJobs } from '../server/jobs/job-runner.ts'
import { loadAppBundle, mountRoot, onStop, openEnvironment } from './environment.ts'

/** Starts everything in its order: database, shop, product, port, jobs. */
export async function startServer(config: Config): Promise<void> {
  const { databaseUrl, log, shop, partsFor } = await openEnvironment(config)
  const product = await loadAppBundle()
  const parts = partsFor(product)
  const { app, jobs, close } = await product.createApp({ ...parts, withPages: true })
  const server = createHttpServer(createRequestListener(mountRoot(shop, app.fetch)))
  onStop(() => closeHttp(server))
  onStop(close)
  await listenHttp(server, config)
  const filled = product
    .syncCatalogueAtStart(parts)
    .catch((error: Error) => log.warn({ error: error.message }, 'sweep failed'))
  await product
    .registerWebhooks(parts)
    .catch((error: Error) => log.warn({ error: error.message }, 'no webhooks: orders are asked for'))
  onStop(await startJobs(databaseUrl, jobs, log))
  shop?.start()
  if (shop) {
    await filled
    await createDemoData(app, shop, {
      config,
      confirmEmail: email => product.confirmAccountEmail(parts, email),
    })
  }
  printAddresses(config, shop !== null)
}

/** Tells the person at the terminal where to look. */
export function printAddresses(config: Config, demo: boolean): void {
  console.log(`\n  ${config.SITE_NAME} is open at ${config.SITE_URL}\n`)
  if (!demo) return
  console.log(`  A demo host     ${demoHost.email} · password ${demoHost.password}`)
  console.log(`  The shop        ${config.SITE_URL}/shop · back office ${config.SITE_URL}/shop/admin`)
  console.log(`  Letters sent    ${config.SITE_URL}/dev/mail\n`)
}
