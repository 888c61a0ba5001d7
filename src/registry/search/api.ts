import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { metaOf } from '../../base/fields.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import * as data from '../registry/data.ts'
import { isChildEvent } from '../registry/rules.ts'
import * as contract from './contract.ts'
import * as finding from './data.ts'
import { sortSearchResults } from './rules.ts'
import { findMatchingRegistries, maxSearchResults, suggestQuery } from './service.ts'

export const calls: Handler[] = [handle(contract.searchRegistries, findRegistries)]

const perPage = 20
const searchesPerMinute = 40
const searchesPerHour = 600

async function findRegistries(asked: contract.RegistrySearchInput, ctx: RequestContext) {
  const { db, language, address } = ctx
  const types = await data.findEventTypes(db, asked.lang ?? language)
  if (asked.type !== undefined && !types.some(({ slug }) => slug === asked.type))
    throw new AppError('refused_fields', 422, { fields: { type: 'type_required' } })
  await ctx.rateLimit(`find:${address}`, searchesPerMinute, 60)
  await ctx.rateLimit(`find-long:${address}`, searchesPerHour, 3600)
  const { ids, more, near } = await findMatchingRegistries(db, asked)
  const rows = sortSearchResults(
    await finding.findSearchResultRows(db, [...ids.keys()]),
    ids,
    [asked.q, asked.name].filter(Boolean).join(' '),
    dayInAthens(ctx.now),
  ).slice(0, maxSearchResults)
  const page = rows.slice((asked.page - 1) * perPage, asked.page * perPage)
  return {
    data: page.map(row => resultOf(row, orNotFound(types.find(({ slug }) => slug === row.event_type)))),
    meta: {
      ...metaOf(asked.page, perPage, rows.length),
      more,
      near,
      did_you_mean: rows.length > 0 ? null : await suggestQuery(db, asked),
    },
  }
}

function resultOf(
  row: finding.SearchResultRow,
  { slug, name }: { slug: string; name: string },
): contract.RegistrySearchResult {
  const hidden = isChildEvent(slug)
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
