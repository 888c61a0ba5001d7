import { foldText } from '../base/greek/fold.ts'
import { type Language, mapLanguages } from '../base/language.ts'
import { parseEuro } from '../base/money.ts'
import type { GiftListItem } from './gift.contract.ts'
import { type PriceBand, priceBandOf, priceBands } from './gift.rules.ts'

/** How guests filter and sort a registry's gifts; all of it is in the address (R311). */

export type GiftFilter = 'all' | 'open' | 'group' | PriceBand['filter']
export const giftFilters: GiftFilter[] = ['all', 'open', 'group', ...priceBands.map(({ filter }) => filter)]

export const giftSortOrders = ['wanted', 'price-up', 'price-down', 'name'] as const
export type GiftSortOrder = (typeof giftSortOrders)[number]

export interface GiftListQuery {
  filter: GiftFilter
  order: GiftSortOrder
  words: string
  /** For guests without JavaScript. */
  page: number
}

/** Gifts in the document; once it has loaded, the browser adds the others, as many at a time. */
export const giftsAtOnce = 60

/** Filters and sort orders appear from this many gifts on. */
export const leastToFilter = 4

/** The search box appears beyond this many gifts. */
export const longListThreshold = 24

export function parseGiftListQuery(query: URLSearchParams): GiftListQuery {
  const page = Number(query.get('page'))
  return {
    filter: giftFilters.find(filter => filter === query.get('show')) ?? 'all',
    order: giftSortOrders.find(order => order === query.get('sort')) ?? 'wanted',
    words: (query.get('q') ?? '').trim().slice(0, 80),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

/** The query with its question mark; empty for the defaults. */
export function formatGiftListQuery({ filter, order, words, page }: GiftListQuery): string {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('show', filter)
  if (order !== 'wanted') query.set('sort', order)
  if (words) query.set('q', words)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

/** The values of the chosen options, without those that only repeat the price, as gift cards have them. */
export function chosenValues({
  selected_options,
  price,
}: Pick<GiftListItem, 'selected_options' | 'price'>): string[] {
  return selected_options
    .map(({ value }) => value)
    .filter(value => parseEuro(value.replace('€', '')) !== price)
}

/** Each word has to begin a word of name, brand, options or note, regardless of accents and case. */
export function searchGifts(gifts: GiftListItem[], words: string): GiftListItem[] {
  const searched = splitFolded(words)
  if (searched.length === 0) return gifts
  return gifts.filter(({ name, brand, note, selected_options }) => {
    const text = [name, brand, note, ...selected_options.map(({ value }) => value)].join(' ')
    const giftWords = splitFolded(text)
    return searched.every(start => giftWords.some(word => word.startsWith(start)))
  })
}

const splitFolded = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export function matchesGiftFilter(gift: GiftListItem, filter: GiftFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'open') return isGiftOpen(gift)
  if (filter === 'group') return gift.is_group_gifting
  return priceBandOf(gift.price).filter === filter
}

/** Whether some of it can be given, now or when a reservation expires. */
function isGiftOpen(gift: GiftListItem): boolean {
  return gift.state === 'open' || gift.state === 'held'
}

const collator = mapLanguages(language => new Intl.Collator(language))

/** `wanted`: the host's order with must-haves first, and open gifts before given ones, or after them once closed. */
export function sortGifts(
  gifts: GiftListItem[],
  order: GiftSortOrder,
  language: Language,
  isClosed = false,
): GiftListItem[] {
  const openFirst = isClosed ? -1 : 1
  const compare: Record<GiftSortOrder, (one: GiftListItem, other: GiftListItem) => number> = {
    wanted: (one, other) =>
      openFirst * (Number(isGiftOpen(other)) - Number(isGiftOpen(one))) ||
      Number(other.must_have) - Number(one.must_have),
    'price-up': (one, other) => one.price - other.price,
    'price-down': (one, other) => other.price - one.price,
    name: (one, other) => collator(language).compare(one.name, other.name),
  }
  return [...gifts].sort(compare[order])
}
