import { type Language, languages } from '../../base/language.ts'
import { createSharedRuns } from '../../base/work-limit.ts'
import { withLease } from '../../server/context/lease.ts'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import type { CatalogueProduct, ShopListingOrder } from '../../shop/port-catalogue.ts'
import type { SyncState } from './data.ts'
import * as data from './data.ts'
import * as listingOrderData from './listing-order-data.ts'
import * as productData from './product-data.ts'

/** What reading the shop's catalogue needs. */
export interface CatalogueSyncContext {
  db: Db
  shop: Shop
  now(): Date
  /** Raises a registry's version; its open pages are notified when the transaction commits. */
  registryChanged(tx: Db, registryId: number): Promise<void>
  /** Logs the progress of a sync. */
  log?: { info(facts: object, sentence: string): void; warn?(facts: object, sentence: string): void }
}

const listingOrders: ShopListingOrder[] = ['newest', 'featured', 'best-selling']

/** Held by the process that reads the whole shop. */
export const catalogueLease = 'catalogue-sync'

/** An interrupted sync is resumed within this time; the shop's page cursors are valid that long. */
const resumableHours = 6

/**
 * Reads the whole shop, language by language, page by page: categories, products, the shop's own sort orders (R301).
 * An interrupted sync is resumed. Products that the shop no longer has are only marked as gone at the very end, so
 * that a failure half-way loses nothing. One process reads at a time: the others answer undefined at once. Returns how
 * many products are listed; throws ShopFailure.
 */
export async function syncWholeCatalogue(
  ctx: CatalogueSyncContext,
): Promise<{ products: number } | undefined> {
  try {
    return await withLease(ctx.db, catalogueLease, () => readWholeCatalogue(ctx))
  } catch (error) {
    const needsPerson = error instanceof ShopFailure && !['unavailable', 'rate'].includes(error.kind)
    if (needsPerson) await data.saveSyncProblem(ctx.db, error.message)
    throw error
  }
}

async function readWholeCatalogue(ctx: CatalogueSyncContext): Promise<{ products: number }> {
  const { db, shop, now, log } = ctx
  const startedNow = now()
  await readTaxRates(ctx)
  const before = await digestCatalogue(db)
  const states =
    (await findResumableSync(ctx)) ??
    (await db.transaction().execute(tx => data.startCatalogueSync(tx, startedNow)))
  for (const [language, state] of states) await syncLanguage(ctx, language, state)
  const startedAt = [...states.values()][0]?.startedAt ?? startedNow
  const idsByOrder = await Promise.all(
    listingOrders.map(async order => [order, await shop.fetchListingOrder(order)] as const),
  )
  const { listed, withoutPrice } = await db.transaction().execute(async tx => {
    await listingOrderData.markUnseenProductsGone(tx, startedAt)
    await deleteRows(tx, 'product_picture', { seen_at: { '<': startedAt } })
    for (const [order, ids] of idsByOrder) await listingOrderData.saveListingOrder(tx, order, ids)
    await listingOrderData.updateBrandOrder(tx)
    await data.finishCatalogueSync(tx, now())
    await notifyOfChanges(ctx, tx, before)
    return data.countProducts(tx)
  })
  log?.info(
    { products: listed, withoutPrice, ms: now().getTime() - startedNow.getTime() },
    'catalogue synced',
  )
  return { products: listed }
}

/** Prices go by the last rates that could be read; without any, a price that lacks its tax is not shown (R304). */
async function readTaxRates({ shop, log }: CatalogueSyncContext): Promise<void> {
  try {
    await shop.fetchTaxRates()
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    log?.warn?.({ error: error.message }, 'tax rates not read; the last ones stand')
  }
}

async function findResumableSync(ctx: CatalogueSyncContext): Promise<Map<Language, SyncState> | null> {
  const { db, now, log } = ctx
  const states = await data.findRunningSync(db, new Date(now().getTime() - resumableHours * 3_600_000))
  if (states)
    log?.info({ read: [...states.values()].map(state => state.productsRead) }, 'catalogue sync resumed')
  return states
}

async function syncLanguage(ctx: CatalogueSyncContext, language: Language, state: SyncState): Promise<void> {
  if (state.isComplete) return
  const categories = await ctx.shop.fetchCategories(language)
  await ctx.db.transaction().execute(tx => productData.replaceCategories(tx, language, categories))
  await syncProducts(ctx, language, state)
}

/** Progress is logged after this many products. */
const logEvery = 1000

async function syncProducts(ctx: CatalogueSyncContext, language: Language, state: SyncState): Promise<void> {
  const { db, shop, now, log } = ctx
  let { pageCursor, productsRead } = state
  do {
    const page = await fetchPageAfter(shop, language, pageCursor)
    pageCursor = page.next
    const readBefore = productsRead
    productsRead += page.products.length
    // A shop without a single product is a wrong token or channel, not an empty shop.
    if (pageCursor === null && productsRead === 0)
      throw new ShopFailure('invalid', 'the shop shows no products')
    await db.transaction().execute(async tx => {
      await productData.saveProducts(tx, language, page.products, now())
      await productData.markProductsSeen(tx, page.unread, now())
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

/** Starts at the first page again when the shop no longer knows the cursor. */
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

/** Whether some language was never read completely, or too long ago. */
export async function isCatalogueStale(ctx: CatalogueSyncContext): Promise<boolean> {
  const lastSync = await findLastSyncTime(ctx)
  return lastSync === null || lastSync.getTime() < ctx.now().getTime() - staleAfterMinutes * 60_000
}

/** For the health report: how many products are listed and gone, and when the last sync finished. */
export async function readCatalogueStatus(ctx: CatalogueSyncContext) {
  const [lastSync, problem, counts] = await Promise.all([
    findLastSyncTime(ctx),
    data.findSyncProblem(ctx.db),
    data.countProducts(ctx.db),
  ])
  return { read_at: lastSync?.toISOString() ?? null, problem, ...counts }
}

/** When the last sync finished in every language; null if one of them was never read completely. */
export async function findLastSyncTime({ db }: CatalogueSyncContext): Promise<Date | null> {
  const finishTimes = await data.listSyncFinishTimes(db)
  if (finishTimes.length < languages.length) return null
  return new Date(Math.min(...finishTimes.map(time => time.getTime())))
}

/** Reads these products from the shop again, as after a webhook; those the shop no longer shows are marked as gone. */
export async function refreshProducts(ctx: CatalogueSyncContext, ids: number[]): Promise<void> {
  const share = refreshes.get(ctx.shop) ?? createSharedRuns<void>()
  refreshes.set(ctx.shop, share)
  await share(ids.toSorted((one, other) => one - other).join(), () => readProductsAgain(ctx, ids))
}

/** Guests whom the shop refuses the same gift, all ask for the same products. */
const refreshes = new WeakMap<Shop, ReturnType<typeof createSharedRuns<void>>>()

async function readProductsAgain(ctx: CatalogueSyncContext, ids: number[]): Promise<void> {
  const { db, shop, now } = ctx
  // One language after the other: a shop that has just recovered gets one request first.
  const fetched: [Language, CatalogueProduct[]][] = []
  const fetchedIds = new Set<number>()
  for (const language of languages) {
    const { products, unread } = await shop.fetchProducts(ids, language)
    fetched.push([language, products])
    for (const id of [...products.map(product => product.id), ...unread]) fetchedIds.add(id)
  }
  const missingIds = ids.filter(id => !fetchedIds.has(id))
  await db.transaction().execute(async tx => {
    const before = await digestCatalogue(tx, ids)
    for (const [language, products] of fetched) await productData.saveProducts(tx, language, products, now())
    await listingOrderData.markProductsGone(tx, missingIds)
    await listingOrderData.updateBrandOrder(tx)
    await notifyOfChanges(ctx, tx, before, ids)
  })
}

/** What visitors can see of the catalogue, of these or all wished products, to tell later what has changed. */
async function digestCatalogue(db: Db, ids?: number[]) {
  const site = await listingOrderData.digestSiteCatalogue(db)
  return { wished: await listingOrderData.digestWishedProducts(db, ids), site }
}

/** Raises the version of every registry with a gift whose product looks different now; tells of changed pages of the site. */
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
