import { redirect } from 'react-router'
import type { ReplyOf } from '../../../base/endpoint.ts'
import { paths } from '../../../base/paths.ts'
import { categoriesForEvent } from '../../../catalogue/event-categories.rules.ts'
import { listCategories, type ProductCard } from '../../../catalogue/products.contract.ts'
import { searchProducts } from '../../../catalogue/search.contract.ts'
import { m } from '../../../paraglide/messages.js'
import { loadHostedRegistry } from '../../../registry/pages/host-page-frame.tsx'
import type { RegistryView } from '../../../registry/registry.contract.ts'
import { submitForm } from '../../../ui/form/submit-form.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { layOutRows, type RowPlot } from '../../../ui/plot/layout.ts'
import { type GiftView, showGiftStatistics, showGifts } from '../../gift.contract.ts'
import { calculateGiftStatistics, countListedGifts, priceBands } from '../../gift.rules.ts'
import { priceBandLabels } from '../gift-text.ts'
import {
  type ProductQuery,
  parseProductQuery,
  parseUntil,
  repairProductQuery,
  toSearchInput,
} from './product-query.ts'

const shownGifts = 6

export interface WishedProduct {
  giftId: number
  productId: number
  /** Removing takes a confirmation: something was given, or the host has set more than the defaults. */
  mayLose: boolean
}

export type GiftStatistics = ReplyOf<typeof showGiftStatistics>

/** Shown when the statistics can't be read: the page works without them (R313). */
const noStatistics = calculateGiftStatistics([])

export async function loadAddGiftsData(ctx: PageContext, request: Request, registryId: string) {
  const { call, language, site } = ctx
  const registry = await loadHostedRegistry(ctx, request, registryId)
  const { searchParams } = new URL(request.url)
  const { query, isExchanged } = repairProductQuery(parseProductQuery(searchParams))
  const [categories, gifts, statistics] = await Promise.all([
    call(listCategories, { lang: language }),
    call(showGifts, { registry_id: registry.id, lang: language }),
    tryCall(() => call(showGiftStatistics, { registry_id: registry.id })),
  ])
  const until = parseUntil(searchParams) ?? Math.max(0, ...gifts.data.map(({ id }) => id))
  const last = gifts.data.filter(({ id }) => id <= until).map(gift => gift.product_id)
  const suiting = isWhole(query) ? await findSuiting(ctx, registry.type_info.slug, categories, last) : null
  const behind = [...(suiting?.products.map(({ id }) => id) ?? []), ...last].slice(0, maxLast)
  const known = { lang: language, last: behind.join(',') }
  const search = await submitForm(ctx, searchProducts, toSearchInput(query), known)
  const lastPage = search.done?.meta.last_page
  // A page beyond the last one, as after a product was removed, redirects to the last.
  if (lastPage !== undefined && Number(query.page ?? 1) > lastPage) {
    searchParams.set('page', String(lastPage))
    throw redirect(`${paths.addGifts(registryId)}?${searchParams}`)
  }
  return {
    registry,
    isExchanged,
    query,
    until,
    categories: categories.map(({ entityId, parentEntityId, name }) => ({ entityId, parentEntityId, name })),
    search,
    suiting: query.page ? null : suiting,
    latestGifts: gifts.data.toSorted((one, other) => other.id - one.id).slice(0, shownGifts),
    giftCounts: countListedGifts(gifts.data),
    wished: gifts.data.map((gift): WishedProduct => {
      return { giftId: gift.id, productId: gift.product_id, mayLose: registry.secret || mayLose(gift) }
    }),
    statistics: statistics.done ?? noStatistics,
    plot: statistics.done && drawPriceBands(statistics.done, registry),
    language,
    site,
  }
}

/** In surprise mode without what is given (R221). For a loader, so that browsers don't load d3. */
function drawPriceBands({ added, purchased }: GiftStatistics, { secret }: RegistryView): RowPlot | null {
  if (priceBands.every(({ field }) => added[field] === 0)) return null
  return layOutRows(
    priceBands.map(({ field }) => {
      const [size, part] = [added[field], purchased[field]]
      const name = priceBandLabels[field]()
      if (secret) return { name, size, value: String(size) }
      return { name, size, part, value: m.gift_statistic_given_of({ given: part, added: size }) }
    }),
  )
}

/** Whether there are no filters; the page number doesn't count. */
const isWhole = ({ page: _, ...query }: ProductQuery) => Object.keys(query).length === 0

/** One row of tiles on a wide screen. */
const suitingCount = 4
const maxLast = 1000

interface SuitingProducts {
  category: { id: number; name: string }
  products: ProductCard[]
}

/** Best sellers of the first suitable category (R806) that has enough, without what is on the registry already. */
async function findSuiting(
  { call, language }: PageContext,
  type: string,
  categories: { entityId: number; name: string }[],
  wished: number[],
): Promise<SuitingProducts | null> {
  for (const { entityId: id, name } of categoriesForEvent(type, categories)) {
    const sought = { sort: 'best-selling', lang: language, category: id } as const
    const { done } = await tryCall(() => call(searchProducts, sought))
    const products = (done?.data ?? [])
      .filter(({ id, available }) => available && !wished.includes(id))
      .slice(0, suitingCount)
    if (products.length === suitingCount) return { category: { id, name }, products }
  }
  return null
}

function mayLose(gift: GiftView): boolean {
  const taken = gift.how_many_sale + gift.collected + gift.held_units + gift.held
  return taken > 0 || gift.quantity > 1 || gift.must_have || Boolean(gift.note)
}

export type AddGiftsData = Awaited<ReturnType<typeof loadAddGiftsData>>
