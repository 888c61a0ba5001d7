import type { Language } from '../../base/language.ts'
import type { Shop } from '../port.ts'
import type {
  CatalogueProduct,
  ProductDetails,
  ShopBrand,
  ShopCategory,
  ShopListingOrder,
  ShopSearchFilter,
  ShopVariant,
} from '../port-catalogue.ts'
import type { ShopConnection } from './connection.ts'
import { createGraphqlClient, type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import type { HttpClient } from './http-client.ts'
import { pageOperations } from './pages.ts'
import { fetchLivePrices, isProductAvailable } from './prices.ts'
import * as wire from './wire-graphql.ts'

type Reading = Pick<
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
  | 'fetchPages'
  | 'fetchPage'
>
/** Products or brands that one query may ask for. */
const mostAtOnce = 50

/** The reading half of the shop: catalogue, prices and pages, over Storefront GraphQL. */
export function catalogueOperations(address: ShopConnection, door: HttpClient): Reading {
  const ask = createGraphqlClient(address, door)
  /** To the platform its gift card is a digital product like others. */
  const known = <P extends CatalogueProduct>(product: P): P =>
    product.id === address.giftCardProductId ? { ...product, type: 'giftcertificate' } : product
  const knownDetails = async (id: number, language: Language) => {
    const product = await details(ask, id, language)
    return product && known(product)
  }
  return {
    async fetchCataloguePage(language, after) {
      const { products } = (
        await ask(language, documents.cataloguePageQuery, wire.productsPageSchema, { after })
      ).site
      return { products: (await whole(ask, language, products.nodes)).map(known), next: products.next }
    },
    fetchProducts: async (ids, language) => (await productsByIds(ask, ids, language)).map(known),
    searchProducts: wanted => search(ask, wanted),
    fetchProduct: knownDetails,
    fetchGiftCardProduct: language => knownDetails(address.giftCardProductId, language),
    findVariant: (id, values, language) => variantByValues(ask, id, values, language),
    fetchBrands: (ids, language) => brandsByIds(ask, ids, language),
    async fetchCategories(language) {
      const { categoryTree } = (await ask(language, documents.categoryTreeQuery, wire.categoriesSchema)).site
      return flat(categoryTree, 0)
    },
    fetchPrices: (wanted, language) => fetchLivePrices(ask, wanted, language),
    fetchListingOrder: sort => ranking(ask, sort),
    ...pageOperations(ask),
  }
}

async function productsByIds(
  ask: GraphqlClient,
  ids: number[],
  language: Language,
): Promise<CatalogueProduct[]> {
  const pages = await Promise.all(
    splitIntoChunks([...new Set(ids)], mostAtOnce).map(async chunk => {
      const answer = await ask(language, documents.productsByIdsQuery, wire.productsPageSchema, {
        ids: chunk,
      })
      return whole(ask, language, answer.site.products.nodes)
    }),
  )
  return pages.flat()
}

/** Products with all their variants; those that a list cut off are asked for, one product after another. */
async function whole(
  ask: GraphqlClient,
  language: Language,
  nodes: wire.WireProduct[],
): Promise<CatalogueProduct[]> {
  const products: CatalogueProduct[] = []
  for (const node of nodes) {
    const rest = await variantsAfter(ask, language, node.entityId, node.variants.next)
    products.push(productOf(node, [...node.variants.nodes, ...rest]))
  }
  return products
}

async function variantsAfter(
  ask: GraphqlClient,
  language: Language,
  id: number,
  after: string | null,
): Promise<wire.WireVariant[]> {
  const found: wire.WireVariant[] = []
  for (let next = after; next !== null; ) {
    const answer = await ask(language, documents.moreVariantsQuery, wire.variantsPageSchema, {
      id,
      after: next,
    })
    found.push(...(answer.site.product?.variants.nodes ?? []))
    next = answer.site.product?.variants.next ?? null
  }
  return found
}

async function details(ask: GraphqlClient, id: number, language: Language): Promise<ProductDetails | null> {
  const { product } = (await ask(language, documents.productDetailsQuery, wire.productDetailsSchema, { id }))
    .site
  if (product === null) return null
  const rest = await variantsAfter(ask, language, id, product.variants.next)
  return {
    ...productOf(product, [...product.variants.nodes, ...rest]),
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

async function variantByValues(
  ask: GraphqlClient,
  id: number,
  values: { optionId: number; valueId: number }[],
  language: Language,
): Promise<ShopVariant | null> {
  const chosen = values.map(one => ({ optionEntityId: one.optionId, valueEntityId: one.valueId }))
  const answer = await ask(language, documents.variantByValuesQuery, wire.variantsPageSchema, {
    id,
    values: chosen,
  })
  const [variant] = answer.site.product?.variants.nodes ?? []
  return variant ? variantOf(variant) : null
}

async function brandsByIds(ask: GraphqlClient, ids: number[], language: Language): Promise<ShopBrand[]> {
  const lists = await Promise.all(
    splitIntoChunks([...new Set(ids)], mostAtOnce).map(async chunk => {
      const answer = await ask(language, documents.brandsByIdsQuery, wire.brandsSchema, { ids: chunk })
      return answer.site.brands.map(({ entityId, name, path }) => ({ id: entityId, name, path }))
    }),
  )
  return lists.flat()
}

function productOf(node: wire.WireProduct, variants: wire.WireVariant[]): CatalogueProduct {
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
    variants: variants.map(variantOf),
  }
}

function variantOf(node: wire.WireVariant): ShopVariant {
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

const sortNames = {
  newest: 'NEWEST',
  featured: 'FEATURED',
  'best-selling': 'BEST_SELLING',
  'price-up': 'LOWEST_PRICE',
  'price-down': 'HIGHEST_PRICE',
} as const

async function search(ask: GraphqlClient, wanted: ShopSearchFilter): Promise<number[]> {
  const { query, category, priceMin, priceMax } = wanted
  const filters = {
    ...(query !== '' && { searchTerm: query }),
    ...(category !== undefined && { categoryEntityId: category, searchSubCategories: true }),
    ...((priceMin ?? priceMax) !== undefined && {
      price: {
        ...(priceMin !== undefined && { minPrice: priceMin / 100 }),
        ...(priceMax !== undefined && { maxPrice: priceMax / 100 }),
      },
    }),
  }
  const variables = { filters, sort: sortNames[wanted.sort] }
  const answer = await ask(wanted.language, documents.productSearchQuery, wire.searchReplySchema, variables)
  return answer.site.search.searchProducts.products.map(product => product.entityId)
}

async function ranking(ask: GraphqlClient, by: ShopListingOrder): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const variables = { sort: sortNames[by], after }
    const answer = await ask('en', documents.listingOrderPageQuery, wire.listingOrderPageSchema, variables)
    const { nodes, next } = answer.site.search.searchProducts.products
    ids.push(...nodes.map(node => node.entityId))
    after = next
  }
  return ids
}

function flat(branches: wire.WireCategory[], parentId: number): ShopCategory[] {
  return branches.flatMap(({ entityId, name, path, children = [] }) => [
    { id: entityId, parentId, name, path },
    ...flat(children, entityId),
  ])
}
