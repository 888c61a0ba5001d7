import type { Language } from '../../base/language.ts'
import type { CatalogueProduct, ProductDetails, ShopVariant } from '../port-catalogue.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { isProductAvailable } from './prices.ts'
import * as wire from './wire-graphql.ts'

/** Products or brands in one query. */
export const maxItemsPerQuery = 50

/** These products with all their variants; unknown ids are left out. */
export async function fetchProductsByIds(
  query: GraphqlClient,
  ids: number[],
  language: Language,
): Promise<CatalogueProduct[]> {
  const pages = await Promise.all(
    splitIntoChunks([...new Set(ids)], maxItemsPerQuery).map(async chunk => {
      const variables = { ids: chunk }
      const { site } = await query(language, documents.productsByIdsQuery, wire.productsPageSchema, variables)
      return withAllVariants(query, language, site.products.nodes)
    }),
  )
  return pages.flat()
}

/** Products with all their variants; where a list cut them off, the rest is asked for one product after another. */
export async function withAllVariants(
  query: GraphqlClient,
  language: Language,
  nodes: wire.WireProduct[],
): Promise<CatalogueProduct[]> {
  const products: CatalogueProduct[] = []
  for (const node of nodes) {
    const rest = await fetchVariantsAfter(query, language, node.entityId, node.variants.next)
    products.push(toCatalogueProduct(node, [...node.variants.nodes, ...rest]))
  }
  return products
}

async function fetchVariantsAfter(
  query: GraphqlClient,
  language: Language,
  id: number,
  after: string | null,
): Promise<wire.WireVariant[]> {
  const variants: wire.WireVariant[] = []
  for (let next = after; next !== null; ) {
    const variables = { id, after: next }
    const { site } = await query(language, documents.moreVariantsQuery, wire.variantsPageSchema, variables)
    variants.push(...(site.product?.variants.nodes ?? []))
    next = site.product?.variants.next ?? null
  }
  return variants
}

/** One product with its pictures and options; null when it is not in the shop. */
export async function fetchProductDetails(
  query: GraphqlClient,
  id: number,
  language: Language,
): Promise<ProductDetails | null> {
  const schema = wire.productDetailsSchema
  const { product } = (await query(language, documents.productDetailsQuery, schema, { id })).site
  if (product === null) return null
  const rest = await fetchVariantsAfter(query, language, id, product.variants.next)
  return {
    ...toCatalogueProduct(product, [...product.variants.nodes, ...rest]),
    images: product.images,
    options: product.productOptions
      .filter(option => option.isVariantOption)
      .map(option => ({
        id: option.entityId,
        name: option.displayName,
        values: (option.values ?? []).map(value => ({
          id: value.entityId,
          label: value.label,
          colour: value.hexColors?.[0] ?? null,
        })),
      })),
  }
}

/** The variant that these option values select; null when there is none. */
export async function findVariantByValues(
  query: GraphqlClient,
  id: number,
  values: { optionId: number; valueId: number }[],
  language: Language,
): Promise<ShopVariant | null> {
  const chosen = values.map(({ optionId, valueId }) => ({ optionEntityId: optionId, valueEntityId: valueId }))
  const variables = { id, values: chosen }
  const { site } = await query(language, documents.variantByValuesQuery, wire.variantsPageSchema, variables)
  const [variant] = site.product?.variants.nodes ?? []
  return variant ? toShopVariant(variant) : null
}

function toCatalogueProduct(node: wire.WireProduct, variants: wire.WireVariant[]): CatalogueProduct {
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
    variants: variants.map(toShopVariant),
  }
}

function toShopVariant(node: wire.WireVariant): ShopVariant {
  return {
    id: node.entityId,
    sku: node.sku,
    priceCents: node.prices?.price ?? null,
    available: node.isPurchasable,
    image: node.defaultImage,
    options: node.options.flatMap(option =>
      option.values.slice(0, 1).map(value => ({
        optionId: option.entityId,
        option: option.displayName,
        valueId: value.entityId,
        value: value.label,
      })),
    ),
  }
}
