import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { type Shop, ShopFailure } from '../port.ts'
import type { CatalogueProduct, ProductDetails, ShopVariant } from '../port-catalogue.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { fetchModifiers, hasModifiers } from './modifiers/modifiers.ts'
import { withAllValues } from './option-values.ts'
import { isProductAvailable } from './prices.ts'
import { quantityRulesOf, variantStock } from './quantity-rules.ts'
import type { ProductReader, TaxedProduct, TaxedVariant } from './tax/tax-book.ts'
import * as wire from './wire-graphql.ts'

/** Products or brands in one query. */
export const maxItemsPerQuery = 50

/** These products with all their variants; unknown ids are left out. */
export async function fetchProductsByIds(
  reader: ProductReader,
  ids: number[],
  language: Language,
): Promise<ReadProducts> {
  const pages = await Promise.all(
    splitIntoChunks([...new Set(ids)], maxItemsPerQuery).map(async chunk => {
      const variables = { ids: chunk }
      const { site } = await reader.query(
        language,
        documents.productsByIdsQuery,
        wire.productsPageSchema,
        variables,
      )
      const { nodes, isWhole } = site.products
      const readIds = new Set(nodes.map(node => node.entityId))
      // A row without an id may be any of those that are missing: none of them is gone (R1302).
      const unread = isWhole ? site.products.unread : chunk.filter(id => !readIds.has(id))
      return withAllVariants(reader, language, { nodes, unread })
    }),
  )
  return { products: pages.flatMap(page => page.products), unread: pages.flatMap(page => page.unread) }
}

/** What could be read of a list of products, and the ids of what could not (R1302). */
type ReadProducts = Awaited<ReturnType<Shop['fetchProducts']>>

/** Products with all their variants (R1351); where a list cut them off, the rest is asked for one product after another. */
export async function withAllVariants(
  { query, tax }: ProductReader,
  language: Language,
  { nodes, unread }: { nodes: wire.WireProduct[]; unread: number[] },
): Promise<ReadProducts> {
  const products: { product: wire.WireProduct; variants: wire.WireVariant[] }[] = []
  const unreadable = new Set<number>()
  for (const node of nodes) {
    const { nodes: first, next } = node.variants
    const isCut = first.some(({ options }) => options.next !== null)
    const read = isCut ? [] : first
    const after = isCut ? undefined : next
    const rest = await fetchVariantsAfter(query, language, node.entityId, after).catch(nullIfUnreadable)
    if (rest === null) unreadable.add(node.entityId)
    else products.push({ product: node, variants: [...read, ...rest] })
  }
  const modifiers = await fetchModifiers(query, nodes, language)
  const withoutModifiers = nodes.filter(node => hasModifiers(node) && !modifiers.has(node.entityId))
  const hidden = new Set(withoutModifiers.map(node => node.entityId))
  const taxed = await tax.addTax(products.filter(({ product }) => !hidden.has(product.entityId)))
  return {
    products: taxed.map(one => toCatalogueProduct(one, modifiers)),
    unread: [...unread, ...hidden, ...unreadable],
  }
}

/** An odd variant takes its own product out of a list of products, and no other (R1302). */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof ShopFailure && error.kind === 'shape') return null
  throw error
}

/** The variants after a cursor: none after null, and all where it is undefined. */
async function fetchVariantsAfter(
  query: GraphqlClient,
  language: Language,
  id: number,
  after: string | null | undefined,
): Promise<wire.WireVariant[]> {
  const variants: wire.WireVariant[] = []
  for (let next = after; next !== null; ) {
    const variables = { id, after: next }
    const { site } = await query(language, documents.moreVariantsQuery, wire.variantsPageSchema, variables)
    // A product that is gone between two parts of it is read anew, and not shown with half of its variants (R1300).
    if (site.product === null)
      throw new ShopFailure('unavailable', `product ${id} is gone between two readings`)
    variants.push(...site.product.variants.nodes)
    next = site.product.variants.next
  }
  return variants
}

/** One product with its pictures and options; null when it is not in the shop. */
export async function fetchProductDetails(
  { query, tax }: ProductReader,
  id: number,
  language: Language,
): Promise<ProductDetails | null> {
  const schema = wire.productDetailsSchema
  const { product } = (await query(language, documents.productDetailsQuery, schema, { id })).site
  if (product === null) return null
  const rest = await fetchVariantsAfter(query, language, id, product.variants.next)
  const [taxed] = await tax.addTax([{ product, variants: [...product.variants.nodes, ...rest] }])
  if (taxed === undefined) return null
  return {
    ...toCatalogueProduct(taxed, await fetchModifiers(query, [product], language)),
    images: product.images,
    options: (await fetchAllOptions(query, language, product))
      .filter(option => option.isVariantOption)
      .map(option => ({
        id: option.entityId,
        name: option.displayName,
        values: option.values.map(value => ({
          id: value.entityId,
          label: value.label,
          colour: value.hexColors?.[0] ?? null,
        })),
      })),
  }
}

async function fetchAllOptions(
  query: GraphqlClient,
  language: Language,
  { entityId: id, productOptions }: Pick<wire.WireDetails, 'entityId' | 'productOptions'>,
) {
  const options = [...productOptions.nodes]
  for (let after = productOptions.next; after !== null; ) {
    const variables = { id, after }
    const { product } = (await query(language, documents.moreOptionsQuery, wire.moreOptionsSchema, variables))
      .site
    if (product === null) throw new ShopFailure('unavailable', `product ${id} is gone between two readings`)
    options.push(...product.productOptions.nodes)
    after = product.productOptions.next
  }
  return withAllValues(query, language, id, options)
}

/** The variant that these option values select; null when there is none. */
export async function findVariantByValues(
  { query, tax }: ProductReader,
  id: number,
  values: { optionId: number; valueId: number }[],
  language: Language,
): Promise<ShopVariant | null> {
  const chosen = values.map(({ optionId, valueId }) => ({ optionEntityId: optionId, valueEntityId: valueId }))
  const variables = { id, values: chosen }
  const { product } = (
    await query(language, documents.variantByValuesQuery, wire.chosenVariantSchema, variables)
  ).site
  const taxed = await tax.addTax(product ? [{ product, variants: product.variants.nodes }] : [])
  const [variant] = taxed[0]?.variants ?? []
  return product && variant ? toShopVariant(variant, product) : null
}

function toCatalogueProduct(
  taxed: { product: TaxedProduct<wire.WireProduct>; variants: TaxedVariant<wire.WireVariant>[] },
  modifiers: Map<number, ShopModifier[]>,
): CatalogueProduct {
  const { product: node, variants } = taxed
  return {
    id: node.entityId,
    sku: node.sku,
    type: node.type.toLowerCase(),
    name: node.name,
    path: node.path,
    description: node.description,
    brand: node.brand?.name ?? null,
    image: node.defaultImage,
    priceCents: node.prices?.priceRange.max ?? null,
    categoryIds: node.categories.map(category => category.entityId),
    available: isProductAvailable(node),
    preorder: preorderOf(node.availabilityV2),
    ...quantityRulesOf(node),
    variants: variants.map(variant => toShopVariant(variant, node)),
    modifiers: modifiers.get(node.entityId) ?? [],
  }
}

function preorderOf({ status, willBeReleasedAt }: wire.WireProduct['availabilityV2']) {
  if (status !== 'Preorder') return null
  const released = willBeReleasedAt?.utc
  return { from: released ? dayInAthens(released) : null }
}

function toShopVariant(
  node: TaxedVariant<wire.WireVariant>,
  product: Pick<wire.WireProduct, 'inventory'>,
): ShopVariant {
  return {
    id: node.entityId,
    sku: node.sku,
    priceCents: node.prices?.price ?? null,
    available: node.isPurchasable,
    stock: variantStock(node.inventory, product.inventory),
    image: node.defaultImage,
    options: node.options.nodes.flatMap(option =>
      option.values.slice(0, 1).map(value => ({
        optionId: option.entityId,
        option: option.displayName,
        valueId: value.entityId,
        value: value.label,
      })),
    ),
  }
}
