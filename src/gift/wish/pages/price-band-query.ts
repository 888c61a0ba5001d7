import type { UnitsByPriceBand } from '../../gift/contract.ts'
import { priceBandRange } from '../../gift/rules.ts'

/** What an address asks of the catalogue for a price band; its upper end is included there, so a cent less. */
export function priceBandQuery(band: keyof UnitsByPriceBand): string {
  const { from, to } = priceBandRange(band)
  const query = new URLSearchParams()
  if (from > 0) query.set('price_min', String(from / 100))
  if (Number.isFinite(to)) query.set('price_max', ((to - 1) / 100).toFixed(2))
  return String(query)
}
