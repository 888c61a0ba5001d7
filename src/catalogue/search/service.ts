import { createMinuteBudget } from '../../base/work-limit.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import type { ShopSearchFilter } from '../../shop/port-catalogue.ts'
import type { ProductSearchFilter, ProductSearchResult } from './data.ts'

/** Each search makes the shop answer some calls. */
const maxSearchesPerMinute = 30

const budgets = new WeakMap<Shop, (now: Date) => boolean>()

function maySearch(shop: Shop, now: Date): boolean {
  const budget = budgets.get(shop) ?? createMinuteBudget(maxSearchesPerMinute)
  budgets.set(shop, budget)
  return budget(now)
}

/**
 * Searches in the shop itself while the catalogue is read for the first time, which takes an hour for a large shop.
 * The shop's best fifty products are saved at once, so that they can be shown and added. When the shop fails,
 * or was searched often enough in this minute, what is listed so far is the answer.
 */
export async function searchShopDuringFirstSync(
  filter: ProductSearchFilter,
  listed: ProductSearchResult,
  words: string,
  {
    shop,
    language,
    now,
    refreshProducts,
  }: Pick<RequestContext, 'shop' | 'language' | 'now' | 'refreshProducts'>,
): Promise<ProductSearchResult> {
  if (!maySearch(shop, now)) return listed
  const { category, priceMin, priceMax, page, perPage } = filter
  const sort = shopSortOf(filter)
  try {
    const allIds = await shop.searchProducts({ language, query: words, category, priceMin, priceMax, sort })
    const ids = allIds.slice((page - 1) * perPage, page * perPage)
    await refreshProducts(ids)
    return { ...listed, ids, total: allIds.length, categories: new Map(), isTypoMatch: false }
  } catch (error) {
    if (error instanceof ShopFailure) return listed
    throw error
  }
}

/** The shop's own search can't sort by brand. */
function shopSortOf({ sort }: ProductSearchFilter): ShopSearchFilter['sort'] {
  return sort === 'brand-a-z' || sort === 'brand-z-a' ? 'featured' : sort
}
