import { foldText } from '../../base/greek/fold.ts'
import { type Language, mapLanguages } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { GiftListItem } from './contract.ts'

/** How a guest narrows and orders a registry's gifts; all by the address, so that links and the back button work. */

/** Price bands in whole cents: from inclusive, to exclusive (product.md 17). */
export const priceBands = {
  'band-0': { from: 0, to: 5000 },
  'band-50': { from: 5000, to: 10_000 },
  'band-100': { from: 10_000, to: 15_000 },
  'band-150': { from: 15_000, to: Number.POSITIVE_INFINITY },
} as const
export type PriceBand = keyof typeof priceBands

export const giftFilters = ['all', 'open', 'group', ...(Object.keys(priceBands) as PriceBand[])] as const
export type GiftFilter = (typeof giftFilters)[number]

export const giftSortOrders = ['wanted', 'price-up', 'price-down', 'name'] as const
export type GiftSortOrder = (typeof giftSortOrders)[number]

/** What a guest asks of the list, as the address carries it. */
export interface GiftListQuery {
  filter: GiftFilter
  order: GiftSortOrder
  /** Words looked for; empty for all. */
  words: string
  /** How many helpings of a long list are shown. */
  helpings: number
}

/** Gifts shown at once; each “show more” adds as many. */
export const giftBatchSize = 96

/** A list this long has a box to search it. */
export const longListThreshold = 24

export function parseGiftListQuery(query: URLSearchParams): GiftListQuery {
  const helpings = Number(query.get('more'))
  return {
    filter: parseGiftFilter(query.get('show')),
    order: parseGiftSortOrder(query.get('sort')),
    words: (query.get('q') ?? '').trim().slice(0, 80),
    helpings: Number.isInteger(helpings) && helpings > 1 ? helpings : 1,
  }
}

/** The query that asks for it; empty for the list as it opens. */
export function formatGiftListQuery({ filter, order, words, helpings }: GiftListQuery): string {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('show', filter)
  if (order !== 'wanted') query.set('sort', order)
  if (words) query.set('q', words)
  if (helpings > 1) query.set('more', String(helpings))
  return query.size > 0 ? `?${query}` : ''
}

/** The gifts whose name, brand, options or note has a word for each beginning asked for; accents and case don't matter. */
export function searchGifts(gifts: GiftListItem[], words: string): GiftListItem[] {
  const wanted = wordsIn(words)
  if (wanted.length === 0) return gifts
  return gifts.filter(({ name, brand, note, selected_options }) => {
    const said = wordsIn([name, brand, note, ...selected_options.map(one => one.value)].join(' '))
    return wanted.every(word => said.some(one => one.startsWith(word)))
  })
}

const wordsIn = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export function parseGiftFilter(value: string | null): GiftFilter {
  return giftFilters.find(filter => filter === value) ?? 'all'
}

export function parseGiftSortOrder(value: string | null): GiftSortOrder {
  return giftSortOrders.find(order => order === value) ?? 'wanted'
}

export function matchesGiftFilter(gift: GiftListItem, filter: GiftFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'open') return isGiftOpen(gift)
  if (filter === 'group') return gift.is_group_gifting
  return inBand(gift.price, filter)
}

function inBand(price: Cents, band: PriceBand): boolean {
  return price >= priceBands[band].from && price < priceBands[band].to
}

/** Something of it can still be given, now or when a hold runs out. */
export function isGiftOpen(gift: GiftListItem): boolean {
  return gift.state === 'open' || gift.state === 'held'
}

const collator = mapLanguages(language => new Intl.Collator(language))

/** The gifts in that order; most wanted keeps the host's order with must-haves first, given ones last. */
export function sortGifts(gifts: GiftListItem[], order: GiftSortOrder, language: Language): GiftListItem[] {
  const compare: Record<GiftSortOrder, (one: GiftListItem, other: GiftListItem) => number> = {
    wanted: (one, other) =>
      Number(isGiftOpen(other)) - Number(isGiftOpen(one)) || Number(other.must_have) - Number(one.must_have),
    'price-up': (one, other) => one.price - other.price,
    'price-down': (one, other) => other.price - one.price,
    name: (one, other) => collator(language).compare(one.name, other.name),
  }
  return [...gifts].sort(compare[order])
}

export interface GivingProgress {
  total: number
  given: number
  open: number
  percent: number
}

/** How far the whole list is, counted in gifts (product.md 17). */
export function calculateGivingProgress(gifts: GiftListItem[]): GivingProgress {
  const given = gifts.filter(gift => gift.state === 'given').length
  const total = gifts.length
  return {
    total,
    given,
    open: gifts.filter(isGiftOpen).length,
    percent: total === 0 ? 0 : Math.floor((given * 100) / total),
  }
}
