import { createServer, type ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Shop } from '../../shop/port.ts'
import type { Metrics } from './metrics.ts'
import type { Workload } from './workload.ts'

interface ManagementOptions {
  port: number
  host: string
  metrics: Metrics
  readWorkload(): Promise<Workload>
}

/** Serves `/metrics` and `/status` on a port of their own, which visitors don't reach. Answers how to stop it. */
export async function serveManagement({
  port,
  host,
  metrics,
  readWorkload,
}: ManagementOptions): Promise<() => Promise<void>> {
  const answers: Record<string, { type: string; text(): Promise<string> }> = {
    '/metrics': { type: metrics.contentType, text: metrics.render },
    '/status': {
      type: 'text/plain; charset=utf-8',
      text: async () => `${JSON.stringify(await readWorkload(), null, 2)}\n`,
    },
  }
  const server = createServer((request, response) => {
    const found = request.method === 'GET' ? answers[request.url ?? ''] : undefined
    if (!found) return void response.writeHead(404).end()
    found.text().then(
      text => void response.writeHead(200, { 'content-type': found.type }).end(text),
      (error: Error) => refuse(response, error),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return () => new Promise(resolve => server.close(() => resolve()))
}

function refuse(response: ServerResponse, error: Error): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(`${error.message}\n`)
}

interface HealthDependencies {
  log: Logger
  /** The commit is the one that was built. */
  release: { version: string; commit: string }
  shop: Pick<Shop, 'isCircuitOpen'>
  /** How the catalogue tables are. Throws while the database is away. */
  catalogue(): Promise<{ catalogue_read_at: string | null; products: object }>
  /** Whether the shop accepts our credentials, and until when. */
  credentials(): Promise<object>
  /** Whether the process is about to stop, and visitors are to be sent elsewhere. */
  isDraining?: () => boolean
  /** Whether change notifications arrive; null where there is nothing to listen to. */
  isSubscribed(): boolean | null
}

/**
 * Health checks. `/healthz`: the process runs, whatever the database does; a failure means restart it. `/readyz`: it can
 * serve visitors; 503 means send them elsewhere. An unavailable shop does not make it unready, because registries are
 * shown without the shop.
 */
export function healthRoutes(dependencies: HealthDependencies): Hono {
  const { log, release, isDraining } = dependencies
  const app = new Hono()
  let isReady = true
  app.get('/healthz', c => c.json({ status: 'ok', ...release }, 200, noStore))
  app.get('/readyz', async c => {
    if (isDraining?.()) return c.json({ draining: true, ...release }, 503, noStore)
    const state = await readHealth(dependencies, error => {
      if (isReady) log.error({ err: error }, 'not ready')
    })
    isReady = state.database === 'ok'
    return c.json(state, state.database === 'ok' ? 200 : 503, noStore)
  })
  return app
}

const noStore = { 'cache-control': 'no-store' }

async function readHealth(
  { release, shop, catalogue, credentials, isSubscribed }: HealthDependencies,
  onFailure: (error: unknown) => void,
) {
  const shopState = shop.isCircuitOpen() ? 'away' : 'ok'
  try {
    return {
      database: 'ok',
      ...(await catalogue()),
      shop: shopState,
      ...(isSubscribed() !== null && { changes: isSubscribed() ? 'subscribed' : 'polled' }),
      credentials: await credentials(),
      ...release,
    }
  } catch (error) {
    onFailure(error)
    const unknown = { catalogue_read_at: null, products: null, shop: shopState, credentials: null }
    return { database: 'away', ...unknown, ...release }
  }
}
