import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { type Shop, ShopFailure } from '../port.ts'
import type {
  CatalogueProduct,
  ChosenValue,
  ProductDetails,
  ShopBrand,
  ShopCategory,
  ShopListingOrder,
  ShopSearchFilter,
  ShopVariant,
} from '../port-catalogue.ts'
import type { ShopConnection } from './connection.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { fetchModifiers, hasModifiers, quantityRulesOf, variantStock, withAllValues } from './options.ts'
import { fetchLivePrices, isProductAvailable, toOptionValues } from './prices.ts'
import { getJson, type RestClient } from './rest-client.ts'
import type { ProductReader, TaxedVariant, TaxedWithVariants } from './tax.ts'
import * as wire from './wire.ts'
import * as graphqlWire from './wire-graphql.ts'

/** Products, categories, brands and prices, over Storefront GraphQL. */
export function catalogueOperations(
  { giftCardProductId, madeGiftCardId }: ShopConnection,
  reader: ProductReader,
) {
  const { query } = reader
  /** The gift card that `shop:connect` made is not for sale in the shop, but registries take its amounts (R1310). */
  const asOffered = <T extends { available: boolean }>(id: number, offer: T): T =>
    id === madeGiftCardId ? { ...offer, available: true } : offer
  /** The platform gives the gift card the type of any digital product. */
  const withType = <P extends CatalogueProduct>(product: P): P =>
    product.id === giftCardProductId
      ? {
          ...asOffered(product.id, product),
          type: 'giftcertificate',
          variants: product.variants.map(variant => asOffered(product.id, variant)),
        }
      : product
  const fetchProduct = async (id: number, language: Language) => {
    const product = await fetchProductDetails(reader, id, language)
    return product && withType(product)
  }
  return {
    async fetchCataloguePage(language, after) {
      const { site } = await query(language, documents.cataloguePageQuery, graphqlWire.productsPageSchema, {
        after,
      })
      const { products, unread } = await withAllVariants(reader, language, site.products)
      return { products: products.map(withType), unread, next: site.products.next }
    },
    async fetchProducts(ids, language) {
      const { products, unread } = await fetchProductsByIds(reader, ids, language)
      return { products: products.map(withType), unread }
    },
    searchProducts: filter => searchProductIds(query, filter),
    fetchProduct,
    fetchGiftCardProduct: language => fetchProduct(giftCardProductId, language),
    async findVariant(id, values, language) {
      const variant = await findVariantByValues(reader, id, values, language)
      return variant && asOffered(id, variant)
    },
    fetchBrands: (ids, language) => fetchBrandsByIds(query, ids, language),
    async fetchCategories(language) {
      const { site } = await query(language, documents.categoryTreeQuery, graphqlWire.categoriesSchema)
      return flattenCategories(site.categoryTree, 0)
    },
    async fetchPrices(products, language) {
      const prices = await fetchLivePrices(reader, products, language)
      return prices.map(price => (price.cents === null ? price : asOffered(price.productId, price)))
    },
    fetchListingOrder: order => fetchSortedProductIds(query, order),
  } satisfies Partial<Shop>
}

const changedProductsPageSize = 250

/** Ids of products changed at or after that moment, over catalog v3: GraphQL does not know that moment. */
export async function fetchChangedProductIds(rest: RestClient, moment: Date): Promise<number[]> {
  const filter = `date_modified:min=${encodeURIComponent(moment.toISOString())}&include_fields=date_modified`
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const path = `/v3/catalog/products?${filter}&sort=id&limit=${changedProductsPageSize}&page=${page}`
    const { data } = await getJson(rest, wire.changedProductsSchema, path)
    ids.push(...data.rows.map(product => product.id))
    if (data.count < changedProductsPageSize) return ids
  }
}

async function fetchBrandsByIds(
  query: GraphqlClient,
  ids: number[],
  language: Language,
): Promise<ShopBrand[]> {
  const brands = await Promise.all(
    splitIntoChunks([...new Set(ids)], maxItemsPerQuery).map(async chunk => {
      const { site } = await query(language, documents.brandsByIdsQuery, graphqlWire.brandsSchema, {
        ids: chunk,
      })
      return site.brands.map(({ entityId, name, path }) => ({ id: entityId, name, path }))
    }),
  )
  return brands.flat()
}

const sortNames = {
  newest: 'NEWEST',
  featured: 'FEATURED',
  'best-selling': 'BEST_SELLING',
  'price-up': 'LOWEST_PRICE',
  'price-down': 'HIGHEST_PRICE',
} as const

async function searchProductIds(query: GraphqlClient, filter: ShopSearchFilter): Promise<number[]> {
  const { query: searchTerm, category, priceMin, priceMax } = filter
  const filters = {
    ...(searchTerm !== '' && { searchTerm }),
    ...(category !== undefined && { categoryEntityId: category, searchSubCategories: true }),
    ...((priceMin ?? priceMax) !== undefined && {
      price: {
        ...(priceMin !== undefined && { minPrice: priceMin / 100 }),
        ...(priceMax !== undefined && { maxPrice: priceMax / 100 }),
      },
    }),
  }
  const variables = { filters, sort: sortNames[filter.sort] }
  const schema = graphqlWire.searchReplySchema
  const { site } = await query(filter.language, documents.productSearchQuery, schema, variables)
  return site.search.searchProducts.products.map(product => product.entityId)
}

async function fetchSortedProductIds(query: GraphqlClient, order: ShopListingOrder): Promise<number[]> {
  const schema = graphqlWire.listingOrderPageSchema
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const variables = { sort: sortNames[order], after }
    const { site } = await query('en', documents.listingOrderPageQuery, schema, variables)
    const { nodes, next } = site.search.searchProducts.products
    ids.push(...nodes.map(node => node.entityId))
    after = next
  }
  return ids
}

function flattenCategories(branches: graphqlWire.WireCategory[], parentId: number): ShopCategory[] {
  return branches.flatMap(({ entityId, name, path, children = [] }) => [
    { id: entityId, parentId, name, path },
    ...flattenCategories(children, entityId),
  ])
}

/** Products or brands in one query. */
const maxItemsPerQuery = 50

/** These products with all their variants; unknown ids are left out. */
async function fetchProductsByIds(
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
        graphqlWire.productsPageSchema,
        variables,
      )
      const { nodes, isWhole } = site.products
      const readIds = new Set(nodes.map(node => node.entityId))
      // A row that can't be read and has no id may be any of the missing products, so that none of them counts as gone
      // (R1302).
      const unread = isWhole ? site.products.unread : chunk.filter(id => !readIds.has(id))
      return withAllVariants(reader, language, { nodes, unread })
    }),
  )
  return { products: pages.flatMap(page => page.products), unread: pages.flatMap(page => page.unread) }
}

/** What could be read of a list of products, and the ids of what could not (R1302). */
type ReadProducts = Awaited<ReturnType<Shop['fetchProducts']>>

/** Products with all their variants (R1351); where a list cut them off, the rest is asked for one product after another. */
async function withAllVariants(
  { query, tax }: ProductReader,
  language: Language,
  { nodes, unread }: { nodes: graphqlWire.WireProduct[]; unread: number[] },
): Promise<ReadProducts> {
  const products: { product: graphqlWire.WireProduct; variants: graphqlWire.WireVariant[] }[] = []
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

/** A variant that can't be read takes its own product out of a list of products, and no other (R1302). */
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
): Promise<graphqlWire.WireVariant[]> {
  const variants: graphqlWire.WireVariant[] = []
  for (let next = after; next !== null; ) {
    const variables = { id, after: next }
    const { site } = await query(
      language,
      documents.moreVariantsQuery,
      graphqlWire.variantsPageSchema,
      variables,
    )
    // A product that is gone between two parts of it is read anew, and not shown with half of its variants (R1300).
    if (site.product === null)
      throw new ShopFailure('unavailable', `product ${id} is gone between two readings`)
    variants.push(...site.product.variants.nodes)
    next = site.product.variants.next
  }
  return variants
}

/** One product with its pictures and options; null when it is not in the shop. */
async function fetchProductDetails(
  { query, tax }: ProductReader,
  id: number,
  language: Language,
): Promise<ProductDetails | null> {
  const schema = graphqlWire.productDetailsSchema
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
  { entityId: id, productOptions }: Pick<graphqlWire.WireDetails, 'entityId' | 'productOptions'>,
) {
  const options = [...productOptions.nodes]
  for (let after = productOptions.next; after !== null; ) {
    const variables = { id, after }
    const { product } = (
      await query(language, documents.moreOptionsQuery, graphqlWire.moreOptionsSchema, variables)
    ).site
    if (product === null) throw new ShopFailure('unavailable', `product ${id} is gone between two readings`)
    options.push(...product.productOptions.nodes)
    after = product.productOptions.next
  }
  return withAllValues(query, language, id, options)
}

/** The variant that these option values select; null when there is none. */
async function findVariantByValues(
  { query, tax }: ProductReader,
  id: number,
  values: ChosenValue[],
  language: Language,
): Promise<ShopVariant | null> {
  const variables = { id, values: toOptionValues(values) }
  const { product } = (
    await query(language, documents.variantByValuesQuery, graphqlWire.chosenVariantSchema, variables)
  ).site
  const taxed = await tax.addTax(product ? [{ product, variants: product.variants.nodes }] : [])
  const [variant] = taxed[0]?.variants ?? []
  return product && variant ? toShopVariant(variant, product) : null
}

function toCatalogueProduct(
  { product: node, variants }: TaxedWithVariants<graphqlWire.WireProduct, graphqlWire.WireVariant>,
  modifiers: Map<number, ShopModifier[]>,
): CatalogueProduct {
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

function preorderOf({ status, willBeReleasedAt }: graphqlWire.WireProduct['availabilityV2']) {
  if (status !== 'Preorder') return null
  const released = willBeReleasedAt?.utc
  return { from: released ? dayInAthens(released) : null }
}

function toShopVariant(
  node: TaxedVariant<graphqlWire.WireVariant>,
  product: Pick<graphqlWire.WireProduct, 'inventory'>,
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
