import { AppError } from '../../base/app-error.ts'
import { createStaleCache, type StaleCache } from '../../base/stale-cache.ts'
import { createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'

interface CacheSection {
  texts: StaleCache<unknown>
  /** At most so many reads run at once and wait. */
  limit: WorkLimit
}

interface ShopCache {
  /** What menus and lists of the site name; nobody can make these more by asking. */
  listed: CacheSection
  /** Whatever else was asked for. */
  unlisted: CacheSection
  /** Called when a text is not what it was. */
  listeners: Set<() => void>
}

const freshMs = 5 * 60_000
/** After a failed read the shop is not asked for the same again for this long. */
const retryAfterMs = 15_000

const caches = new WeakMap<Shop, ShopCache>()

/**
 * Reads a text of the shop through a cache in memory: a value older than five minutes is still answered at once and
 * refreshed in the background, so that a slow shop delays no page and one that is down takes no page away. Addresses
 * that visitors make up never push out what the site lists. Throws AppError `refused_shop_away` 502 when nothing is
 * cached and the shop can't be reached, and `refused_busy` 503 when too many reads are waiting.
 */
export async function readThroughShopCache<T>(
  { shop, now }: Pick<RequestContext, 'shop' | 'now'>,
  key: string,
  read: () => Promise<T>,
  isListed = true,
): Promise<T> {
  const { listed, unlisted } = cacheFor(shop)
  const { texts, limit } = isListed ? listed : unlisted
  try {
    return (await texts.read(key, now, () => limit(read))) as T
  } catch (error) {
    if (error instanceof ShopFailure) throw new AppError('refused_shop_away', 502)
    throw error
  }
}

/** Whether a text is cached as one that the site lists, however old. */
export function hasListedText(shop: Shop, key: string): boolean {
  return cacheFor(shop).listed.texts.peek(key) !== undefined
}

/** Calls the listener whenever this process has read a text of the shop that is not what it was; answers how to stop. */
export function watchShopTexts(shop: Shop, listener: () => void): () => void {
  const { listeners } = cacheFor(shop)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function cacheFor(shop: Shop): ShopCache {
  const known = caches.get(shop)
  if (known) return known
  const listeners = new Set<() => void>()
  const createSection = (max: number, work: { concurrent: number; waiting: number }): CacheSection => ({
    texts: createStaleCache({
      max,
      freshMs,
      pause: { ms: retryAfterMs, after: error => error instanceof ShopFailure },
      onChange: () => {
        for (const tell of listeners) tell()
      },
    }),
    limit: createWorkLimit(work),
  })
  const cache = {
    listed: createSection(2000, { concurrent: 8, waiting: 200 }),
    unlisted: createSection(100, { concurrent: 2, waiting: 10 }),
    listeners,
  }
  caches.set(shop, cache)
  return cache
}
