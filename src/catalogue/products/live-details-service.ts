import { LRUCache } from 'lru-cache'
import type { Language } from '../../base/language.ts'
import { createMinuteBudget, createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import type { ProductDetails } from '../../shop/port-catalogue.ts'

interface CachedDetails {
  product: ProductDetails | null
  /** When it was read (ms). */
  readAt: number
}

interface DetailsCache {
  products: LRUCache<string, CachedDetails>
  /** Reads in flight, shared by everybody who asks for the same product. */
  inFlight: Map<string, Promise<ProductDetails | null>>
  limit: WorkLimit
  mayRead: (now: Date) => boolean
}

const freshMs = 10 * 60_000
const maxProducts = 1000
/** A shop's API takes some hundreds of calls a minute, and orders must always find room. */
export const maxReadsPerMinute = 90

const caches = new WeakMap<Shop, DetailsCache>()

/**
 * A product as the shop has it, some minutes old at most; null when the shop has none. `undefined` when the shop can't
 * be asked now: it is away, or enough was asked of it (a bounded number of reads a minute, whoever asks for what).
 */
export async function readLiveDetails(
  { shop, now }: Pick<RequestContext, 'shop' | 'now'>,
  id: number,
  language: Language,
): Promise<ProductDetails | null | undefined> {
  const cache = cacheFor(shop)
  const key = `${language} ${id}`
  const cached = cache.products.get(key)
  if (cached && now.getTime() - cached.readAt < freshMs) return cached.product
  const running = cache.inFlight.get(key)
  if (!running && !cache.mayRead(now)) return cached?.product
  try {
    return await (running ?? startRead(cache, key, now, () => shop.fetchProduct(id, language)))
  } catch (error) {
    const isTemporary = error instanceof ShopFailure && ['unavailable', 'rate'].includes(error.kind)
    if (isTemporary) return cached?.product
    throw error
  }
}

function cacheFor(shop: Shop): DetailsCache {
  const cache = caches.get(shop) ?? {
    products: new LRUCache({ max: maxProducts }),
    inFlight: new Map(),
    limit: createWorkLimit({ concurrent: 4, waiting: maxReadsPerMinute }),
    mayRead: createMinuteBudget(maxReadsPerMinute),
  }
  caches.set(shop, cache)
  return cache
}

function startRead(
  { products, inFlight, limit }: DetailsCache,
  key: string,
  now: Date,
  read: () => Promise<ProductDetails | null>,
): Promise<ProductDetails | null> {
  const promise = limit(async () => {
    const product = await read()
    products.set(key, { product, readAt: now.getTime() })
    return product
  }).finally(() => inFlight.delete(key))
  inFlight.set(key, promise)
  return promise
}
