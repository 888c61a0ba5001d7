import type { Language } from '../../base/language.ts'
import type { LivePrice } from '../port-catalogue.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import * as wire from './wire-graphql.ts'

const maxPricesPerQuery = 25

type PricedItem = { productId: number; variantId: number }

/** One price for each item, in the same order. */
export async function fetchLivePrices(
  query: GraphqlClient,
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
      const byId = new Map(site.products.map(product => [product.entityId, product]))
      return chunk.map(item => toLivePrice(item, byId.get(item.productId)))
    }),
  )
  return prices.flat()
}

/** Without a variant the product's own price counts: the maximum of its range. */
function toLivePrice(item: PricedItem, product: wire.WirePriced | undefined): LivePrice {
  if (product === undefined) return { ...item, cents: null, available: false, name: '' }
  const { name } = product
  if (item.variantId === 0) {
    const cents = product.prices?.priceRange.max ?? null
    return { ...item, name, cents, available: cents !== null && isProductAvailable(product) }
  }
  const variant = product.variants.find(one => one.entityId === item.variantId)
  const cents = variant?.prices?.price ?? null
  const isOffered = product.availabilityV2.status !== 'Unavailable' && variant?.inventory?.isInStock !== false
  return { ...item, name, cents, available: cents !== null && isOffered && variant?.isPurchasable === true }
}

/** Neither withdrawn nor sold out. */
export function isProductAvailable({
  availabilityV2,
  inventory,
}: Pick<wire.WireProduct, 'availabilityV2' | 'inventory'>): boolean {
  return availabilityV2.status !== 'Unavailable' && inventory.isInStock
}
