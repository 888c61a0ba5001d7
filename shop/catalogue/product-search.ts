import type { Language } from '../channels.ts'
import { subtreeIds } from './category-tree.ts'
import { currentPriceCents, isInStock, type LiveCatalogue, type LiveProduct } from './live-catalogue.ts'

/** Orders of products, by the platform's names. */
export type ProductSort =
  | 'A_TO_Z'
  | 'BEST_REVIEWED'
  | 'BEST_SELLING'
  | 'FEATURED'
  | 'HIGHEST_PRICE'
  | 'LOWEST_PRICE'
  | 'NEWEST'
  | 'RELEVANCE'
  | 'Z_TO_A'

export interface ProductFilters {
  searchTerm?: string | null
  /** Euro, incl. VAT. */
  price?: { minPrice?: number | null; maxPrice?: number | null } | null
  categoryEntityId?: number | null
  categoryEntityIds?: number[] | null
  /** False by default, as on the platform. */
  searchSubCategories?: boolean | null
  brandEntityIds?: number[] | null
  isFeatured?: boolean | null
  hideOutOfStock?: boolean | null
}

/** Text without case, accents and final sigma. */
export const foldText = (text: string): string =>
  // Sorting thousands of marks on one letter would take the square of their number.
  text
    .replace(/\p{M}+/gu, marks => marks.slice(0, 60))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** The visible products that pass all filters, best match first; without a search term featured ones first. */
export function searchProducts(
  liveCatalogue: LiveCatalogue,
  language: Language,
  filters: ProductFilters,
): LiveProduct[] {
  const words = foldText(filters.searchTerm ?? '')
    .split(/\s+/)
    .filter(word => word !== '')
  const categories = filteredCategoryIds(filters)
  const { minPrice, maxPrice } = filters.price ?? {}
  const matching = liveCatalogue.visibleProducts.filter(product => {
    const [lowest, highest] = priceRange(product)
    return (
      (categories === undefined || product.categories.some(category => categories.has(category))) &&
      (minPrice == null || highest >= minPrice * 100) &&
      (maxPrice == null || lowest <= maxPrice * 100) &&
      (!filters.brandEntityIds?.length || filters.brandEntityIds.includes(product.brand)) &&
      (filters.isFeatured == null || product.featured > 0 === filters.isFeatured) &&
      (!filters.hideOutOfStock || product.variants.some(variant => isInStock(product, variant))) &&
      words.every(word => searchTextOf(product).includes(word))
    )
  })
  const byFeatured = sortProducts(matching, 'FEATURED', language)
  return words.length === 0
    ? byFeatured
    : byFeatured.sort((a, b) => nameMatches(b, words) - nameMatches(a, words))
}

function filteredCategoryIds(filters: ProductFilters): Set<number> | undefined {
  const requested = [
    ...(filters.categoryEntityIds ?? []),
    ...(filters.categoryEntityId ? [filters.categoryEntityId] : []),
  ]
  if (requested.length === 0) return undefined
  return new Set(filters.searchSubCategories ? requested.flatMap(subtreeIds) : requested)
}

/** The folded texts of products that have been searched. */
const searchTexts = new WeakMap<LiveProduct, string>()
function searchTextOf(product: LiveProduct): string {
  const cached = searchTexts.get(product)
  if (cached !== undefined) return cached
  const text = foldText(
    [
      product.name.en,
      product.name.el,
      product.sku,
      product.brandName,
      product.description.en,
      product.description.el,
    ]
      .join(' ')
      .replace(/<[^<>]*>/g, ' '),
  )
  searchTexts.set(product, text)
  return text
}

const nameMatches = (product: LiveProduct, words: string[]): number => {
  const name = foldText(`${product.name.en} ${product.name.el}`)
  return words.filter(word => name.includes(word)).length
}

/** The lowest and the highest price of a product's variants, in cents. */
const priceRange = (product: LiveProduct): [number, number] => {
  const cents = product.variants.map(variant => currentPriceCents(product, variant))
  return [Math.min(...cents), Math.max(...cents)]
}

const collators = { en: new Intl.Collator('en'), el: new Intl.Collator('el') }

/** A sorted copy; RELEVANCE keeps the order of the search. */
export function sortProducts(products: LiveProduct[], sort: ProductSort, language: Language): LiveProduct[] {
  const name = (product: LiveProduct) => product.name[language]
  const byName = (a: LiveProduct, b: LiveProduct) => collators[language].compare(name(a), name(b))
  const rank = (product: LiveProduct) => (product.featured === 0 ? Number.MAX_SAFE_INTEGER : product.featured)
  const lowest = (product: LiveProduct) => priceRange(product.unlisted ?? product)[0]
  const orders: Record<ProductSort, (a: LiveProduct, b: LiveProduct) => number> = {
    A_TO_Z: byName,
    Z_TO_A: (a, b) => byName(b, a),
    BEST_SELLING: (a, b) => b.sold - a.sold,
    BEST_REVIEWED: (a, b) => b.sold - a.sold,
    FEATURED: (a, b) => rank(a) - rank(b),
    HIGHEST_PRICE: (a, b) => lowest(b) - lowest(a),
    LOWEST_PRICE: (a, b) => lowest(a) - lowest(b),
    NEWEST: (a, b) => b.createdAt.localeCompare(a.createdAt),
    RELEVANCE: () => 0,
  }
  return [...products].sort((a, b) => orders[sort](a, b) || (sort === 'RELEVANCE' ? 0 : a.id - b.id))
}
