import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { type ProductFilters, searchProducts } from '../../catalogue/product-search.ts'
import type { QueryContext } from '../common-nodes.ts'

/** The filters of a search, by the platform's names. */
export interface SearchFilters extends ProductFilters {
  rating?: { minRating?: number | null; maxRating?: number | null } | null
  productAttributes?: { attribute: string; values: string[] }[] | null
  isFreeShipping?: boolean | null
}

export function findMatching(
  ctx: QueryContext,
  { rating, productAttributes, isFreeShipping, ...filters }: SearchFilters,
  ratingOf: (product: LiveProduct) => number,
): LiveProduct[] {
  const { minRating, maxRating } = rating ?? {}
  return searchProducts(ctx.catalogue, ctx.language, filters).filter(
    product =>
      // Everything is shipped at a price.
      isFreeShipping !== true &&
      (minRating == null || ratingOf(product) >= minRating) &&
      (maxRating == null || ratingOf(product) <= maxRating) &&
      (productAttributes ?? []).every(({ attribute, values }) =>
        attributeValues(ctx, product, attribute).some(value => values.includes(value)),
      ),
  )
}

/** The values that a product can be had in. */
export const attributeValues = (ctx: QueryContext, product: LiveProduct, attribute: string): string[] =>
  product.options
    .filter(option => option.name[ctx.language] === attribute)
    .flatMap(option => option.values.map(value => value.label[ctx.language]))
