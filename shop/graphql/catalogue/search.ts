import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { type ProductSort, sortProducts } from '../../catalogue/product-search.ts'
import { averageRating } from '../../catalogue/reviews.ts'
import type { QueryContext } from '../common-nodes.ts'
import { maxProductsPerPage, type PageArgs, toConnection } from '../connection.ts'
import { findMatching, type SearchFilters } from './found-products.ts'
import { searchFilterConnection } from './search-filters.ts'

interface SearchArgs {
  filters: SearchFilters
  sort?: ProductSort | null
}

/** What was found, page by page, with the filters that narrow it. */
export async function searchNode(ctx: QueryContext, { filters, sort }: SearchArgs) {
  const reviews = await ctx.reviews()
  const ratingOf = (product: LiveProduct) => averageRating(reviews.get(product.id))
  const find = (narrowed: SearchFilters) => findMatching(ctx, narrowed, ratingOf)
  const matching = find(filters)
  const ordered = sort ? sortFound(ctx, matching, sort, ratingOf) : matching
  return {
    products: (args: PageArgs) =>
      toConnection(ordered, args, product => ctx.productNode(product), maxProductsPerPage),
    filters: (args: PageArgs) => searchFilterConnection({ ctx, filters, find, ratingOf }, args),
  }
}

function sortFound(
  ctx: QueryContext,
  products: LiveProduct[],
  sort: ProductSort,
  ratingOf: (product: LiveProduct) => number,
): LiveProduct[] {
  if (sort !== 'BEST_REVIEWED') return sortProducts(products, sort, ctx.language)
  const byPopularity = sortProducts(products, 'BEST_SELLING', ctx.language)
  return byPopularity.sort((one, other) => ratingOf(other) - ratingOf(one))
}
