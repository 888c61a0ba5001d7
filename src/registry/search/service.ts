import { parseCode } from '../../base/fields.ts'
import type { NameRank } from '../../base/greek/name-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { RegistrySearchInput } from './contract.ts'
import * as data from './data.ts'
import { findRegistriesByEvent } from './event-search-data.ts'
import type { SearchIndex } from './index-state-data.ts'
import {
  interpretSearch,
  type SearchInterpretation,
  searchedMonths,
  switchQueryLayout,
} from './interpretation-rules.ts'
import * as matches from './match-data.ts'
import { eventRank } from './result-order-rules.ts'
import { maxUnknownResults, mayBeFound } from './result-rules.ts'
import {
  addsNothing,
  isSingleWord,
  keyLookupFor,
  matchWords,
  planSearchSteps,
  type SearchStep,
  typoKeys,
} from './rules.ts'
import type { SearchVocabulary } from './vocabulary-rules.ts'

/** At most 200 results are listed, over all pages (R232). */
export const maxSearchResults = 200

/** A registry that has a word in several ways is read several times. */
const maxMatches = maxSearchResults + 60

type SearchQuery = Pick<RegistrySearchInput, 'q' | 'name' | 'city' | 'type' | 'month' | 'year'>

export interface SearchMatches {
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
export async function suggestQuery(
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
