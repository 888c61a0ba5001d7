import { AppError, orNotFound } from '../../base/app-error.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import { toPageMeta } from '../../base/fields.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { readEventTypes } from '../registry/access.ts'
import type { EventTypeRow } from '../registry/event-type-data.ts'
import { hostNames } from '../registry/rules.ts'
import * as contract from './contract.ts'
import type { SearchResultRow } from './data.ts'
import { countEmptyRegistrySearch } from './empty-search-data.ts'
import { hasDateFilter, nameWords, switchQueryLayout } from './interpretation-rules.ts'
import { sortSearchResults } from './result-order-rules.ts'
import {
  maxUnknownResults,
  mayBeFound,
  monthOf,
  type SearchKnowledge,
  searchKnowledge,
} from './result-rules.ts'
import { findMatchingRegistries, maxSearchResults, type SearchMatches, suggestQuery } from './service.ts'
import { type SearchVocabulary, searchVocabulary } from './vocabulary-rules.ts'

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
  const vocabulary = searchVocabulary(types, dayInAthens(ctx.now))
  const matches = await limitSearches(() => findMatchingRegistries(db, query, vocabulary))
  const rows = listResults(query, matches, vocabulary)
  const page = rows.slice((query.page - 1) * resultsPerPage, query.page * resultsPerPage)
  const typed = [query.q, query.name, query.city].map(text => text?.length ?? 0)
  const length = typed.reduce((sum, characters) => sum + characters, 0)
  if (rows.length === 0 && length > 0) await countEmptyRegistrySearch(db, length, ctx.now)
  const isEmptyLiteral = rows.length === 0 && query.literal
  return {
    data: page.map(row => resultView(row, orNotFound(types.find(({ slug }) => slug === row.event_type)))),
    meta: {
      ...toPageMeta(query.page, resultsPerPage, rows.length),
      more: matches.hasMore,
      near: matches.withTypos,
      results_for: matches.resultsFor,
      did_you_mean: isEmptyLiteral ? await limitSearches(() => suggestQuery(db, query, vocabulary)) : null,
    },
  }
}

type KnownRow = SearchResultRow & { knowledge: SearchKnowledge }

/** What was found, without what the search may not find, and in order; no row has a day that may not be told (R234). */
function listResults(
  typed: contract.RegistrySearchInput,
  { ranks, rows, isByCode, withTypos, resultsFor }: SearchMatches,
  { types, eventWords, today }: SearchVocabulary,
): KnownRow[] {
  const query = resultsFor === null ? typed : (switchQueryLayout(typed)?.query ?? typed)
  const searched = { names: nameWords(query, eventWords), hasPlace: query.city !== undefined, withTypos }
  const hasDate = hasDateFilter(query, eventWords)
  const hides = new Set(types.filter(type => type.hides_day_and_place).map(({ slug }) => slug))
  const known = rows
    .map(row => ({ ...row, knowledge: isByCode ? ('name' as const) : searchKnowledge(row.names, searched) }))
    .filter(row => mayBeFound({ hides_day_and_place: hides.has(row.event_type) }, row.knowledge, hasDate))
    .map(row => ({ ...row, event_day: shownDay(row, hides.has(row.event_type)) }))
  const text = [query.q, query.name].filter(Boolean).join(' ')
  let unknown = 0
  return sortSearchResults(known, ranks, text, today)
    .filter(({ knowledge }) => knowledge !== 'none' || ++unknown <= maxUnknownResults)
    .slice(0, maxSearchResults)
}

/** The first of the month where only that is told. */
function shownDay({ event_day, knowledge }: KnownRow, isHidden: boolean): Day | null {
  if (isHidden || event_day === null) return null
  return knowledge === 'none' ? `${monthOf(event_day)}-01` : event_day
}

function resultView(row: KnownRow, type: EventTypeRow): contract.RegistrySearchResult {
  const isMonth = row.knowledge === 'none'
  return {
    id: row.code,
    slug: null,
    registry_name: row.registry_name,
    hosts: row.knowledge === 'name' ? hostNames(row) : null,
    registry_date: isMonth ? null : row.event_day,
    registry_month: isMonth && row.event_day !== null ? monthOf(row.event_day) : null,
    event_place: type.hides_day_and_place ? null : row.event_place,
    type_info: { slug: type.slug, name: type.name },
    name: type.name,
  }
}
