import { demoHost, welcome } from '../demo.ts'
import type { Config } from '../server/config.ts'
import { startJobs } from '../server/jobs.ts'
import { closeHttp, httpServer, listenerOf, listenHttp } from '../server/listen-http.ts'
import { built, openGround, rootOf, toStop } from './open.ts'

/** Starts everything in its order: database, shop, product, port, jobs. */
export async function start(config: Config): Promise<void> {
  const { databaseUrl, log, shop, partsFor } = await openGround(config)
  const product = await built()
  const parts = partsFor(product)
  const { app, jobs, close } = await product.createApp({ ...parts, withPages: true })
  const server = httpServer(listenerOf(rootOf(shop, app.fetch)))
  toStop(() => closeHttp(server))
  toStop(close)
  await listenHttp(server, config)
  const filled = product
    .fillMirror(parts)
    .catch((error: Error) => log.warn({ error: error.message }, 'sweep failed'))
  await product
    .hearShop(parts)
    .catch((error: Error) => log.warn({ error: error.message }, 'no webhooks: orders are asked for'))
  toStop(await startJobs(databaseUrl, jobs, log))
  shop?.start()
  if (shop) {
    await filled
    await welcome(app, shop, parts)
  }
  announce(config, shop !== null)
}

/** Tells the person at the terminal where to look. */
export function announce(config: Config, demo: boolean): void {
  console.log(`\n  ${config.SITE_NAME} is open at ${config.SITE_URL}\n`)
  if (!demo) return
  console.log(`  A demo host     ${demoHost.email} · password ${demoHost.password}`)
  console.log(`  The shop        ${config.SITE_URL}/shop · back office ${config.SITE_URL}/shop/admin`)
  console.log(`  Letters sent    ${config.SITE_URL}/dev/mail\n`)
}
