import type { Visit } from '../server/visit.ts'
import { ShopFailure, type ShopSearch } from '../shop/port.ts'
import type { OnShelf, Wanted } from './search-data.ts'

/**
 * While the mirror is being filled for the first time, which takes a large shop an hour, the shop itself is asked:
 * its best fifty, which are mirrored at once, so that they can be shown and wished for. What the mirror has so far
 * answers when the shop can't.
 */
export async function foundByShop(
  wanted: Wanted,
  soFar: OnShelf,
  words: string,
  { shop, language, freshen }: Pick<Visit, 'shop' | 'language' | 'freshen'>,
): Promise<OnShelf> {
  const { category, priceMin, priceMax, page, perPage } = wanted
  try {
    const found = await shop.search({ language, words, category, priceMin, priceMax, sort: sortOf(wanted) })
    const ids = found.slice((page - 1) * perPage, page * perPage)
    await freshen(ids)
    return { ...soFar, ids, total: found.length, categories: new Map(), near: false }
  } catch (error) {
    if (error instanceof ShopFailure) return soFar
    throw error
  }
}

/** The shop's own search knows no order by brand. */
function sortOf({ sort }: Wanted): ShopSearch['sort'] {
  return sort === 'brand-a-z' || sort === 'brand-z-a' ? 'featured' : sort
}
