import { dayInAthens } from '../base/dates.ts'
import { foldCode, metaOf } from '../base/fields.ts'
import { otherKeyboard } from '../base/keyboard.ts'
import { type AskedWord, type Closeness, closeness } from '../base/names.ts'
import { found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import * as data from './data.ts'
import * as said from './find-contract.ts'
import * as finding from './find-data.ts'
import {
  inOrder,
  levels,
  meetings,
  mistypedKeys,
  type Reading,
  readingsOf,
  stretchesOf,
} from './find-rules.ts'
import { isOfBaby } from './rules.ts'

export const calls: Served[] = [serve(said.findRegistries, findRegistries)]

const perPage = 20
/** Nobody reads further; whoever has more must say more (faults F25). */
const foundMost = 200
const searchesPerMinute = 40
const searchesPerHour = 600

async function findRegistries(asked: said.FindInput, visit: Visit) {
  const { db, language, address } = visit
  const types = await data.eventTypes(db, asked.lang ?? language)
  if (asked.type !== undefined && !types.some(({ slug }) => slug === asked.type))
    throw new Refusal('refused_fields', 422, { fields: { type: 'type_required' } })
  await visit.limit(`find:${address}`, searchesPerMinute, 60)
  await visit.limit(`find-long:${address}`, searchesPerHour, 3600)
  const { ids, more, near } = await search(db, asked)
  const rows = inOrder(
    await finding.foundRows(db, [...ids.keys()]),
    ids,
    [asked.q, asked.name].filter(Boolean).join(' '),
    dayInAthens(visit.now),
  ).slice(0, foundMost)
  const page = rows.slice((asked.page - 1) * perPage, asked.page * perPage)
  return {
    data: page.map(row => resultOf(row, found(types.find(({ slug }) => slug === row.event_type)))),
    meta: {
      ...metaOf(asked.page, perPage, rows.length),
      more,
      near,
      did_you_mean: rows.length > 0 ? null : await meantText(db, asked),
    },
  }
}

function resultOf(row: finding.FoundRow, { slug, name }: { slug: string; name: string }): said.FoundRegistry {
  const hidden = isOfBaby(slug)
  return {
    id: row.code,
    slug: null,
    registry_name: row.registry_name,
    registry_date: hidden ? null : row.event_day,
    event_place: hidden ? null : row.event_place,
    type_info: { slug, name },
    name,
  }
}

interface Results {
  /** Keys of registries, each with how well it is met (the less, the better). */
  ids: Map<number, number>
  more: boolean
  near: boolean
}

const nothing: Results = { ids: new Map(), more: false, near: false }

/** A code means its registry; else the first reading that finds something, and typos only when none does. */
async function search(db: Db, asked: said.FindInput): Promise<Results> {
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
  for (const level of near ? [closeness.typo] : levels) {
    const requirements = words.map(({ part }, at) => ({ part, ids: idsWithin(met[at], level) }))
    if (!requirements.every(one => one.ids.length > 0)) continue
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
async function meantText(db: Db, asked: said.FindInput): Promise<string | null> {
  const typed = asked.q ?? asked.name
  const meant = typed === undefined ? null : otherKeyboard(typed)
  if (meant === null) return null
  const again = asked.q === undefined ? { ...asked, name: meant } : { ...asked, q: meant }
  const [reading] = readingsOf(again)
  const results = reading ? await withReading(db, reading, false) : nothing
  return results.ids.size > 0 ? meant : null
}
