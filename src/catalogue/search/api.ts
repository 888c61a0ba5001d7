import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { toPageMeta } from '../../base/fields.ts'
import { phoneticQueryKeys } from '../../base/greek/phonetic-keys.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { findProductsInOrder } from '../products/data.ts'
import { toProductCard } from '../products/rules.ts'
import { hasFinishedFirstSync } from '../sync/data.ts'
import * as contract from './contract.ts'
import { searchProductListings } from './data.ts'
import { countEmptyProductSearch } from './empty-search-data.ts'
import { emptySearchWords } from './empty-search-rules.ts'
import { searchShopDuringFirstSync } from './service.ts'

export const calls: Handler[] = [handle(contract.searchProducts, searchProducts)]

/** Searches leave connections of the database to everything else. */
const limitSearches = createWorkLimit({ concurrent: 6, waiting: 200 })

/** So that no host fills the table: what is searched for beyond this in a day is not counted. */
const maxEmptySearchesADay = 50

/** What a host looks for by words alone and the shop does not have (R973). */
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
