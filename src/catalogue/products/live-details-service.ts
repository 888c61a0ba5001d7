import type { Language } from '../../base/language.ts'
import { createStaleCache, type StaleCache } from '../../base/stale-cache.ts'
import { createMinuteBudget, createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import type { ProductDetails } from '../../shop/port-catalogue.ts'

interface DetailsCache {
  products: StaleCache<ProductDetails | null>
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
  const { products, limit, mayRead } = cacheFor(shop)
  const key = `${language} ${id}`
  try {
    return await products.read(key, now, async () => {
      if (!mayRead(now)) throw new ShopFailure('rate', 'enough was asked of the shop in this minute')
      return limit(() => shop.fetchProduct(id, language))
    })
  } catch (error) {
    const isTemporary = error instanceof ShopFailure && ['unavailable', 'rate'].includes(error.kind)
    if (isTemporary) return products.peek(key)
    throw error
  }
}

function cacheFor(shop: Shop): DetailsCache {
  const cache = caches.get(shop) ?? {
    products: createStaleCache({ max: maxProducts, freshMs, staleMs: freshMs }),
    limit: createWorkLimit({ concurrent: 4, waiting: maxReadsPerMinute }),
    mayRead: createMinuteBudget(maxReadsPerMinute),
  }
  caches.set(shop, cache)
  return cache
}
