import type { Day } from '../../base/dates.ts'
import { placesNamed } from '../../base/gazetteer.ts'
import { switchKeyboardLayout } from '../../base/greek/letters.ts'
import { type QueryNameWord, queryNameWords } from '../../base/greek/name-keys.ts'
import { monthsByPhoneticKey } from './vocabulary.rules.ts'

/** Whether a word has to be in the names, in the place, or in either. */
export type SearchField = 'name' | 'place' | 'any'

export interface SearchTerm {
  word: QueryNameWord
  field: SearchField
  /** Ids of the places that the word names, alone or with its neighbours («South Aegean», R238: the place). */
  areas: string[]
}

export interface RegistrySearchFilters {
  type?: string | undefined
  /** 1 to 12 */
  month?: number | undefined
  year?: number | undefined
}

export interface SearchInterpretation {
  terms: SearchTerm[]
  filters: RegistrySearchFilters
}

interface SearchQuery extends RegistrySearchFilters {
  /** The text of the single search box. */
  q?: string | undefined
  name?: string | undefined
  city?: string | undefined
}

/**
 * The interpretations of a search (the form R230, alphabets R231), the most literal first: every word of the box as a
 * name or place, then its months, years and event words (`eventWords`: phonetic key → slug) as filters. An
 * interpretation may have only filters.
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

/**
 * The words of a search that may be a person's name, which decides what results show (R234): those of the name, and
 * of the box without months, years and event words.
 */
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

/** For each word the ids of the places that it names, with as many neighbours as possible. */
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

/** Whether a month or year was searched for, in its field or in the box. */
export function hasDateFilter(
  { q = '', month, year }: SearchQuery,
  eventWords: Map<string, string>,
): boolean {
  const filters = [{ month, year }, ...queryNameWords(q).map(word => parseFilter(word, eventWords))]
  return filters.some(filter => filter?.month !== undefined || filter?.year !== undefined)
}

/** The year, month or event type that a word of the box names; null for other words. */
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

/** The search with the box, or else the name, as the other keyboard layout gives it; null where that is not possible. */
export function switchQueryLayout<Q extends Pick<SearchQuery, 'q' | 'name'>>(
  query: Q,
): { query: Q; text: string } | null {
  const typed = query.q ?? query.name
  const text = typed === undefined ? null : switchKeyboardLayout(typed)
  if (text === null) return null
  return { text, query: query.q === undefined ? { ...query, name: text } : { ...query, q: text } }
}

/** No registry has an earlier event. */
const firstYear = 2020
/** An event is at most five years away (R212). */
const yearsAhead = 6

/** The ranges of months that a search for a date means, counted as by `event_month`; everything without a date. */
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
