import { sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import { minSimilarity } from '../../base/greek/name-keys.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { DictionaryKey, KeyLookup } from './rules.ts'

/** Most keys read of one stretch: a beginning of three letters has some hundreds. */
const keysMost = 500

/** The dictionary's keys in each of these stretches, and those of these beginnings that it keeps. */
export async function findKeysInRanges(
  db: Db,
  { stretches, beginnings }: KeyLookup,
): Promise<DictionaryKey[]> {
  const froms = stretches.map(({ from }) => from)
  const tos = stretches.map(({ to }) => to)
  const { rows } = await sql<DictionaryKey>`
    select known.key, known.word_id
    from unnest(${froms}::text[], ${tos}::text[]) as stretch (low, high)
    cross join lateral (
      select key, word_id from search_key where key >= stretch.low and key < stretch.high order by key limit ${keysMost}
    ) known
    union all
    select beginning, -id from search_prefix where beginning = any(${beginnings}::text[])`.execute(db)
  return rows
}

/** Keys that share many of their trigrams with one of these, the most alike first. */
export async function findSimilarKeys(db: Db, keys: string[]): Promise<DictionaryKey[]> {
  if (keys.length === 0) return []
  const alikeLeast = minSimilarity(Math.min(...keys.map(key => key.length)))
  return db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(alikeLeast)}, true)`.execute(tx)
    const { rows } = await sql<DictionaryKey>`
      select known.key, known.word_id
      from unnest(${keys}::text[]) as asked (key)
      cross join lateral (
        select search_key.key, search_key.word_id from search_key
        where search_key.key % asked.key
        order by similarity(search_key.key, asked.key) desc limit ${keysMost}
      ) known`.execute(tx)
    return rows
  })
}

/** The words of hidden ones are gone already; whoever changes that table still can't show one. */
const isPublic = sql<boolean>`registry.privacy = 'public' and registry.searchable and registry.removed_at is null`

export interface SearchResultRow {
  id: number
  code: string
  event_type: string
  registry_name: string
  /** The registry's and the hosts' names, for the order alone. */
  names: string
  event_place: string | null
  event_day: Day | null
}

/** What results and their order need of these registries. */
export async function findSearchResultRows(db: Db, ids: number[]): Promise<SearchResultRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SearchResultRow>`
    select id, code, event_type, registry_name, event_place, event_day,
      concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names
    from registry where id = any(${ids}::bigint[]) and ${isPublic}`.execute(db)
  return rows
}

/** The public registry with that code, as a list of one or none. */
export async function findPublicRegistryIdByCode(db: Db, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where code = ${code} and ${isPublic}`.execute(db)
  return rows.map(({ id }) => id)
}
