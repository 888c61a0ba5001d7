import { Hono } from 'hono'
import type { Logger } from 'pino'

export interface HealthDependencies {
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
  /** Whether changes of other processes are heard at once; null where there is nothing to listen to. */
  isHearing(): boolean | null
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
  { version, commit, catalogue, credentials, isShopResting, isHearing }: HealthDependencies,
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
      ...(isHearing() !== null && { changes: isHearing() ? 'heard' : 'polled' }),
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
