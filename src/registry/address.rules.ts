import names from 'i18n-iso-countries'
import { iso31662 } from 'iso-3166'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { findPlace } from '../base/gazetteer.ts'
import type { Language } from '../base/language.ts'
import type { AddressInput } from './registry.contract.ts'
import type { Place } from './registry.rules.ts'

// For the server only: the lists of ISO 3166 and of phone numbers are some hundred kilobytes.

/** The regions of Greece and Cyprus (R226), which ISO has only in transcription. */
const homeRegions: Record<string, Record<Language, string>> = {
  'GR-A': { en: 'Eastern Macedonia and Thrace', el: 'Ανατολική Μακεδονία και Θράκη' },
  'GR-I': { en: 'Attica', el: 'Αττική' },
  'GR-G': { en: 'Western Greece', el: 'Δυτική Ελλάδα' },
  'GR-C': { en: 'Western Macedonia', el: 'Δυτική Μακεδονία' },
  'GR-F': { en: 'Ionian Islands', el: 'Ιόνια Νησιά' },
  'GR-D': { en: 'Epirus', el: 'Ήπειρος' },
  'GR-B': { en: 'Central Macedonia', el: 'Κεντρική Μακεδονία' },
  'GR-M': { en: 'Crete', el: 'Κρήτη' },
  'GR-L': { en: 'South Aegean', el: 'Νότιο Αιγαίο' },
  'GR-J': { en: 'Peloponnese', el: 'Πελοπόννησος' },
  'GR-H': { en: 'Central Greece', el: 'Στερεά Ελλάδα' },
  'GR-E': { en: 'Thessaly', el: 'Θεσσαλία' },
  'GR-K': { en: 'North Aegean', el: 'Βόρειο Αιγαίο' },
  'GR-69': { en: 'Mount Athos', el: 'Άγιον Όρος' },
  'CY-01': { en: 'Nicosia', el: 'Λευκωσία' },
  'CY-02': { en: 'Limassol', el: 'Λεμεσός' },
  'CY-03': { en: 'Larnaca', el: 'Λάρνακα' },
  'CY-04': { en: 'Famagusta', el: 'Αμμόχωστος' },
  'CY-05': { en: 'Paphos', el: 'Πάφος' },
  'CY-06': { en: 'Kyrenia', el: 'Κερύνεια' },
}

const homeCountries = ['GR', 'CY']

/** Every country: Greece, Cyprus, then the others in the alphabetical order of the language. */
export function countriesIn(language: Language): Place[] {
  const displayNames = new Intl.DisplayNames(language, { type: 'region' })
  const all = Object.keys(names.getAlpha2Codes()).map(code => ({ code, name: displayNames.of(code) ?? code }))
  const home = homeCountries.flatMap(code => all.filter(place => place.code === code))
  const others = all.filter(place => !homeCountries.includes(place.code))
  return [...home, ...sortByName(language, others)]
}

/** The first-level regions of a country; empty when ISO lists none. */
export function regionsOfCountry(country: string, language: Language): Place[] {
  const regions = iso31662.filter(region => region.parent === country)
  return sortByName(
    language,
    regions.map(({ code, name }) => ({ code, name: homeRegions[code]?.[language] ?? name })),
  )
}

/** True for a listed region of the country, and for any text in a country without listed regions. */
function isValidRegion(country: string, region: string): boolean {
  const regions = iso31662.filter(one => one.parent === country)
  return regions.length === 0 || regions.some(one => one.code === region)
}

function sortByName(language: Language, places: Place[]): Place[] {
  const { compare } = new Intl.Collator(language)
  return places.sort((one, other) => compare(one.name, other.name))
}

interface Addresses {
  home_address?: AddressInput | undefined
  shipping_address?: AddressInput | undefined
}

/** Field → message key, for countries and regions that don't exist. */
export function findAddressErrors(addresses: Addresses): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const name of ['home_address', 'shipping_address'] as const) {
    const address = addresses[name]
    if (!address) continue
    if (!names.isValid(address.country)) errors[`${name}.country`] = 'country_required'
    else if (!isValidRegion(address.country, address.region)) errors[`${name}.region`] = 'region_required'
  }
  return errors
}

/** Converts a valid phone number to E.164; any other stays as typed (R226). */
export function normalizeAddress(address: AddressInput): AddressInput {
  const country = address.country as Parameters<typeof parsePhoneNumberFromString>[1]
  const phone = parsePhoneNumberFromString(address.phone, country)
  return { ...address, phone: phone?.isValid() ? phone.number : address.phone }
}

/** The id in the gazetteer of the place of an event (R238); empty for an unknown place, null without a text. */
export function placeIdOf(text: string | null | undefined): string | null {
  return text ? (findPlace(text)?.id ?? '') : null
}
