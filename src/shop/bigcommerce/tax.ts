import type { ShopConnection } from './connection.ts'
import type { HttpClient } from './http/http-client.ts'
import { getAllPages, getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

/** The factor from net to gross for a rate in percent (R304). */
const taxMultiplier = (percent: number) => (100 + percent) / 100

/**
 * The shop's factors from net to gross by the id of the tax class, in the zone of the store's own country; empty when
 * the store has no such zone.
 */
export async function fetchTaxMultipliers(rest: RestClient): Promise<Map<number, number>> {
  const [{ country_code }, zones, rates] = await Promise.all([
    getJson(rest, wire.storeCountrySchema, '/v2/store'),
    getAllPages<wire.WireTaxZone>(rest, wire.taxZonesSchema, '/v3/tax/zones'),
    getAllPages<wire.WireTaxRate>(rest, wire.taxRatesSchema, '/v3/tax/rates'),
  ])
  const zone = chooseTaxZone(zones, country_code)
  return combineRates(rates.filter(rate => rate.enabled && rate.tax_zone_id === zone?.id))
}

/**
 * The zone of everybody in that country, whatever group or region; else the default zone, which names no shoppers and
 * is for those whom no other zone names.
 */
function chooseTaxZone(zones: wire.WireTaxZone[], country: string): wire.WireTaxZone | undefined {
  const forEverybody = zones.filter(
    zone => zone.enabled && zone.shopper_target_settings.customer_groups.length === 0,
  )
  const locationsOf = (zone: wire.WireTaxZone) => zone.shopper_target_settings.locations
  const isWholeCountry = (zone: wire.WireTaxZone) =>
    locationsOf(zone).some(
      location =>
        location.country_code === country &&
        location.subdivision_codes.length + location.postal_codes.length === 0,
    )
  return forEverybody.find(isWholeCountry) ?? forEverybody.find(zone => locationsOf(zone).length === 0)
}

/** Rates of one priority are added; those of the next one are taken of the sum. */
function combineRates(rates: wire.WireTaxRate[]): Map<number, number> {
  const percents = new Map<number, Map<number, number>>()
  for (const { priority, class_rates } of rates)
    for (const { tax_class_id, rate } of class_rates) {
      const byPriority = percents.get(tax_class_id) ?? new Map<number, number>()
      percents.set(tax_class_id, byPriority.set(priority, (byPriority.get(priority) ?? 0) + rate))
    }
  const multiply = (byPriority: Map<number, number>) =>
    [...byPriority.values()].reduce((factor, percent) => factor * taxMultiplier(percent), 1)
  return new Map([...percents].map(([taxClass, byPriority]) => [taxClass, multiply(byPriority)]))
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
