import { sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import { minSimilarity } from '../../base/greek/name-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type SearchIndex, searchTable } from './index-state-data.ts'
import type { DictionaryKey, KeyLookup } from './rules.ts'

/** Most keys read of one range: a prefix of three letters has some hundreds. */
const maxKeysPerRange = 500

/** The dictionary's keys within each of these ranges, and the indexed ones of these prefixes. */
export async function findKeysInRanges(
  index: SearchIndex,
  { ranges, prefixes }: KeyLookup,
): Promise<DictionaryKey[]> {
  const froms = ranges.map(({ from }) => from)
  const tos = ranges.map(({ to }) => to)
  const { rows } = await sql<DictionaryKey>`
    select known.key, known.word_id
    from unnest(${froms}::text[], ${tos}::text[]) as range (low, high)
    cross join lateral (
      select key, word_id from ${searchTable(index, 'search_key')}
      where key >= range.low and key < range.high order by key limit ${maxKeysPerRange}
    ) known
    union all
    select prefix, -id from ${searchTable(index, 'search_prefix')} where prefix = any(${prefixes}::text[])`.execute(
    index.db,
  )
  return rows
}

/** Keys that share many of their trigrams with one of these, the most similar first. */
export async function findSimilarKeys(index: SearchIndex, keys: string[]): Promise<DictionaryKey[]> {
  if (keys.length === 0) return []
  const threshold = minSimilarity(Math.min(...keys.map(key => key.length)))
  return index.db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(threshold)}, true)`.execute(tx)
    const { rows } = await sql<DictionaryKey>`
      select known.key, known.word_id
      from unnest(${keys}::text[]) as query (key)
      cross join lateral (
        select search_key.key, search_key.word_id from ${searchTable(index, 'search_key')}
        where search_key.key % query.key
        order by similarity(search_key.key, query.key) desc limit ${maxKeysPerRange}
      ) known`.execute(tx)
    return rows
  })
}

/** The index holds public registries only; this also holds where somebody changed the table by hand. */
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

/** Those of these registries that are public, with what results show and sort by. */
export async function findSearchResultRows(db: Db, ids: number[]): Promise<SearchResultRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SearchResultRow>`
    select id, code, event_type, registry_name, event_place, event_day, name, partner_name,
      concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names
    from registry where id = any(${ids}::bigint[]) and ${isPublic}`.execute(db)
  return rows
}

/** The public registry with that code. */
export async function findPublicRegistryIdByCode(db: Db, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where code = ${code} and ${isPublic}`.execute(db)
  return rows[0]?.id
}

/** The id of the newest registry; 0 without any. */
export async function findLastRegistryId(db: Db): Promise<number> {
  const row = await db.selectFrom('registry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** At most `limit` registries that search engines may show, with an id above `after` and up to `last`, by id (R236). */
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
