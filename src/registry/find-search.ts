import { foldCode } from '../base/fields.ts'
import { otherKeyboard } from '../base/keyboard.ts'
import type { AskedWord, Closeness } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { FindInput } from './find-contract.ts'
import * as finding from './find-data.ts'
import {
  meetings,
  mistypedKeys,
  type Reading,
  readingsOf,
  type Step,
  stepsOf,
  stretchesOf,
} from './find-rules.ts'

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
  const met = await wordsMeeting(
    db,
    reading.words.map(({ word }) => word),
    near,
  )
  const steps = stepsOf(reading, met, near)
  if (steps.length === 0) return { ...nothing, near }
  const leaders = await leadersOf(db, steps)
  const found = await finding.registriesWith(db, steps, leaders, reading.filters, readMost)
  const ids = new Map<number, number>()
  for (const { id, closeness } of found) if (!ids.has(id) && ids.size <= foundMost) ids.set(id, closeness)
  return { ids, more: ids.size > foundMost || found.length >= readMost, near }
}

/** A word with so many mentions is common, and with so many very common; nobody counts further. */
const commonFrom = 2000
const veryCommonFrom = 10_000

/** Which requirement of each step is the rarest; a closer look is taken where all of them are common. */
async function leadersOf(db: Db, steps: Step[]): Promise<number[]> {
  const all = steps.flatMap(({ requirements }) => requirements)
  if (all.length === steps.length) return steps.map(() => 0)
  const leaders: number[] = []
  const quick = await finding.mentionsOfEach(db, all, commonFrom)
  for (const { requirements } of steps) {
    const counted = quick.splice(0, requirements.length)
    const areCommon = counted.every(count => count >= commonFrom)
    const counts = areCommon ? await finding.mentionsOfEach(db, requirements, veryCommonFrom) : counted
    leaders.push(counts.indexOf(Math.min(...counts)))
  }
  return leaders
}

/** For each word those of the dictionary that meet it, with how well; one look-up for all of them. */
async function wordsMeeting(db: Db, words: AskedWord[], near: boolean): Promise<Map<number, Closeness>[]> {
  const known = await finding.keysWithin(db, words.flatMap(stretchesOf))
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
