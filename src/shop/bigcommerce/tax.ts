import { type Ask, get } from './ask-rest.ts'
import * as wire from './wire.ts'

/** A rate in percent as what a net price is multiplied by (spec §3). */
export const multiplier = (percent: number) => (100 + percent) / 100

/** The shop's own multipliers by the id of the tax class. */
export async function multipliers(ask: Ask): Promise<Map<number, number>> {
  const { data } = await get(ask, wire.taxRates, '/v3/tax/rates')
  const rates = data.filter(rate => rate.enabled).flatMap(rate => rate.class_rates)
  // The first that names a class counts, therefore backwards.
  return new Map(rates.reverse().map(({ tax_class_id, rate }) => [tax_class_id, multiplier(rate)]))
}
