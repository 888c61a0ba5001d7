import { dayInAthens } from '../base/dates.ts'
import { metaOf } from '../base/fields.ts'
import { found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import * as data from './data.ts'
import * as said from './find-contract.ts'
import * as finding from './find-data.ts'
import { inOrder } from './find-rules.ts'
import { foundMost, meantText, search } from './find-search.ts'
import { isOfBaby } from './rules.ts'

export const calls: Served[] = [serve(said.findRegistries, findRegistries)]

const perPage = 20
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
