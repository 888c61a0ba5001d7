import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '../postgres/tables.ts'

export interface HealthDependencies {
  db: Db
  version: string
  /** The state of the catalogue tables: when they were last synced completely, and how many products they have. */
  catalogue(): Promise<CatalogueState>
  /** Whether calls of the shop are paused after repeated failures. */
  isShopResting(): boolean
}

interface CatalogueState {
  read_at: string | null
  listed: number
  gone: number
}

/**
 * Health checks. `/healthz`: the process runs, whatever the database does; a failure means restart it. `/readyz`: it can
 * serve visitors; 503 means send them elsewhere. An unavailable shop does not make it unready, because registries are
 * shown without the shop.
 */
export function healthRoutes(dependencies: HealthDependencies): Hono {
  const app = new Hono()
  app.get('/healthz', c => c.json({ status: 'ok', version: dependencies.version }, 200, noStore))
  app.get('/readyz', async c => {
    const state = await readHealth(dependencies)
    return c.json(state, state.database === 'ok' ? 200 : 503, noStore)
  })
  return app
}

const noStore = { 'cache-control': 'no-store' }

async function readHealth({ db, version, catalogue, isShopResting }: HealthDependencies) {
  const shop = isShopResting() ? 'away' : 'ok'
  try {
    await sql`select 1`.execute(db)
    const { read_at, listed, gone } = await catalogue()
    return { database: 'ok', catalogue_read_at: read_at, products: { listed, gone }, shop, version }
  } catch {
    return { database: 'away', catalogue_read_at: null, products: null, shop, version }
  }
}
