import { parseEuro, typedToEuro } from '../../../base/money.ts'
import { productSorts } from '../../../catalogue/search.contract.ts'
import type { PriceBand } from '../../gift.rules.ts'

const parameters = ['search', 'category', 'price_min', 'price_max', 'sort', 'page'] as const
/** The parameters of the product search in the address, as typed. */
export type ProductQuery = Partial<Record<(typeof parameters)[number], string>>

export function parseProductQuery(query: URLSearchParams): ProductQuery {
  const pairs = parameters.map(name => [name, query.get(name)?.trim()])
  return Object.fromEntries(pairs.filter(([, value]) => value))
}

/** Drops an unknown sort order or page, and exchanges prices that are the wrong way round (`isExchanged`). */
export function repairProductQuery(query: ProductQuery): { query: ProductQuery; isExchanged: boolean } {
  const { sort, page, ...rest } = query
  const known = productSorts.some(one => one === sort) ? { sort } : {}
  const valid = /^[1-9]\d{0,4}$/.test(page ?? '') ? { page } : {}
  const repaired = { ...rest, ...known, ...valid } as ProductQuery
  const [from, to] = [parseEuro(query.price_min ?? ''), parseEuro(query.price_max ?? '')]
  const isExchanged = from !== null && to !== null && from > to
  if (!isExchanged) return { query: repaired, isExchanged }
  const { price_min = '', price_max = '' } = query
  return { query: { ...repaired, price_min: price_max, price_max: price_min }, isExchanged }
}

/** The query as the endpoint's input: prices in euro instead of as typed. */
export function toSearchInput({ price_min, price_max, ...query }: ProductQuery): Record<string, unknown> {
  return {
    ...query,
    ...(price_min !== undefined && { price_min: typedToEuro(price_min) }),
    ...(price_max !== undefined && { price_max: typedToEuro(price_max) }),
  }
}

/** The newest gift's id when the first page was opened: gifts up to it come last, later ones keep their place (R1060). */
export function parseUntil(query: URLSearchParams): number | null {
  const number = query.get('until') ?? ''
  return /^\d{1,15}$/.test(number) ? Number(number) : null
}

const kept: readonly string[] = [...parameters, 'until']

/** Only the parameters of the product search, and `more`; with the question mark, empty for none. */
export function formatProductQuery(query: URLSearchParams, more: Record<string, string> = {}): string {
  const own = [...query].filter(([name]) => kept.includes(name))
  const formatted = new URLSearchParams([...own, ...Object.entries(more)])
  return formatted.size > 0 ? `?${formatted}` : ''
}

/** The query for products of a price band. The search includes its upper bound, so that is a cent less. */
export function priceBandQuery({ from, to }: PriceBand): string {
  const query = new URLSearchParams()
  if (from > 0) query.set('price_min', String(from / 100))
  if (Number.isFinite(to)) query.set('price_max', ((to - 1) / 100).toFixed(2))
  return String(query)
}
