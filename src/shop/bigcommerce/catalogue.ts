import type { Language } from '../../base/language.ts'
import type { Shop } from '../port.ts'
import type {
  CatalogueProduct,
  ShopBrand,
  ShopCategory,
  ShopListingOrder,
  ShopSearchFilter,
} from '../port-catalogue.ts'
import type { ShopConnection } from './connection.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import { fetchLivePrices } from './prices.ts'
import {
  fetchProductDetails,
  fetchProductsByIds,
  findVariantByValues,
  maxItemsPerQuery,
  withAllVariants,
} from './products.ts'
import { getJson, type RestClient } from './rest-client.ts'
import type { ProductReader } from './tax/tax-book.ts'
import * as wire from './wire.ts'
import * as graphqlWire from './wire-graphql.ts'

type CatalogueOperations = Pick<
  Shop,
  | 'fetchCataloguePage'
  | 'fetchProducts'
  | 'searchProducts'
  | 'fetchProduct'
  | 'fetchGiftCardProduct'
  | 'findVariant'
  | 'fetchBrands'
  | 'fetchCategories'
  | 'fetchPrices'
  | 'fetchListingOrder'
>

/** Products, categories, brands and prices, over Storefront GraphQL. */
export function catalogueOperations(
  { giftCardProductId, madeGiftCardId }: ShopConnection,
  reader: ProductReader,
): CatalogueOperations {
  const { query } = reader
  /** Nobody can buy the one that we made, and a registry takes its amounts all the same (R1310). */
  const asOffered = <T extends { available: boolean }>(id: number, offer: T): T =>
    id === madeGiftCardId ? { ...offer, available: true } : offer
  /** The platform types the gift card as a digital product like others. */
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
  }
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
