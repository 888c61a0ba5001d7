import type { QueryContext } from '../common-nodes.ts'

interface CountryFilters {
  name?: string | null
  code?: string | null
}

/** Where the shop delivers to, with the ids of the platform's list of countries. */
const deliveryCountries = [
  { entityId: 84, code: 'GR', name: { en: 'Greece', el: 'Ελλάδα' } },
  { entityId: 55, code: 'CY', name: { en: 'Cyprus', el: 'Κύπρος' } },
]

export const countries = ({ language }: QueryContext, { name, code }: CountryFilters = {}) =>
  deliveryCountries
    .map(country => ({ ...country, name: country.name[language], statesOrProvinces: [] }))
    .filter(country => (!code || country.code === code) && (!name || country.name === name))

export const geographyNode = (ctx: QueryContext) => ({
  countries: ({ filters }: { filters?: CountryFilters | null }) => countries(ctx, filters ?? {}),
})

/** The name of a country in English, as orders keep it; undefined for one that the shop does not deliver to. */
export const countryName = (code: string): string | undefined =>
  deliveryCountries.find(country => country.code === code.toUpperCase())?.name.en
