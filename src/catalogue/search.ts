import { sql } from 'kysely'
import { AppError } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { toPageMeta } from '../base/fields.ts'
import { stripAccents } from '../base/greek/fold.ts'
import { phoneticQueryKeys } from '../base/greek/phonetic-keys.ts'
import { createMinuteBudget, createWorkLimit } from '../base/work-limit.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import type { ShopSearchFilter } from '../shop/port-catalogue.ts'
import { toProductCard } from './products.rules.ts'
import { findProductsInOrder } from './products.ts'
import * as contract from './search.contract.ts'
import { type ProductSearchFilter, type ProductSearchResult, searchProductListings } from './search.sql.ts'
import { hasFinishedFirstSync } from './sync.ts'

export const calls: Handler[] = [handle(contract.searchProducts, searchProducts)]

/** So that searches leave database connections to everything else. */
const limitSearches = createWorkLimit({ concurrent: 6, waiting: 200 })

/** Limits what one host can add to the table in a day; further searches are not counted. */
const maxEmptySearchesADay = 50

/** Counts what a host searched by words alone and didn't find, for the staff's report on demand (R973). */
async function noteEmptySearch(
  { search, category, price_min, price_max }: ParsedOf<typeof contract.searchProducts>,
  { db, customer, now, rateLimit }: RequestContext,
): Promise<void> {
  const isNarrowed = [category, price_min, price_max].some(one => one !== undefined)
  const words = customer && !isNarrowed ? emptySearchWords(search ?? '') : null
  if (words === null || !customer) return
  try {
    await rateLimit(`empty-search:${customer.id}`, maxEmptySearchesADay, 86_400)
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 429) throw error
    return
  }
  await countEmptyProductSearch(db, words, now)
}

async function searchProducts(input: ParsedOf<typeof contract.searchProducts>, ctx: RequestContext) {
  const language = input.lang ?? ctx.language
  const filter = {
    words: phoneticQueryKeys(input.search ?? ''),
    category: input.category,
    priceMin: input.price_min,
    priceMax: input.price_max,
    sort: input.sort,
    page: input.page,
    perPage: contract.productsPerPage,
    last: input.last,
  }
  const [listed, isSynced] = await Promise.all([
    limitSearches(() => searchProductListings(ctx.db, filter, ctx)),
    hasFinishedFirstSync(ctx.db),
  ])
  const result = isSynced ? listed : await searchShopDuringFirstSync(filter, listed, input.search ?? '', ctx)
  if (result.total === 0 && isSynced) await noteEmptySearch(input, ctx)
  const products = await findProductsInOrder(ctx.db, result.ids, language)
  return {
    data: products.map(product => toProductCard(product, language, ctx.config.storefronts)),
    meta: {
      ...toPageMeta(input.page, contract.productsPerPage, result.total),
      near: result.isTypoMatch,
      categories: [...result.categories]
        .filter(([, count]) => count > 0)
        .map(([entityId, count]) => ({ entityId, count })),
      price_min: result.priceMin,
      price_max: result.priceMax,
    },
  }
}

/** Each search costs some calls to the shop. */
const maxSearchesPerMinute = 30

const budgets = new WeakMap<Shop, (now: Date) => boolean>()

function maySearch(shop: Shop, now: Date): boolean {
  const budget = budgets.get(shop) ?? createMinuteBudget(maxSearchesPerMinute)
  budgets.set(shop, budget)
  return budget(now)
}

/**
 * Searches in the shop itself while the catalogue is read for the first time, which takes an hour for a large shop.
 * The products of the page are saved at once, so that they can be shown and added. Answers what is listed so far when
 * the shop fails or `maxSearchesPerMinute` is used up.
 */
async function searchShopDuringFirstSync(
  filter: ProductSearchFilter,
  listed: ProductSearchResult,
  words: string,
  {
    shop,
    language,
    now,
    refreshProducts,
  }: Pick<RequestContext, 'shop' | 'language' | 'now' | 'refreshProducts'>,
): Promise<ProductSearchResult> {
  if (!maySearch(shop, now)) return listed
  const { category, priceMin, priceMax, page, perPage } = filter
  const sort = shopSortOf(filter)
  try {
    const allIds = await shop.searchProducts({ language, query: words, category, priceMin, priceMax, sort })
    const ids = allIds.slice((page - 1) * perPage, page * perPage)
    await refreshProducts(ids)
    return { ...listed, ids, total: allIds.length, categories: new Map(), isTypoMatch: false }
  } catch (error) {
    if (error instanceof ShopFailure) return listed
    throw error
  }
}

function shopSortOf({ sort }: ProductSearchFilter): ShopSearchFilter['sort'] {
  return sort === 'brand-a-z' || sort === 'brand-z-a' ? 'featured' : sort
}

/** Longer texts are not names of products, and are not stored. */
const maxLength = 60
/** Text with more digits may be a phone or card number, and is not stored. */
const maxDigits = 5

/** The normalised search to store among those that found nothing (R973); null for what may be personal. */
function emptySearchWords(typed: string): string | null {
  const words = stripAccents(typed).toLowerCase().split(/\s+/).filter(Boolean).join(' ')
  const digits = [...words].filter(character => character >= '0' && character <= '9').length
  const isKept = words !== '' && words.length <= maxLength && digits <= maxDigits && !words.includes('@')
  return isKept ? words : null
}

async function countEmptyProductSearch(db: Db, words: string, now: Date): Promise<void> {
  await sql`
    insert into empty_product_search as former (words, count, last_at) values (${words}, 1, ${now})
    on conflict (words) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}
