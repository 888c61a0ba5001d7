import { updateRows } from '../../server/postgres/rows.ts'
import * as data from './data.ts'
import {
  type CatalogueSyncContext,
  findLastSyncTime,
  refreshProducts,
  syncWholeCatalogue,
} from './service.ts'

const hourMs = 3_600_000
/** How old at most is what no change of a product reports: its deletion, and its place in orders or price lists. */
const wholeSyncEveryMs = 6 * hourMs
/** How long at most a new product waits for its place in the shop's own sort orders. */
const newProductSyncEveryMs = hourMs
/** Clocks differ, and a change may be reported late, so each run starts a little before the last one. */
const overlapMs = 300_000
/** Products that are refreshed together. */
const batchSize = 50

/**
 * Keeps the catalogue in step with the shop even when webhooks were lost (R301): reads what has changed since the last
 * run, and from time to time everything. Returns how many products were read, undefined while another process reads
 * everything; throws ShopFailure.
 */
export async function syncCatalogue(ctx: CatalogueSyncContext): Promise<{ products: number } | undefined> {
  const since = await data.findChangesReadUntil(ctx.db)
  return since === null || (await isWholeSyncDue(ctx)) ? syncWholeCatalogue(ctx) : syncChanges(ctx, since)
}

async function isWholeSyncDue(ctx: CatalogueSyncContext): Promise<boolean> {
  const { db, now } = ctx
  const lastSync = await findLastSyncTime(ctx)
  if (lastSync === null || (await data.isCatalogueSyncRunning(db))) return true
  const ageMs = now().getTime() - lastSync.getTime()
  return (
    ageMs >= wholeSyncEveryMs || (ageMs >= newProductSyncEveryMs && (await data.hasNewProducts(db, lastSync)))
  )
}

async function syncChanges(ctx: CatalogueSyncContext, since: Date): Promise<{ products: number }> {
  const { db, shop, now, log } = ctx
  const startedAt = now()
  const ids = await shop.fetchChangedProductIds(new Date(since.getTime() - overlapMs))
  for (let start = 0; start < ids.length; start += batchSize)
    await refreshProducts(ctx, ids.slice(start, start + batchSize))
  await updateRows(db, 'catalogue_sync', {
    set: { changes_read_until: startedAt },
    where: { changes_read_until: { '<': startedAt } },
  })
  if (ids.length > 0) log?.info({ products: ids.length }, 'catalogue changes read')
  return { products: ids.length }
}
