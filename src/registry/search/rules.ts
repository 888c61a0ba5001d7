import type { Day } from '../../base/dates.ts'
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
import { eventTypesByPhoneticKey, monthsByPhoneticKey } from './vocabulary-rules.ts'

/** Where a word must stand: in the names, in the place, or anywhere. */
export type SearchField = 'name' | 'place' | 'any'

export interface SearchTerm {
  word: QueryNameWord
  part: SearchField
}

export interface RegistrySearchFilters {
  type?: string | undefined
  month?: number | undefined
  year?: number | undefined
}

/** One way to understand what was asked. */
export interface SearchInterpretation {
  words: SearchTerm[]
  filters: RegistrySearchFilters
}

interface Asked extends RegistrySearchFilters {
  q?: string | undefined
  name?: string | undefined
  city?: string | undefined
}

/**
 * The readings of a search, the most literal first: every word of the box as a name or place, then its months,
 * years and events as what they say. A reading without any word is none: nobody browses everyone's registries.
 */
export function interpretSearch({
  q = '',
  name = '',
  city = '',
  type,
  month,
  year,
}: Asked): SearchInterpretation[] {
  const fixed = [...wanted(name, 'name'), ...wanted(city, 'place')]
  const box = wanted(q, 'any')
  const literal = { words: [...fixed, ...box], filters: { type, month, year } }
  const said = box.map(one => ({ one, filter: filterOf(one.word) }))
  const names = said.flatMap(({ one, filter }) => (filter ? [] : [one]))
  const filters = Object.assign(
    {},
    ...said.map(({ filter }) => filter),
    set({ type, month, year }),
  ) as RegistrySearchFilters
  const understood = names.length < box.length ? [{ words: [...fixed, ...names], filters }] : []
  return [literal, ...understood].filter(({ words }) => words.length > 0)
}

function wanted(text: string, part: SearchField): SearchTerm[] {
  return queryNameWords(text).map(word => ({ word, part }))
}

function set(filters: RegistrySearchFilters): RegistrySearchFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** What a word of the box says of the event: its month, its year or its type. */
function filterOf({ typed, sounds, forms }: QueryNameWord): RegistrySearchFilters | null {
  if (/^20\d\d$/.test(typed)) return { year: Number(typed) }
  for (const sound of [...sounds, ...forms]) {
    const month = monthsByPhoneticKey.get(sound)
    if (month) return { month }
    const type = eventTypesByPhoneticKey.get(sound)
    if (type) return { type }
  }
  return null
}

/** A stretch of keys to look up, `from` included and `to` not. */
export interface KeyRange {
  from: string
  to: string
}

const afterAll = '\u{10ffff}'
/** No key has a control character, so only the key itself lies between. */
const rightAfter = '\u0001'

/** What to look up in the dictionary. */
export interface KeyLookup {
  stretches: KeyRange[]
  /** Of the beginnings that are kept as such. */
  beginnings: string[]
}

/**
 * What to look up for these words, typos apart. A word alone is met by each of the words that it begins; for several
 * things together a kept beginning stands for them all.
 */
export function keyLookupFor(words: QueryNameWord[], isAlone: boolean): KeyLookup {
  const keys = words.flatMap(queryNameKeys)
  const kept = isAlone ? [] : keys.filter(key => indexedPrefix(key) !== null)
  const all = keys.filter(key => canBeginWith(key) && !kept.includes(key))
  const exact = [
    ...keys.filter(key => !all.includes(key)),
    ...words.flatMap(({ forms }) => forms.map(form => `~${form}`)),
  ]
  return {
    stretches: [
      ...all.map(key => ({ from: key, to: key + afterAll })),
      ...exact.map(key => ({ from: key, to: key + rightAfter })),
    ],
    beginnings: kept.map(key => `^${key}`),
  }
}

/** The keys that a typo may have been made of: plain and by sound, if the word is long enough to forgive one. */
export function typoKeys(word: QueryNameWord): string[] {
  return isLongWord(word.typed) ? queryNameKeys(word) : []
}

/** A key of the dictionary with its word, or a kept beginning with its id below zero. */
export interface DictionaryKey {
  key: string
  word_id: number
}

/** How an entry keeps a word or, below zero, a beginning: of the place or of the names. */
export function searchToken(id: number, isPlace: boolean): number {
  return id * 2 + (isPlace ? Math.sign(id) : 0)
}

/** The tokens of entries that meet a requirement. */
export function searchTokens({ ids, part }: TermRequirement): number[] {
  const places = { name: [false], place: [true], any: [false, true] }[part]
  return ids.flatMap(id => places.map(isPlace => searchToken(id, isPlace)))
}

/** What an entry keeps of its event, and what filters ask of it; no day, no month and no year. */
export function searchFacts({ type, month, year }: RegistrySearchFilters): string[] {
  return [
    ...(type === undefined ? [] : [`type:${type}`]),
    ...(month === undefined ? [] : [`month:${month}`]),
    ...(year === undefined ? [] : [`year:${year}`]),
  ]
}

/** The kept words that meet a word asked for, each with how well. */
export function matchWords(word: QueryNameWord, keys: DictionaryKey[]): Map<number, NameRank> {
  const met = new Map<number, NameRank>()
  for (const { key, word_id } of keys) {
    const how = rankName(word, key)
    if (how !== null && how < (met.get(word_id) ?? Number.POSITIVE_INFINITY)) met.set(word_id, how)
  }
  return met
}

/** In which steps a search widens: the very words, then their sounds and other forms, then beginnings. */
const levels = [nameRanks.whole, nameRanks.form, nameRanks.beginning]

/** A word that a registry must have: any of these of the dictionary, in that part. */
export interface TermRequirement {
  ids: number[]
  part: SearchField
}

/** A step of a search: what each registry must have, and how well it is met then. */
export interface SearchStep {
  closeness: NameRank
  requirements: TermRequirement[]
}

/** The steps of a reading that add something; typos go in one, for then nothing better is there. */
export function planSearchSteps(
  { words }: SearchInterpretation,
  met: Map<number, NameRank>[],
  near: boolean,
): SearchStep[] {
  const steps: SearchStep[] = []
  let before = 0
  for (const level of near ? [nameRanks.typo] : levels) {
    const requirements = words.map(({ word, part }, at) => ({ part, ids: idsWithin(word, met[at], level) }))
    const widened = requirements.reduce((sum, one) => sum + one.ids.length, 0)
    if (widened === before || requirements.some(({ ids }) => ids.length === 0)) continue
    before = widened
    steps.push({ closeness: level, requirements })
  }
  return steps
}

function idsWithin(word: QueryNameWord, met: Map<number, NameRank> = new Map(), level: NameRank): number[] {
  const within = [...met].filter(([, how]) => how <= level)
  const isBegun = within.some(([id]) => id < 0)
  return within.filter(([id, how]) => id < 0 || !isBegun || !isWithinBeginnings(word, how)).map(([id]) => id)
}

/** Whether the kept beginnings of a word asked for lead to all that is met so well. */
function isWithinBeginnings({ plain, sounds }: QueryNameWord, how: NameRank): boolean {
  if (how === nameRanks.whole) return indexedPrefix(plain) !== null
  return how === nameRanks.sound && sounds.every(sound => indexedPrefix(`~${sound}`) !== null)
}

export interface SortableResult {
  id: number
  names: string
  event_day: Day | null
}

/** Best met first; then those written just as asked; then the next to come, the undecided, and the latest past. */
export function sortSearchResults<F extends SortableResult>(
  found: F[],
  ranks: Map<number, number>,
  asked: string,
  today: Day,
): F[] {
  const words = asked.normalize('NFC').toLowerCase().split(/\s+/)
  const literal = (one: F) => (words.every(word => one.names.toLowerCase().includes(word)) ? 0 : 1)
  const rank = (one: F) => (ranks.get(one.id) ?? 0) * 2 + literal(one)
  const keyed = found.map(one => ({ one, rank: rank(one), time: timeOf(one.event_day, today) }))
  keyed.sort((a, b) => a.rank - b.rank || a.time - b.time || b.one.id - a.one.id)
  return keyed.map(({ one }) => one)
}

/** A number that orders days: to come ascending, undecided, past descending. */
function timeOf(day: Day | null, today: Day): number {
  const days = (one: Day) => Date.parse(one) / 86_400_000
  if (day === null) return 1_000_000
  return day >= today ? days(day) : 2_000_000 - days(day)
}
