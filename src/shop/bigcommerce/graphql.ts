import type { Language } from '../../base/language.ts'
import type {
  CatalogueProduct,
  ProductDetails,
  Ranking,
  Shop,
  ShopBrand,
  ShopCategory,
  ShopSearch,
  ShopVariant,
} from '../port.ts'
import type { ShopAddress } from './address.ts'
import { type Ask, asking, chunks } from './ask-graphql.ts'
import * as documents from './documents.ts'
import type { Door } from './http.ts'
import { pages } from './pages.ts'
import { isOffered, livePrices } from './prices.ts'
import * as wire from './wire-graphql.ts'

type Reading = Pick<
  Shop,
  | 'catalogue'
  | 'products'
  | 'search'
  | 'product'
  | 'giftCardProduct'
  | 'variantByValues'
  | 'brands'
  | 'categories'
  | 'prices'
  | 'ranking'
  | 'pages'
  | 'page'
>
/** Products or brands that one query may ask for. */
const mostAtOnce = 50

/** The reading half of the shop: catalogue, prices and pages, over Storefront GraphQL. */
export function reading(address: ShopAddress, door: Door): Reading {
  const ask = asking(address, door)
  /** To the platform its gift card is a digital product like others. */
  const known = <P extends CatalogueProduct>(product: P): P =>
    product.id === address.giftCardProduct ? { ...product, type: 'giftcertificate' } : product
  const knownDetails = async (id: number, language: Language) => {
    const product = await details(ask, id, language)
    return product && known(product)
  }
  return {
    async catalogue(language, after) {
      const { products } = (await ask(language, documents.cataloguePage, wire.productsPage, { after })).site
      return { products: (await whole(ask, language, products.nodes)).map(known), next: products.next }
    },
    products: async (ids, language) => (await productsByIds(ask, ids, language)).map(known),
    search: wanted => search(ask, wanted),
    product: knownDetails,
    giftCardProduct: language => knownDetails(address.giftCardProduct, language),
    variantByValues: (id, values, language) => variantByValues(ask, id, values, language),
    brands: (ids, language) => brandsByIds(ask, ids, language),
    async categories(language) {
      const { categoryTree } = (await ask(language, documents.categoryTree, wire.categoriesAnswer)).site
      return flat(categoryTree, 0)
    },
    prices: (wanted, language) => livePrices(ask, wanted, language),
    ranking: sort => ranking(ask, sort),
    ...pages(ask),
  }
}

async function productsByIds(ask: Ask, ids: number[], language: Language): Promise<CatalogueProduct[]> {
  const pages = await Promise.all(
    chunks([...new Set(ids)], mostAtOnce).map(async chunk => {
      const answer = await ask(language, documents.productsByIds, wire.productsPage, { ids: chunk })
      return whole(ask, language, answer.site.products.nodes)
    }),
  )
  return pages.flat()
}

/** Products with all their variants; those that a list cut off are asked for, one product after another. */
async function whole(ask: Ask, language: Language, nodes: wire.WireProduct[]): Promise<CatalogueProduct[]> {
  const products: CatalogueProduct[] = []
  for (const node of nodes) {
    const rest = await variantsAfter(ask, language, node.entityId, node.variants.next)
    products.push(productOf(node, [...node.variants.nodes, ...rest]))
  }
  return products
}

async function variantsAfter(
  ask: Ask,
  language: Language,
  id: number,
  after: string | null,
): Promise<wire.WireVariant[]> {
  const found: wire.WireVariant[] = []
  for (let next = after; next !== null; ) {
    const answer = await ask(language, documents.moreVariants, wire.variantsPage, { id, after: next })
    found.push(...(answer.site.product?.variants.nodes ?? []))
    next = answer.site.product?.variants.next ?? null
  }
  return found
}

async function details(ask: Ask, id: number, language: Language): Promise<ProductDetails | null> {
  const { product } = (await ask(language, documents.productDetails, wire.detailsAnswer, { id })).site
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
  ask: Ask,
  id: number,
  values: { optionId: number; valueId: number }[],
  language: Language,
): Promise<ShopVariant | null> {
  const chosen = values.map(one => ({ optionEntityId: one.optionId, valueEntityId: one.valueId }))
  const answer = await ask(language, documents.variantByValues, wire.variantsPage, { id, values: chosen })
  const [variant] = answer.site.product?.variants.nodes ?? []
  return variant ? variantOf(variant) : null
}

async function brandsByIds(ask: Ask, ids: number[], language: Language): Promise<ShopBrand[]> {
  const lists = await Promise.all(
    chunks([...new Set(ids)], mostAtOnce).map(async chunk => {
      const answer = await ask(language, documents.brandsByIds, wire.brandsAnswer, { ids: chunk })
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
    available: isOffered(node),
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

async function search(ask: Ask, wanted: ShopSearch): Promise<number[]> {
  const { words, category, priceMin, priceMax } = wanted
  const filters = {
    ...(words !== '' && { searchTerm: words }),
    ...(category !== undefined && { categoryEntityId: category, searchSubCategories: true }),
    ...((priceMin ?? priceMax) !== undefined && {
      price: {
        ...(priceMin !== undefined && { minPrice: priceMin / 100 }),
        ...(priceMax !== undefined && { maxPrice: priceMax / 100 }),
      },
    }),
  }
  const variables = { filters, sort: sortNames[wanted.sort] }
  const answer = await ask(wanted.language, documents.productSearch, wire.searchAnswer, variables)
  return answer.site.search.searchProducts.products.map(product => product.entityId)
}

async function ranking(ask: Ask, by: Ranking): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const variables = { sort: sortNames[by], after }
    const answer = await ask('en', documents.rankingPage, wire.rankingPage, variables)
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
