import type { Language } from '../../base/language.ts'
import { ShopFailure } from '../port.ts'
import type { LivePrice } from '../port-catalogue.ts'
import { splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { noQuantityRules, quantityRulesOf, variantStock } from './options.ts'
import type { ProductReader, TaxedWithVariants } from './tax.ts'
import * as wire from './wire-graphql.ts'

const maxPricesPerQuery = 25

type PricedItem = { productId: number; variantId: number }

/** The price of each item, in the order of the items. */
export async function fetchLivePrices(
  { query, tax }: ProductReader,
  items: PricedItem[],
  language: Language,
): Promise<LivePrice[]> {
  const prices = await Promise.all(
    splitIntoChunks(items, maxPricesPerQuery).map(async chunk => {
      const variables = {
        products: [...new Set(chunk.map(item => item.productId))],
        variants: [...new Set(chunk.map(item => item.variantId))].filter(id => id !== 0),
      }
      const { site } = await query(language, documents.livePricesQuery, wire.pricesSchema, variables)
      const { rows, isWhole } = site.products
      // An unreadable product is not a missing one: the guest reads that the shop fails, not that the gift can't be
      // bought (R1302).
      const readIds = new Set(rows.map(product => product.entityId))
      const unread = variables.products.filter(id => !readIds.has(id))
      if (!isWhole && unread.length > 0)
        throw new ShopFailure('shape', `prices of ${unread.join(', ')} can't be read`)
      const taxed = await tax.addTax(rows.map(product => ({ product, variants: product.variants })))
      const byId = new Map(taxed.map(one => [one.product.entityId, one]))
      return chunk.map(item => toLivePrice(item, byId.get(item.productId)))
    }),
  )
  return prices.flat()
}

type TaxedPrices = TaxedWithVariants<wire.WirePriced, wire.WirePriced['variants'][number]>

/** Without a variant the product's own price counts: the maximum of its range. */
function toLivePrice(item: PricedItem, found: TaxedPrices | undefined): LivePrice {
  if (found === undefined) return { ...item, ...noQuantityRules, cents: null, available: false, name: '' }
  const { product, variants } = found
  const { name } = product
  const rules = { ...quantityRulesOf(product), sharesStock: !product.inventory.hasVariantInventory }
  if (item.variantId === 0) {
    const cents = product.prices?.priceRange.max ?? null
    return { ...item, ...rules, name, cents, available: cents !== null && isProductAvailable(product) }
  }
  const variant = variants.find(one => one.entityId === item.variantId)
  const cents = variant?.prices?.price ?? null
  const isOffered = product.availabilityV2.status !== 'Unavailable' && variant?.inventory?.isInStock !== false
  const stock = variantStock(variant?.inventory ?? null, product.inventory)
  const available = cents !== null && isOffered && variant?.isPurchasable === true
  return { ...item, ...rules, stock, name, cents, available }
}

/** Neither withdrawn nor sold out. */
export function isProductAvailable({
  availabilityV2,
  inventory,
}: Pick<wire.WireProduct, 'availabilityV2' | 'inventory'>): boolean {
  return availabilityV2.status !== 'Unavailable' && inventory.isInStock
}
