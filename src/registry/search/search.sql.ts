import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import type { NameRank } from '../../base/greek/name-keys.ts'
import { askPrepared } from '../../server/postgres/prepared.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { indexSchemas, type SearchIndex, searchTable } from './index-rows.sql.ts'
import type { RegistrySearchFilters, SearchField } from './interpretation.rules.ts'
import {
  type DictionaryKey,
  type KeyLookup,
  type SearchStep,
  searchFacts,
  searchTokens,
  type TermRequirement,
} from './search.rules.ts'

export interface KnownMatch extends SearchResultRow {
  rank: NameRank
}

interface WordStep {
  rank: NameRank
  word: TermRequirement
}

/** Registries by word, step by step until there are `max`, the newest first; a registry may come more than once. */
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
        select mention.registry_id from ${searchTable(index.schema, 'search_mention')} mention
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

/** How far back a search looks: the newest registries (about 16,000), the newer ones (about 200,000), or all. */
export type SearchReach = 'newest' | 'newer' | 'all'

/** The two newest periods of each reach, numbered as in `search_entry.periods`; two, because the last is not full yet. */
const newestPeriods = {
  newest: sql`array[max(registry_id) >> 13, (max(registry_id) >> 13) - 1]::int[]`,
  newer: sql`array[-1 - (max(registry_id) >> 17), -(max(registry_id) >> 17)]::int[]`,
}

/** Registries within reach that satisfy the widest step and the filters, each once, by rank and then the newest first. */
export async function findRegistriesByTerms(
  index: SearchIndex,
  steps: SearchStep[],
  { filters, reach, max }: { filters: RegistrySearchFilters; reach: SearchReach; max: number },
): Promise<KnownMatch[]> {
  const widest = steps.at(-1)
  if (!widest) return []
  const facts = searchFacts(filters)
  const entries = searchTable(index.schema, 'search_entry')
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
  // `+ 0` keeps the planner from scanning all registries backwards by primary key, and `offset 0` from joining all of
  // them before the limit.
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

/** Searches with more terms are rare, and each connection would keep a plan for every number of terms. */
const maxPreparedTerms = 3

/** Disables parallel workers, which for lists of common words take longer to start than the read takes. */
const withoutWorkers = sql<boolean>`(select set_config('max_parallel_workers_per_gather', '0', true)) is not null`

function satisfies({ requirements }: SearchStep): RawBuilder<boolean> {
  const each = requirements.map(one => sql<boolean>`words && ${searchTokens(one)}::int[]`)
  return sql<boolean>`${sql.join(each, sql` and `)}`
}

/** The most keys that are read for one key with a typo. */
const maxKeysPerTypo = 500

/** The index that was live when the search began, with the dictionary's keys for the searched words. */
export interface OpenSearchIndex extends SearchIndex {
  keys: DictionaryKey[]
}

/**
 * The live index, with the dictionary's keys within these ranges and those of the prefixes that are indexed. The
 * statement names both indexes, but reads only the live one.
 */
export async function openSearchIndex(db: Db, { ranges, prefixes }: KeyLookup): Promise<OpenSearchIndex> {
  const froms = ranges.map(({ from }) => from)
  const tos = ranges.map(({ to }) => to)
  const limits = ranges.map(({ limit }) => limit)
  const keysOf = (schema: string) => sql`(
    select key, word_id from ${searchTable(schema, 'search_key')}
    where live.schema_name = ${sql.lit(schema)} and key >= range.low and key < range.high
    order by key limit range.keys)`
  const prefixesOf = (schema: string) => sql`(
    select prefix, -id from ${searchTable(schema, 'search_prefix')}
    where live.schema_name = ${sql.lit(schema)} and prefix = any(asked.prefixes))`
  const inEither = (rows: (schema: string) => RawBuilder<unknown>) =>
    sql.join(indexSchemas.map(rows), sql` union all `)
  const query = sql<{ schema: string; keys: [key: string, wordId: number][] }>`
    with asked as materialized (select ${prefixes}::text[] as prefixes)
    select live.schema_name as schema, coalesce((
      select json_agg(json_build_array(known.key, known.word_id)) from (
        select known.key, known.word_id from unnest(${froms}::text[], ${tos}::text[], ${limits}::int[]) as range (low, high, keys)
        cross join lateral (${inEither(keysOf)}) known
        union all select known.prefix, known.id from asked cross join lateral (${inEither(prefixesOf)}) known (prefix, id)
      ) known), '[]') as keys
    from search_index live where live.state = 'live'`
  const [found] = await askPrepared(db, query)
  if (!found) throw new Error('no search index answers')
  const { schema, keys } = found
  return { db, schema, keys: keys.map(([key, word_id]) => ({ key, word_id })) }
}

/** Keys that may be one typo away from one of these: the same after leaving out a letter on either side. */
export async function findTypoKeys(index: SearchIndex, keys: string[]): Promise<DictionaryKey[]> {
  if (keys.length === 0) return []
  const query = sql<DictionaryKey>`
    select known.key, known.word_id from unnest(${keys}::text[]) as query (key)
    cross join lateral (
      select search_key.key, search_key.word_id from ${searchTable(index.schema, 'search_key')}
      where typo_forms(search_key.key) && typo_forms(query.key) limit ${sql.lit(maxKeysPerTypo)}) known`
  return askPrepared(index.db, query)
}

/** The index has only public registries; checked again in case somebody changed the table by hand. */
const isPublic = sql<boolean>`registry.privacy = 'public' and registry.searchable and registry.removed_at is null`

export interface SearchResultRow {
  id: number
  code: string
  event_type: string
  registry_name: string
  /** The registry's and the hosts' names, for sorting. */
  names: string
  name: string
  partner_name: string | null
  event_place: string | null
  event_day: Day | null
}

const resultColumns = sql`registry.id, code, event_type, registry_name, event_place, event_day, name, partner_name,
  concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names`

/** Registries that are not public are left out. */
export async function findSearchResultRows(db: Db, ids: number[]): Promise<SearchResultRow[]> {
  if (ids.length === 0) return []
  const query = sql<SearchResultRow>`
    select ${resultColumns} from registry where id = any(${ids}::bigint[]) and ${isPublic}`
  return askPrepared(db, query)
}

export async function findPublicRegistryIdByCode(db: Db, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where code = ${code} and ${isPublic}`.execute(db)
  return rows[0]?.id
}

/** 0 without any registry. */
export async function findLastRegistryId(db: Db): Promise<number> {
  const row = await db.selectFrom('registry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** For the sitemap (R236): at most `limit` registries with ids above `after` and up to `last`, in order. */
export async function findIndexableRegistries(
  db: Db,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<{ id: number; code: string; slug: string | null }[]> {
  return db
    .selectFrom('registry')
    .where(isPublic)
    .where('search_engines', '=', true)
    .select(['id', 'code', 'slug'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
}
