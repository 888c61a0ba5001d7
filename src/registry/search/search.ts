import { sql } from 'kysely'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import { parseCode, toPageMeta } from '../../base/fields.ts'
import type { NameRank } from '../../base/greek/name-keys.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { hostNames } from '../registry.rules.ts'
import type { EventTypeRow } from '../registry.sql.ts'
import { readEventTypes } from '../registry.ts'
import type { SearchIndex } from './index-rows.sql.ts'
import {
  hasDateFilter,
  interpretSearch,
  nameWords,
  type SearchInterpretation,
  searchedMonths,
  switchQueryLayout,
} from './interpretation.rules.ts'
import {
  maxUnknownResults,
  mayBeFound,
  monthOf,
  type SearchKnowledge,
  searchKnowledge,
} from './result.rules.ts'
import { eventRank, sortSearchResults } from './result-order.rules.ts'
import type { RegistrySearchInput } from './search.contract.ts'
import * as contract from './search.contract.ts'
import {
  addsNothing,
  isSingleWord,
  keyLookupFor,
  matchWords,
  planSearchSteps,
  type SearchStep,
  typoKeys,
} from './search.rules.ts'
import type { SearchResultRow } from './search.sql.ts'
import * as data from './search.sql.ts'
import * as matches from './search.sql.ts'
import { type SearchVocabulary, searchVocabulary } from './vocabulary.rules.ts'

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

/** At most 200 results are listed, over all pages (R232). */
const maxSearchResults = 200

/** A registry that has a word in several ways is read several times. */
const maxMatches = maxSearchResults + 60

type SearchQuery = Pick<RegistrySearchInput, 'q' | 'name' | 'city' | 'type' | 'month' | 'year'>

interface SearchMatches {
  /** Keys of registries, each with its rank (the less, the better). */
  ranks: Map<number, number>
  /** What results show of some of them: those that were read together with the match. */
  rows: data.SearchResultRow[]
  isByCode: boolean
  hasMore: boolean
  withTypos: boolean
  /** What was typed as the other keyboard layout gives it, when these match that; else null. */
  resultsFor: string | null
}

const noMatches: SearchMatches = {
  ranks: new Map(),
  rows: [],
  isByCode: false,
  hasMore: false,
  withTypos: false,
  resultsFor: null,
}

/**
 * A code leads to its registry; otherwise the matches of the first interpretation that has any. When none has, those of
 * what the other keyboard layout gives, unless the search is `literal`; and when that has none either, those with a
 * typo (R231). Every match that is still public comes with what results show of it.
 */
export async function findMatchingRegistries(
  db: Db,
  query: SearchQuery & { literal?: boolean },
  vocabulary: SearchVocabulary,
): Promise<SearchMatches> {
  const matches = await matchRegistries(db, query, vocabulary)
  const read = new Set(matches.rows.map(({ id }) => id))
  const others = [...matches.ranks.keys()].filter(id => !read.has(id))
  return { ...matches, rows: [...matches.rows, ...(await data.findSearchResultRows(db, others))] }
}

async function matchRegistries(
  db: Db,
  query: SearchQuery & { literal?: boolean },
  vocabulary: SearchVocabulary,
): Promise<SearchMatches> {
  const code = query.q === undefined ? null : parseCode(query.q)
  const id = code === null ? undefined : await data.findPublicRegistryIdByCode(db, code)
  if (id !== undefined) return { ...noMatches, ranks: new Map([[id, 0]]), isByCode: true }
  const search = await openSearch(db, query, vocabulary)
  const asTyped = await matchQuery(search, vocabulary, false)
  if (asTyped.ranks.size > 0) return asTyped
  const switched = query.literal ? null : await findOnOtherKeyboard(db, query, vocabulary)
  return switched ?? matchQuery(search, vocabulary, true)
}

/** A search with all that the dictionary knows of its words, which are read once. */
interface OpenSearch {
  interpretations: SearchInterpretation[]
  index: data.OpenSearchIndex
}

/** The words of the literal interpretation, which comes first, are those of all. */
async function openSearch(db: Db, query: SearchQuery, vocabulary: SearchVocabulary): Promise<OpenSearch> {
  const interpretations = interpretSearch(query, vocabulary.eventWords)
  const literal = interpretations[0] ?? { terms: [], filters: {} }
  const index = await data.openSearchIndex(db, keyLookupFor(literal.terms, isSingleWord(literal)))
  return { interpretations, index }
}

/** What was typed as the other keyboard layout gives it, with what it finds; null when that is nothing. */
async function findOnOtherKeyboard(
  db: Db,
  query: SearchQuery,
  vocabulary: SearchVocabulary,
): Promise<SearchMatches | null> {
  const switched = switchQueryLayout(query)
  if (switched === null) return null
  const found = await matchQuery(await openSearch(db, switched.query, vocabulary), vocabulary, false)
  return found.ranks.size > 0 ? { ...found, resultsFor: switched.text } : null
}

/** What a literal search would have found on the other keyboard layout; null when that is nothing. */
async function suggestQuery(
  db: Db,
  query: SearchQuery,
  vocabulary: SearchVocabulary,
): Promise<string | null> {
  const found = await findOnOtherKeyboard(db, query, vocabulary)
  return found?.resultsFor ?? null
}

/** The matches of the first interpretation that has any; what the box says of an event is added to those of its words. */
async function matchQuery(
  { index, interpretations }: OpenSearch,
  vocabulary: SearchVocabulary,
  withTypos: boolean,
): Promise<SearchMatches> {
  let found = noMatches
  for (const interpretation of interpretations) {
    if (interpretation.terms.length === 0) {
      if (!withTypos) found = addMatches(found, await matchEvent(index.db, interpretation, vocabulary))
    } else if (found.ranks.size === 0) found = await matchInterpretation(index, interpretation, withTypos)
  }
  return found
}

/** The better ranks of either. */
function addMatches(found: SearchMatches, more: SearchMatches): SearchMatches {
  const hasMore = found.hasMore || more.hasMore
  return { ...found, hasMore, ranks: new Map([...more.ranks, ...found.ranks]) }
}

/** Registries by their event type, month and year alone; those of babies by the type alone (R234). */
async function matchEvent(
  db: Db,
  { filters }: SearchInterpretation,
  { types, today }: SearchVocabulary,
): Promise<SearchMatches> {
  const hasDate = filters.month !== undefined || filters.year !== undefined
  const searched = types.filter(type =>
    filters.type === undefined ? mayBeFound(type, 'none', true) : type.slug === filters.type,
  )
  const allowed = searched.filter(type => mayBeFound(type, 'none', hasDate)).map(({ slug }) => slug)
  const months = searchedMonths(filters, today)
  const max = maxUnknownResults + 1
  const ids = allowed.length > 0 ? await findRegistriesByEvent(db, { types: allowed, months, max }) : []
  const ranks = new Map(ids.slice(0, maxUnknownResults).map(id => [id, eventRank]))
  return { ...noMatches, ranks, hasMore: ids.length > maxUnknownResults }
}

async function matchInterpretation(
  index: data.OpenSearchIndex,
  interpretation: SearchInterpretation,
  withTypos: boolean,
): Promise<SearchMatches> {
  const { typed, words } = await matchTermWords(index, interpretation, withTypos)
  const steps = planSearchSteps(interpretation, words, withTypos)
  // Typos are searched for when what was typed finds nothing; where they add no word, there is nothing either.
  if (withTypos && addsNothing(steps, planSearchSteps(interpretation, typed, false)))
    return { ...noMatches, withTypos }
  const found = await findBySteps(index, steps, interpretation)
  const ranks = new Map<number, number>()
  const rows: data.SearchResultRow[] = []
  for (const match of found) {
    if (ranks.has(match.id) || ranks.size > maxSearchResults) continue
    ranks.set(match.id, match.rank)
    rows.push(match)
  }
  const hasMore = ranks.size > maxSearchResults || found.length >= maxMatches
  return { ...noMatches, ranks, rows, hasMore, withTypos }
}

/** A step with so many matches among the newest is likely to fill a page from the newer ones. */
const likelyFrom = 16

/**
 * The matches of the steps, by rank: a single word by the index of mentions, several terms by the entries. There the
 * search looks further back only for steps that have too few: once as far as one of them is likely to need, then
 * through all.
 */
async function findBySteps(
  index: SearchIndex,
  steps: SearchStep[],
  interpretation: SearchInterpretation,
): Promise<matches.KnownMatch[]> {
  if (isSingleWord(interpretation)) {
    const wordSteps = steps.flatMap(({ rank, requirements }) => requirements.map(word => ({ rank, word })))
    return wordSteps.length > 0 ? matches.findRegistriesByWord(index, wordSteps, maxMatches) : []
  }
  const { filters } = interpretation
  const found = new Map<number, matches.KnownMatch>()
  /** Searches for these steps; returns those that still have too few matches. */
  const searchFor = async (some: SearchStep[], reach: matches.SearchReach): Promise<SearchStep[]> => {
    const rows = await matches.findRegistriesByTerms(index, some, { filters, reach, max: maxMatches })
    for (const row of rows) found.set(row.id, row)
    const full = some.findIndex(step => countWithin(rows, step) >= maxMatches)
    return full < 0 ? some : some.slice(0, full)
  }
  let open = await searchFor(steps, 'newest')
  const likely = open.findIndex(step => countWithin([...found.values()], step) >= likelyFrom)
  if (likely >= 0) {
    const tried = open.slice(0, likely + 1)
    const left = await searchFor(tried, 'newer')
    if (left.length < tried.length) open = left
  }
  await searchFor(open, 'all')
  return [...found.values()].sort((one, other) => one.rank - other.rank)
}

/** How many match a step or a better one. */
function countWithin(found: matches.KnownMatch[], { rank }: SearchStep): number {
  return found.filter(match => match.rank <= rank).length
}

interface TermWords {
  /** For each term the words of the dictionary that match it as it was typed, with their ranks. */
  typed: Map<number, NameRank>[]
  /** The same, and those that match it with a typo. */
  words: Map<number, NameRank>[]
}

/** The words that match each term. */
async function matchTermWords(
  index: data.OpenSearchIndex,
  { terms }: SearchInterpretation,
  withTypos: boolean,
): Promise<TermWords> {
  const { keys } = index
  const typed = terms.map(term => matchWords(term, keys))
  if (!withTypos) return { typed, words: typed }
  // A word that the dictionary knows is not taken for a typo, unless it knows all of them.
  const unknown = terms.filter((_, at) => typed[at]?.size === 0)
  const doubtful = unknown.length > 0 ? unknown : terms
  const similar = await data.findTypoKeys(index, typoKeys(doubtful.map(({ word }) => word)))
  const words = terms.map(term => matchWords(term, doubtful.includes(term) ? [...keys, ...similar] : keys))
  return { typed, words }
}

/** Counts a search that found nothing by its length; never the words (R973). */
async function countEmptyRegistrySearch(db: Db, length: number, now: Date): Promise<void> {
  await sql`
    insert into empty_registry_search as former (length, count, last_at) values (${length}, 1, ${now})
    on conflict (length) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}

/** A span of months, counted since the year 0 as `event_month` counts them; undecided dates are month 0. */
interface MonthRange {
  from: number
  to: number
}

/**
 * Public registries of these event types whose event is in one of these months, the newest event first. Registries of
 * one month come by their age, so that the order does not tell the day (R234).
 */
async function findRegistriesByEvent(
  db: Db,
  { types, months, max }: { types: string[]; months: MonthRange[]; max: number },
): Promise<number[]> {
  const froms = months.map(({ from }) => from)
  const tos = months.map(({ to }) => to)
  const { rows } = await sql<{ id: number }>`
    select newest.id
    from unnest(${types}::text[]) as type (slug)
    cross join unnest(${froms}::int[], ${tos}::int[]) as span (low, high)
    cross join lateral (
      select id, event_month(event_day) as month from registry
      where event_type = type.slug and event_month(event_day) between span.low and span.high
        and privacy = 'public' and searchable and removed_at is null
      order by event_month(event_day) desc, id desc limit ${max}) newest
    order by newest.month desc, newest.id desc limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}
