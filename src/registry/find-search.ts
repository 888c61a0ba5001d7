import { foldCode } from '../base/fields.ts'
import { otherKeyboard } from '../base/keyboard.ts'
import { type AskedWord, type Closeness, closeness } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { FindInput } from './find-contract.ts'
import * as finding from './find-data.ts'
import { levels, meetings, mistypedKeys, type Reading, readingsOf, stretchesOf } from './find-rules.ts'

/** Nobody reads further; whoever has more must say more (faults F25). */
export const foundMost = 200

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

/** Level by level, until there are enough; typos in one go, for then nothing better is there. */
async function withReading(db: Db, { words, filters }: Reading, near: boolean): Promise<Results> {
  const met = await Promise.all(words.map(({ word }) => wordsMeeting(db, word, near)))
  const ids = new Map<number, number>()
  let before = 0
  for (const level of near ? [closeness.typo] : levels) {
    const requirements = words.map(({ part }, at) => ({ part, ids: idsWithin(met[at], level) }))
    const widened = requirements.reduce((sum, one) => sum + one.ids.length, 0)
    if (widened === before || !requirements.every(one => one.ids.length > 0)) continue
    before = widened
    for (const id of await finding.registriesWith(db, requirements, filters, foundMost + 1))
      if (!ids.has(id)) ids.set(id, level)
    if (ids.size > foundMost) break
  }
  return { ids, more: ids.size > foundMost, near }
}

async function wordsMeeting(db: Db, word: AskedWord, near: boolean): Promise<Map<number, Closeness>> {
  const known = await finding.keysWithin(db, stretchesOf(word))
  const like = near ? await finding.keysLike(db, mistypedKeys(word)) : []
  return meetings(word, [...known, ...like])
}

function idsWithin(met: Map<number, Closeness> = new Map(), level: Closeness): number[] {
  return [...met].filter(([, how]) => how <= level).map(([id]) => id)
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
