import {
  canBeginWith,
  indexedPrefix,
  isLongWord,
  type NameRank,
  nameRanks,
  type QueryNameWord,
  queryNameKeys,
  queryNameWords,
  rankName,
} from '../../base/greek/name-keys.ts'
import { monthsByPhoneticKey } from './vocabulary-rules.ts'

/** Where a word must stand: in the names, in the place, or in either. */
export type SearchField = 'name' | 'place' | 'any'

export interface SearchTerm {
  word: QueryNameWord
  field: SearchField
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
 * years and event words (`eventWords`: slugs by phonetic key) as filters. One without any word is left out, so that
 * nobody browses all registries (R230, R231).
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
  return [literal, ...understood].filter(({ terms }) => terms.length > 0)
}

function termsOf(text: string, field: SearchField): SearchTerm[] {
  return queryNameWords(text).map(word => ({ word, field }))
}

function withoutUndefined(filters: RegistrySearchFilters): RegistrySearchFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
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

/** A range of keys, `from` included and `to` not. */
export interface KeyRange {
  from: string
  to: string
}

const afterEveryExtension = '\u{10ffff}'
/** No key has a control character, so only the key itself lies in the range. */
const justAfter = '\u0001'

/** What to look up in the dictionary of words. */
export interface KeyLookup {
  ranges: KeyRange[]
  /** Prefixes that have rows of their own in the index. */
  prefixes: string[]
}

/**
 * What to look up for these words, typos apart. A single word matches each word that begins with it; for several
 * terms together an indexed prefix stands for all of those.
 */
export function keyLookupFor(words: QueryNameWord[], isSingleWord: boolean): KeyLookup {
  const keys = words.flatMap(queryNameKeys)
  const prefixes = isSingleWord ? [] : keys.filter(key => indexedPrefix(key) !== null)
  const extended = keys.filter(key => canBeginWith(key) && !prefixes.includes(key))
  const exact = [
    ...keys.filter(key => !extended.includes(key)),
    ...words.flatMap(({ forms }) => forms.map(form => `~${form}`)),
  ]
  return {
    ranges: [
      ...extended.map(key => ({ from: key, to: key + afterEveryExtension })),
      ...exact.map(key => ({ from: key, to: key + justAfter })),
    ],
    prefixes: prefixes.map(key => `^${key}`),
  }
}

/** A shorter key matches nothing with a typo, and would look similar to half of the dictionary. */
const minTypoKeyLength = 5
/** Each key is a search of its own. */
const maxTypoKeys = 24

/** The keys of words that may have a typo: only long words are forgiven one. */
export function typoKeys(words: QueryNameWord[]): string[] {
  const long = words.filter(({ typed }) => isLongWord(typed))
  const keys = long.flatMap(queryNameKeys).filter(key => key.replace('~', '').length >= minTypoKeyLength)
  return [...new Set(keys)].slice(0, maxTypoKeys)
}

/** A key of the dictionary with the id of its word, or an indexed prefix with its id below zero. */
export interface DictionaryKey {
  key: string
  word_id: number
}

/** The number by which the index holds a word or, below zero, a prefix, and whether it belongs to the place. */
export function searchToken(id: number, isPlace: boolean): number {
  return id * 2 + (isPlace ? Math.sign(id) : 0)
}

/** The tokens that satisfy a requirement. */
export function searchTokens({ ids, field }: TermRequirement): number[] {
  const places = { name: [false], place: [true], any: [false, true] }[field]
  return ids.flatMap(id => places.map(isPlace => searchToken(id, isPlace)))
}

/** What the index holds of an event, and what filters ask for. */
export function searchFacts({ type, month, year }: RegistrySearchFilters): string[] {
  return [
    ...(type === undefined ? [] : [`type:${type}`]),
    ...(month === undefined ? [] : [`month:${month}`]),
    ...(year === undefined ? [] : [`year:${year}`]),
  ]
}

/** The ids of the words (below zero: prefixes) that match a word of the search, each with its best rank. */
export function matchWords(word: QueryNameWord, keys: DictionaryKey[]): Map<number, NameRank> {
  const ranks = new Map<number, NameRank>()
  for (const { key, word_id } of keys) {
    const rank = rankName(word, key)
    if (rank !== null && rank < (ranks.get(word_id) ?? Number.POSITIVE_INFINITY)) ranks.set(word_id, rank)
  }
  return ranks
}

/** The order in which a search widens: the very words, then their sounds and other forms, then prefixes. */
const wideningRanks = [nameRanks.whole, nameRanks.form, nameRanks.beginning]

/** A term that a registry must satisfy: by any of these words or prefixes, in that field. */
export interface TermRequirement {
  ids: number[]
  field: SearchField
}

/** A step of a search: what each registry must satisfy, and the rank of those that do. */
export interface SearchStep {
  rank: NameRank
  requirements: TermRequirement[]
}

/**
 * The steps of an interpretation, leaving out those that add nothing. `ranks` are the matched words, one map a term.
 * Typos make one step: they are searched only when nothing better is there.
 */
export function planSearchSteps(
  { terms }: SearchInterpretation,
  ranks: Map<number, NameRank>[],
  withTypos: boolean,
): SearchStep[] {
  const steps: SearchStep[] = []
  let sizeBefore = 0
  for (const rank of withTypos ? [nameRanks.typo] : wideningRanks) {
    const requirements = terms.map(({ word, field }, index) => ({
      field,
      ids: idsWithin(word, ranks[index] ?? new Map(), rank),
    }))
    const size = requirements.reduce((sum, { ids }) => sum + ids.length, 0)
    if (size === sizeBefore || requirements.some(({ ids }) => ids.length === 0)) continue
    sizeBefore = size
    steps.push({ rank, requirements })
  }
  return steps
}

function idsWithin(word: QueryNameWord, ranks: Map<number, NameRank>, limit: NameRank): number[] {
  const within = [...ranks].filter(([, rank]) => rank <= limit)
  const hasPrefix = within.some(([id]) => id < 0)
  return within
    .filter(([id, rank]) => id < 0 || !hasPrefix || !isCoveredByPrefixes(word, rank))
    .map(([id]) => id)
}

/** Whether the indexed prefixes of a word lead to everything that matches it with that rank. */
function isCoveredByPrefixes({ plain, sounds }: QueryNameWord, rank: NameRank): boolean {
  if (rank === nameRanks.whole) return indexedPrefix(plain) !== null
  return rank === nameRanks.sound && sounds.every(sound => indexedPrefix(`~${sound}`) !== null)
}
