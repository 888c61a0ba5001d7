import { type RawBuilder, type Selectable, sql } from 'kysely'
import { findPlace, findPlaceById, type GazetteerPlace } from '../../base/gazetteer.ts'
import { indexedNameWords } from '../../base/greek/name-keys.ts'
import { deleteRows, findRow, findRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import {
  afterEveryExtension,
  areaWord,
  dictionaryKeys,
  dictionaryPrefixes,
  searchFacts,
  searchToken,
} from './search.rules.ts'

/** Here `index` is the transaction with the schema of one search index, so that only its tables can be reached. */

interface Mention {
  word: string
  is_place: boolean
}

/** The texts by which a registry is found; empty for one that is not public. */
interface IndexedTexts {
  registryId: number
  mentions: Mention[]
  facts: string[]
}

type Entry = Pick<Tables['search_entry'], 'words' | 'facts'>

/** Replaces a registry's rows in the index; writes nothing when they are unchanged. */
export async function replaceEntry(index: Db, texts: IndexedTexts): Promise<void> {
  const { registryId } = texts
  const [rows] = await toRows(index, [texts])
  const before = (await findRow(index, 'search_entry', { registry_id: registryId }, ['words', 'facts'])) ?? {
    words: [],
    facts: [],
  }
  if (!rows || isSameEntry(before, rows.entry)) return
  await deleteEntry(index, registryId, before)
  await insertRows(index, [rows])
}

export async function insertEntries(index: Db, texts: IndexedTexts[]): Promise<void> {
  await insertRows(index, await toRows(index, texts))
}

interface IndexRows {
  entry: Entry & { registry_id: number }
  mentions: { registry_id: number; word_id: number; is_place: boolean }[]
}

async function insertRows(index: Db, rows: IndexRows[]): Promise<void> {
  const found = rows.filter(({ mentions }) => mentions.length > 0)
  if (found.length === 0) return
  await index
    .insertInto('search_mention')
    .values(found.flatMap(({ mentions }) => mentions))
    .execute()
  await index
    .insertInto('search_entry')
    .values(found.map(({ entry }) => entry))
    .execute()
}

/** Adds missing words and prefixes to the dictionary. */
async function toRows(index: Db, texts: IndexedTexts[]): Promise<IndexRows[]> {
  const words = [...new Set(texts.flatMap(({ mentions }) => mentions.map(({ word }) => word)))].sort()
  const prefixesByWord = new Map(words.map(word => [word, dictionaryPrefixes(word)]))
  const wordIds = await findOrInsertWords(index, words)
  const prefixIds = await findOrInsertPrefixes(
    index,
    [...new Set([...prefixesByWord.values()].flat())].sort(),
  )
  return texts.map(({ registryId, mentions, facts }) => {
    const known = mentions.map(({ word, is_place }) => ({ word, is_place, word_id: wordIds.get(word) ?? 0 }))
    const prefixTokens = known.flatMap(({ word, is_place }) =>
      (prefixesByWord.get(word) ?? []).map(prefix => searchToken(-(prefixIds.get(prefix) ?? 0), is_place)),
    )
    return {
      entry: {
        registry_id: registryId,
        words: [
          ...known.map(({ word_id, is_place }) => searchToken(word_id, is_place)),
          ...new Set(prefixTokens),
        ],
        facts,
      },
      mentions: known.map(({ word_id, is_place }) => ({ registry_id: registryId, word_id, is_place })),
    }
  })
}

/** Facts don't count for a registry without words, which the index doesn't have. */
function isSameEntry(one: Entry, other: Entry): boolean {
  const sorted = ({ words, facts }: Entry) =>
    JSON.stringify(words.length === 0 ? [] : [words.toSorted(), facts.toSorted()])
  return sorted(one) === sorted(other)
}

/** Finds the mentions by the words in the entry's tokens, and records the words as possibly unused. */
async function deleteEntry(index: Db, registryId: number, { words }: Entry): Promise<void> {
  const ids = words.filter(token => token > 0).map(token => token >> 1)
  if (ids.length === 0) return
  await index.deleteFrom('search_entry').where('registry_id', '=', registryId).execute()
  await deleteRows(index, 'search_mention', { word_id: { in: ids }, registry_id: registryId })
  await index
    .insertInto('search_lost_word')
    .values(ids.map(word_id => ({ word_id })))
    .execute()
}

/** `prefixes` have to be sorted, so that two writers can't deadlock. */
async function findOrInsertPrefixes(index: Db, prefixes: string[]): Promise<Map<string, number>> {
  if (prefixes.length === 0) return new Map()
  const read = (some: string[]) =>
    index.selectFrom('search_prefix').select(['id', 'prefix']).where('prefix', 'in', some).execute()
  const known = await read(prefixes)
  const ids = new Map(known.map(({ id, prefix }) => [prefix, id]))
  const missing = prefixes.filter(prefix => !ids.has(prefix))
  if (missing.length === 0) return ids
  await index
    .insertInto('search_prefix')
    .values(missing.map(prefix => ({ prefix })))
    .onConflict(conflict => conflict.column('prefix').doNothing())
    .execute()
  for (const { id, prefix } of await read(missing)) ids.set(prefix, id)
  return ids
}

/** `words` have to be sorted, so that two writers can't deadlock. New words get their keys. */
async function findOrInsertWords(index: Db, words: string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const known = await findRows(index, 'search_word', {
    where: { word: { in: words } },
    columns: ['id', 'word'],
  })
  const ids = new Map(known.map(({ id, word }) => [word, id]))
  const missing = words.filter(word => !ids.has(word))
  for (const { id, word } of await insertWords(index, missing)) ids.set(word, id)
  return ids
}

async function insertWords(index: Db, words: string[]): Promise<{ id: number; word: string }[]> {
  if (words.length === 0) return []
  await index
    .insertInto('search_word')
    .values(words.map(word => ({ word })))
    .onConflict(conflict => conflict.column('word').doNothing())
    .execute()
  // Read afterwards, because another writer may have inserted some of them.
  const rows = await findRows(index, 'search_word', {
    where: { word: { in: words } },
    columns: ['id', 'word'],
  })
  const keys = rows.flatMap(({ id, word }) => dictionaryKeys(word).map(key => ({ key, word_id: id })))
  await index
    .insertInto('search_key')
    .values(keys)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return rows
}

export interface SearchIndex {
  db: Db
  schema: string
}

export const indexSchemas = ['public', 'search_twin']

type SearchTable = Extract<keyof Tables, `search_${string}`>

export function searchTable(schema: string, name: SearchTable): RawBuilder<unknown> {
  return sql.table(`${schema}.${name}`)
}

export function listSearchIndexes(db: Db): Promise<Selectable<Tables['search_index']>[]> {
  return findRows(db, 'search_index', { where: {}, orderBy: ['schema_name'] })
}

/** The schemas to which a change is written at once: the live index, and the former one while it is kept. */
async function findWrittenSchemas(tx: Db): Promise<string[]> {
  const rows = await findRows(tx, 'search_index', {
    where: { state: { in: ['live', 'kept'] } },
    columns: ['schema_name'],
    orderBy: ['schema_name'],
  })
  return rows.map(row => row.schema_name)
}

/**
 * Waits for changes of registries' texts that are under way, and holds back new ones until the transaction ends.
 * Gives up after 2 s, so that nobody waits longer behind it.
 */
export async function lockSearchIndexes(tx: Db): Promise<void> {
  await sql`select set_config('lock_timeout', '2s', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(tx)
}

/** Ids are not reused afterwards, so that none ever means two words. */
export async function emptyIndex(tx: Db, schema: string): Promise<void> {
  const tables = (
    [
      'search_word',
      'search_key',
      'search_prefix',
      'search_mention',
      'search_entry',
      'search_lost_word',
    ] as const
  ).map(name => searchTable(schema, name))
  await sql`truncate ${sql.join(tables)}`.execute(tx)
}

/**
 * Updates the search index for a registry, in the transaction of its change; a registry that is not public has no
 * rows. Nothing is written when its texts are unchanged. An index that is being built takes the change from
 * `search_change`.
 */
export async function updateSearchIndex(tx: Db, registryId: number): Promise<void> {
  // Locks the registry's row, so that two changes take turns.
  const row = await selectTexts(tx).where('id', '=', registryId).forUpdate().executeTakeFirst()
  const texts = row ? toIndexedTexts(row) : { registryId, mentions: [], facts: [] }
  for (const schema of await findWrittenSchemas(tx)) await replaceEntry(tx.withSchema(schema), texts)
  await updateRows(tx, 'registry', {
    set: { search_indexed: true },
    where: { id: registryId, search_indexed: false },
  })
}

/** The indexed texts of public registries, by ids above `after` and up to `last`, or by `ids`. */
export async function listIndexedTexts(
  db: Db,
  range: { after: number; last: number } | { ids: number[] },
): Promise<IndexedTexts[]> {
  const rows = await ('ids' in range
    ? selectTexts(db).where('id', 'in', range.ids).execute()
    : selectTexts(db).where('id', '>', range.after).where('id', '<=', range.last).execute())
  return rows.map(toIndexedTexts)
}

const nameColumns = ['registry_name', 'name', 'surname', 'partner_name', 'partner_surname'] as const
const factColumns = ['event_place', 'event_place_id', 'event_type', 'event_day'] as const

function selectTexts(db: Db) {
  return db
    .selectFrom('registry')
    .select(['id', ...nameColumns, ...factColumns])
    .where('privacy', '=', 'public')
    .where('searchable', '=', true)
    .where('removed_at', 'is', null)
}

type TextsRow = { id: number } & Pick<
  { [Column in keyof Tables['registry']]: string | null },
  (typeof nameColumns)[number] | (typeof factColumns)[number]
>

/** The words of the registry's and hosts' names and of its place, and facts about the event. */
function toIndexedTexts(row: TextsRow): IndexedTexts {
  const { id, event_place, event_type, event_day, ...names } = row
  const [year, month] = event_day?.split('-').map(Number) ?? []
  return {
    registryId: id,
    mentions: [
      ...indexedNameWords(nameColumns.map(column => names[column]).join(' ')).map(word => ({
        word,
        is_place: false,
      })),
      ...indexedNameWords(event_place ?? '').map(word => ({ word, is_place: true })),
      ...placeAndAreas(row).map(({ id: placeId }) => ({ word: areaWord(placeId), is_place: true })),
    ],
    facts: searchFacts({ type: event_type ?? undefined, month, year }),
  }
}

/** The event's place in the gazetteer (R238) and the areas that it lies in. */
function placeAndAreas({ event_place, event_place_id }: TextsRow): GazetteerPlace[] {
  const place = findPlaceById(event_place_id) ?? findPlace(event_place ?? '')
  return place ? [place, ...place.areas] : []
}

/**
 * Deletes words that no registry has any more, such as names of erased people (R125), and prefixes that no other word
 * has; checks up to `max` possibly unused words in each dictionary and returns how many it checked. An index that is
 * being built is left alone.
 */
export function deleteUnusedWords(db: Db, max: number): Promise<number> {
  return db.transaction().execute(async tx => {
    let count = 0
    for (const schema of await findWrittenSchemas(tx)) count += await deleteUnusedWordsOf(tx, schema, max)
    return count
  })
}

async function deleteUnusedWordsOf(tx: Db, schema: string, max: number): Promise<number> {
  const table = (name: SearchTable) => searchTable(schema, name)
  const index = tx.withSchema(schema)
  const lost = await index.selectFrom('search_lost_word').selectAll().orderBy('id').limit(max).execute()
  if (lost.length === 0) return 0
  // Locked, because a writer that has just read one of these words must not refer to a deleted one.
  await lockSearchIndexes(tx)
  const ids = [...new Set(lost.map(({ word_id }) => word_id))]
  const { rows: words } = await sql<{ word: string }>`
    delete from ${table('search_word')} word where id = any(${ids})
      and not exists (select from ${table('search_mention')} where word_id = word.id)
    returning word.word`.execute(tx)
  await deleteRows(index, 'search_lost_word', { id: { in: lost.map(({ id }) => id) } })
  const prefixes = [...new Set(words.flatMap(({ word }) => dictionaryPrefixes(word)))]
  // A prefix without its mark (first character) is what the keys of its words begin with.
  await sql`
    delete from ${table('search_prefix')} where prefix = any(${prefixes}::text[]) and not exists (
      select from ${table('search_key')}
      where key >= substr(prefix, 2) and key < substr(prefix, 2) || ${afterEveryExtension})`.execute(tx)
  return lost.length
}

const batchSize = 100

/** Indexes the registries that are not indexed yet; may run concurrently on several servers. Returns how many it indexed. */
export async function indexPendingRegistries(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const indexed = await db.transaction().execute(indexBatch)
    if (indexed === 0) return total
    total += indexed
  }
}

async function indexBatch(tx: Db): Promise<number> {
  // The same shared lock as a change of texts takes.
  await sql`select pg_advisory_xact_lock_shared(hashtext('search index'))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from registry where not search_indexed order by id limit ${batchSize} for update skip locked`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const texts = await listIndexedTexts(tx, { ids })
  // Adds the words and prefixes of all these registries to the dictionary in sorted order before each is written:
  // otherwise two writers of many registries could deadlock on new words.
  for (const schema of await findWrittenSchemas(tx)) await toRows(tx.withSchema(schema), texts)
  for (const id of ids) await updateSearchIndex(tx, id)
  return ids.length
}
