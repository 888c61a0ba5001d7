import type { Queryable } from '../database.ts'
import { netOfTax, type TaxRate } from '../money.ts'
import { findRecords } from '../records.ts'

/** The country whose tax prices have: that of the store. */
const homeCountry = 'GR'

/** The shop's tax classes; like on the platform no program makes any. */
export const taxClasses = [
  { id: 0, name: 'Default Tax Class' },
  { id: 1, name: 'Reduced' },
  { id: 2, name: 'Zero rated' },
]

/** Which shoppers pay a zone's rates. */
export interface TaxZone {
  name: string
  enabled: boolean
  shopper_target_settings: {
    locations: { country_code: string; subdivision_codes: string[]; postal_codes: string[] }[]
    customer_groups: number[]
  }
}

/** A rate of a zone, in percent for each class. */
export interface ZoneRate {
  name: string
  enabled: boolean
  priority: number
  class_rates: { rate: number; tax_class_id: number }[]
}

/** The rates of each class in the store's own zone. */
export type TaxRates = Map<number, TaxRate[]>

/** The rates that prices have now; none for a class that the zone has none for. */
export async function loadTaxRates(db: Queryable): Promise<TaxRates> {
  const zone = findHomeZone(await findRecords<TaxZone>(db, 'tax_zone'))
  const rates = zone ? await findRecords<ZoneRate>(db, 'tax_rate', zone.id) : []
  const ratesOf = (taxClass: number) =>
    rates.flatMap(({ id, name, enabled, priority, class_rates }) =>
      class_rates
        .filter(({ tax_class_id }) => enabled && tax_class_id === taxClass)
        .map(({ rate }) => ({ id, name, rate, priority })),
    )
  return new Map(taxClasses.map(({ id }) => [id, ratesOf(id)]))
}

/** The zone of everybody in the store's country, or else the one that names nobody. */
function findHomeZone<T extends TaxZone>(zones: T[]): T | undefined {
  const forEverybody = zones.filter(
    zone => zone.enabled && zone.shopper_target_settings.customer_groups.length === 0,
  )
  const locationsOf = (zone: TaxZone) => zone.shopper_target_settings.locations
  const isHome = (zone: TaxZone) =>
    locationsOf(zone).some(
      ({ country_code, subdivision_codes, postal_codes }) =>
        country_code === homeCountry && subdivision_codes.length + postal_codes.length === 0,
    )
  return forEverybody.find(isHome) ?? forEverybody.find(zone => locationsOf(zone).length === 0)
}

/** The class by whose rates an amount in cents is that one without tax, to a cent; undefined when it is none's. */
export function findTaxClassOf(
  taxRates: TaxRates,
  gross: number,
  net: number,
): { taxClass: number; taxRates: TaxRate[] } | undefined {
  const [nearest] = [...taxRates]
    .map(([taxClass, rates]) => ({ taxClass, rates, error: Math.abs(netOfTax(gross, rates) - net) }))
    .sort((one, other) => one.error - other.error)
  return nearest && nearest.error <= 1 ? { taxClass: nearest.taxClass, taxRates: nearest.rates } : undefined
}
