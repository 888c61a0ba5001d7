import { AppError } from '../base/app-error.ts'
import { withLease } from '../server/context/leases.ts'
import { createWorkerProcess } from '../server/context/worker-process.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import type { classifyPicture } from './classifying.ts'
import { type PictureState, retryDelayMs } from './pictures.rules.ts'
import * as data from './pictures.sql.ts'
import * as listingOrderData from './product.sql.ts'
import type { CatalogueSyncContext } from './sync.ts'

const picturesPerRun = 200
const atOnce = 4

const classifyApart = createWorkerProcess<typeof classifyPicture>('classify')

/**
 * Classifies due pictures of the catalogue (R245), at most `picturesPerRun` and apart from the sync, which doesn't
 * wait for them. Stops when the shop is unavailable. Returns how many were looked at; undefined while another process
 * does it.
 */
export function classifyDuePictures(ctx: CatalogueSyncContext): Promise<number | undefined> {
  return withLease(ctx.db, 'product-pictures', async () => {
    const { db, now, log } = ctx
    const due = await data.listDuePictures(db, now(), picturesPerRun)
    const siteBefore = due.length > 0 && (await listingOrderData.digestSiteCatalogue(db))
    let looked = 0
    for (let start = 0; start < due.length; start += atOnce) {
      const answered = await Promise.all(due.slice(start, start + atOnce).map(one => classifyOne(ctx, one)))
      looked += answered.length
      if (!answered.every(Boolean)) break
    }
    if (siteBefore && siteBefore !== (await listingOrderData.digestSiteCatalogue(db)))
      await listingOrderData.notifySiteChanged(db)
    if (looked > 0) log?.info({ pictures: looked, left: due.length - looked }, 'product pictures classified')
    return looked
  })
}

/** False when the shop is unavailable or this machine too busy: the rest waits for the next run. */
async function classifyOne(
  ctx: CatalogueSyncContext,
  { url, attempts }: { url: string; attempts: number },
): Promise<boolean> {
  const retryAt = new Date(ctx.now().getTime() + retryDelayMs(attempts))
  try {
    const state = await readState(ctx.shop, url)
    await saveState(ctx, url, state, state === 'missing' ? retryAt : null)
    return true
  } catch (error) {
    const mayGoOn = goesOnAfter(error)
    if (mayGoOn === undefined) throw error
    await data.savePictureFailure(ctx.db, url, retryAt)
    return mayGoOn
  }
}

/** Whether to go on with the next picture after this failure; undefined for a bug of ours. */
function goesOnAfter(error: unknown): boolean | undefined {
  if (error instanceof ShopFailure) return error.kind !== 'unavailable'
  return error instanceof AppError && error.code === 'refused_busy' ? false : undefined
}

async function readState(shop: Shop, url: string): Promise<Exclude<PictureState, null>> {
  const bytes = await shop.fetchPicture(url)
  if (bytes === null) return 'missing'
  const classified = await classifyApart(bytes)
  return 'kind' in classified ? classified.kind : 'missing'
}

async function saveState(
  ctx: CatalogueSyncContext,
  url: string,
  state: Exclude<PictureState, null>,
  dueAt: Date | null,
): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const productIds = await data.savePictureState(tx, url, state, dueAt)
    for (const registryId of await listingOrderData.findRegistryIdsByProducts(tx, productIds))
      await ctx.registryChanged(tx, registryId)
  })
}
