import type { ShopConnection } from './connection.ts'
import type { HttpClient } from './http-client.ts'
import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

/** The factor from net to gross for a rate in percent (R304). */
const taxMultiplier = (percent: number) => (100 + percent) / 100

/** The shop's factors from net to gross, by the id of the tax class. */
export async function fetchTaxMultipliers(rest: RestClient): Promise<Map<number, number>> {
  const { data } = await getJson(rest, wire.taxRatesSchema, '/v3/tax/rates')
  const rates = data.filter(rate => rate.enabled).flatMap(rate => rate.class_rates)
  // The first rate of a class counts, and the last entry of a map wins.
  return new Map(rates.reverse().map(({ tax_class_id, rate }) => [tax_class_id, taxMultiplier(rate)]))
}

/** The factors by class name in lower case, from the shop or from the configured tax service (R304). */
export async function fetchTaxRates(
  { taxRates }: ShopConnection,
  rest: RestClient,
  http: HttpClient,
): Promise<Record<string, number>> {
  if (taxRates) return fetchExternalTaxRates(taxRates, http)
  const [classes, multipliers] = await Promise.all([
    getJson(rest, wire.taxClassesSchema, '/v2/tax_classes'),
    fetchTaxMultipliers(rest),
  ])
  return Object.fromEntries(
    [{ id: 0, name: 'Default Tax Class' }, ...classes].flatMap(({ id, name }) => {
      const multiplier = multipliers.get(id)
      return multiplier === undefined ? [] : [[name.toLowerCase(), multiplier]]
    }),
  )
}

async function fetchExternalTaxRates(
  { url, authorization }: NonNullable<ShopConnection['taxRates']>,
  http: HttpClient,
): Promise<Record<string, number>> {
  const reply = await http({ method: 'GET', url, headers: { authorization }, repeatable: true })
  const { rates } = wire.parseReply(wire.externalTaxRatesSchema, reply, 'tax rates')
  return Object.fromEntries(
    Object.entries(rates).map(([name, rate]) => [name.toLowerCase(), taxMultiplier(rate)]),
  )
}
