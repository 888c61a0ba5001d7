import type { Day } from '../../base/dates.ts'
import { placesNamed } from '../../base/gazetteer.ts'
import { switchKeyboardLayout } from '../../base/greek/letters.ts'
import { type QueryNameWord, queryNameWords } from '../../base/greek/name-keys.ts'
import { monthsByPhoneticKey } from './vocabulary.rules.ts'

/** Where a word must stand: in the names, in the place, or in either. */
export type SearchField = 'name' | 'place' | 'any'

export interface SearchTerm {
  word: QueryNameWord
  field: SearchField
  /** The ids of the places that the word names, alone or with its neighbours: «South Aegean» (R238). */
  areas: string[]
}

export interface RegistrySearchFilters {
  type?: string | undefined
  /** 1 to 12 */
  month?: number | undefined
  year?: number | undefined
}

/** One way to understand a search. */
export interface SearchInterpretation {
  terms: SearchTerm[]
  filters: RegistrySearchFilters
}

interface SearchQuery extends RegistrySearchFilters {
  /** The one box. */
  q?: string | undefined
  name?: string | undefined
  city?: string | undefined
}

/**
 * The interpretations of a search, the most literal first: every word of the box as a name or place, then its months,
 * years and event words (`eventWords`: slugs by phonetic key) as filters. One may have filters alone (R230, R231).
 */
export function interpretSearch(
  { q = '', name = '', city = '', type, month, year }: SearchQuery,
  eventWords: Map<string, string>,
): SearchInterpretation[] {
  const fieldTerms = [...termsOf(name, 'name'), ...termsOf(city, 'place')]
  const boxTerms = termsOf(q, 'any')
  const literal = { terms: [...fieldTerms, ...boxTerms], filters: { type, month, year } }
  const parsed = boxTerms.map(term => ({ term, filter: parseFilter(term.word, eventWords) }))
  const nameTerms = parsed.flatMap(({ term, filter }) => (filter ? [] : [term]))
  const filters: RegistrySearchFilters = Object.assign(
    {},
    ...parsed.map(({ filter }) => filter),
    withoutUndefined({ type, month, year }),
  )
  const understood =
    nameTerms.length < boxTerms.length ? [{ terms: [...fieldTerms, ...nameTerms], filters }] : []
  return [literal, ...understood].filter(({ terms, filters: { type, month, year } }) =>
    [terms[0], type, month, year].some(one => one !== undefined),
  )
}

/** The words of a search that may be those of a person: neither a place nor what an event is called (R234). */
export function nameWords(
  { q = '', name = '' }: Pick<SearchQuery, 'q' | 'name'>,
  eventWords: Map<string, string>,
): QueryNameWord[] {
  return [
    ...queryNameWords(name),
    ...queryNameWords(q).filter(word => parseFilter(word, eventWords) === null),
  ]
}

function termsOf(text: string, field: SearchField): SearchTerm[] {
  const words = queryNameWords(text)
  const areas = field === 'name' ? words.map(() => []) : findAreas(words)
  return words.map((word, index) => ({ word, field, areas: areas[index] ?? [] }))
}

/** For each word the places that it names, together with as many neighbours as possible. */
function findAreas(words: QueryNameWord[]): string[][] {
  const areas: string[][] = []
  while (areas.length < words.length) {
    const rest = words.slice(areas.length).map(({ typed }) => typed)
    const found = rest
      .map((_, index) => rest.slice(0, rest.length - index))
      .map(phrase => ({ length: phrase.length, ids: placesNamed(phrase).map(({ id }) => id) }))
      .find(({ ids }) => ids.length > 0) ?? { length: 1, ids: [] }
    for (let count = 0; count < found.length; count++) areas.push(found.ids)
  }
  return areas
}

function withoutUndefined(filters: RegistrySearchFilters): RegistrySearchFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** Whether a month or a year was searched for, in its field or in the box. */
export function hasDateFilter(
  { q = '', month, year }: SearchQuery,
  eventWords: Map<string, string>,
): boolean {
  const filters = [{ month, year }, ...queryNameWords(q).map(word => parseFilter(word, eventWords))]
  return filters.some(filter => filter?.month !== undefined || filter?.year !== undefined)
}

/** What a word of the box says about the event: its year, its month or its type. */
function parseFilter(
  { typed, sounds, forms }: QueryNameWord,
  eventWords: Map<string, string>,
): RegistrySearchFilters | null {
  if (/^20\d\d$/.test(typed)) return { year: Number(typed) }
  for (const key of [...sounds, ...forms]) {
    const month = monthsByPhoneticKey.get(key)
    if (month) return { month }
    const type = eventWords.get(key)
    if (type) return { type }
  }
  return null
}

/** The same search with the box, or else the name, typed on the other keyboard layout. */
export function switchQueryLayout<Q extends Pick<SearchQuery, 'q' | 'name'>>(
  query: Q,
): { query: Q; text: string } | null {
  const typed = query.q ?? query.name
  const text = typed === undefined ? null : switchKeyboardLayout(typed)
  if (text === null) return null
  return { text, query: query.q === undefined ? { ...query, name: text } : { ...query, q: text } }
}

/** No registry is older. */
const firstYear = 2020
/** An event is at most five years away (R212). */
const yearsAhead = 6

/** The spans of months that a search for an event's date means, as `event_month` counts them; all of them without one. */
export function searchedMonths(
  { month, year }: RegistrySearchFilters,
  today: Day,
): { from: number; to: number }[] {
  const spanIn = (one: number) => ({ from: one * 12 + (month ?? 1), to: one * 12 + (month ?? 12) })
  if (year !== undefined) return [spanIn(year)]
  if (month === undefined) return [{ from: 0, to: 2_147_483_647 }]
  const lastYear = Number(today.slice(0, 4)) + yearsAhead
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => spanIn(firstYear + index))
}
