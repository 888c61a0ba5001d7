import { foldCode } from '../base/fields.ts'
import { otherKeyboard } from '../base/keyboard.ts'
import type { AskedWord, Closeness } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { FindInput } from './find-contract.ts'
import * as finding from './find-data.ts'
import {
  type Filters,
  meetings,
  mistypedKeys,
  type Reading,
  readingsOf,
  type Step,
  stepsOf,
  stretchesOf,
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
  const met = await wordsMeeting(
    db,
    reading.words.map(({ word }) => word),
    near,
  )
  const found = await foundBy(db, stepsOf(reading, met, near), reading.filters)
  const ids = new Map<number, number>()
  for (const { id, closeness } of found) if (!ids.has(id) && ids.size <= foundMost) ids.set(id, closeness)
  return { ids, more: ids.size > foundMost || found.length >= readMost, near }
}

/** Common words stand together in enough of so many of the newest registries. */
const newestMost = 8000
/** A word that so many of the newest mention is common: all who mention it are too many to look at one by one. */
const commonFrom = 80
/** Looking the other words up for so many registries is as dear as reading whole lists of mentions. */
const lookUpsMost = 5000

/** What the steps of a reading find. The newest registries tell how common the words are, alone and together. */
async function foundBy(db: Db, steps: Step[], filters: Filters): Promise<mentions.Found[]> {
  if (steps.every(({ requirements }) => requirements.length === 1))
    return mentions.registriesLed(db, steps.map(ledBy([0])), filters, readMost)
  const newest = await mentions.registriesShared(db, steps, filters, { most: readMost, newest: newestMost })
  const told = steps.map((step, at) => ({ step, ...(newest[at] ?? { ids: [], counts: [] }) }))
  const enough = told.findIndex(({ ids }) => ids.length >= readMost)
  const asked = enough < 0 ? told : told.slice(0, enough)
  const led = asked.filter(one => !isRareTogether(one)).map(({ step, counts }) => ledBy(counts)(step))
  const shared = asked.filter(isRareTogether).map(({ step }) => step)
  const found = [
    ...(await mentions.registriesLed(db, led, filters, readMost)),
    ...foundIn(shared, await mentions.registriesShared(db, shared, filters, { most: readMost })),
    ...(enough < 0 ? [] : foundIn(steps.slice(enough), newest.slice(enough, enough + 1))),
  ]
  return found.sort((one, other) => one.closeness - other.closeness)
}

const ledBy = (counts: number[]) => (step: Step) => ({ ...step, leader: counts.indexOf(Math.min(...counts)) })

function foundIn(steps: Step[], shared: mentions.Shared[]): mentions.Found[] {
  return shared.flatMap(({ ids }, at) => ids.map(id => ({ id, closeness: steps[at]?.closeness ?? 0 })))
}

/** Each of the words is common, but they hardly stand together, such as two places. */
function isRareTogether({ ids, counts }: mentions.Shared): boolean {
  const least = Math.min(...counts)
  return least >= commonFrom && (least / ids.length) * readMost > lookUpsMost
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
