import { sql } from 'kysely'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import { parseCode, toPageMeta } from '../../base/fields.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { EventTypeRow } from '../event-type.ts'
import { readEventTypes } from '../event-type.ts'
import { hostNames } from '../registry.rules.ts'
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
  eventRank,
  maxUnknownResults,
  mayBeFound,
  monthOf,
  type SearchKnowledge,
  searchKnowledge,
  sortSearchResults,
} from './result.rules.ts'
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
import * as data from './search.sql.ts'
import { type SearchVocabulary, searchVocabulary } from './vocabulary.rules.ts'

export const calls: Handler[] = [handle(contract.searchRegistries, searchRegistries)]

const resultsPerPage = 20
const searchesPerMinute = 40
const searchesPerHour = 600
/** So that searches leave database connections to everything else. */
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
  const suggestion =
    rows.length === 0 && query.literal
      ? await limitSearches(() => findOnOtherKeyboard(db, query, vocabulary))
      : null
  return {
    data: page.map(row => resultView(row, orNotFound(types.find(({ slug }) => slug === row.event_type)))),
    meta: {
      ...toPageMeta(query.page, resultsPerPage, rows.length),
      more: matches.hasMore,
      near: matches.withTypos,
      results_for: matches.resultsFor,
      did_you_mean: suggestion?.resultsFor ?? null,
    },
  }
}

type KnownRow = data.SearchResultRow & { knowledge: SearchKnowledge }

/** The found rows in order, without registries and days that the search may not learn (R234). */
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

/** The first of the month where only the month is shown. */
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

/** At most 200 results are listed on all pages together (R232). */
const maxSearchResults = 200

/** More than the results, because a registry that matches in several ways is read several times. */
const maxMatches = maxSearchResults + 60

type SearchQuery = Pick<contract.RegistrySearchInput, 'q' | 'name' | 'city' | 'type' | 'month' | 'year'>

interface SearchMatches {
  /** Registry id → rank; lower is better. */
  ranks: Map<number, number>
  /** Result rows that were read together with the match; others are still to be read. */
  rows: data.SearchResultRow[]
  isByCode: boolean
  hasMore: boolean
  withTypos: boolean
  /** The typed text as the other keyboard layout gives it, if these match that text; else null. */
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
 * A registry by its code; else the matches of the first interpretation that has any; else those for the other
 * keyboard layout, unless the search is `literal`; else those with a typo (R231: alphabets). `rows` has every match
 * that is still public.
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

/** A search with the dictionary's keys for its words, which are read once for all interpretations. */
interface OpenSearch {
  interpretations: SearchInterpretation[]
  index: data.OpenSearchIndex
}

/** The first (literal) interpretation has the words of all others. */
async function openSearch(db: Db, query: SearchQuery, vocabulary: SearchVocabulary): Promise<OpenSearch> {
  const interpretations = interpretSearch(query, vocabulary.eventWords)
  const literal = interpretations[0] ?? { terms: [], filters: {} }
  const index = await data.openSearchIndex(db, keyLookupFor(literal.terms, isSingleWord(literal)))
  return { interpretations, index }
}

/** The matches for the typed text as the other keyboard layout gives it; null without any. */
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

/** The matches of the first interpretation with words that has any, and those by event type and date. */
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

/** `found` wins where both have a registry. */
function addMatches(found: SearchMatches, more: SearchMatches): SearchMatches {
  const hasMore = found.hasMore || more.hasMore
  return { ...found, hasMore, ranks: new Map([...more.ranks, ...found.ranks]) }
}

/** Registries by event type, month and year only; events of babies by the type only (R234). */
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
  // Typos are searched for after the typed words found nothing, so if they add no word there is nothing to find.
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

/** A step with this many matches among the newest registries is likely to have enough among the newer ones. */
const likelyFrom = 16

/**
 * The matches of the steps, by rank: a single word by search_mention, several terms by search_entry. For several
 * terms it looks further back only for steps with too few matches, first among the newer registries if that is likely
 * to be enough, then among all.
 */
async function findBySteps(
  index: SearchIndex,
  steps: SearchStep[],
  interpretation: SearchInterpretation,
): Promise<data.KnownMatch[]> {
  if (isSingleWord(interpretation)) {
    const wordSteps = steps.flatMap(({ rank, requirements }) => requirements.map(word => ({ rank, word })))
    return wordSteps.length > 0 ? data.findRegistriesByWord(index, wordSteps, maxMatches) : []
  }
  const { filters } = interpretation
  const found = new Map<number, data.KnownMatch>()
  /** Returns the steps that still have too few matches. */
  const searchFor = async (some: SearchStep[], reach: data.SearchReach): Promise<SearchStep[]> => {
    const rows = await data.findRegistriesByTerms(index, some, { filters, reach, max: maxMatches })
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

function countWithin(found: data.KnownMatch[], { rank }: SearchStep): number {
  return found.filter(match => match.rank <= rank).length
}

/** For each term: id of a matching word of the dictionary → rank; as `typed`, and `words` with typos if these count. */
async function matchTermWords(
  index: data.OpenSearchIndex,
  { terms }: SearchInterpretation,
  withTypos: boolean,
) {
  const { keys } = index
  const typed = terms.map(term => matchWords(term, keys))
  if (!withTypos) return { typed, words: typed }
  // Words that the dictionary has are not taken for typos, unless it has all of them.
  const unknown = terms.filter((_, at) => typed[at]?.size === 0)
  const doubtful = unknown.length > 0 ? unknown : terms
  const similar = await data.findTypoKeys(index, typoKeys(doubtful.map(({ word }) => word)))
  const words = terms.map(term => matchWords(term, doubtful.includes(term) ? [...keys, ...similar] : keys))
  return { typed, words }
}

/** Counts a search that found nothing, for the staff's report on demand (R973): only its length, never the words. */
async function countEmptyRegistrySearch(db: Db, length: number, now: Date): Promise<void> {
  await sql`
    insert into empty_registry_search as former (length, count, last_at) values (${length}, 1, ${now})
    on conflict (length) do update set count = former.count + 1, last_at = excluded.last_at`.execute(db)
}

/**
 * Public registries of these event types with an event in one of these months, the latest month first. Within a month
 * they come by id, so that the order doesn't reveal the day (R234). Months are counted from the year 0, as by
 * `event_month`; undecided dates are month 0.
 */
async function findRegistriesByEvent(
  db: Db,
  { types, months, max }: { types: string[]; months: ReturnType<typeof searchedMonths>; max: number },
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
