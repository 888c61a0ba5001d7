import {
  canBeginWith,
  indexedPrefix,
  isLongWord,
  type NameRank,
  nameKeys,
  namePrefixes,
  nameRanks,
  type QueryNameWord,
  queryNameKeys,
  rankName,
} from '../../base/greek/name-keys.ts'
import type {
  RegistrySearchFilters,
  SearchField,
  SearchInterpretation,
  SearchTerm,
} from './interpretation.rules.ts'

/** The first `limit` keys of a range, `from` included and `to` not. */
interface KeyRange {
  from: string
  to: string
  limit: number
}

/** Prefixes of three letters have some hundreds of keys. */
const maxKeysPerRange = 500
/** If at most this many keys begin with a prefix, the words are searched for instead of the prefix. */
const fewKeys = 8

export const afterEveryExtension = '\u{10ffff}'
/** Keys have no control characters, so only the key itself is in the range. */
const justAfter = '\u0001'

export interface KeyLookup {
  ranges: KeyRange[]
  /** Prefixes that the index has as entries of their own. */
  prefixes: string[]
}

/** The dictionary's word for a place of the gazetteer (R238), which no text can contain. */
export function areaWord(placeId: string): string {
  return `${areaMark}${placeId}`
}

const areaMark = '@'

/** A place's only key is its word. */
export function dictionaryKeys(word: string): string[] {
  return word.startsWith(areaMark) ? [word] : nameKeys(word)
}

export function dictionaryPrefixes(word: string): string[] {
  return word.startsWith(areaMark) ? [] : namePrefixes(word)
}

/**
 * What to look up for these words, without typos. A single word matches each word that begins with it; for several
 * terms an indexed prefix stands for all of these, unless they are few (`matchWords`).
 */
export function keyLookupFor(terms: SearchTerm[], isSingleWord: boolean): KeyLookup {
  const words = terms.map(({ word }) => word)
  const keys = words.flatMap(queryNameKeys)
  const prefixes = isSingleWord ? [] : keys.filter(key => indexedPrefix(key) !== null)
  const extended = keys.filter(key => canBeginWith(key) && !prefixes.includes(key))
  const exact = [
    ...keys.filter(key => !extended.includes(key)),
    ...words.flatMap(({ forms }) => forms.map(form => `~${form}`)),
    ...terms.flatMap(({ areas }) => areas.map(areaWord)),
  ]
  return {
    ranges: [
      ...extended.map(key => ({ from: key, to: key + afterEveryExtension, limit: maxKeysPerRange })),
      ...prefixes.map(key => ({ from: key, to: key + afterEveryExtension, limit: fewKeys + 1 })),
      ...exact.map(key => ({ from: key, to: key + justAfter, limit: maxKeysPerRange })),
    ],
    prefixes: prefixes.map(key => `^${key}`),
  }
}

const minTypoKeyLength = 5
/** Limited, because each key costs a lookup. */
const maxTypoKeys = 24

export function typoKeys(words: QueryNameWord[]): string[] {
  const long = words.filter(({ typed }) => isLongWord(typed))
  const keys = long.flatMap(queryNameKeys).filter(key => key.replace('~', '').length >= minTypoKeyLength)
  return [...new Set(keys)].slice(0, maxTypoKeys)
}

/** A key of the dictionary with the id of its word, or an indexed prefix with its negated id. */
export interface DictionaryKey {
  key: string
  word_id: number
}

/** A word (or, negative, a prefix) in the index; the lowest bit says whether it belongs to the place. */
export function searchToken(id: number, isPlace: boolean): number {
  return id * 2 + (isPlace ? Math.sign(id) : 0)
}

export function searchTokens({ ids, field }: TermRequirement): number[] {
  const places = { name: [false], place: [true], any: [false, true] }[field]
  return ids.flatMap(id => places.map(isPlace => searchToken(id, isPlace)))
}

/** Facts about an event in the index, and the same for filters. */
export function searchFacts({ type, month, year }: RegistrySearchFilters): string[] {
  return [
    ...(type === undefined ? [] : [`type:${type}`]),
    ...(month === undefined ? [] : [`month:${month}`]),
    ...(year === undefined ? [] : [`year:${year}`]),
  ]
}

export function isSingleWord({ terms, filters }: SearchInterpretation): boolean {
  return terms.length === 1 && searchFacts(filters).length === 0
}

/**
 * The ids of the words (negative: prefixes) that match a word of the search, each with its best rank. An indexed
 * prefix is used in place of the words that begin with it; if these are few, they are used instead, because the index
 * has long lists for the prefixes of common words.
 */
export function matchWords(term: SearchTerm, keys: DictionaryKey[]): Map<number, NameRank> {
  const ranks = new Map<number, NameRank>()
  const areas = new Set(term.areas.map(areaWord))
  const known = new Set(keys.map(({ key }) => key))
  const prefixes = queryNameKeys(term.word).filter(key => known.has(`^${key}`))
  const areFew = prefixes.every(prefix => hasFewKeys(keys, prefix))
  for (const { key, word_id } of keys) {
    // A named place ranks like another form of a name.
    const areaRank = areas.has(key) ? nameRanks.form : null
    const rank = key.startsWith(areaMark) ? areaRank : rankName(term.word, key)
    if (rank === null || rank >= (ranks.get(word_id) ?? Number.POSITIVE_INFINITY)) continue
    const isBeginning = rank === nameRanks.beginning
    if (isBeginning && areFew === word_id < 0 && prefixes.some(one => key.replace('^', '').startsWith(one)))
      continue
    ranks.set(word_id, rank)
  }
  return ranks
}

/** Whether at most `fewKeys` keys begin with the prefix; one more was read, to tell. */
function hasFewKeys(keys: DictionaryKey[], prefix: string): boolean {
  const found = keys
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ key, word_id }) => `${key} ${word_id}`)
  return new Set(found).size <= fewKeys
}

/** The order in which a search widens: exact words, then their sounds and other forms, then prefixes. */
const wideningRanks = [nameRanks.whole, nameRanks.form, nameRanks.beginning]

/** A term that a registry has to satisfy by any of these words or prefixes in that field. */
export interface TermRequirement {
  ids: number[]
  field: SearchField
}

/** A step of a search: what a registry has to satisfy, and the rank if it does. */
export interface SearchStep {
  rank: NameRank
  requirements: TermRequirement[]
}

/**
 * The steps of an interpretation, without those that add nothing. `ranks` has the matched words of each term. Typos
 * are a single step, searched only when nothing better was found.
 */
export function planSearchSteps(
  { terms }: SearchInterpretation,
  ranks: Map<number, NameRank>[],
  withTypos: boolean,
): SearchStep[] {
  const steps: SearchStep[] = []
  let before = describeRequirements([])
  for (const rank of withTypos ? [nameRanks.typo] : wideningRanks) {
    const requirements = terms.map(({ word, field }, index) => ({
      field,
      ids: idsWithin(word, ranks[index] ?? new Map(), rank),
    }))
    const description = describeRequirements(requirements)
    if (description === before || requirements.some(({ ids }) => ids.length === 0)) continue
    before = description
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

/** Whether the indexed prefixes of a word find everything that matches it with that rank. */
function isCoveredByPrefixes({ plain, sounds }: QueryNameWord, rank: NameRank): boolean {
  if (rank === nameRanks.whole) return indexedPrefix(plain) !== null
  return rank === nameRanks.sound && sounds.every(sound => indexedPrefix(`~${sound}`) !== null)
}

/** Whether the widest steps of both have the same requirements, so that the first finds no more than the second. */
export function addsNothing(steps: SearchStep[], others: SearchStep[]): boolean {
  const [width, otherWidth] = [steps, others].map(some =>
    describeRequirements(some.at(-1)?.requirements ?? []),
  )
  return width === otherWidth
}

/** Independent of the order of ids. */
function describeRequirements(requirements: TermRequirement[]): string {
  return requirements.map(({ field, ids }) => [field, ...ids.toSorted((a, b) => a - b)].join()).join(';')
}
