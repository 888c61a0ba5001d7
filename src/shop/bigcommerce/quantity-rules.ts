import type { QuantityRules } from '../port-catalogue.ts'
import type { WireInventory, WireProduct } from './wire-graphql.ts'

type WithRules = Pick<WireProduct, 'minPurchaseQuantity' | 'maxPurchaseQuantity' | 'inventory'>

/** The rules of a product that is not in the shop. */
export const noQuantityRules = { minQuantity: 1, maxQuantity: null, stock: null, sharesStock: true }

/** A product's rules; the platform says null or 0 where a store names no limit. */
export function quantityRulesOf(product: WithRules): QuantityRules {
  return {
    minQuantity: Math.max(1, product.minPurchaseQuantity ?? 1),
    maxQuantity: product.maxPurchaseQuantity || null,
    stock: stockOf(product.inventory),
  }
}

/** Units left of a variant, which shares the product's where the store doesn't count its variants apart; null for none. */
export function variantStock(
  variant: WireInventory,
  product: WireProduct['inventory'],
): QuantityRules['stock'] {
  if (!product.hasVariantInventory) return stockOf(product)
  return variant ? stockOf(variant) : null
}

/** A store that counts none and is in stock all the same sells on back-order. */
function stockOf({ isInStock, aggregated }: NonNullable<WireInventory>): QuantityRules['stock'] {
  if (!isInStock) return 0
  const units = aggregated?.availableToSell ?? 0
  return units > 0 ? units : null
}
