import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
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

/**
 * The rows of one search index: `index` is the transaction with the schema of its tables (`tx.withSchema`), so that no
 * other table is reached through it.
 */

interface Mention {
  word: string
  is_place: boolean
}

/** What a registry is found by; nothing of one that is not public. */
interface IndexedTexts {
  registryId: number
  mentions: Mention[]
  facts: string[]
}

type Entry = Pick<Tables['search_entry'], 'words' | 'facts'>

/** Writes what a registry is found by in place of what the index has; nothing when that is the same. */
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

/** Writes what registries are found by that the index does not have yet. */
export async function insertEntries(index: Db, texts: IndexedTexts[]): Promise<void> {
  await insertRows(index, await toRows(index, texts))
}

/**
 * Adds the words and prefixes of all these registries to the dictionary, in the order that every writer keeps, before
 * they are written one after the other: two writers of many registries would wait for each other's new words.
 */
async function addToDictionary(index: Db, texts: IndexedTexts[]): Promise<void> {
  await toRows(index, texts)
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

/** The rows of these registries; words and prefixes that the dictionary lacks are added to it. */
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

/** An index holds no facts of a registry without words. */
function isSameEntry(one: Entry, other: Entry): boolean {
  const sorted = ({ words, facts }: Entry) =>
    JSON.stringify(words.length === 0 ? [] : [words.toSorted(), facts.toSorted()])
  return sorted(one) === sorted(other)
}

/** The entry's tokens name the words of the mentions. */
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

/** The ids of these prefixes, which are sorted so that two writers never deadlock. */
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

/** The dictionary's ids of these words, which are sorted so that two writers never deadlock; new ones get their keys. */
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
  // Another writer may have been first: its words are read, not written again.
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

/** One of the two sets of tables, by its schema. */
export interface SearchIndex {
  db: Db
  schema: string
}

export const indexSchemas = ['public', 'search_twin']

type SearchTable = Extract<keyof Tables, `search_${string}`>

/** A table of that index. */
export function searchTable({ schema }: SearchIndex, name: SearchTable): RawBuilder<unknown> {
  return sql.table(`${schema}.${name}`)
}

/** The state of both sets of tables. */
export function listSearchIndexes(db: Db): Promise<Selectable<Tables['search_index']>[]> {
  return db.selectFrom('search_index').selectAll().orderBy('schema_name').execute()
}

/** The schemas that a change is written to at once: the one that answers, and the former one while it is kept. */
async function findWrittenSchemas(tx: Db): Promise<string[]> {
  const rows = await findRows(tx, 'search_index', {
    where: { state: { in: ['live', 'kept'] } },
    columns: ['schema_name'],
    orderBy: ['schema_name'],
  })
  return rows.map(row => row.schema_name)
}

/**
 * Keeps every change of a registry's texts waiting until the transaction ends, once those under way are committed. Waits
 * 2 s for them at most, so that nobody waits longer behind it.
 */
export async function lockSearchIndexes(tx: Db): Promise<void> {
  await sql`select set_config('lock_timeout', '2s', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(tx)
}

export async function setIndexState(
  tx: Db,
  schema: string,
  change: Updateable<Tables['search_index']>,
): Promise<void> {
  await tx.updateTable('search_index').set(change).where('schema_name', '=', schema).execute()
}

/** Takes away what an index holds, at once and for good; ids are not used again, so that none means two things. */
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
  ).map(name => searchTable({ db: tx, schema }, name))
  await sql`truncate ${sql.join(tables)}`.execute(tx)
}

/**
 * Brings the search index up to date with a registry, in the transaction of its change; a registry that is not public
 * has no rows there. Nothing is written when the change is about other things. An index that is being built takes the
 * change from `search_change`.
 */
export async function updateSearchIndex(tx: Db, registryId: number): Promise<void> {
  const texts = await readIndexedTexts(tx, registryId)
  for (const schema of await findWrittenSchemas(tx)) await replaceEntry(tx.withSchema(schema), texts)
  await updateRows(tx, 'registry', {
    set: { search_indexed: true },
    where: { id: registryId, search_indexed: false },
  })
}

/** What a registry is found by; locks its row, so that two changes take turns. */
async function readIndexedTexts(tx: Db, registryId: number): Promise<IndexedTexts> {
  const row = await selectTexts(tx).where('id', '=', registryId).forUpdate().executeTakeFirst()
  return row ? toIndexedTexts(row) : { registryId, mentions: [], facts: [] }
}

/** What public registries are found by: those after `after` and up to `last`, or the ones of these ids. */
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

/** The words of the registry's name and hosts and of its place, and the facts of its event. */
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

/** The place of the gazetteer and the areas that it lies in (R238). */
function placeAndAreas({ event_place, event_place_id }: TextsRow): GazetteerPlace[] {
  const place = findPlaceById(event_place_id) ?? findPlace(event_place ?? '')
  return place ? [place, ...place.areas] : []
}

/**
 * Deletes those of up to `max` lost words in each dictionary that no registry has any more, and the beginnings that no
 * other word has: the names of people who were erased, or who changed theirs (R125). Answers how many were lost. An index
 * that is being built is left alone.
 */
export function deleteUnusedWords(db: Db, max: number): Promise<number> {
  return db.transaction().execute(async tx => {
    let count = 0
    for (const schema of await findWrittenSchemas(tx)) count += await deleteUnusedWordsOf(tx, schema, max)
    return count
  })
}

async function deleteUnusedWordsOf(tx: Db, schema: string, max: number): Promise<number> {
  const table = (name: SearchTable) => searchTable({ db: tx, schema }, name)
  const index = tx.withSchema(schema)
  const lost = await index.selectFrom('search_lost_word').selectAll().orderBy('id').limit(max).execute()
  if (lost.length === 0) return 0
  // A writer that has read one of these words must not find it gone, nor lose what it wrote about it.
  await lockSearchIndexes(tx)
  const ids = [...new Set(lost.map(({ word_id }) => word_id))]
  const { rows: words } = await sql<{ word: string }>`
    delete from ${table('search_word')} word where id = any(${ids})
      and not exists (select from ${table('search_mention')} where word_id = word.id)
    returning word.word`.execute(tx)
  await deleteRows(index, 'search_lost_word', { id: { in: lost.map(({ id }) => id) } })
  const prefixes = [...new Set(words.flatMap(({ word }) => dictionaryPrefixes(word)))]
  // Behind their mark stands what the keys of their words begin with.
  await sql`
    delete from ${table('search_prefix')} where prefix = any(${prefixes}::text[]) and not exists (
      select from ${table('search_key')}
      where key >= substr(prefix, 2) and key < substr(prefix, 2) || ${afterEveryExtension})`.execute(tx)
  return lost.length
}

const batchSize = 100

/** Indexes the registries that are not indexed yet; may run twice and on many servers. Returns how many it indexed. */
export async function indexPendingRegistries(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const indexed = await db.transaction().execute(indexBatch)
    if (indexed === 0) return total
    total += indexed
  }
}

async function indexBatch(tx: Db): Promise<number> {
  // As a change of their texts does.
  await sql`select pg_advisory_xact_lock_shared(hashtext('search index'))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from registry where not search_indexed order by id limit ${batchSize} for update skip locked`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const texts = await listIndexedTexts(tx, { ids })
  for (const schema of await findWrittenSchemas(tx)) await addToDictionary(tx.withSchema(schema), texts)
  for (const id of ids) await updateSearchIndex(tx, id)
  return ids.length
}
