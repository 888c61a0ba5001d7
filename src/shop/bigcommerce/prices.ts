import type { Language } from '../../base/language.ts'
import type { LivePrice } from '../port-catalogue.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import * as wire from './wire-graphql.ts'

const pricesAtOnce = 25

type Wanted = { productId: number; variantId: number }

/** One answer for each one wanted, in the same order. */
export async function fetchLivePrices(
  ask: GraphqlClient,
  wanted: Wanted[],
  language: Language,
): Promise<LivePrice[]> {
  const answers = await Promise.all(
    splitIntoChunks(wanted, pricesAtOnce).map(async chunk => {
      const variables = {
        products: [...new Set(chunk.map(one => one.productId))],
        variants: [...new Set(chunk.map(one => one.variantId))].filter(id => id !== 0),
      }
      const { products } = (await ask(language, documents.livePricesQuery, wire.pricesSchema, variables)).site
      const byId = new Map(products.map(product => [product.entityId, product]))
      return chunk.map(one => priceOf(one, byId.get(one.productId)))
    }),
  )
  return answers.flat()
}

/** Without a variant the product's own price counts: the maximum of its range. */
function priceOf(wanted: Wanted, product: wire.WirePriced | undefined): LivePrice {
  if (product === undefined) return { ...wanted, cents: null, available: false, name: '' }
  const said = { ...wanted, name: product.name }
  if (wanted.variantId === 0) {
    const cents = product.prices?.priceRange.max ?? null
    return { ...said, cents, available: cents !== null && isProductAvailable(product) }
  }
  const variant = product.variants.find(one => one.entityId === wanted.variantId)
  const cents = variant?.prices?.price ?? null
  const offered = product.availabilityV2.status !== 'Unavailable' && variant?.inventory?.isInStock !== false
  return { ...said, cents, available: cents !== null && offered && variant?.isPurchasable === true }
}

/** Neither withdrawn nor sold out. */
export const isProductAvailable = (node: {
  availabilityV2: { status: string }
  inventory: { isInStock: boolean }
}) => node.availabilityV2.status !== 'Unavailable' && node.inventory.isInStock
