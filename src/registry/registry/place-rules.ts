import names from 'i18n-iso-countries'
import { iso31662 } from 'iso-3166'
import type { Language } from '../../base/language.ts'

/** Countries and their regions by ISO 3166; some hundred kilobytes, so the server alone knows them. */

export interface Place {
  code: string
  name: string
}

/** The regions of our two countries in both languages; ISO knows them in Greek letters' transcription only. */
const ownRegions: Record<string, Record<Language, string>> = {
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

/** Every country: Greece first, Cyprus next, the others by the alphabet of the language. */
export function countriesIn(language: Language): Place[] {
  const named = new Intl.DisplayNames(language, { type: 'region' })
  const all = Object.keys(names.getAlpha2Codes()).map(code => ({ code, name: named.of(code) ?? code }))
  const first = ['GR', 'CY']
  const own = first.flatMap(code => all.filter(place => place.code === code))
  return [
    ...own,
    ...sorted(
      language,
      all.filter(place => !first.includes(place.code)),
    ),
  ]
}

/** The first-level regions of a country; an empty list when ISO names none. */
export function regionsOfCountry(country: string, language: Language): Place[] {
  const inside = iso31662.filter(region => region.parent === country)
  return sorted(
    language,
    inside.map(({ code, name }) => ({ code, name: ownRegions[code]?.[language] ?? name })),
  )
}

export function isKnownCountry(code: string): boolean {
  return names.isValid(code)
}

/** True for a listed region of that country, and for any text where none is listed. */
export function isValidRegion(country: string, region: string): boolean {
  const inside = iso31662.filter(one => one.parent === country)
  return inside.length === 0 || inside.some(one => one.code === region)
}

function sorted(language: Language, places: Place[]): Place[] {
  const { compare } = new Intl.Collator(language)
  return places.sort((one, other) => compare(one.name, other.name))
}
