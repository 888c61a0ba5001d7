import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '../postgres/tables.ts'

export interface HealthDependencies {
  db: Db
  version: string
  /** How the mirror of the shop's catalogue stands: when it was last read to its end, and how many products it has. */
  catalogue(): Promise<CatalogueState>
  /** Whether the shop is left in peace for a while, having failed again and again. */
  isShopResting(): boolean
}

interface CatalogueState {
  read_at: string | null
  listed: number
  gone: number
}

/**
 * For whoever watches over the process. `/healthz`: it lives, whatever the database does; a failure means restart it.
 * `/readyz`: it can serve; 503 means send visitors elsewhere. A shop that is away makes nothing unready, for
 * registries are shown without it.
 */
export function healthRoutes(parts: HealthDependencies): Hono {
  const app = new Hono()
  app.get('/healthz', c => c.json({ status: 'ok', version: parts.version }, 200, notKept))
  app.get('/readyz', async c => {
    const state = await stateOf(parts)
    return c.json(state, state.database === 'ok' ? 200 : 503, notKept)
  })
  return app
}

const notKept = { 'cache-control': 'no-store' }

async function stateOf({ db, version, catalogue, isShopResting }: HealthDependencies) {
  const shop = isShopResting() ? 'away' : 'ok'
  try {
    await sql`select 1`.execute(db)
    const { read_at, listed, gone } = await catalogue()
    return { database: 'ok', catalogue_read_at: read_at, products: { listed, gone }, shop, version }
  } catch {
    return { database: 'away', catalogue_read_at: null, products: null, shop, version }
  }
}
