import { deleteRows, findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { dictionaryKeys, dictionaryPrefixes, searchToken } from './rules.ts'

/**
 * The rows of one search index: `index` is the transaction with the schema of its tables (`tx.withSchema`), so that no
 * other table is reached through it.
 */

interface Mention {
  word: string
  is_place: boolean
}

/** What a registry is found by; nothing of one that is not public. */
export interface IndexedTexts {
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
export async function addToDictionary(index: Db, texts: IndexedTexts[]): Promise<void> {
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
