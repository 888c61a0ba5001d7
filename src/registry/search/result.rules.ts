import type { Day } from '../../base/dates.ts'
import { dayMs } from '../../base/durations.ts'
import {
  indexedNameWords,
  nameKeys,
  nameRanks,
  type QueryNameWord,
  rankName,
} from '../../base/greek/name-keys.ts'
import { normalizeText } from '../../base/text.ts'

/** What the search knew of a registry that it found: one of its names, its place, or neither (R234). */
export type SearchKnowledge = 'name' | 'place' | 'none'

interface SearchedWords {
  names: QueryNameWord[]
  hasPlace: boolean
  withTypos: boolean
}

/**
 * What the search knew of a registry with these `names`, its own and its hosts'; results show more to people who know
 * more (R234).
 */
export function searchKnowledge(
  names: string,
  { names: words, hasPlace, withTypos }: SearchedWords,
): SearchKnowledge {
  const worst = withTypos ? nameRanks.typo : nameRanks.beginning
  const keys = indexedNameWords(names).flatMap(nameKeys)
  const isNamed = words.some(word =>
    keys.some(key => (rankName(word, key) ?? Number.POSITIVE_INFINITY) <= worst),
  )
  if (isNamed) return 'name'
  return hasPlace || words.length > 0 ? 'place' : 'none'
}

/** How many registries a search without a name and a place lists at most (R234). */
export const maxUnknownResults = 60

/**
 * Whether a search that knew this much may find the registry. Events of a baby (R217) can't be found by day, month,
 * year or place alone, as results don't show these (R234).
 */
export function mayBeFound(
  { hides_day_and_place }: { hides_day_and_place: boolean },
  knowledge: SearchKnowledge,
  hasDate: boolean,
): boolean {
  if (!hides_day_and_place || knowledge === 'name') return true
  return knowledge === 'none' && !hasDate
}

/** “2027-06”. */
export function monthOf(day: Day): string {
  return day.slice(0, 7)
}

interface SortableResult {
  id: number
  names: string
  event_day: Day | null
}

/** The rank of registries that match only by event type and date. */
export const eventRank = 5

/**
 * The order of results (R232): best rank first, then those that contain the words exactly as typed, then upcoming
 * events (the next first), events without a day, and past events (the latest first). Results of `eventRank` come by
 * month, the newest first.
 */
export function sortSearchResults<R extends SortableResult>(
  results: R[],
  ranks: Map<number, number>,
  typed: string,
  today: Day,
): R[] {
  const words = normalizeText(typed, 'NFC').toLowerCase().split(/\s+/)
  const isLiteral = ({ names }: R) => {
    const written = names.toLowerCase()
    return words.every(word => written.includes(word))
  }
  const rankOf = (result: R) => (ranks.get(result.id) ?? 0) * 2 + (isLiteral(result) ? 0 : 1)
  const keyed = results.map(result => ({
    result,
    rank: rankOf(result),
    time:
      ranks.get(result.id) === eventRank
        ? -monthNumber(result.event_day)
        : timeOrder(result.event_day, today),
  }))
  keyed.sort((a, b) => a.rank - b.rank || a.time - b.time || b.result.id - a.result.id)
  return keyed.map(({ result }) => result)
}

/** Months since the year 0; 0 without a day. */
function monthNumber(day: Day | null): number {
  const [year = 0, month = 0] = day?.split('-').map(Number) ?? []
  return year * 12 + month
}

/** A sort key for days: upcoming ascending, then undecided, then past descending. */
function timeOrder(day: Day | null, today: Day): number {
  const daysSinceEpoch = (one: Day) => Date.parse(one) / dayMs
  if (day === null) return 1_000_000
  return day >= today ? daysSinceEpoch(day) : 2_000_000 - daysSinceEpoch(day)
}
