import { catalogue } from '../catalogue/index.ts'
import type { Variant } from '../catalogue/types.ts'
import type { Certificate } from '../certificates.ts'
import { type Item, pageAt, variantByValues } from '../shelf.ts'
import { blogNode, isPost, postNode } from './blog.ts'
import { brandNode, categoryNode, categoryTree } from './category.ts'
import { connection, globalId, MOST_PRODUCTS, type PageArgs } from './connection.ts'
import { pageNode, pages } from './page.ts'
import { productNode } from './product.ts'
import { type SearchFilters, type SearchSort, search, sorted } from './search.ts'
import { money, type View } from './view.ts'

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

/** The root value every document is executed over. */
export function root(view: View) {
  return {
    site: site(view),
    channel: { entityId: view.channelId },
    store: { entityId: 1025646 },
  }
}

function site(view: View) {
  const list = (order: SearchSort) => (args: PageArgs) =>
    productConnection(view, sorted(view.shelf.visible, order, view.language), args)
  return {
    categoryTree: ({ rootEntityId }: { rootEntityId?: number | null }) => categoryTree(view, rootEntityId),
    category: ({ entityId }: { entityId: number }) => categoryNode(view, entityId),
    brand: ({ entityId }: { entityId: number }) => brandNode(view, entityId),
    brands: (args: PageArgs & { entityIds: number[]; productEntityIds: number[] }) => brands(view, args),
    products: (args: ProductsArgs) => products(view, args),
    newestProducts: list('NEWEST'),
    bestSellingProducts: list('BEST_SELLING'),
    featuredProducts: list('FEATURED'),
    product: (args: ProductArgs) => product(view, args),
    search: {
      searchProducts: ({ filters, sort }: { filters: SearchFilters; sort?: SearchSort | null }) => {
        const found = search(view.shelf, view.language, filters)
        const ordered = sort ? sorted(found, sort, view.language) : found
        return { products: (args: PageArgs) => productConnection(view, ordered, args) }
      },
    },
    route: ({ path }: { path: string }) => ({ node: nodeAt(view, path) }),
    content: {
      pages: (args: Parameters<typeof pages>[1]) => pages(view, args),
      page: ({ entityId }: { entityId: number }) => {
        const page = catalogue.pages.find(candidate => candidate.id === entityId)
        return page && !isPost(page) ? pageNode(view, page) : null
      },
      blog: () => blogNode(view),
    },
    settings: settings(view),
    currency: euro(),
    currencies: (args: PageArgs) => connection([euro()], args, currency => currency),
    giftCertificate: ({ code }: { code: string }) => giftCertificate(view, code),
  }
}

const productConnection = (view: View, items: Item[], args: PageArgs) =>
  connection(items, args, item => productNode(view, item), MOST_PRODUCTS)

function products(view: View, args: ProductsArgs) {
  const wanted = new Set(args.entityIds)
  const ids = new Set(args.ids)
  const found = view.shelf.visible.filter(
    item =>
      (wanted.size === 0 || wanted.has(item.id)) && (ids.size === 0 || ids.has(globalId('Product', item.id))),
  )
  return productConnection(view, found, args)
}

function product(view: View, args: ProductArgs) {
  const item = view.shelf.visible.find(
    candidate =>
      candidate.id === args.entityId ||
      globalId('Product', candidate.id) === args.id ||
      (args.sku != null && candidate.variants.some(variant => variant.sku === args.sku)),
  )
  return item ? productNode(view, item, chosenVariant(item, args)) : null
}

function chosenVariant(item: Item, args: ProductArgs): Variant | undefined {
  if (args.variantEntityId) return item.variants.find(variant => variant.id === args.variantEntityId)
  if (args.sku) return item.variants.find(variant => variant.sku === args.sku)
  if (args.optionValueIds.length === 0) return undefined
  return variantByValues(
    item,
    args.optionValueIds.map(choice => choice.valueEntityId),
  )
}

function brands(view: View, args: PageArgs & { entityIds: number[]; productEntityIds: number[] }) {
  const ofProducts = new Set(
    view.shelf.visible.filter(item => args.productEntityIds.includes(item.id)).map(item => item.brand),
  )
  const found = catalogue.brands.filter(
    brand =>
      (args.entityIds.length === 0 || args.entityIds.includes(brand.id)) &&
      (args.productEntityIds.length === 0 || ofProducts.has(brand.id)),
  )
  return connection(found, args, brand => brandNode(view, brand.id))
}

/** The product, category or page that stands at a path of the storefront. */
function nodeAt(view: View, path: string) {
  const bare = `/${path.split('?')[0]!.replace(/^\/+|\/+$/g, '')}`
  const page = pageAt(bare)
  if (page) return isPost(page) ? postNode(view, page) : pageNode(view, page)
  const item = view.shelf.visible.find(candidate => `/${candidate.slug}` === bare)
  if (item) return productNode(view, item)
  const category = catalogue.categories.find(candidate => pathOf(view, candidate.id) === `${bare}/`)
  return category ? categoryNode(view, category.id) : null
}

const pathOf = (view: View, id: number): string | undefined => categoryNode(view, id)?.path

function settings(view: View) {
  return {
    storeName: 'Doron Shop',
    storeHash: view.store.credentials.storeHash,
    url: { vanityUrl: view.store.base, cdnUrl: view.store.base, checkoutUrl: view.store.base },
    channelId: view.channelId,
    tax: { pdp: 'INC', plp: 'INC' },
    locales: [{ code: view.language, isDefault: true }],
    currency: { defaultCurrency: 'EUR' },
  }
}

function euro() {
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

async function giftCertificate(view: View, code: string) {
  const { rows } = await view.store.db.query<Certificate>(
    'select * from shop.certificate where upper(code) = upper($1)',
    [code],
  )
  const found = rows[0]
  if (!found) return null
  return {
    amount: money(view, found.amount_cents),
    balance: money(view, found.balance_cents),
    code: found.code,
    currencyCode: 'EUR',
    message: found.message || null,
    status: found.status.toUpperCase(),
    purchasedAt: { utc: found.purchased.toISOString() },
    expiresAt: found.expires ? { utc: found.expires.toISOString() } : null,
  }
}
