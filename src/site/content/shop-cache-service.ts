import { LRUCache } from 'lru-cache'
import { AppError } from '../../base/app-error.ts'
import { createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'

interface CachedValue {
  value: unknown
  /** When it was read (ms). */
  readAt: number
}

interface CacheSection {
  values: LRUCache<string, CachedValue>
  /** When a read last failed (ms). */
  failedAt: LRUCache<string, number>
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
  /** Reads in flight, shared by everybody who asks for the same key. */
  inFlight: Map<string, Promise<unknown>>
}

const freshMs = 5 * 60_000
/** After a failed read the shop is not asked for the same again for this long. */
const retryAfterMs = 15_000

const caches = new WeakMap<Shop, ShopCache>()

function createSection(max: number, work: { concurrent: number; waiting: number }): CacheSection {
  return {
    values: new LRUCache({ max }),
    failedAt: new LRUCache({ max }),
    limit: createWorkLimit(work),
  }
}

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
  const cache = cacheFor(shop)
  const section = isListed ? cache.listed : cache.unlisted
  const cached = section.values.get(key)
  if (cached && now.getTime() - cached.readAt < freshMs) return cached.value as T
  const failedAt = section.failedAt.get(key) ?? Number.NEGATIVE_INFINITY
  const hasJustFailed = now.getTime() - failedAt < retryAfterMs
  if (hasJustFailed && !cached) throw new AppError('refused_shop_away', 502)
  const refresh = hasJustFailed ? null : startRead(cache, section, key, now, read)
  if (!cached) return (await refresh) as T
  // The page as it was is shown; a failed reading is logged where the shop is called.
  refresh?.catch(() => {})
  return cached.value as T
}

/** Whether a text is cached as one that the site lists, however old. */
export function hasListedText(shop: Shop, key: string): boolean {
  return cacheFor(shop).listed.values.has(key)
}

/** Calls the listener whenever this process has read a text of the shop that is not what it was; answers how to stop. */
export function watchShopTexts(shop: Shop, listener: () => void): () => void {
  const { listeners } = cacheFor(shop)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function cacheFor(shop: Shop): ShopCache {
  const cache = caches.get(shop) ?? {
    listed: createSection(2000, { concurrent: 8, waiting: 200 }),
    unlisted: createSection(100, { concurrent: 2, waiting: 10 }),
    listeners: new Set(),
    inFlight: new Map(),
  }
  caches.set(shop, cache)
  return cache
}

function startRead<T>(
  { inFlight, listeners }: ShopCache,
  section: CacheSection,
  key: string,
  now: Date,
  read: () => Promise<T>,
): Promise<T> {
  const running = inFlight.get(key) as Promise<T> | undefined
  if (running) return running
  const promise = section
    .limit(() => readAndStore({ section, listeners }, key, now, read))
    .finally(() => inFlight.delete(key))
  inFlight.set(key, promise)
  return promise
}

async function readAndStore<T>(
  { section: { values, failedAt }, listeners }: { section: CacheSection; listeners: Set<() => void> },
  key: string,
  now: Date,
  read: () => Promise<T>,
): Promise<T> {
  try {
    const value = await read()
    failedAt.delete(key)
    const known = values.peek(key)
    if (known && JSON.stringify(known.value) !== JSON.stringify(value)) for (const tell of listeners) tell()
    values.set(key, { value, readAt: now.getTime() })
    return value
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    failedAt.set(key, now.getTime())
    throw new AppError('refused_shop_away', 502)
  }
}
