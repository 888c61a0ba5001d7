import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import { askPrepared } from '../../server/postgres/prepared.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { indexSchemas, type SearchIndex, searchTable } from './index-state-data.ts'
import type { DictionaryKey, KeyLookup } from './rules.ts'

/** Most keys that are read for a key with a typo. */
const maxKeysPerTypo = 500

/** The index that answers a search, from its beginning to its end, and what its dictionary knows of the searched words. */
export interface OpenSearchIndex extends SearchIndex {
  keys: DictionaryKey[]
}

/**
 * The index that answers now, with the dictionary's keys within these ranges, and the indexed ones of these prefixes. The
 * other index is in the statement, but is not read.
 */
export async function openSearchIndex(db: Db, { ranges, prefixes }: KeyLookup): Promise<OpenSearchIndex> {
  const froms = ranges.map(({ from }) => from)
  const tos = ranges.map(({ to }) => to)
  const limits = ranges.map(({ limit }) => limit)
  const keysOf = (schema: string) => sql`(
    select key, word_id from ${searchTable({ db, schema }, 'search_key')}
    where live.schema_name = ${sql.lit(schema)} and key >= range.low and key < range.high
    order by key limit range.keys)`
  const prefixesOf = (schema: string) => sql`(
    select prefix, -id from ${searchTable({ db, schema }, 'search_prefix')}
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

/** Keys that may be one typo away from one of these: those that are alike with a letter left out on either side. */
export async function findTypoKeys(index: SearchIndex, keys: string[]): Promise<DictionaryKey[]> {
  if (keys.length === 0) return []
  const query = sql<DictionaryKey>`
    select known.key, known.word_id from unnest(${keys}::text[]) as query (key)
    cross join lateral (
      select search_key.key, search_key.word_id from ${searchTable(index, 'search_key')}
      where typo_forms(search_key.key) && typo_forms(query.key) limit ${sql.lit(maxKeysPerTypo)}) known`
  return askPrepared(index.db, query)
}

/** The index holds public registries only; this also holds where somebody changed the table by hand. */
export const isPublic = sql<boolean>`registry.privacy = 'public' and registry.searchable and registry.removed_at is null`

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

/** The columns of a result, of the table `registry`. */
export const resultColumns = sql`registry.id, code, event_type, registry_name, event_place, event_day, name, partner_name,
  concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names`

/** Those of these registries that are public, with what results show and sort by. */
export async function findSearchResultRows(db: Db, ids: number[]): Promise<SearchResultRow[]> {
  if (ids.length === 0) return []
  const query = sql<SearchResultRow>`
    select ${resultColumns} from registry where id = any(${ids}::bigint[]) and ${isPublic}`
  return askPrepared(db, query)
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
