import type { Language } from '../channels.ts'
import { brandName, currentPrice, familyOf, type Item, inStock, type Shelf } from '../shelf.ts'

export type SearchSort =
  | 'A_TO_Z'
  | 'BEST_REVIEWED'
  | 'BEST_SELLING'
  | 'FEATURED'
  | 'HIGHEST_PRICE'
  | 'LOWEST_PRICE'
  | 'NEWEST'
  | 'RELEVANCE'
  | 'Z_TO_A'

export interface SearchFilters {
  searchTerm?: string | null
  /** Euro, incl. VAT. */
  price?: { minPrice?: number | null; maxPrice?: number | null } | null
  categoryEntityId?: number | null
  categoryEntityIds?: number[] | null
  /** As on the platform, false unless asked for. */
  searchSubCategories?: boolean | null
  brandEntityIds?: number[] | null
  isFeatured?: boolean | null
  hideOutOfStock?: boolean | null
}

/** Text without case, accents and final sigma. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')

/** The visible goods that pass every filter, best match (or most featured) first. */
export function search(shelf: Shelf, language: Language, filters: SearchFilters): Item[] {
  const words = fold(filters.searchTerm ?? '')
    .split(/\s+/)
    .filter(word => word !== '')
  const categories = wantedCategories(filters)
  const { minPrice, maxPrice } = filters.price ?? {}
  const found = shelf.visible.filter(item => {
    const [low, high] = range(item)
    return (
      (categories === undefined || item.categories.some(category => categories.has(category))) &&
      (minPrice == null || high >= minPrice * 100) &&
      (maxPrice == null || low <= maxPrice * 100) &&
      (!filters.brandEntityIds?.length || filters.brandEntityIds.includes(item.brand)) &&
      (filters.isFeatured == null || item.featured > 0 === filters.isFeatured) &&
      (!filters.hideOutOfStock || item.variants.some(variant => inStock(item, variant))) &&
      words.every(word => textOf(item).includes(word))
    )
  })
  const byRank = sorted(found, 'FEATURED', language)
  return words.length === 0 ? byRank : byRank.sort((a, b) => relevance(b, words) - relevance(a, words))
}

function wantedCategories(filters: SearchFilters): Set<number> | undefined {
  const asked = [
    ...(filters.categoryEntityIds ?? []),
    ...(filters.categoryEntityId ? [filters.categoryEntityId] : []),
  ]
  if (asked.length === 0) return undefined
  return new Set(filters.searchSubCategories ? asked.flatMap(familyOf) : asked)
}

const texts = new WeakMap<Item, string>()
function textOf(item: Item): string {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = fold(
    [item.name.en, item.name.el, item.sku, brandName(item.brand), item.description.en, item.description.el]
      .join(' ')
      .replace(/<[^>]*>/g, ' '),
  )
  texts.set(item, text)
  return text
}

const relevance = (item: Item, words: string[]): number => {
  const name = fold(`${item.name.en} ${item.name.el}`)
  return words.filter(word => name.includes(word)).length
}

const range = (item: Item): [number, number] => {
  const all = item.variants.map(variant => currentPrice(item, variant))
  return [Math.min(...all), Math.max(...all)]
}

const collators = { en: new Intl.Collator('en'), el: new Intl.Collator('el') }

/** A copy in the wished order. Relevance keeps the order of the search itself. */
export function sorted(items: Item[], sort: SearchSort, language: Language): Item[] {
  const name = (item: Item) => item.name[language]
  const byName = (a: Item, b: Item) => collators[language].compare(name(a), name(b))
  const rank = (item: Item) => (item.featured === 0 ? Number.MAX_SAFE_INTEGER : item.featured)
  const orders: Record<SearchSort, (a: Item, b: Item) => number> = {
    A_TO_Z: byName,
    Z_TO_A: (a, b) => byName(b, a),
    BEST_SELLING: (a, b) => b.sold - a.sold,
    BEST_REVIEWED: (a, b) => b.sold - a.sold,
    FEATURED: (a, b) => rank(a) - rank(b),
    HIGHEST_PRICE: (a, b) => range(b)[0] - range(a)[0],
    LOWEST_PRICE: (a, b) => range(a)[0] - range(b)[0],
    NEWEST: (a, b) => b.createdAt.localeCompare(a.createdAt),
    RELEVANCE: () => 0,
  }
  return [...items].sort((a, b) => orders[sort](a, b) || (sort === 'RELEVANCE' ? 0 : a.id - b.id))
}
