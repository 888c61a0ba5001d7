import type { Day } from '../base/dates.ts'
import { type AskedWord, askedWords, type Closeness, closeness, closenessOf, isLong } from '../base/names.ts'
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

/** A day's month, counted since the year 0: one number narrows by month, by year and by both. */
export function monthOf(day: Day): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return year * 12 + month - 1
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

/** Which stretches hold the keys that meet a word, typos apart. */
export function stretchesOf({ plain, sounds, forms }: AskedWord): Stretch[] {
  const beginning = (key: string) => ({ from: key, to: key + afterAll })
  const exactly = (key: string) => ({ from: key, to: key + rightAfter })
  return [
    beginning(plain),
    ...sounds.map(sound => (sound.length < 3 ? exactly : beginning)(`~${sound}`)),
    ...forms.map(form => exactly(`~${form}`)),
  ]
}

/** The keys that a typo may have been made of: plain and by sound, if the word is long enough to forgive one. */
export function mistypedKeys({ typed, plain, sounds }: AskedWord): string[] {
  return isLong(typed) ? [plain, ...sounds.map(sound => `~${sound}`)] : []
}

export interface KnownKey {
  key: string
  word_id: number
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
    const requirements = words.map(({ part }, at) => ({ part, ids: idsWithin(met[at], level) }))
    const widened = requirements.reduce((sum, one) => sum + one.ids.length, 0)
    if (widened === before || requirements.some(({ ids }) => ids.length === 0)) continue
    before = widened
    steps.push({ closeness: level, requirements })
  }
  return steps
}

function idsWithin(met: Map<number, Closeness> = new Map(), level: Closeness): number[] {
  return [...met].filter(([, how]) => how <= level).map(([id]) => id)
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
