/** By what the demand is shown. */
export const demandDimensions = ['product', 'category', 'brand', 'price', 'month'] as const
export type DemandDimension = (typeof demandDimensions)[number]

/** Columns by which the lines can be ordered, most first. */
export const demandSorts = ['open', 'wished', 'given', 'swapped', 'due_30', 'due_60', 'due_90'] as const
export type DemandSort = (typeof demandSorts)[number]

/** The lower ends of the price bands, in cents; the last band has no upper end. */
export const demandPriceBands = [0, 2_000, 5_000, 10_000, 20_000, 50_000] as const

/**
 * Of which month of the event: one of them, those whose day is undecided, or each month apart; everything else is of all
 * months together.
 */
export function isDemandMonth(text: string): boolean {
  return /^(each|none|\d{4}-(0[1-9]|1[0-2]))$/.test(text)
}

/** Months to choose from: from the current one on, then the past ones, the latest first, then the undecided. */
export function sortDemandMonths(months: string[], current: string): string[] {
  const known = months.filter(month => month !== '').sort()
  const past = known.filter(month => month < current).reverse()
  return [...known.filter(month => month >= current), ...past, ...months.filter(month => month === '')]
}

/** As many characters as a search for a product's name may have. */
export const maxDemandWords = 100

/** The upper end of the band that begins there; null for the last. */
export function priceBandEnd(from: number): number | null {
  return demandPriceBands.find(one => one > from) ?? null
}

/** How many of what is needed within 90 days the shop does not have; all of it where the stock is not counted: null. */
export function unitsToOrder({ due_90, stock }: { due_90: number; stock: number | null }): number | null {
  return stock === null ? null : Math.max(0, due_90 - stock)
}
