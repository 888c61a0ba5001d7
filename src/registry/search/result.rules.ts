import type { Day } from '../../base/dates.ts'
import {
  indexedNameWords,
  nameKeys,
  nameRanks,
  type QueryNameWord,
  rankName,
} from '../../base/greek/name-keys.ts'

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
