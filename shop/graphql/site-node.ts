import { isBlogPost } from '../catalogue/content-pages.ts'
import { catalogue } from '../catalogue/index.ts'
import { findVariantByValues, type LiveProduct } from '../catalogue/live-catalogue.ts'
import { type ProductSort, sortProducts } from '../catalogue/product-search.ts'
import type { ProductVariant } from '../catalogue/types.ts'
import type { GiftCertificate } from '../orders/gift-certificates.ts'
import { requireScope } from './access.ts'
import { blogNode } from './blog-node.ts'
import { cartNode, findCallersCart } from './cart/cart-node.ts'
import { checkoutNode } from './cart/checkout-node.ts'
import { withoutSoldOut } from './catalogue/offer-nodes.ts'
import { searchNode } from './catalogue/search.ts'
import { brandNode, categoryNode, categoryTreeNodes } from './category-node.ts'
import { moneyNode, type QueryContext } from './common-nodes.ts'
import { globalId, maxProductsPerPage, type PageArgs, toConnection } from './connection.ts'
import { findCallersOrder } from './customer/order-nodes.ts'
import { publicWishlistNode } from './customer/wishlist-nodes.ts'
import { pageConnection, pageNode } from './page-node.ts'
import { productNode } from './product-node.ts'
import { routeNode } from './site/route-node.ts'
import { scriptConnection } from './site/script-nodes.ts'
import { currencyNode, settingsNode } from './site/settings-node.ts'

interface ProductsArgs extends ListArgs {
  ids: string[]
  entityIds: number[]
}
interface ProductArgs {
  id?: string | null
  entityId?: number | null
  variantEntityId?: number | null
  optionValueIds: { optionEntityId: number; valueEntityId: number }[]
  sku?: string | null
}

/** The store as shoppers see it. */
export function siteNode(ctx: QueryContext) {
  const sortedConnection = (order: ProductSort) => (args: ListArgs) =>
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
    search: { searchProducts: (args: Parameters<typeof searchNode>[1]) => searchNode(ctx, args) },
    route: (args: Parameters<typeof routeNode>[1]) => routeNode(ctx, args),
    content: {
      pages: (args: Parameters<typeof pageConnection>[1]) => pageConnection(ctx, args),
      page: ({ entityId }: { entityId: number }) => {
        const page = catalogue.pages.find(candidate => candidate.id === entityId)
        return page && !isBlogPost(page) ? pageNode(ctx, page) : null
      },
      blog: () => blogNode(ctx),
      scripts: (args: Parameters<typeof scriptConnection>[1]) => scriptConnection(ctx, args),
    },
    settings: settingsNode(ctx),
    currency: ({ currencyCode }: { currencyCode: string }) => {
      const found = ctx.currencies.find(currency => currency.currency_code === currencyCode)
      return found ? currencyNode(found) : null
    },
    currencies: (args: PageArgs) => toConnection(ctx.currencies, args, currencyNode),
    cart: async ({ entityId }: { entityId?: string | null }) => {
      const cart = await findCallersCart(ctx, entityId)
      return cart ? cartNode(ctx, cart) : null
    },
    checkout: async ({ entityId }: { entityId?: string | null }) => {
      const cart = await findCallersCart(ctx, entityId)
      return cart ? checkoutNode(ctx, cart) : null
    },
    order: ({ filter }: { filter?: Parameters<typeof findCallersOrder>[1] }) => {
      requireScope(ctx.caller, 'Customer')
      return findCallersOrder(ctx, filter)
    },
    publicWishlist: ({ token }: { token: string }) => publicWishlistNode(ctx, token),
    giftCertificate: ({ code }: { code: string }) => giftCertificateNode(ctx, code),
  }
}

interface ListArgs extends PageArgs {
  hideOutOfStock?: boolean | null
}

const productConnection = (ctx: QueryContext, products: LiveProduct[], args: ListArgs) =>
  toConnection(
    withoutSoldOut(products, args.hideOutOfStock),
    args,
    product => productNode(ctx, product),
    maxProductsPerPage,
  )

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
  const chosen = args.optionValueIds.map(({ optionEntityId, valueEntityId }) => ({
    id: optionEntityId,
    valueId: valueEntityId,
  }))
  return product ? productNode(ctx, product, findChosenVariant(product, args), chosen) : null
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
  const matching = ctx.catalogue.brands.filter(
    brand =>
      (args.entityIds.length === 0 || args.entityIds.includes(brand.id)) &&
      (args.productEntityIds.length === 0 || brandIdsOfProducts.has(brand.id)),
  )
  return toConnection(matching, args, brand => brandNode(ctx, brand.id))
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
    recipient: { name: certificate.to_name, email: certificate.to_email },
    sender: { name: certificate.from_name, email: certificate.from_email },
    theme: certificate.template.replace('.html', '').toUpperCase(),
    status: certificate.status.toUpperCase(),
    purchasedAt: { utc: certificate.purchased.toISOString() },
    expiresAt: certificate.expires ? { utc: certificate.expires.toISOString() } : null,
  }
}
