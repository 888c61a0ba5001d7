import type { Language } from '../../base/language.ts'
import { formatPhone } from '../../base/text.ts'
import { countriesIn, regionsOfCountry } from '../../registry/address.rules.ts'
import type { AddressInput } from '../../registry/registry.contract.ts'

/** The lines of an address below the name, as overview, delivery slip and parcel have them. */
export function formatAddressLines(address: AddressInput, language: Language): string[] {
  const { street, postcode, city, country, phone } = address
  const region = regionsOfCountry(country, language).find(({ code }) => code === address.region)?.name
  const countryName = countriesIn(language).find(({ code }) => code === country)?.name ?? country
  return [
    street,
    `${postcode} ${city}`,
    [region ?? address.region, countryName].filter(Boolean).join(', '),
    formatPhone(phone),
  ].filter(Boolean)
}
