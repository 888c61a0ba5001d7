import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { toPageMeta } from '../../base/fields.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { readEventTypes } from '../registry/access.ts'
import type { EventTypeRow } from '../registry/event-type-data.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { sortSearchResults } from './result-order-rules.ts'
import { findMatchingRegistries, maxSearchResults, suggestQuery } from './service.ts'
import { mapEventWords } from './vocabulary-rules.ts'

export const calls: Handler[] = [handle(contract.searchRegistries, searchRegistries)]

const resultsPerPage = 20
const searchesPerMinute = 40
const searchesPerHour = 600
/** Searches leave connections of the database to everything else. */
const limitSearches = createWorkLimit({ concurrent: 6, waiting: 200 })

async function searchRegistries(query: contract.RegistrySearchInput, ctx: RequestContext) {
  const { db, address } = ctx
  const types = await readEventTypes(ctx, query.lang)
  if (query.type !== undefined && !types.some(({ slug }) => slug === query.type))
    throw new AppError('refused_fields', 422, { fields: { type: 'type_required' } })
  await ctx.rateLimit(`find:${address}`, searchesPerMinute, 60)
  await ctx.rateLimit(`find-long:${address}`, searchesPerHour, 3600)
  const eventWords = mapEventWords(types)
  const { ranks, hasMore, withTypos } = await limitSearches(() =>
    findMatchingRegistries(db, query, eventWords),
  )
  const rows = sortSearchResults(
    await data.findSearchResultRows(db, [...ranks.keys()]),
    ranks,
    [query.q, query.name].filter(Boolean).join(' '),
    dayInAthens(ctx.now),
  ).slice(0, maxSearchResults)
  const page = rows.slice((query.page - 1) * resultsPerPage, query.page * resultsPerPage)
  return {
    data: page.map(row => resultView(row, orNotFound(types.find(({ slug }) => slug === row.event_type)))),
    meta: {
      ...toPageMeta(query.page, resultsPerPage, rows.length),
      more: hasMore,
      near: withTypos,
      did_you_mean: rows.length > 0 ? null : await limitSearches(() => suggestQuery(db, query, eventWords)),
    },
  }
}

function resultView(row: data.SearchResultRow, type: EventTypeRow): contract.RegistrySearchResult {
  return {
    id: row.code,
    slug: null,
    registry_name: row.registry_name,
    registry_date: type.hides_day_and_place ? null : row.event_day,
    event_place: type.hides_day_and_place ? null : row.event_place,
    type_info: { slug: type.slug, name: type.name },
    name: type.name,
  }
}
