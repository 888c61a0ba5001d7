import type { Server } from 'node:http'
import type { Hono } from 'hono'
import { createServer, type ViteDevServer } from 'vite'
import { prepareDemonstration, printAddresses } from '../demo/start.ts'
import type { Config } from '../server/config.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from '../server/http/http-server.ts'
import { startJobs } from '../server/jobs/job-runner.ts'
import { type AppModule, type Environment, mountRoot, onStop, openEnvironment } from './environment.ts'
import { readRelease } from './release.ts'

/** Runs the product from its sources: a changed file is loaded at the next request, and open pages reload. */
export async function startDevelopment(config: Config): Promise<void> {
  const demonstration = prepareDemonstration(config)
  const environment = await openEnvironment(config, { isStart: true })
  const { databaseServer, log, shop } = environment
  const server = createHttpServer((request, response) =>
    vite.middlewares(request, response, () => pages(request, response)),
  )
  onStop(() => closeHttp(server))
  const vite = await startVite(server)
  onStop(() => vite.close())
  const loadNewest = createLoader(vite, environment)
  const fetch: Hono['fetch'] = async (...request) =>
    withoutContentPolicy(await (await loadNewest()).app.fetch(...request))
  const pages = createRequestListener(mountRoot(environment, fetch))

  const { module, app, jobs } = await loadNewest()
  const dependencies = environment.dependenciesFor(module)
  const catalogueReady = module.syncCatalogueAtStart(dependencies)
  await demonstration.lock(module, dependencies)
  await listenHttp(server, config)
  await module.registerWebhooks(dependencies)
  onStop(await startJobs(databaseServer, jobs, { log, db: dependencies.jobsDb }))
  shop?.start()
  await catalogueReady
  const password = shop && (await demonstration.fill(app, shop, module, dependencies))
  printAddresses(config, { release: readRelease(), isDemo: shop !== null, password })
}

/** Starts Vite in this process; it serves sources to browsers and announces changes over the same port. */
function startVite(server: Server): Promise<ViteDevServer> {
  return createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: ['**/data/**', '**/build/**'] } },
  })
}

/** Loads the product from the present sources; the app of an older version is closed. */
function createLoader(vite: ViteDevServer, environment: Environment) {
  let loadedModule: AppModule | undefined
  let opened: ReturnType<typeof open> | undefined
  const open = async (module: AppModule) => {
    const product = await module.createApp({ ...environment.dependenciesFor(module), withPages: true })
    return { module, ...product }
  }
  onStop(async () => (await opened)?.close())
  return async () => {
    const module = (await vite.ssrLoadModule('./src/app.ts')) as AppModule
    if (module !== loadedModule || opened === undefined) {
      const previous = opened
      loadedModule = module
      opened = open(module)
      void previous?.then(product => product.close())
    }
    return opened
  }
}

/** Development loads styles and scripts one by one from the sources, which the policy of the built pages forbids. */
function withoutContentPolicy(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.delete('content-security-policy')
  return new Response(answer.body, { status: answer.status, headers })
}
