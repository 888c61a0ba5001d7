import type { Day } from '../../base/dates.ts'
import { phoneticKeys } from '../../base/greek/phonetic-keys.ts'
import type { Language } from '../../base/language.ts'

/** Months in the nominative, for lists; Intl gives the genitive («Ιουνίου»). */
export const monthNames: Record<Language, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  el: 'Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος'.split(
    ' ',
  ),
}

const colloquialMonths: [string, number][] = [
  ['Γενάρης', 1],
  ['Φλεβάρης', 2],
  ['Μάρτης', 3],
  ['Απρίλης', 4],
  ['Μάης', 5],
  ['Ιούνης', 6],
  ['Ιούλης', 7],
]

/** Phonetic key of a month's name → 1 to 12. */
export const monthsByPhoneticKey = mapPhoneticKeys([
  ...Object.values(monthNames).flatMap(names =>
    names.map((name, index): [string, number] => [name, index + 1]),
  ),
  ...colloquialMonths,
])

export interface SearchVocabulary {
  /** Phonetic key of a word for an event type → slug. */
  eventWords: Map<string, string>
  types: SearchedType[]
  today: Day
}

interface SearchedType {
  slug: string
  hides_day_and_place: boolean
}

export function searchVocabulary(
  types: (SearchedType & { search_words: string })[],
  today: Day,
): SearchVocabulary {
  const words = types.flatMap(({ slug, search_words }) =>
    search_words
      .split(' ')
      .filter(Boolean)
      .map((word): [string, string] => [word, slug]),
  )
  return { eventWords: mapPhoneticKeys(words), types, today }
}

function mapPhoneticKeys<T>(entries: [string, T][]): Map<string, T> {
  return new Map(
    entries.flatMap(([word, meaning]) => phoneticKeys(word).map((key): [string, T] => [key, meaning])),
  )
}
