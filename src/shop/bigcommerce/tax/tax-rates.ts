import type { ShopConnection } from '../connection.ts'
import type { HttpClient } from '../http/http-client.ts'
import { getAllPages, getJson, type RestClient } from '../rest-client.ts'
import * as wire from '../wire.ts'

/** What of a store's tax decides prices. */
export interface TaxFacts {
  /** Whether the merchant enters prices with tax. */
  pricesIncludeTax: boolean
  classes: TaxClass[]
}

export interface TaxClass {
  id: number
  name: string
  /** From net to gross (1 + rate/100); null when no rate of it is known. */
  factor: number | null
}

/** The platform's own class, which it does not list. */
const defaultTaxClass = { id: 0, name: 'Default Tax Class' }

/** The class with that id or name, whatever its case; undefined when there is none. */
export function findTaxClass({ classes }: Pick<TaxFacts, 'classes'>, idOrName: string): TaxClass | undefined {
  const name = idOrName.toLowerCase()
  return classes.find(one => String(one.id) === idOrName || one.name.toLowerCase() === name)
}

/** The factor from net to gross for a rate in percent (R304). */
const taxMultiplier = (percent: number) => (100 + percent) / 100

/** How the store enters prices, and its factors by class: its own, or those of the configured tax service (R304). */
export async function fetchTaxFacts(
  { taxRates }: Pick<ShopConnection, 'taxRates'>,
  rest: RestClient,
  http: HttpClient,
): Promise<TaxFacts> {
  const [{ is_price_entered_with_tax }, listed, factorOf] = await Promise.all([
    getJson(rest, wire.storePricesSchema, '/v2/store'),
    getJson(rest, wire.taxClassesSchema, '/v2/tax_classes'),
    taxRates ? fetchExternalFactors(taxRates, http) : fetchOwnFactors(rest),
  ])
  const classes = [defaultTaxClass, ...listed.filter(({ id }) => id !== defaultTaxClass.id)]
  return {
    pricesIncludeTax: is_price_entered_with_tax,
    classes: classes.map(one => ({ ...one, factor: factorOf(one) ?? null })),
  }
}

type FactorOf = (taxClass: { id: number; name: string }) => number | undefined

async function fetchOwnFactors(rest: RestClient): Promise<FactorOf> {
  const multipliers = await fetchTaxMultipliers(rest)
  return ({ id }) => multipliers.get(id)
}

/** The service knows the classes by their names in lower case. */
async function fetchExternalFactors(
  { url, authorization }: NonNullable<ShopConnection['taxRates']>,
  http: HttpClient,
): Promise<FactorOf> {
  const reply = await http({ method: 'GET', url, headers: { authorization }, repeatable: true })
  const { rates } = wire.parseReply(wire.externalTaxRatesSchema, reply, 'tax rates')
  const multipliers = new Map(
    Object.entries(rates).map(([name, rate]) => [name.toLowerCase(), taxMultiplier(rate)]),
  )
  return ({ name }) => multipliers.get(name.toLowerCase())
}

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

/** Product id → id of its tax class; products that the shop doesn't have are left out. */
export async function fetchTaxClassIds(rest: RestClient, productIds: number[]): Promise<Map<number, number>> {
  const ids = [...new Set(productIds)]
  const path = `/v3/catalog/products?id:in=${ids.join(',')}&include_fields=tax_class_id&limit=250`
  const { data } = await getJson(rest, wire.taxedProductsSchema, path)
  return new Map(data.map(product => [product.id, product.tax_class_id]))
}
