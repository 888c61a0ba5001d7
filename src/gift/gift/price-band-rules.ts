import type { Cents } from '../../base/money.ts'

/**
 * The price bands by unit price incl. VAT, in cents, cheapest first: `from` is included, `to` is not (R313). A band is
 * called `field` in the answers of the API, and `filter` in the address of the list that guests see.
 */
export const priceBands = [
  { field: 'dollar050', filter: 'band-0', from: 0, to: 5_000 },
  { field: 'dollar50100', filter: 'band-50', from: 5_000, to: 10_000 },
  { field: 'dollar100150', filter: 'band-100', from: 10_000, to: 15_000 },
  { field: 'dollar150plus', filter: 'band-150', from: 15_000, to: Number.POSITIVE_INFINITY },
] as const
export type PriceBand = (typeof priceBands)[number]
/** A number of units for each price band. */
export type UnitsByPriceBand = Record<PriceBand['field'], number>

/** The price band of a unit price in cents incl. VAT. */
export function priceBandOf(price: Cents): PriceBand {
  return priceBands.find(({ to }) => price < to) ?? priceBands[3]
}

/** Fewer open units than this leave guests of a price band without a choice. */
const enoughOpenUnits = 3

/** The price bands with too few open units (R313), cheapest first; none for an empty list, which lacks everything. */
export function findSparsePriceBands({
  added,
  available,
}: {
  added: UnitsByPriceBand
  available: UnitsByPriceBand
}): { band: PriceBand; openUnits: number }[] {
  if (priceBands.every(({ field }) => added[field] === 0)) return []
  return priceBands
    .map(band => ({ band, openUnits: available[band.field] }))
    .filter(({ openUnits }) => openUnits < enoughOpenUnits)
}
