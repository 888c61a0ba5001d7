import { parseCode } from '../../base/fields.ts'
import { switchKeyboardLayout } from '../../base/greek/keyboard.ts'
import type { NameRank } from '../../base/greek/name-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { RegistrySearchInput } from './contract.ts'
import * as data from './data.ts'
import { openSearchIndex, type SearchIndex } from './index-state-data.ts'
import * as matches from './match-data.ts'
import {
  interpretSearch,
  keyLookupFor,
  matchWords,
  planSearchSteps,
  type SearchInterpretation,
  type SearchStep,
  searchFacts,
  typoKeys,
} from './rules.ts'

/** At most 200 results are listed, over all pages (R232). */
export const maxSearchResults = 200

/** A registry that has a word in several ways is read several times. */
const maxMatches = maxSearchResults + 60

type SearchQuery = Omit<RegistrySearchInput, 'page'>

export interface SearchMatches {
  /** Keys of registries, each with its rank (the less, the better). */
  ranks: Map<number, number>
  hasMore: boolean
  withTypos: boolean
}

const noMatches: SearchMatches = { ranks: new Map(), hasMore: false, withTypos: false }

/**
 * A code leads to its registry; otherwise the matches of the first interpretation that has any, with typos only when
 * none has. `eventWords`: slugs of event types by phonetic key (R231).
 */
export async function findMatchingRegistries(
  db: Db,
  query: SearchQuery,
  eventWords: Map<string, string>,
): Promise<SearchMatches> {
  const code = query.q === undefined ? null : parseCode(query.q)
  const id = code === null ? undefined : await data.findPublicRegistryIdByCode(db, code)
  if (id !== undefined) return { ...noMatches, ranks: new Map([[id, 0]]) }
  const interpretations = interpretSearch(query, eventWords)
  const index = await openSearchIndex(db)
  for (const withTypos of [false, true]) {
    for (const interpretation of interpretations) {
      const found = await matchInterpretation(index, interpretation, withTypos)
      if (found.ranks.size > 0) return found
    }
  }
  return noMatches
}

async function matchInterpretation(
  index: SearchIndex,
  interpretation: SearchInterpretation,
  withTypos: boolean,
): Promise<SearchMatches> {
  const words = await matchTermWords(index, interpretation, withTypos)
  const found = await findBySteps(index, planSearchSteps(interpretation, words, withTypos), interpretation)
  const ranks = new Map<number, number>()
  for (const { id, rank } of found) if (!ranks.has(id) && ranks.size <= maxSearchResults) ranks.set(id, rank)
  return { ranks, hasMore: ranks.size > maxSearchResults || found.length >= maxMatches, withTypos }
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
): Promise<matches.SearchMatch[]> {
  if (isSingleWord(interpretation)) {
    const wordSteps = steps.flatMap(({ rank, requirements }) => requirements.map(word => ({ rank, word })))
    return wordSteps.length > 0 ? matches.findRegistriesByWord(index, wordSteps, maxMatches) : []
  }
  const { filters } = interpretation
  const found = new Map<number, matches.SearchMatch>()
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
function countWithin(found: matches.SearchMatch[], { rank }: SearchStep): number {
  return found.filter(match => match.rank <= rank).length
}

/** One word and no filter. */
function isSingleWord({ terms, filters }: SearchInterpretation): boolean {
  return terms.length === 1 && searchFacts(filters).length === 0
}

/** For each term the words of the dictionary that match it, with their ranks; one look-up for all terms. */
async function matchTermWords(
  index: SearchIndex,
  interpretation: SearchInterpretation,
  withTypos: boolean,
): Promise<Map<number, NameRank>[]> {
  const words = interpretation.terms.map(({ word }) => word)
  const keys = await data.findKeysInRanges(index, keyLookupFor(words, isSingleWord(interpretation)))
  const matched = words.map(word => matchWords(word, keys))
  if (!withTypos) return matched
  // A word that the dictionary knows is not taken for a typo, unless it knows all of them.
  const unknown = words.filter((_, index) => matched[index]?.size === 0)
  const doubtful = unknown.length > 0 ? unknown : words
  const similar = await data.findSimilarKeys(index, typoKeys(doubtful))
  return words.map(word => matchWords(word, doubtful.includes(word) ? [...keys, ...similar] : keys))
}

/** What was typed as the other keyboard layout gives it, if that finds something; else null (R231). */
export async function suggestQuery(
  db: Db,
  query: SearchQuery,
  eventWords: Map<string, string>,
): Promise<string | null> {
  const typed = query.q ?? query.name
  const switched = typed === undefined ? null : switchKeyboardLayout(typed)
  if (switched === null) return null
  const corrected = query.q === undefined ? { ...query, name: switched } : { ...query, q: switched }
  const [literal] = interpretSearch(corrected, eventWords)
  const found = literal ? await matchInterpretation(await openSearchIndex(db), literal, false) : noMatches
  return found.ranks.size > 0 ? switched : null
}
