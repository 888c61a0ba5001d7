import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

/** A rate in percent as what a net price is multiplied by (spec §3). */
export const taxMultiplier = (percent: number) => (100 + percent) / 100

/** The shop's own multipliers by the id of the tax class. */
export async function fetchTaxMultipliers(ask: RestClient): Promise<Map<number, number>> {
  const { data } = await getJson(ask, wire.taxRatesSchema, '/v3/tax/rates')
  const rates = data.filter(rate => rate.enabled).flatMap(rate => rate.class_rates)
  // The first that names a class counts, therefore backwards.
  return new Map(rates.reverse().map(({ tax_class_id, rate }) => [tax_class_id, taxMultiplier(rate)]))
}
