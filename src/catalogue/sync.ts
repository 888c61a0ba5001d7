import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { hourMs } from '../base/durations.ts'
import { type Language, languages } from '../base/language.ts'
import { createSharedRuns } from '../base/work-limit.ts'
import { withLease } from '../server/context/leases.ts'
import { deleteRows, findRows, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import type { ShopListingOrder } from '../shop/port-catalogue.ts'
import * as listingOrderData from './product.sql.ts'

export interface CatalogueSyncContext {
  db: Db
  shop: Shop
  now(): Date
  /** Raises a registry's version; open pages of it are notified when the transaction commits. */
  registryChanged(tx: Db, registryId: number): Promise<void>
  log?: { info(facts: object, sentence: string): void; warn?(facts: object, sentence: string): void }
}

const listingOrders: ShopListingOrder[] = ['newest', 'featured', 'best-selling']

export const catalogueLease = 'catalogue-sync'

/** For how long an interrupted sync can be resumed: the shop's page cursors are valid that long. */
const resumableHours = 6

/**
 * Reads the whole shop, language by language, page by page: categories, products, the shop's own sort orders (R301).
 * Resumes an interrupted sync. Products that the shop no longer has are marked as gone only at the very end, so that
 * a failure half-way loses nothing. One process reads at a time; the others get undefined at once. Returns how many
 * products are listed; throws ShopFailure.
 */
export async function syncWholeCatalogue(
  ctx: CatalogueSyncContext,
): Promise<{ products: number } | undefined> {
  try {
    return await withLease(ctx.db, catalogueLease, () => readWholeCatalogue(ctx))
  } catch (error) {
    const needsPerson = error instanceof ShopFailure && !['unavailable', 'rate'].includes(error.kind)
    if (needsPerson) await saveSyncProblem(ctx.db, error.message)
    throw error
  }
}

async function readWholeCatalogue(ctx: CatalogueSyncContext): Promise<{ products: number }> {
  const { db, shop, now, log } = ctx
  const startedNow = now()
  await keepTaxRates(ctx)
  const before = await digestCatalogue(db)
  const states =
    (await findResumableSync(ctx)) ??
    (await db.transaction().execute(tx => startCatalogueSync(tx, startedNow)))
  for (const [language, state] of states) await syncLanguage(ctx, language, state)
  const startedAt = [...states.values()][0]?.started_at ?? startedNow
  const idsByOrder = await Promise.all(
    listingOrders.map(async order => [order, await shop.fetchListingOrder(order)] as const),
  )
  const { listed, withoutPrice } = await db.transaction().execute(async tx => {
    await listingOrderData.updateListed(tx, startedAt)
    await deleteRows(tx, 'product_picture', { seen_at: { '<': startedAt } })
    for (const [order, ids] of idsByOrder) await listingOrderData.saveListingOrder(tx, order, ids)
    await listingOrderData.updateBrandOrder(tx)
    await finishCatalogueSync(tx, now())
    await notifyOfChanges(ctx, tx, before)
    return countProducts(tx)
  })
  log?.info(
    { products: listed, withoutPrice, ms: now().getTime() - startedNow.getTime() },
    'catalogue synced',
  )
  return { products: listed }
}

/** Reads how prices are taxed (R304), and requires a whole sync if that has changed. Throws ShopFailure. */
export async function rereadTax({ db, shop, log }: Pick<CatalogueSyncContext, 'db' | 'shop' | 'log'>) {
  const withoutMoment = ({ readAt: _, ...facts }: { readAt?: number } = {}) => facts
  const before = withoutMoment((await listingOrderData.findStoreTax(db)) ?? {})
  await shop.fetchTaxRates()
  const after = withoutMoment((await listingOrderData.findStoreTax(db)) ?? {})
  if (isDeepStrictEqual(before, after)) return
  log?.info({}, 'the store’s tax has changed; the catalogue is read anew')
  await requireWholeSync(db)
}

/** Rereads older tax rates; when the shop fails, the last are used, and without any, prices that need one are null. */
export async function keepTaxRates(ctx: CatalogueSyncContext, maxAgeMs = 0): Promise<void> {
  const kept = await listingOrderData.findStoreTax(ctx.db)
  if (kept && ctx.now().getTime() - kept.readAt < maxAgeMs) return
  try {
    await rereadTax(ctx)
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    ctx.log?.warn?.({ error: error.message }, 'tax rates not read; the last ones stand')
  }
}

async function findResumableSync(ctx: CatalogueSyncContext): Promise<Map<Language, SyncState> | null> {
  const { db, now, log } = ctx
  const states = await findRunningSync(db, new Date(now().getTime() - resumableHours * hourMs))
  if (states)
    log?.info({ read: [...states.values()].map(state => state.products_read) }, 'catalogue sync resumed')
  return states
}

async function syncLanguage(ctx: CatalogueSyncContext, language: Language, state: SyncState): Promise<void> {
  if (state.is_complete) return
  const categories = await ctx.shop.fetchCategories(language)
  await ctx.db.transaction().execute(tx => listingOrderData.replaceCategories(tx, language, categories))
  await syncProducts(ctx, language, state)
}

const logEvery = 1000

async function syncProducts(ctx: CatalogueSyncContext, language: Language, state: SyncState): Promise<void> {
  const { db, shop, now, log } = ctx
  let { page_cursor: pageCursor, products_read: productsRead } = state
  do {
    const page = await fetchPageAfter(shop, language, pageCursor)
    pageCursor = page.next
    const readBefore = productsRead
    productsRead += page.products.length
    // No product at all means a wrong token or channel, not an empty shop.
    if (pageCursor === null && productsRead === 0)
      throw new ShopFailure('invalid', 'the shop shows no products')
    await db.transaction().execute(async tx => {
      await listingOrderData.saveProducts(tx, language, page.products, now())
      await listingOrderData.markProductsSeen(tx, language, page.unread, now())
      await updateRows(tx, 'catalogue_sync', {
        set: { page_cursor: pageCursor, products_read: productsRead, is_complete: pageCursor === null },
        where: { language },
      })
    })
    const isLogged =
      pageCursor === null || Math.floor(productsRead / logEvery) > Math.floor(readBefore / logEvery)
    if (isLogged) log?.info({ language, products: productsRead, done: pageCursor === null }, 'catalogue read')
  } while (pageCursor !== null)
}

/** Starts at the first page again when the shop refuses the cursor. */
async function fetchPageAfter(shop: Shop, language: Language, pageCursor: string | null) {
  try {
    return await shop.fetchCataloguePage(language, pageCursor)
  } catch (error) {
    if (pageCursor === null || !(error instanceof ShopFailure) || error.kind !== 'invalid') throw error
    return shop.fetchCataloguePage(language, null)
  }
}

/** A process that starts reads the shop at once when the last sync is older than this. */
const staleAfterMinutes = 15

/** Whether some language was never read completely, or more than 15 minutes ago. */
export async function isCatalogueStale(ctx: CatalogueSyncContext): Promise<boolean> {
  const lastSync = await findLastSyncTime(ctx)
  return lastSync === null || lastSync.getTime() < ctx.now().getTime() - staleAfterMinutes * 60_000
}

/** For `/readyz`; the problem only where there is one. */
export async function readCatalogueHealth(db: Db) {
  const [lastSync, problem, { listed, withoutPrice, gone }] = await Promise.all([
    findLastSyncTime({ db }),
    findSyncProblem(db),
    countProducts(db),
  ])
  return {
    catalogue_read_at: lastSync?.toISOString() ?? null,
    ...(problem !== null && { catalogue_problem: problem }),
    products: { listed, without_price: withoutPrice, gone },
  }
}

/** When the last sync finished in every language; null if one of them was never read completely. */
async function findLastSyncTime({ db }: Pick<CatalogueSyncContext, 'db'>): Promise<Date | null> {
  const finishTimes = await listSyncFinishTimes(db)
  if (finishTimes.length < languages.length) return null
  return new Date(Math.min(...finishTimes.map(time => time.getTime())))
}

/**
 * Reads these products from the shop again, as after a webhook; those that the shop no longer shows in every language
 * are marked as gone. Concurrent calls for the same products share one run.
 */
export async function refreshProducts(ctx: CatalogueSyncContext, ids: number[]): Promise<void> {
  const share = refreshes.get(ctx.shop) ?? createSharedRuns<void>()
  refreshes.set(ctx.shop, share)
  await share(ids.toSorted((one, other) => one - other).join(), () => readProductsAgain(ctx, ids))
}

/** Shared, because guests whom the shop refuses the same gift all refresh the same products. */
const refreshes = new WeakMap<Shop, ReturnType<typeof createSharedRuns<void>>>()

async function readProductsAgain(ctx: CatalogueSyncContext, ids: number[]): Promise<void> {
  const { db, shop, now } = ctx
  // Languages are read in turn, so that a shop that has just recovered gets one request first.
  const fetched: [Language, Awaited<ReturnType<Shop['fetchProducts']>>][] = []
  for (const language of languages) fetched.push([language, await shop.fetchProducts(ids, language)])
  await db.transaction().execute(async tx => {
    const readAt = now()
    const before = await digestCatalogue(tx, ids)
    await listingOrderData.clearSeen(tx, ids)
    for (const [language, { products, unread }] of fetched) {
      await listingOrderData.saveProducts(tx, language, products, readAt)
      await listingOrderData.markProductsSeen(tx, language, unread, readAt)
    }
    await listingOrderData.updateListed(tx, readAt, ids)
    await listingOrderData.updateBrandOrder(tx)
    await notifyOfChanges(ctx, tx, before, ids)
  })
}

/** Digests of what visitors see of the catalogue (of products on registries, or `ids`), to find changes later. */
async function digestCatalogue(db: Db, ids?: number[]) {
  const site = await listingOrderData.digestSiteCatalogue(db)
  return { wished: await listingOrderData.digestWishedProducts(db, ids), site }
}

/** Notifies of changed pages of the site, and raises the versions of registries with changed products. */
async function notifyOfChanges(
  ctx: CatalogueSyncContext,
  tx: Db,
  before: Awaited<ReturnType<typeof digestCatalogue>>,
  ids?: number[],
): Promise<void> {
  const { wished, site } = await digestCatalogue(tx, ids)
  if (site !== before.site) await listingOrderData.notifySiteChanged(tx)
  const changedIds = [...wished].filter(([id, digest]) => before.wished.get(id) !== digest).map(([id]) => id)
  for (const registryId of await listingOrderData.findRegistryIdsByProducts(tx, changedIds))
    await ctx.registryChanged(tx, registryId)
}

/** Whole syncs find what no change of a product reports: deletions, and places in sort orders or price lists. */
const wholeSyncEveryMs = 6 * hourMs
/** How long a new product waits at most for its place in the shop's own sort orders. */
const newProductSyncEveryMs = hourMs
/** Clocks differ, and a change may be reported late, so each run starts a little before the last one. */
const overlapMs = 300_000
const batchSize = 50

/**
 * Keeps the catalogue up to date even when webhooks were lost (R301): reads what has changed since the last run, and
 * every 6 hours everything. Returns how many products were read, undefined while another process reads everything;
 * throws ShopFailure.
 */
export async function syncCatalogue(ctx: CatalogueSyncContext): Promise<{ products: number } | undefined> {
  await keepTaxRates(ctx, hourMs)
  const since = await findChangesReadUntil(ctx.db)
  return since === null || (await isWholeSyncDue(ctx)) ? syncWholeCatalogue(ctx) : syncChanges(ctx, since)
}

async function isWholeSyncDue(ctx: CatalogueSyncContext): Promise<boolean> {
  const { db, now } = ctx
  const lastSync = await findLastSyncTime(ctx)
  if (lastSync === null || (await isCatalogueSyncRunning(db))) return true
  const ageMs = now().getTime() - lastSync.getTime()
  return ageMs >= wholeSyncEveryMs || (ageMs >= newProductSyncEveryMs && (await hasNewProducts(db, lastSync)))
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

/** The shop's cursor is the one after the last page that was saved; null before the first page. */
type SyncState = Pick<
  Selectable<Tables['catalogue_sync']>,
  'started_at' | 'page_cursor' | 'products_read' | 'is_complete'
>

/** The sync in progress, by language, if it started after `since`; null when there is none. */
async function findRunningSync(db: Db, since: Date): Promise<Map<Language, SyncState> | null> {
  const rows = await db.selectFrom('catalogue_sync').selectAll().where('started_at', '>', since).execute()
  if (rows.length < languages.length) return null
  return new Map(rows.map(row => [row.language, row]))
}

async function startCatalogueSync(tx: Db, startedAt: Date): Promise<Map<Language, SyncState>> {
  const start = { started_at: startedAt, page_cursor: null, products_read: 0, is_complete: false }
  for (const language of languages)
    await tx
      .insertInto('catalogue_sync')
      .values({ language, product_count: 0, ...start })
      .onConflict(conflict => conflict.column('language').doUpdateSet(start))
      .execute()
  return new Map(languages.map(language => [language, start]))
}

async function finishCatalogueSync(tx: Db, finishedAt: Date): Promise<void> {
  await tx
    .updateTable('catalogue_sync')
    .set(row => ({
      finished_at: finishedAt,
      product_count: row.ref('products_read'),
      changes_read_until: row.ref('started_at'),
      started_at: null,
      page_cursor: null,
      is_complete: false,
      problem: null,
    }))
    .execute()
}

/** Stores why the catalogue can't be read, where a person has to do something about it. */
async function saveSyncProblem(db: Db, problem: string): Promise<void> {
  await db.updateTable('catalogue_sync').set({ problem }).execute()
}

async function findSyncProblem(db: Db): Promise<string | null> {
  const rows = await db.selectFrom('catalogue_sync').select('problem').execute()
  return rows.find(row => row.problem !== null)?.problem ?? null
}

async function isCatalogueSyncRunning(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('catalogue_sync').select('language').where('started_at', 'is not', null).execute())
      .length > 0
  )
}

/** Up to when changes have been read in every language; null before the first sync has finished. */
async function findChangesReadUntil(db: Db): Promise<Date | null> {
  const rows = await db
    .selectFrom('catalogue_sync')
    .select('changes_read_until')
    .orderBy('changes_read_until')
    .execute()
  return rows[0]?.changes_read_until ?? null
}

/** Makes the next run read the whole shop, because all prices may have changed. */
async function requireWholeSync(db: Db): Promise<void> {
  await db.updateTable('catalogue_sync').set({ changes_read_until: null }).execute()
}

/** Whether a product was added after `since` whose place in the shop's own sort orders is not known yet. */
async function hasNewProducts(db: Db, since: Date): Promise<boolean> {
  const unranked = db.selectFrom('product').select('id').where('listed', '=', true).where('newest', '=', 0)
  return (await unranked.where('seen_at', '>', since).limit(1).execute()).length > 0
}

async function listSyncFinishTimes(db: Db): Promise<Date[]> {
  const rows = await findRows(db, 'catalogue_sync', { where: {}, columns: ['finished_at'] })
  return rows.flatMap(row => row.finished_at ?? [])
}

export async function hasFinishedFirstSync(db: Db): Promise<boolean> {
  return (await listSyncFinishTimes(db)).length === languages.length
}

async function countProducts(db: Db): Promise<{ listed: number; gone: number; withoutPrice: number }> {
  return db
    .selectFrom('product')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('listed', '=', true).as('listed'),
      fn.countAll<number>().filterWhere('listed', '=', false).as('gone'),
      fn
        .countAll<number>()
        .filterWhere('listed', '=', true)
        .filterWhere('price_cents', 'is', null)
        .as('withoutPrice'),
    ])
    .executeTakeFirstOrThrow()
}
