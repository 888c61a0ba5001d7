import { type RawBuilder, sql } from 'kysely'
import type { NameRank } from '../../base/greek/name-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'
import {
  type RegistrySearchFilters,
  type SearchField,
  type SearchStep,
  searchFacts,
  searchTokens,
  type TermRequirement,
} from './rules.ts'

export interface SearchMatch {
  id: number
  closeness: NameRank
}

/** A step of a search for one word. */
interface WordStep {
  closeness: NameRank
  word: TermRequirement
}

/**
 * Registries that mention a word, step by step until there are enough: for each of the dictionary's the newest first.
 * A registry may come more than once. Hidden ones mention nothing; `foundRows` looks again.
 */
export async function findRegistriesByWord(db: Db, steps: WordStep[], most: number): Promise<SearchMatch[]> {
  const named = steps.map((step, at) => ({ ...step, name: sql.ref(`step_${at}`) }))
  const parts = named.map(({ word, name }, at) => {
    const before = named.slice(0, at).map(one => one.name)
    const room = sql.join([sql`${most}`, ...before.map(one => sql`(select count(*) from ${one})`)], sql` - `)
    const where = [sql<boolean>`true`, ...isIn(word.part), ...before.map(isNew)]
    return sql`${name} as materialized (
      select newest.registry_id as id from unnest(${word.ids}::int[]) as asked (id) cross join lateral (
        select mention.registry_id from search_mention mention
        where mention.word_id = asked.id and ${sql.join(where, sql` and `)}
        order by mention.registry_id desc limit ${most}) newest
      limit greatest(0, ${room}))`
  })
  const all = named.map(({ name, closeness }) => sql`select id, ${closeness}::int as closeness from ${name}`)
  const { rows } = await sql<SearchMatch>`
    with ${sql.join(parts)} ${sql.join(all, sql` union all `)}`.execute(db)
  return rows
}

const isNew = (step: RawBuilder<unknown>) =>
  sql<boolean>`mention.registry_id <> all(array(select id from ${step}))`

function isIn(part: SearchField): RawBuilder<boolean>[] {
  return part === 'any' ? [] : [sql<boolean>`mention.is_place = ${part === 'place'}`]
}

/** How far back a search looks: newest registries first, some sixteen or two hundred thousand, or all. */
export type SearchReach = 'newest' | 'newer' | 'all'

/** The two newest eras of that reach, as `search_entry.periods` keeps them; the newest has only begun. */
const newestEras = {
  newest: sql`(select array[max(registry_id) >> 13, (max(registry_id) >> 13) - 1]::int[] from search_entry)`,
  newer: sql`(select array[-1 - (max(registry_id) >> 17), -(max(registry_id) >> 17)]::int[] from search_entry)`,
}

/**
 * Registries within reach that have all that the widest step asks and what the filters ask: the closest met first, then
 * the newest. Each comes once.
 */
export async function findRegistriesByTerms(
  db: Db,
  steps: SearchStep[],
  { filters, reach, most }: { filters: RegistrySearchFilters; reach: SearchReach; most: number },
): Promise<SearchMatch[]> {
  const widest = steps.at(-1)
  if (!widest) return []
  const facts = searchFacts(filters)
  const asked = [
    meets(widest),
    ...(facts.length > 0 ? [sql<boolean>`facts @> ${facts}::text[]`] : []),
    ...(reach === 'all' ? [] : [sql<boolean>`periods && ${newestEras[reach]}`]),
  ]
  const closer = steps.slice(0, -1).map(step => sql`when ${meets(step)} then ${step.closeness}::int`)
  const closeness =
    closer.length > 0
      ? sql`case ${sql.join(closer, sql` `)} else ${widest.closeness}::int end`
      : sql`${widest.closeness}::int`
  // The sum keeps the database from walking back over all registries in search of what may not be there.
  const { rows } = await sql<SearchMatch>`
    select registry_id as id, ${closeness} as closeness from search_entry where ${sql.join(asked, sql` and `)}
    order by closeness, registry_id + 0 desc limit ${most}`.execute(db)
  return rows
}

function meets({ requirements }: SearchStep): RawBuilder<boolean> {
  const each = requirements.map(one => sql<boolean>`words && ${searchTokens(one)}::int[]`)
  return sql<boolean>`${sql.join(each, sql` and `)}`
}
