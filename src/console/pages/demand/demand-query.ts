import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { isClean, normalizeText } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import {
  type DemandDimension,
  type DemandSort,
  demandDimensions,
  demandPriceBands,
  demandSorts,
  isDemandMonth,
  maxDemandQueryLength,
  priceBandEnd,
} from '../../console.rules.ts'

/** The query of the page, which its links and files keep. */
export interface DemandQuery extends Record<string, string> {
  by: DemandDimension
  sort: DemandSort
}

/** Unknown values count as missing; filters by brand, category, price and words exist for products only. */
export function readDemandQuery({ url }: Pick<Request, 'url'>): DemandQuery {
  const { searchParams } = new URL(url)
  const by = demandDimensions.find(one => one === searchParams.get('by')) ?? 'product'
  const chosen = demandSorts.find(one => one === searchParams.get('sort')) ?? 'open'
  if (by === 'month') return { by, sort: chosen }
  const month = searchParams.get('month') ?? ''
  const isByMonth = isDemandMonth(month)
  // Swaps are not counted by month.
  const sort = chosen === 'swapped' && isByMonth ? 'open' : chosen
  if (by !== 'product') return { by, sort, ...(isByMonth && { month }) }
  const words = readText(searchParams.get('words'), maxDemandQueryLength)
  const brand = readText(searchParams.get('brand'), 200)
  const category = searchParams.get('category') ?? ''
  const price = demandPriceBands.map(String).find(from => from === searchParams.get('price'))
  return {
    by,
    sort,
    ...(words && { words }),
    ...(brand && { brand }),
    ...(/^[1-9]\d{0,8}$/.test(category) && { category }),
    ...(price && { price }),
    ...(isByMonth && { month }),
  }
}

function readText(text: string | null, max: number): string {
  if (text === null || !isClean(text)) return ''
  return [...normalizeText(text.trim(), 'NFC')].slice(0, max).join('')
}

export function demandPath(query: DemandQuery): string {
  return `${paths.staffDemand}?${new URLSearchParams(query)}`
}

/** Whether there is any filter, be it a month alone. */
export function isNarrowed({ by, sort, ...filters }: DemandQuery): boolean {
  return Object.keys(filters).length > 0
}

/** The name of a price band; `from` is its lower end in cents. */
export function priceBandName(from: number, language: Language): string {
  const end = priceBandEnd(from)
  const least = formatEuro(from, language)
  return end === null
    ? m.staff_demand_price_from({ from: least })
    : m.staff_demand_price_between({ from: least, to: formatEuro(end, language) })
}
