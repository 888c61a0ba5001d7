import { createServer, type ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

interface ManagementOptions {
  port: number
  host: string
  metrics: Metrics
  /** How each part of the service is, for staff; a line a part. */
  describeStatus(): Promise<string>
}

/** Serves `/metrics` and `/status` on a port of their own, which visitors don't reach. Answers how to stop it. */
export async function serveManagement({
  port,
  host,
  metrics,
  describeStatus,
}: ManagementOptions): Promise<() => Promise<void>> {
  const answers: Record<string, { type: string; text(): Promise<string> }> = {
    '/metrics': { type: metrics.contentType, text: metrics.render },
    '/status': { type: 'text/plain; charset=utf-8', text: describeStatus },
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
  /** Which release this is, and the commit that was built. */
  version: string
  commit: string
  /**
   * The state of the catalogue tables: when they were last synced completely, and how many products they have. Throws
   * while the database is away.
   */
  catalogue(): Promise<CatalogueState>
  /** Whether the shop accepts our credentials, and until when. */
  credentials(): Promise<object>
  /** Whether the process is about to stop, and visitors are to be sent elsewhere. */
  isDraining(): boolean
  /** Whether change notifications arrive; null where there is nothing to listen to. */
  isSubscribed(): boolean | null
  /** Whether calls of the shop are paused after repeated failures. */
  isShopResting(): boolean
}

interface CatalogueState {
  read_at: string | null
  /** Why it can't be read, where a person has to do something. */
  problem: string | null
  listed: number
  withoutPrice: number
  gone: number
}

/**
 * Health checks. `/healthz`: the process runs, whatever the database does; a failure means restart it. `/readyz`: it can
 * serve visitors; 503 means send them elsewhere. An unavailable shop does not make it unready, because registries are
 * shown without the shop.
 */
export function healthRoutes(dependencies: HealthDependencies): Hono {
  const { version, commit } = dependencies
  const app = new Hono()
  let isReady = true
  app.get('/healthz', c => c.json({ status: 'ok', version, commit }, 200, noStore))
  app.get('/readyz', async c => {
    if (dependencies.isDraining()) return c.json({ draining: true, version, commit }, 503, noStore)
    const state = await readHealth(dependencies, error => {
      if (isReady) dependencies.log.error({ err: error }, 'not ready')
    })
    isReady = state.database === 'ok'
    return c.json(state, state.database === 'ok' ? 200 : 503, noStore)
  })
  return app
}

const noStore = { 'cache-control': 'no-store' }

async function readHealth(
  { version, commit, catalogue, credentials, isShopResting, isSubscribed }: HealthDependencies,
  onFailure: (error: unknown) => void,
) {
  const shop = isShopResting() ? 'away' : 'ok'
  try {
    const { read_at, problem, listed, withoutPrice, gone } = await catalogue()
    return {
      database: 'ok',
      catalogue_read_at: read_at,
      ...(problem !== null && { catalogue_problem: problem }),
      products: { listed, without_price: withoutPrice, gone },
      shop,
      ...(isSubscribed() !== null && { changes: isSubscribed() ? 'subscribed' : 'polled' }),
      credentials: await credentials(),
      version,
      commit,
    }
  } catch (error) {
    onFailure(error)
    return {
      database: 'away',
      catalogue_read_at: null,
      products: null,
      shop,
      credentials: null,
      version,
      commit,
    }
  }
}
