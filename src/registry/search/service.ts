import { foldCode } from '../../base/fields.ts'
import { switchKeyboardLayout } from '../../base/greek/keyboard.ts'
import type { NameRank } from '../../base/greek/name-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { RegistrySearchInput } from './contract.ts'
import * as finding from './data.ts'
import * as mentions from './match-data.ts'
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

/** Nobody reads further; whoever has more must say more (faults F25). */
export const maxSearchResults = 200

/** A registry that mentions a word in several ways is read several times. */
const readMost = maxSearchResults + 60

type Asked = Omit<RegistrySearchInput, 'page'>

export interface SearchMatches {
  /** Keys of registries, each with how well it is met (the less, the better). */
  ids: Map<number, number>
  more: boolean
  near: boolean
}

const nothing: SearchMatches = { ids: new Map(), more: false, near: false }

/** A code means its registry; else the first reading that finds something, and typos only when none does. */
export async function findMatchingRegistries(db: Db, asked: Asked): Promise<SearchMatches> {
  const code = asked.q === undefined ? null : foldCode(asked.q)
  const [own] = code === null ? [] : await finding.findPublicRegistryIdByCode(db, code)
  if (own !== undefined) return { ...nothing, ids: new Map([[own, 0]]) }
  const readings = interpretSearch(asked)
  for (const near of [false, true]) {
    for (const reading of readings) {
      const results = await withReading(db, reading, near)
      if (results.ids.size > 0) return results
    }
  }
  return nothing
}

async function withReading(db: Db, reading: SearchInterpretation, near: boolean): Promise<SearchMatches> {
  const met = await wordsMeeting(db, reading, near)
  const found = await foundBy(db, planSearchSteps(reading, met, near), reading)
  const ids = new Map<number, number>()
  for (const { id, closeness } of found)
    if (!ids.has(id) && ids.size <= maxSearchResults) ids.set(id, closeness)
  return { ids, more: ids.size > maxSearchResults || found.length >= readMost, near }
}

/** A step that so many of the newest meet is likely to fill a page from the newer ones. */
const likelyFrom = 16

/**
 * What the steps of a reading find: a word alone by its mentions, several things by entries. There the search looks
 * further back only for steps that have not found enough: once as far as one of them is likely to, then through all.
 */
async function foundBy(
  db: Db,
  steps: SearchStep[],
  { words, filters }: SearchInterpretation,
): Promise<mentions.SearchMatch[]> {
  if (isAlone({ words, filters })) {
    const alone = steps.flatMap(({ closeness, requirements }) =>
      requirements.map(word => ({ closeness, word })),
    )
    return alone.length > 0 ? mentions.findRegistriesByWord(db, alone, readMost) : []
  }
  const found = new Map<number, mentions.SearchMatch>()
  /** Looks for these steps; answers those that have not found enough. */
  const look = async (asked: SearchStep[], reach: mentions.SearchReach): Promise<SearchStep[]> => {
    const met = await mentions.findRegistriesByTerms(db, asked, { filters, reach, most: readMost })
    for (const one of met) found.set(one.id, one)
    const full = asked.findIndex(step => countOf(met, step) >= readMost)
    return full < 0 ? asked : asked.slice(0, full)
  }
  let open = await look(steps, 'newest')
  const likely = open.findIndex(step => countOf([...found.values()], step) >= likelyFrom)
  if (likely >= 0) {
    const tried = open.slice(0, likely + 1)
    const left = await look(tried, 'newer')
    if (left.length < tried.length) open = left
  }
  await look(open, 'all')
  return [...found.values()].sort((one, other) => one.closeness - other.closeness)
}

/** How many meet a step, or a closer one. */
function countOf(found: mentions.SearchMatch[], { closeness }: SearchStep): number {
  return found.filter(one => one.closeness <= closeness).length
}

/** One word and nothing else. */
function isAlone({ words, filters }: SearchInterpretation): boolean {
  return words.length === 1 && searchFacts(filters).length === 0
}

/** For each word those of the dictionary that meet it, with how well; one look-up for all of them. */
async function wordsMeeting(
  db: Db,
  reading: SearchInterpretation,
  near: boolean,
): Promise<Map<number, NameRank>[]> {
  const words = reading.words.map(({ word }) => word)
  const known = await finding.findKeysInRanges(db, keyLookupFor(words, isAlone(reading)))
  const met = words.map(word => matchWords(word, known))
  if (!near) return met
  // A word that is known is taken at its word, unless all of them are.
  const unknown = words.filter((_, at) => met[at]?.size === 0)
  const doubtful = unknown.length > 0 ? unknown : words
  const like = await finding.findSimilarKeys(db, doubtful.flatMap(typoKeys))
  return words.map(word => matchWords(word, doubtful.includes(word) ? [...known, ...like] : known))
}

/** The same keys with the other layout on, if that finds something. */
export async function suggestQuery(db: Db, asked: Asked): Promise<string | null> {
  const typed = asked.q ?? asked.name
  const meant = typed === undefined ? null : switchKeyboardLayout(typed)
  if (meant === null) return null
  const again = asked.q === undefined ? { ...asked, name: meant } : { ...asked, q: meant }
  const [reading] = interpretSearch(again)
  const results = reading ? await withReading(db, reading, false) : nothing
  return results.ids.size > 0 ? meant : null
}
