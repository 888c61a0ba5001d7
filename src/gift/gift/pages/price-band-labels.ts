import { m } from '../../../paraglide/messages.js'
import type { PriceBand } from '../price-band-rules.ts'

export const priceBandLabels: Record<PriceBand['field'], () => string> = {
  dollar050: m.gift_band_0,
  dollar50100: m.gift_band_50,
  dollar100150: m.gift_band_100,
  dollar150plus: m.gift_band_150,
}
