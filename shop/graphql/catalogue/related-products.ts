import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { sortProducts } from '../../catalogue/product-search.ts'
import type { QueryContext } from '../common-nodes.ts'
import { withoutSoldOut } from './offer-nodes.ts'

const maxRelated = 12

/** Other products of the same categories, the best selling first. */
export function relatedProducts(
  ctx: QueryContext,
  product: LiveProduct,
  hideOutOfStock: boolean,
): LiveProduct[] {
  const candidates = ctx.catalogue.visibleProducts.filter(
    other =>
      other.id !== product.id && other.categories.some(category => product.categories.includes(category)),
  )
  const shown = withoutSoldOut(candidates, hideOutOfStock)
  return sortProducts(shown, 'BEST_SELLING', ctx.language).slice(0, maxRelated)
}
