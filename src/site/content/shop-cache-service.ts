import { AppError } from '../../base/app-error.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'

interface CachedValue {
  value: unknown
  /** When it was read (ms). */
  readAt: number
}

interface ShopCache {
  values: Map<string, CachedValue>
  /** Reads in flight, shared by everybody who asks for the same key. */
  inFlight: Map<string, Promise<unknown>>
  /** When a read last failed (ms). */
  failedAt: Map<string, number>
}

const freshMs = 5 * 60_000
const maxEntries = 400
/** After a failed read the shop is not asked for the same again for this long. */
const retryAfterMs = 15_000

const caches = new WeakMap<Shop, ShopCache>()

/**
 * Reads a text of the shop through a cache in memory: a value older than five minutes is still answered at once and
 * refreshed in the background, so that a slow shop delays no page and one that is down takes no page away.
 * Throws AppError `refused_shop_away` 502 when nothing is cached and the shop can't be reached.
 */
export async function readThroughShopCache<T>(
  { shop, now }: Pick<RequestContext, 'shop' | 'now'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const cache = cacheFor(shop)
  const cached = cache.values.get(key)
  if (cached && now.getTime() - cached.readAt < freshMs) return cached.value as T
  const hasJustFailed = now.getTime() - (cache.failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < retryAfterMs
  if (hasJustFailed && !cached) throw new AppError('refused_shop_away', 502)
  const refresh = hasJustFailed ? null : (cache.inFlight.get(key) ?? startRead(cache, key, now, read))
  if (!cached) return (await refresh) as T
  refresh?.catch(() => {})
  return cached.value as T
}

function cacheFor(shop: Shop): ShopCache {
  const cache = caches.get(shop) ?? { values: new Map(), inFlight: new Map(), failedAt: new Map() }
  caches.set(shop, cache)
  return cache
}

function startRead<T>(cache: ShopCache, key: string, now: Date, read: () => Promise<T>): Promise<T> {
  const promise = readAndStore(cache, key, now, read).finally(() => cache.inFlight.delete(key))
  cache.inFlight.set(key, promise)
  return promise
}

async function readAndStore<T>(
  { values, failedAt }: ShopCache,
  key: string,
  now: Date,
  read: () => Promise<T>,
): Promise<T> {
  try {
    const value = await read()
    failedAt.delete(key)
    // Deleted first, so that the map's order is the order of reading.
    values.delete(key)
    values.set(key, { value, readAt: now.getTime() })
    dropOldest(values)
    return value
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    failedAt.set(key, now.getTime())
    dropOldest(failedAt)
    throw new AppError('refused_shop_away', 502)
  }
}

function dropOldest(entries: Map<string, unknown>): void {
  for (const oldest of entries.keys()) if (entries.size > maxEntries) entries.delete(oldest)
}
