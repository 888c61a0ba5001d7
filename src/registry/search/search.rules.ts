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

/** A prefix of three letters has some hundreds. */
const maxKeysPerRange = 500
/** So few keys of words that begin with a prefix are searched for in its place. */
const fewKeys = 8

export const afterEveryExtension = '\u{10ffff}'
/** No key has a control character, so only the key itself lies in the range. */
const justAfter = '\u0001'

/** What to look up in the dictionary of words. */
export interface KeyLookup {
  ranges: KeyRange[]
  /** Prefixes that have rows of their own in the index. */
  prefixes: string[]
}

/** The word of the dictionary that stands for a place of the gazetteer (R238): no text has such a word. */
export function areaWord(placeId: string): string {
  return `${areaMark}${placeId}`
}

const areaMark = '@'

/** The keys of a word of the dictionary: a place has its id alone. */
export function dictionaryKeys(word: string): string[] {
  return word.startsWith(areaMark) ? [word] : nameKeys(word)
}

/** The indexed prefixes of a word of the dictionary. */
export function dictionaryPrefixes(word: string): string[] {
  return word.startsWith(areaMark) ? [] : namePrefixes(word)
}

/**
 * What to look up for these words, typos apart. A single word matches each word that begins with it; for several
 * terms together an indexed prefix stands for all of those, unless they are few (`matchWords`).
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

/** A shorter key matches nothing with a typo. */
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

/** One word and no filter. */
export function isSingleWord({ terms, filters }: SearchInterpretation): boolean {
  return terms.length === 1 && searchFacts(filters).length === 0
}

/**
 * The ids of the words (below zero: prefixes) that match a word of the search, each with its best rank. An indexed prefix
 * stands for the words that begin with it; where those are few, they stand for it: a common word has long lists in the
 * index, one for each of its prefixes.
 */
export function matchWords(term: SearchTerm, keys: DictionaryKey[]): Map<number, NameRank> {
  const ranks = new Map<number, NameRank>()
  const areas = new Set(term.areas.map(areaWord))
  const known = new Set(keys.map(({ key }) => key))
  const prefixes = queryNameKeys(term.word).filter(key => known.has(`^${key}`))
  const areFew = prefixes.every(prefix => hasFewKeys(keys, prefix))
  for (const { key, word_id } of keys) {
    const rank = key.startsWith(areaMark) ? areaRank(areas.has(key)) : rankName(term.word, key)
    if (rank === null || rank >= (ranks.get(word_id) ?? Number.POSITIVE_INFINITY)) continue
    const isBeginning = rank === nameRanks.beginning
    if (isBeginning && areFew === word_id < 0 && prefixes.some(one => key.replace('^', '').startsWith(one)))
      continue
    ranks.set(word_id, rank)
  }
  return ranks
}

/** Whether all keys that begin like this are among these, and few. */
function hasFewKeys(keys: DictionaryKey[], prefix: string): boolean {
  const found = keys
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ key, word_id }) => `${key} ${word_id}`)
  return new Set(found).size <= fewKeys
}

/** A place that is named matches like another form of a name. */
function areaRank(isNamed: boolean): NameRank | null {
  return isNamed ? nameRanks.form : null
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

/** Whether the indexed prefixes of a word lead to everything that matches it with that rank. */
function isCoveredByPrefixes({ plain, sounds }: QueryNameWord, rank: NameRank): boolean {
  if (rank === nameRanks.whole) return indexedPrefix(plain) !== null
  return rank === nameRanks.sound && sounds.every(sound => indexedPrefix(`~${sound}`) !== null)
}

/** Whether the widest step of the first is as wide as that of the second, so that it finds what that one found. */
export function addsNothing(steps: SearchStep[], others: SearchStep[]): boolean {
  const [width, otherWidth] = [steps, others].map(some =>
    describeRequirements(some.at(-1)?.requirements ?? []),
  )
  return width === otherWidth
}

/** The same for the same words and prefixes, in whatever order. */
function describeRequirements(requirements: TermRequirement[]): string {
  return requirements.map(({ field, ids }) => [field, ...ids.toSorted((a, b) => a - b)].join()).join(';')
}
