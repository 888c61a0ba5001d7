import { foldCode } from '../base/fields.ts'
import { otherKeyboard } from '../base/keyboard.ts'
import type { Closeness } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { FindInput } from './find-contract.ts'
import * as finding from './find-data.ts'
import {
  factsOf,
  lookUpsOf,
  meetings,
  mistypedKeys,
  type Reading,
  readingsOf,
  type Step,
  stepsOf,
} from './find-rules.ts'
import * as mentions from './mentions-data.ts'

/** Nobody reads further; whoever has more must say more (faults F25). */
export const foundMost = 200

/** A registry that mentions a word in several ways is read several times. */
const readMost = foundMost + 60

type Asked = Omit<FindInput, 'page'>

export interface Results {
  /** Keys of registries, each with how well it is met (the less, the better). */
  ids: Map<number, number>
  more: boolean
  near: boolean
}

const nothing: Results = { ids: new Map(), more: false, near: false }

/** A code means its registry; else the first reading that finds something, and typos only when none does. */
export async function search(db: Db, asked: Asked): Promise<Results> {
  const code = asked.q === undefined ? null : foldCode(asked.q)
  const [own] = code === null ? [] : await finding.idWithCode(db, code)
  if (own !== undefined) return { ...nothing, ids: new Map([[own, 0]]) }
  const readings = readingsOf(asked)
  for (const near of [false, true]) {
    for (const reading of readings) {
      const results = await withReading(db, reading, near)
      if (results.ids.size > 0) return results
    }
  }
  return nothing
}

async function withReading(db: Db, reading: Reading, near: boolean): Promise<Results> {
  const met = await wordsMeeting(db, reading, near)
  const found = await foundBy(db, stepsOf(reading, met, near), reading)
  const ids = new Map<number, number>()
  for (const { id, closeness } of found) if (!ids.has(id) && ids.size <= foundMost) ids.set(id, closeness)
  return { ids, more: ids.size > foundMost || found.length >= readMost, near }
}

/** A step that so many of the newest meet is likely to fill a page from the newer ones. */
const likelyFrom = 16

/**
 * What the steps of a reading find: a word alone by its mentions, several things by entries. There the search looks
 * further back only for steps that have not found enough: once as far as one of them is likely to, then through all.
 */
async function foundBy(db: Db, steps: Step[], { words, filters }: Reading): Promise<mentions.Found[]> {
  if (isAlone({ words, filters })) {
    const alone = steps.flatMap(({ closeness, requirements }) =>
      requirements.map(word => ({ closeness, word })),
    )
    return alone.length > 0 ? mentions.registriesMentioning(db, alone, readMost) : []
  }
  const found = new Map<number, mentions.Found>()
  /** Looks for these steps; answers those that have not found enough. */
  const look = async (asked: Step[], reach: mentions.Reach): Promise<Step[]> => {
    const met = await mentions.registriesWith(db, asked, { filters, reach, most: readMost })
    for (const one of met) found.set(one.id, one)
    const full = asked.findIndex(step => countOf(met, step) >= readMost)
    return full < 0 ? asked : asked.slice(0, full)
  }
  let open = await look(steps, 'newest')
  const likely = open.findIndex(step => countOf([...found.values()], step) >= likelyFrom)
  if (likely >= 0) {
    const tried = open.slice(0, likely + 1)
    const left = await look(tried, 'newer')
    if (left.length < tried.length) open = left
  }
  await look(open, 'all')
  return [...found.values()].sort((one, other) => one.closeness - other.closeness)
}

/** How many meet a step, or a closer one. */
function countOf(found: mentions.Found[], { closeness }: Step): number {
  return found.filter(one => one.closeness <= closeness).length
}

/** One word and nothing else. */
function isAlone({ words, filters }: Reading): boolean {
  return words.length === 1 && factsOf(filters).length === 0
}

/** For each word those of the dictionary that meet it, with how well; one look-up for all of them. */
async function wordsMeeting(db: Db, reading: Reading, near: boolean): Promise<Map<number, Closeness>[]> {
  const words = reading.words.map(({ word }) => word)
  const known = await finding.keysWithin(db, lookUpsOf(words, isAlone(reading)))
  const met = words.map(word => meetings(word, known))
  if (!near) return met
  // A word that is known is taken at its word, unless all of them are.
  const unknown = words.filter((_, at) => met[at]?.size === 0)
  const doubtful = unknown.length > 0 ? unknown : words
  const like = await finding.keysLike(db, doubtful.flatMap(mistypedKeys))
  return words.map(word => meetings(word, doubtful.includes(word) ? [...known, ...like] : known))
}

/** The same keys with the other layout on, if that finds something. */
export async function meantText(db: Db, asked: Asked): Promise<string | null> {
  const typed = asked.q ?? asked.name
  const meant = typed === undefined ? null : otherKeyboard(typed)
  if (meant === null) return null
  const again = asked.q === undefined ? { ...asked, name: meant } : { ...asked, q: meant }
  const [reading] = readingsOf(again)
  const results = reading ? await withReading(db, reading, false) : nothing
  return results.ids.size > 0 ? meant : null
}
