import type { Server } from 'node:http'
import type { Hono } from 'hono'
import { createServer, type ViteDevServer } from 'vite'
import { createDemoData } from '../demo.ts'
import type { Config } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { startJobs } from '../server/jobs/job-runner.ts'
import { type AppModule, type Environment, mountRoot, onStop, openEnvironment } from './environment.ts'
import { printAddresses } from './start.ts'

/** Runs the product from its sources: what changed is loaded anew at the next request, and open pages reload. */
export async function startDevelopment(config: Config): Promise<void> {
  const ground = await openEnvironment(config)
  const { databaseUrl, log, shop } = ground
  const server = createHttpServer((request, response) =>
    vite.middlewares(request, response, () => pages(request, response)),
  )
  onStop(() => closeHttp(server))
  const vite = await viteOn(server)
  onStop(() => vite.close())
  const newest = loader(vite, ground)
  const fetch: Hono['fetch'] = async (...request) => unguarded(await (await newest()).app.fetch(...request))
  const pages = createRequestListener(mountRoot(shop, fetch))

  const { module, app, jobs } = await newest()
  const parts = ground.partsFor(module)
  const filled = module.syncCatalogueAtStart(parts)
  await listenHttp(server, config)
  await module.registerWebhooks(parts)
  onStop(await startJobs(databaseUrl, jobs, log))
  shop?.start()
  await filled
  if (shop)
    await createDemoData(app, shop, {
      config,
      confirmEmail: email => module.confirmAccountEmail(parts, email),
    })
  printAddresses(config, shop !== null)
}

/** Vite in this process: it serves sources to browsers, and tells them of changes over the same port. */
function viteOn(server: Server): Promise<ViteDevServer> {
  return createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: ['**/data/**', '**/build/**'] } },
  })
}

/** The product as the sources are now; the app of an older version is let go of. */
function loader(vite: ViteDevServer, ground: Environment) {
  let known: AppModule | undefined
  let opened: ReturnType<typeof open> | undefined
  const open = async (module: AppModule) => {
    const product = await module.createApp({ ...ground.partsFor(module), withPages: true })
    return { module, ...product }
  }
  onStop(async () => (await opened)?.close())
  return async () => {
    const module = (await vite.ssrLoadModule('./src/app.ts')) as AppModule
    if (module !== known || opened === undefined) {
      const older = opened
      known = module
      opened = open(module)
      void older?.then(product => product.close())
    }
    return opened
  }
}

/** Styles and scripts come one by one from the sources here, which the policy of the built pages would refuse. */
function unguarded(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.delete('content-security-policy')
  return new Response(answer.body, { status: answer.status, headers })
}
