import { markCatalogueChanged } from '../../catalogue/live-catalogue.ts'
import { findRecords } from '../../records.ts'
import { ShopError } from '../../store.ts'
import { retaxProducts } from '../../tax/retax-products.ts'
import { type TaxZone, taxClasses, type ZoneRate } from '../../tax/taxes.ts'
import type { JsonObject } from '../requests.ts'
import { flag, list, object, required, text, whole } from './fields.ts'
import type { Resource } from './resource.ts'

const displayDefaults = {
  show_inclusive: false,
  show_both_on_detail_view: false,
  show_both_on_list_view: false,
}

/** What a change leaves out of a part stays. */
const mergedPart = (name: string, value: JsonObject, before: JsonObject | undefined, fallback: object) => ({
  [name]: { ...fallback, ...(before?.[name] as object), ...(value[name] as object) },
})

const changed: Resource['changed'] = async ({ store, tx }) => {
  await retaxProducts(store, tx)
  await markCatalogueChanged(tx)
}

/** v3 tax zones: where shoppers pay which rates. Prices have the tax of the zone of the store's own country. */
export const taxZones: Resource = {
  path: '/v3/tax/zones',
  kind: 'tax_zone',
  isBatch: true,
  filters: ['id:in'],
  parts: ['tax_rate'],
  fields: {
    name: required(text()),
    enabled: flag(true),
    price_display_settings: object(Object.keys(displayDefaults)),
    shopper_target_settings: object([
      ...['country_code', 'subdivision_codes', 'postal_codes'].map(field => `locations.${field}`),
      'customer_groups',
    ]),
  },
  check: (_, value, before) => {
    const { price_display_settings: display } = value as { price_display_settings?: JsonObject }
    if (!before && display && typeof display.show_inclusive !== 'boolean')
      throw new ShopError(422, 'show_inclusive is required.', { 'price_display_settings.show_inclusive': '' })
    const shoppers = mergedPart('shopper_target_settings', value, before, emptyShoppers)
    checkShoppers(shoppers.shopper_target_settings as unknown as TaxZone['shopper_target_settings'])
    return { ...mergedPart('price_display_settings', value, before, displayDefaults), ...shoppers }
  },
  changed,
}

const emptyShoppers = { locations: [], customer_groups: [] }

/** Throws 422 for a zone of everybody: the platform makes that one itself. */
function checkShoppers({ locations, customer_groups }: TaxZone['shopper_target_settings']): void {
  if (locations.length === 0 && customer_groups.length === 0)
    throw new ShopError(422, 'A default tax zone can not be created.', {
      shopper_target_settings: 'required',
    })
  for (const location of locations) {
    if (!/^[A-Z]{2}$/.test(location.country_code ?? ''))
      throw new ShopError(422, 'country_code is invalid.', { locations: String(location.country_code) })
    location.subdivision_codes ??= []
    location.postal_codes ??= []
  }
}

/** v3 tax rates of a zone, in percent for each class. */
export const taxRates: Resource = {
  path: '/v3/tax/rates',
  kind: 'tax_rate',
  isBatch: true,
  parentField: 'tax_zone_id',
  filters: ['id:in', 'tax_zone_id:in'],
  deleteFilters: ['id:in'],
  fields: {
    tax_zone_id: required(whole()),
    name: required(text()),
    enabled: flag(true),
    priority: whole(1),
    class_rates: required(list(['rate', 'tax_class_id'])),
  },
  check: async ({ tx }, { tax_zone_id: zone, class_rates }) => {
    if (zone !== undefined && !(await findRecords(tx, 'tax_zone')).some(({ id }) => id === zone))
      throw new ShopError(422, 'The tax zone does not exist.', { tax_zone_id: String(zone) })
    for (const { rate, tax_class_id } of (class_rates ?? []) as Partial<ZoneRate['class_rates'][number]>[])
      if (!(Number(rate) >= 0) || !taxClasses.some(({ id }) => id === tax_class_id))
        throw new ShopError(422, 'The field class_rates is invalid.', { class_rates: String(tax_class_id) })
    return undefined
  },
  changed,
}
