import type { Day } from '../../base/dates.ts'
import {
  indexedNameWords,
  nameKeys,
  nameRanks,
  type QueryNameWord,
  rankName,
} from '../../base/greek/name-keys.ts'

/** What a search knows of a registry that it finds: one of its names, its place, or neither. */
export type SearchKnowledge = 'name' | 'place' | 'none'

interface SearchedWords {
  /** Words that may be those of a person. */
  names: QueryNameWord[]
  /** Whether a place was searched for, or a word that may be one. */
  hasPlace: boolean
  withTypos: boolean
}

/** What a search knows of the registry with these names: its own and its hosts' (R234). */
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

/** Without a name and a place at most so many registries are listed (R234). */
export const maxUnknownResults = 60

/**
 * Whether a registry may be found by who knows so much: a baby's event not by day, month, year or place alone, which
 * results don't show of it (R217, R234).
 */
export function mayBeFound(
  { hides_day_and_place }: { hides_day_and_place: boolean },
  knowledge: SearchKnowledge,
  hasDate: boolean,
): boolean {
  if (!hides_day_and_place || knowledge === 'name') return true
  return knowledge === 'none' && !hasDate
}

/** The month of a day: “2027-06”. */
export function monthOf(day: Day): string {
  return day.slice(0, 7)
}
