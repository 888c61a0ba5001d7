import { adjustCents, type Choice } from '../../catalogue/complex-rules.ts'
import { currentPriceCents, isInStock, type LiveProduct } from '../../catalogue/live-catalogue.ts'
import type { ProductVariant } from '../../catalogue/types.ts'
import { netOfTax } from '../../money.ts'
import { moneyNode, type QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'

/** What a product costs, or the variant that was chosen. */
export function pricesNode(
  ctx: QueryContext,
  product: LiveProduct,
  { includeTax = false, currencyCode }: { includeTax?: boolean; currencyCode?: string | null },
  chosenVariant?: ProductVariant,
  chosen: Choice[] = [],
) {
  const { showsTax, pricesEnteredWithTax } = ctx.store
  const isGross = showsTax ? includeTax : pricesEnteredWithTax
  const asked = ctx.currencies.find(currency => currency.currency_code === currencyCode)
  const shown = asked && { code: asked.currency_code, rate: Number(asked.currency_exchange_rate) }
  const amountNode = (cents: number) =>
    moneyNode(ctx, isGross ? cents : netOfTax(cents, product.taxRates), shown)
  const variant = chosenVariant ?? product.variants[0]!
  const allCents = (chosenVariant ? [chosenVariant] : product.variants).map(each =>
    currentPriceCents(product, each, chosen),
  )
  const currentCents = currentPriceCents(product, variant, chosen)
  const baseCents = adjustCents(product, variant, chosen, variant.priceCents)
  const isOnSale = currentCents < baseCents
  return {
    price: amountNode(currentCents),
    salePrice: isOnSale ? amountNode(currentCents) : null,
    basePrice: amountNode(baseCents),
    retailPrice: null,
    mapPrice: null,
    retailPriceRange: null,
    saved: isOnSale ? amountNode(baseCents - currentCents) : null,
    priceRange: { min: amountNode(Math.min(...allCents)), max: amountNode(Math.max(...allCents)) },
  }
}

export function availabilityNode(product: LiveProduct) {
  const { availability, preorder_message, preorder_release_date } = product.details ?? {}
  if (product.available && availability === 'preorder')
    return {
      __typename: 'ProductPreOrder',
      status: 'Preorder',
      description: '',
      message: preorder_message ?? null,
      willBeReleasedAt: preorder_release_date
        ? { utc: new Date(String(preorder_release_date)).toISOString() }
        : null,
    }
  return product.available
    ? { __typename: 'ProductAvailable', status: 'Available', description: '' }
    : { __typename: 'ProductUnavailable', status: 'Unavailable', description: '', message: null }
}

/** The units on hand, fewer than none where some are sold that come later. */
const unitsNode = ({ backorder = 0 }: LiveProduct, units: number) => ({
  availableToSell: Math.max(0, units + backorder),
  availableOnHand: Math.max(0, units),
  warningLevel: 0,
  availableForBackorder: Math.max(0, Math.min(backorder, units + backorder)),
  unlimitedBackorder: false,
})

export function productStockNode(product: LiveProduct) {
  const unitsLeft = product.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0)
  return {
    isInStock: product.variants.some(variant => isInStock(product, variant)),
    hasVariantInventory: product.stockTracked && product.options.length > 0,
    aggregated: product.stockTracked ? unitsNode(product, unitsLeft) : null,
  }
}

interface LocationArgs extends PageArgs {
  locationEntityIds: number[]
  locationEntityCodes: string[]
}

const warehouse = { locationEntityId: 1, locationEntityCode: 'BC-LOCATION-1', locationEntityTypeId: null }

export function variantStockNode(product: LiveProduct, variant: ProductVariant) {
  const inStock = isInStock(product, variant)
  return {
    isInStock: inStock,
    aggregated: product.stockTracked ? unitsNode(product, variant.stock ?? 0) : null,
    byLocation: (args: LocationArgs) => {
      const isAsked =
        (args.locationEntityIds.length === 0 ||
          args.locationEntityIds.includes(warehouse.locationEntityId)) &&
        (args.locationEntityCodes.length === 0 ||
          args.locationEntityCodes.includes(warehouse.locationEntityCode))
      const places = product.stockTracked && isAsked ? [warehouse] : []
      return toConnection(places, args, place => ({
        ...place,
        availableToSell: Math.max(0, (variant.stock ?? 0) + (product.backorder ?? 0)),
        warningLevel: 0,
        isInStock: inStock,
        backorderMessage: null,
      }))
    },
  }
}

/** The products, without those that are sold out where these are to be hidden. */
export const withoutSoldOut = (products: LiveProduct[], hideOutOfStock: boolean | null | undefined) =>
  hideOutOfStock
    ? products.filter(product => product.variants.some(variant => isInStock(product, variant)))
    : products
