import { type RawBuilder, sql } from 'kysely'
import type { NameRank } from '../../base/greek/name-keys.ts'
import { askPrepared } from '../../server/postgres/prepared.ts'
import { isPublic, resultColumns, type SearchResultRow } from './data.ts'
import { type SearchIndex, searchTable } from './index-state-data.ts'
import type { RegistrySearchFilters, SearchField } from './interpretation-rules.ts'
import { type SearchStep, searchFacts, searchTokens, type TermRequirement } from './rules.ts'

/** A registry that matches, with what results show of it. */
export interface KnownMatch extends SearchResultRow {
  rank: NameRank
}

/** A step of a search for a single word. */
interface WordStep {
  rank: NameRank
  word: TermRequirement
}

/**
 * Registries that have a word, step by step until there are `max`, the newest first for each word of the dictionary.
 * A registry may come more than once, and comes with what results show of it.
 */
export async function findRegistriesByWord(
  index: SearchIndex,
  steps: WordStep[],
  max: number,
): Promise<KnownMatch[]> {
  const named = steps.map((step, at) => ({ ...step, name: sql.ref(`step_${at}`) }))
  const parts = named.map(({ word, name }, at) => {
    const before = named.slice(0, at).map(one => one.name)
    const room = sql.join([sql`${max}`, ...before.map(one => sql`(select count(*) from ${one})`)], sql` - `)
    const where = [sql<boolean>`true`, ...isInField(word.field), ...before.map(isNew)]
    return sql`${name} as materialized (
      select newest.registry_id as id from unnest(${word.ids}::int[]) as word (id) cross join lateral (
        select mention.registry_id from ${searchTable(index, 'search_mention')} mention
        where mention.word_id = word.id and ${sql.join(where, sql` and `)}
        order by mention.registry_id desc limit ${max}) newest
      limit greatest(0, ${room}))`
  })
  const all = named.map(({ name, rank }) => sql`select id, ${rank}::int as rank from ${name}`)
  const query = sql<KnownMatch>`with ${sql.join(parts)}
    select rank, ${resultColumns} from (${sql.join(all, sql` union all `)}) found join registry using (id)
    where ${isPublic} order by rank, id desc`
  return askPrepared(index.db, query)
}

const isNew = (step: RawBuilder<unknown>) =>
  sql<boolean>`mention.registry_id <> all(array(select id from ${step}))`

function isInField(field: SearchField): RawBuilder<boolean>[] {
  return field === 'any' ? [] : [sql<boolean>`mention.is_place = ${field === 'place'}`]
}

/** How far back a search looks: the newest registries (some 16,000), the newer ones (some 200,000), or all. */
export type SearchReach = 'newest' | 'newer' | 'all'

/** The two newest periods of each reach, numbered as in `search_entry.periods`; the last one is not full yet. */
const newestPeriods = {
  newest: sql`array[max(registry_id) >> 13, (max(registry_id) >> 13) - 1]::int[]`,
  newer: sql`array[-1 - (max(registry_id) >> 17), -(max(registry_id) >> 17)]::int[]`,
}

/**
 * Registries within reach that satisfy the widest step and the filters, by rank, then the newest first. Each comes
 * once, with what results show of it.
 */
export async function findRegistriesByTerms(
  index: SearchIndex,
  steps: SearchStep[],
  { filters, reach, max }: { filters: RegistrySearchFilters; reach: SearchReach; max: number },
): Promise<KnownMatch[]> {
  const widest = steps.at(-1)
  if (!widest) return []
  const facts = searchFacts(filters)
  const entries = searchTable(index, 'search_entry')
  const where = [
    satisfies(widest),
    ...(facts.length > 0 ? [sql<boolean>`facts @> ${facts}::text[]`] : []),
    reach === 'all'
      ? withoutWorkers
      : sql<boolean>`periods && (select ${newestPeriods[reach]} from ${entries})`,
  ]
  const better = steps.slice(0, -1).map(step => sql`when ${satisfies(step)} then ${step.rank}::int`)
  const rank =
    better.length > 0
      ? sql`case ${sql.join(better, sql` `)} else ${widest.rank}::int end`
      : sql`${widest.rank}::int`
  // "+ 0" keeps the planner from walking back over all registries by the primary key, and "offset 0" from reading all of
  // them for the few that are found.
  const query = sql<KnownMatch>`
    select found.rank, shown.* from (
      select registry_id, ${rank} as rank from ${entries} where ${sql.join(where, sql` and `)}
      order by rank, registry_id + 0 desc limit ${max}) found
    cross join lateral (
      select ${resultColumns} from registry where registry.id = found.registry_id and ${isPublic} offset 0) shown
    order by found.rank, shown.id desc`
  if (widest.requirements.length <= maxPreparedTerms) return askPrepared(index.db, query)
  return (await query.execute(index.db)).rows
}

/** Searches of more terms are rare; each connection would keep a plan for every number of them. */
const maxPreparedTerms = 3

/** No plan with this has parallel workers: for lists of common words they take longer to start than to read. */
const withoutWorkers = sql<boolean>`(select set_config('max_parallel_workers_per_gather', '0', true)) is not null`

function satisfies({ requirements }: SearchStep): RawBuilder<boolean> {
  const each = requirements.map(one => sql<boolean>`words && ${searchTokens(one)}::int[]`)
  return sql<boolean>`${sql.join(each, sql` and `)}`
}
