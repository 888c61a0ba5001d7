import type { RequestContext } from '../../server/context/request-context.ts'
import { ShopFailure } from '../../shop/port.ts'
import type { ShopSearchFilter } from '../../shop/port-catalogue.ts'
import type { ProductSearchFilter, ProductSearchResult } from './data.ts'

/**
 * Searches in the shop itself while the catalogue is read for the first time, which takes an hour for a large shop.
 * The shop's best fifty products are saved at once, so that they can be shown and added. When the shop fails, what is
 * listed so far is the answer.
 */
export async function searchShopDuringFirstSync(
  filter: ProductSearchFilter,
  listed: ProductSearchResult,
  words: string,
  { shop, language, refreshProducts }: Pick<RequestContext, 'shop' | 'language' | 'refreshProducts'>,
): Promise<ProductSearchResult> {
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
