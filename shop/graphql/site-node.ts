import { categoryPath } from '../catalogue/category-tree.ts'
import { findPageByPath, isBlogPost } from '../catalogue/content-pages.ts'
import { catalogue } from '../catalogue/index.ts'
import { findVariantByValues, type LiveProduct } from '../catalogue/live-catalogue.ts'
import {
  type ProductFilters,
  type ProductSort,
  searchProducts,
  sortProducts,
} from '../catalogue/product-search.ts'
import type { ProductVariant } from '../catalogue/types.ts'
import type { GiftCertificate } from '../orders/gift-certificates.ts'
import { trimSlashes } from '../trim-slashes.ts'
import { blogNode, postNode } from './blog-node.ts'
import { brandNode, categoryNode, categoryTreeNodes } from './category-node.ts'
import { moneyNode, type QueryContext } from './common-nodes.ts'
import { globalId, maxProductsPerPage, type PageArgs, toConnection } from './connection.ts'
import { pageConnection, pageNode } from './page-node.ts'
import { productNode } from './product-node.ts'

interface ProductsArgs extends PageArgs {
  ids: string[]
  entityIds: number[]
  hideOutOfStock?: boolean | null
}
interface ProductArgs {
  id?: string | null
  entityId?: number | null
  variantEntityId?: number | null
  optionValueIds: { valueEntityId: number }[]
  sku?: string | null
}

/** The root value of a query. */
export function createRootValue(ctx: QueryContext) {
  return {
    site: siteNode(ctx),
    channel: { entityId: ctx.channelId },
    store: { entityId: 1025646 },
  }
}

function siteNode(ctx: QueryContext) {
  const sortedConnection = (order: ProductSort) => (args: PageArgs) =>
    productConnection(ctx, sortProducts(ctx.catalogue.visibleProducts, order, ctx.language), args)
  return {
    categoryTree: ({ rootEntityId }: { rootEntityId?: number | null }) =>
      categoryTreeNodes(ctx, rootEntityId),
    category: ({ entityId }: { entityId: number }) => categoryNode(ctx, entityId),
    brand: ({ entityId }: { entityId: number }) => brandNode(ctx, entityId),
    brands: (args: PageArgs & { entityIds: number[]; productEntityIds: number[] }) =>
      brandConnection(ctx, args),
    products: (args: ProductsArgs) => findProducts(ctx, args),
    newestProducts: sortedConnection('NEWEST'),
    bestSellingProducts: sortedConnection('BEST_SELLING'),
    featuredProducts: sortedConnection('FEATURED'),
    product: (args: ProductArgs) => findProduct(ctx, args),
    search: {
      searchProducts: ({ filters, sort }: { filters: ProductFilters; sort?: ProductSort | null }) => {
        const matching = searchProducts(ctx.catalogue, ctx.language, filters)
        const ordered = sort ? sortProducts(matching, sort, ctx.language) : matching
        return { products: (args: PageArgs) => productConnection(ctx, ordered, args) }
      },
    },
    route: ({ path }: { path: string }) => ({ node: nodeAtPath(ctx, path) }),
    content: {
      pages: (args: Parameters<typeof pageConnection>[1]) => pageConnection(ctx, args),
      page: ({ entityId }: { entityId: number }) => {
        const page = catalogue.pages.find(candidate => candidate.id === entityId)
        return page && !isBlogPost(page) ? pageNode(ctx, page) : null
      },
      blog: () => blogNode(ctx),
    },
    settings: settingsNode(ctx),
    currency: euroNode(),
    currencies: (args: PageArgs) => toConnection([euroNode()], args, currency => currency),
    giftCertificate: ({ code }: { code: string }) => giftCertificateNode(ctx, code),
  }
}

const productConnection = (ctx: QueryContext, products: LiveProduct[], args: PageArgs) =>
  toConnection(products, args, product => productNode(ctx, product), maxProductsPerPage)

function findProducts(ctx: QueryContext, args: ProductsArgs) {
  const entityIds = new Set(args.entityIds)
  const ids = new Set(args.ids)
  const matching = ctx.catalogue.visibleProducts.filter(
    product =>
      (entityIds.size === 0 || entityIds.has(product.id)) &&
      (ids.size === 0 || ids.has(globalId('Product', product.id))),
  )
  return productConnection(ctx, matching, args)
}

function findProduct(ctx: QueryContext, args: ProductArgs) {
  const product = ctx.catalogue.visibleProducts.find(
    candidate =>
      candidate.id === args.entityId ||
      globalId('Product', candidate.id) === args.id ||
      (args.sku != null && candidate.variants.some(variant => variant.sku === args.sku)),
  )
  return product ? productNode(ctx, product, findChosenVariant(product, args)) : null
}

function findChosenVariant(product: LiveProduct, args: ProductArgs): ProductVariant | undefined {
  if (args.variantEntityId) return product.variants.find(variant => variant.id === args.variantEntityId)
  if (args.sku) return product.variants.find(variant => variant.sku === args.sku)
  if (args.optionValueIds.length === 0) return undefined
  return findVariantByValues(
    product,
    args.optionValueIds.map(choice => choice.valueEntityId),
  )
}

function brandConnection(
  ctx: QueryContext,
  args: PageArgs & { entityIds: number[]; productEntityIds: number[] },
) {
  const brandIdsOfProducts = new Set(
    ctx.catalogue.visibleProducts
      .filter(product => args.productEntityIds.includes(product.id))
      .map(product => product.brand),
  )
  const matching = catalogue.brands.filter(
    brand =>
      (args.entityIds.length === 0 || args.entityIds.includes(brand.id)) &&
      (args.productEntityIds.length === 0 || brandIdsOfProducts.has(brand.id)),
  )
  return toConnection(matching, args, brand => brandNode(ctx, brand.id))
}

/** The product, category or page at a path of the storefront. */
function nodeAtPath(ctx: QueryContext, path: string) {
  const trimmedPath = `/${trimSlashes(path.split('?')[0]!)}`
  const page = findPageByPath(trimmedPath)
  if (page) return isBlogPost(page) ? postNode(ctx, page) : pageNode(ctx, page)
  const product = ctx.catalogue.visibleProducts.find(candidate => `/${candidate.slug}` === trimmedPath)
  if (product) return productNode(ctx, product)
  const category = catalogue.categories.find(candidate => categoryPath(candidate.id) === `${trimmedPath}/`)
  return category ? categoryNode(ctx, category.id) : null
}

function settingsNode(ctx: QueryContext) {
  return {
    storeName: 'Doron Shop',
    storeHash: ctx.store.credentials.storeHash,
    url: { vanityUrl: ctx.store.baseUrl, cdnUrl: ctx.store.baseUrl, checkoutUrl: ctx.store.baseUrl },
    channelId: ctx.channelId,
    tax: { pdp: 'INC', plp: 'INC' },
    locales: [{ code: ctx.language, isDefault: true }],
    currency: { defaultCurrency: 'EUR' },
  }
}

function euroNode() {
  return {
    entityId: 1,
    code: 'EUR',
    name: 'Euro',
    flagImage: null,
    isActive: true,
    exchangeRate: 1,
    isTransactional: true,
    isDefault: true,
    display: {
      symbol: '€',
      symbolPlacement: 'LEFT',
      decimalToken: '.',
      thousandsToken: ',',
      decimalPlaces: 2,
    },
  }
}

async function giftCertificateNode(ctx: QueryContext, code: string) {
  const { rows } = await ctx.store.db.query<GiftCertificate>(
    'select * from shop.certificate where upper(code) = upper($1)',
    [code],
  )
  const certificate = rows[0]
  if (!certificate) return null
  return {
    amount: moneyNode(ctx, certificate.amount_cents),
    balance: moneyNode(ctx, certificate.balance_cents),
    code: certificate.code,
    currencyCode: 'EUR',
    message: certificate.message || null,
    status: certificate.status.toUpperCase(),
    purchasedAt: { utc: certificate.purchased.toISOString() },
    expiresAt: certificate.expires ? { utc: certificate.expires.toISOString() } : null,
  }
}
