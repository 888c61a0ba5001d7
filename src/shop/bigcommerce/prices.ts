import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import { ShopFailure } from '../port.ts'
import type { ChosenValue, LivePrice, PricedItem } from '../port-catalogue.ts'
import { splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { noQuantityRules, quantityRulesOf, variantStock } from './options.ts'
import type { ProductReader, TaxedWithVariants } from './tax.ts'
import * as wire from './wire-graphql.ts'

const maxPricesPerQuery = 25

/** The price of each item, in the order of the items. */
export async function fetchLivePrices(
  reader: ProductReader,
  items: PricedItem[],
  language: Language,
): Promise<LivePrice[]> {
  const { query, tax } = reader
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
  return Promise.all(
    prices.flat().map(async (price, index) => {
      const choices = (price.cents !== null && items[index]?.choices) || []
      const cents = await Promise.all(
        choices.map(chosen => fetchChosenPrice(reader, price, chosen, language)),
      )
      const known = cents.filter(one => one !== null)
      return known.length === 0 ? price : { ...price, unitCents: Math.max(...known) }
    }),
  )
}

/**
 * What a unit costs with these values: rules of the store may let a choice cost more or less than the product does. Null
 * when the product can't be had so, which the shop tells when the cart is made.
 */
async function fetchChosenPrice(
  { query, tax }: ProductReader,
  { productId }: LivePrice,
  chosen: ChosenValue[],
  language: Language,
): Promise<Cents | null> {
  const variables = { id: productId, values: toOptionValues(chosen) }
  const { site } = await query(language, documents.chosenPriceQuery, wire.chosenPriceSchema, variables)
  if (!site.product) return null
  const { chosen: prices, ...product } = site.product
  const [taxed] = await tax.addTax([{ product, variants: [{ prices }] }])
  return taxed?.variants[0]?.prices?.price ?? null
}

type TaxedPrices = TaxedWithVariants<wire.WirePriced, wire.WirePriced['variants'][number]>

/** Without a variant the product's own price counts: the maximum of its range. */
function toLivePrice({ productId, variantId }: PricedItem, found: TaxedPrices | undefined): LivePrice {
  const item = { productId, variantId }
  if (found === undefined)
    return { ...item, ...noQuantityRules, cents: null, unitCents: null, available: false, name: '' }
  const { product, variants } = found
  const { name } = product
  const rules = { ...quantityRulesOf(product), sharesStock: !product.inventory.hasVariantInventory }
  if (item.variantId === 0) {
    const cents = product.prices?.priceRange.max ?? null
    return {
      ...item,
      ...rules,
      name,
      cents,
      unitCents: cents,
      available: cents !== null && isProductAvailable(product),
    }
  }
  const variant = variants.find(one => one.entityId === item.variantId)
  const cents = variant?.prices?.price ?? null
  const isOffered = product.availabilityV2.status !== 'Unavailable' && variant?.inventory?.isInStock !== false
  const stock = variantStock(variant?.inventory ?? null, product.inventory)
  const available = cents !== null && isOffered && variant?.isPurchasable === true
  return { ...item, ...rules, stock, name, cents, unitCents: cents, available }
}

/** Neither withdrawn nor sold out. */
export function isProductAvailable({
  availabilityV2,
  inventory,
}: Pick<wire.WireProduct, 'availabilityV2' | 'inventory'>): boolean {
  return availabilityV2.status !== 'Unavailable' && inventory.isInStock
}

/** What GraphQL takes as `OptionValueId`s. */
export const toOptionValues = (chosen: ChosenValue[]) =>
  chosen.map(({ optionId, valueId }) => ({ optionEntityId: optionId, valueEntityId: valueId }))
