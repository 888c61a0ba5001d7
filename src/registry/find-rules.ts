import type { Day } from '../base/dates.ts'
import {
  type AskedWord,
  askedKeys,
  askedWords,
  type Closeness,
  closeness,
  closenessOf,
  isLong,
  keptBeginning,
  mayBegin,
} from '../base/names.ts'
import { eventWords, monthWords } from './find-words-rules.ts'

/** Where a word must stand: in the names, in the place, or anywhere. */
export type Part = 'name' | 'place' | 'any'

export interface Wanted {
  word: AskedWord
  part: Part
}

export interface Filters {
  type?: string | undefined
  month?: number | undefined
  year?: number | undefined
}

/** One way to understand what was asked. */
export interface Reading {
  words: Wanted[]
  filters: Filters
}

interface Asked extends Filters {
  q?: string | undefined
  name?: string | undefined
  city?: string | undefined
}

/**
 * The readings of a search, the most literal first: every word of the box as a name or place, then its months,
 * years and events as what they say. A reading without any word is none: nobody browses everyone's registries.
 */
export function readingsOf({ q = '', name = '', city = '', type, month, year }: Asked): Reading[] {
  const fixed = [...wanted(name, 'name'), ...wanted(city, 'place')]
  const box = wanted(q, 'any')
  const literal = { words: [...fixed, ...box], filters: { type, month, year } }
  const said = box.map(one => ({ one, filter: filterOf(one.word) }))
  const names = said.flatMap(({ one, filter }) => (filter ? [] : [one]))
  const filters = Object.assign(
    {},
    ...said.map(({ filter }) => filter),
    set({ type, month, year }),
  ) as Filters
  const understood = names.length < box.length ? [{ words: [...fixed, ...names], filters }] : []
  return [literal, ...understood].filter(({ words }) => words.length > 0)
}

function wanted(text: string, part: Part): Wanted[] {
  return askedWords(text).map(word => ({ word, part }))
}

function set(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** What a word of the box says of the event: its month, its year or its type. */
function filterOf({ typed, sounds, forms }: AskedWord): Filters | null {
  if (/^20\d\d$/.test(typed)) return { year: Number(typed) }
  for (const sound of [...sounds, ...forms]) {
    const month = monthWords.get(sound)
    if (month) return { month }
    const type = eventWords.get(sound)
    if (type) return { type }
  }
  return null
}

/** A stretch of keys to look up, `from` included and `to` not. */
export interface Stretch {
  from: string
  to: string
}

const afterAll = '\u{10ffff}'
/** No key has a control character, so only the key itself lies between. */
const rightAfter = '\u0001'

/** What to look up in the dictionary. */
export interface LookUp {
  stretches: Stretch[]
  /** Of the beginnings that are kept as such. */
  beginnings: string[]
}

/**
 * What to look up for these words, typos apart. A word alone is met by each of the words that it begins; for several
 * things together a kept beginning stands for them all.
 */
export function lookUpsOf(words: AskedWord[], isAlone: boolean): LookUp {
  const keys = words.flatMap(askedKeys)
  const kept = isAlone ? [] : keys.filter(key => keptBeginning(key) !== null)
  const all = keys.filter(key => mayBegin(key) && !kept.includes(key))
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
export function mistypedKeys(word: AskedWord): string[] {
  return isLong(word.typed) ? askedKeys(word) : []
}

/** A key of the dictionary with its word, or a kept beginning with its id below zero. */
export interface KnownKey {
  key: string
  word_id: number
}

/** How an entry keeps a word or, below zero, a beginning: of the place or of the names. */
export function tokenOf(id: number, isPlace: boolean): number {
  return id * 2 + (isPlace ? Math.sign(id) : 0)
}

/** The tokens of entries that meet a requirement. */
export function tokensOf({ ids, part }: Requirement): number[] {
  const places = { name: [false], place: [true], any: [false, true] }[part]
  return ids.flatMap(id => places.map(isPlace => tokenOf(id, isPlace)))
}

/** What an entry keeps of its event, and what filters ask of it; no day, no month and no year. */
export function factsOf({ type, month, year }: Filters): string[] {
  return [
    ...(type === undefined ? [] : [`type:${type}`]),
    ...(month === undefined ? [] : [`month:${month}`]),
    ...(year === undefined ? [] : [`year:${year}`]),
  ]
}

/** The kept words that meet a word asked for, each with how well. */
export function meetings(word: AskedWord, keys: KnownKey[]): Map<number, Closeness> {
  const met = new Map<number, Closeness>()
  for (const { key, word_id } of keys) {
    const how = closenessOf(word, key)
    if (how !== null && how < (met.get(word_id) ?? Number.POSITIVE_INFINITY)) met.set(word_id, how)
  }
  return met
}

/** In which steps a search widens: the very words, then their sounds and other forms, then beginnings. */
const levels = [closeness.whole, closeness.form, closeness.beginning]

/** A word that a registry must have: any of these of the dictionary, in that part. */
export interface Requirement {
  ids: number[]
  part: Part
}

/** A step of a search: what each registry must have, and how well it is met then. */
export interface Step {
  closeness: Closeness
  requirements: Requirement[]
}

/** The steps of a reading that add something; typos go in one, for then nothing better is there. */
export function stepsOf({ words }: Reading, met: Map<number, Closeness>[], near: boolean): Step[] {
  const steps: Step[] = []
  let before = 0
  for (const level of near ? [closeness.typo] : levels) {
    const requirements = words.map(({ word, part }, at) => ({ part, ids: idsWithin(word, met[at], level) }))
    const widened = requirements.reduce((sum, one) => sum + one.ids.length, 0)
    if (widened === before || requirements.some(({ ids }) => ids.length === 0)) continue
    before = widened
    steps.push({ closeness: level, requirements })
  }
  return steps
}

function idsWithin(word: AskedWord, met: Map<number, Closeness> = new Map(), level: Closeness): number[] {
  const within = [...met].filter(([, how]) => how <= level)
  const isBegun = within.some(([id]) => id < 0)
  return within.filter(([id, how]) => id < 0 || !isBegun || !isWithinBeginnings(word, how)).map(([id]) => id)
}

/** Whether the kept beginnings of a word asked for lead to all that is met so well. */
function isWithinBeginnings({ plain, sounds }: AskedWord, how: Closeness): boolean {
  if (how === closeness.whole) return keptBeginning(plain) !== null
  return how === closeness.sound && sounds.every(sound => keptBeginning(`~${sound}`) !== null)
}

export interface Findable {
  id: number
  names: string
  event_day: Day | null
}

/** Best met first; then those written just as asked; then the next to come, the undecided, and the latest past. */
export function inOrder<F extends Findable>(
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
