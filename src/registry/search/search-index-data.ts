import { sql } from 'kysely'
import { indexedNameWords, nameKeys, namePrefixes } from '../../base/greek/name-keys.ts'
import type { Db, SearchEntryTable } from '../../server/postgres/tables.ts'
import { searchFacts, searchToken } from './rules.ts'

interface Mention {
  word: string
  is_place: boolean
}

type Entry = Pick<SearchEntryTable, 'words' | 'facts'>

/**
 * Brings the search index up to date with a registry, in the transaction of its change; a registry that is not public
 * has no rows there. Nothing is written when the change is about other things.
 */
export async function updateSearchIndex(tx: Db, registryId: number): Promise<void> {
  const { mentions, facts } = await readIndexableTexts(tx, registryId)
  const ids = await findOrInsertWords(tx, [...new Set(mentions.map(({ word }) => word))].sort())
  const wordMentions = mentions.map(({ word, is_place }) => ({ word_id: ids.get(word) ?? 0, is_place }))
  const words = [
    ...wordMentions.map(({ word_id, is_place }) => searchToken(word_id, is_place)),
    ...(await prefixTokens(tx, mentions)),
  ]
  const before = await readEntry(tx, registryId)
  if (!isSameEntry(before, { words, facts })) {
    await deleteFromIndex(tx, registryId, before)
    if (wordMentions.length > 0) {
      const rows = wordMentions.map(mention => ({ ...mention, registry_id: registryId }))
      await tx.insertInto('search_mention').values(rows).execute()
      await tx.insertInto('search_entry').values({ registry_id: registryId, words, facts }).execute()
    }
  }
  await tx
    .updateTable('registry')
    .set({ search_indexed: true })
    .where('id', '=', registryId)
    .where('search_indexed', '=', false)
    .execute()
}

async function readEntry(tx: Db, registryId: number): Promise<Entry> {
  const entry = await tx
    .selectFrom('search_entry')
    .select(['words', 'facts'])
    .where('registry_id', '=', registryId)
    .executeTakeFirst()
  return entry ?? { words: [], facts: [] }
}

function isSameEntry(one: Entry, other: Entry): boolean {
  const sorted = ({ words, facts }: Entry) => JSON.stringify([words.toSorted(), facts.toSorted()])
  return sorted(one) === sorted(other)
}

/** The entry's tokens name the words of the mentions: no index leads from a registry to its mentions. */
async function deleteFromIndex(tx: Db, registryId: number, { words }: Entry): Promise<void> {
  const ids = words.filter(token => token > 0).map(token => token >> 1)
  if (ids.length === 0) return
  await tx.deleteFrom('search_entry').where('registry_id', '=', registryId).execute()
  await tx
    .deleteFrom('search_mention')
    .where('word_id', 'in', ids)
    .where('registry_id', '=', registryId)
    .execute()
}

/**
 * The words of the registry's name and hosts and of its place, and the facts of its event; nothing unless it is
 * public. Locks the row, so that two changes take turns.
 */
async function readIndexableTexts(
  tx: Db,
  registryId: number,
): Promise<{ mentions: Mention[]; facts: string[] }> {
  const registry = await tx
    .selectFrom('registry')
    .select(['registry_name', 'name', 'surname', 'partner_name', 'partner_surname', 'event_place'])
    .select(['event_type', 'event_day'])
    .where('id', '=', registryId)
    .where('privacy', '=', 'public')
    .where('searchable', '=', true)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!registry) return { mentions: [], facts: [] }
  const { event_place, event_type, event_day, ...names } = registry
  const [year, month] = event_day?.split('-').map(Number) ?? []
  return {
    mentions: [
      ...indexedNameWords(Object.values(names).join(' ')).map(word => ({ word, is_place: false })),
      ...indexedNameWords(event_place ?? '').map(word => ({ word, is_place: true })),
    ],
    facts: searchFacts({ type: event_type, month, year }),
  }
}

/** The tokens of the prefixes of these words. */
async function prefixTokens(tx: Db, mentions: Mention[]): Promise<number[]> {
  const withPrefixes = mentions.map(({ word, is_place }) => ({ prefixes: namePrefixes(word), is_place }))
  const all = [...new Set(withPrefixes.flatMap(({ prefixes }) => prefixes))].sort()
  const ids = await findOrInsertPrefixes(tx, all)
  const tokens = withPrefixes.flatMap(({ prefixes, is_place }) =>
    prefixes.map(prefix => searchToken(-(ids.get(prefix) ?? 0), is_place)),
  )
  return [...new Set(tokens)]
}

/** The ids of these prefixes, which are sorted so that two writers never deadlock. */
async function findOrInsertPrefixes(tx: Db, prefixes: string[]): Promise<Map<string, number>> {
  if (prefixes.length === 0) return new Map()
  const read = (some: string[]) =>
    tx.selectFrom('search_prefix').select(['id', 'prefix']).where('prefix', 'in', some).execute()
  const known = await read(prefixes)
  const ids = new Map(known.map(({ id, prefix }) => [prefix, id]))
  const missing = prefixes.filter(prefix => !ids.has(prefix))
  if (missing.length === 0) return ids
  await tx
    .insertInto('search_prefix')
    .values(missing.map(prefix => ({ prefix })))
    .onConflict(conflict => conflict.column('prefix').doNothing())
    .execute()
  for (const { id, prefix } of await read(missing)) ids.set(prefix, id)
  return ids
}

/** The dictionary's ids of these words, which are sorted so that two writers never deadlock; new ones get their keys. */
async function findOrInsertWords(tx: Db, words: string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const known = await tx.selectFrom('search_word').select(['id', 'word']).where('word', 'in', words).execute()
  const ids = new Map(known.map(({ id, word }) => [word, id]))
  const missing = words.filter(word => !ids.has(word))
  for (const { id, word } of await insertWords(tx, missing)) ids.set(word, id)
  return ids
}

async function insertWords(tx: Db, words: string[]): Promise<{ id: number; word: string }[]> {
  if (words.length === 0) return []
  await tx
    .insertInto('search_word')
    .values(words.map(word => ({ word })))
    .onConflict(conflict => conflict.column('word').doNothing())
    .execute()
  // Another writer may have been first: its words are read, not written again.
  const rows = await tx.selectFrom('search_word').select(['id', 'word']).where('word', 'in', words).execute()
  const keys = rows.flatMap(({ id, word }) => nameKeys(word).map(key => ({ key, word_id: id })))
  await tx
    .insertInto('search_key')
    .values(keys)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return rows
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
  const { rows } = await sql<{ id: number }>`
    select id from registry where not search_indexed order by id limit ${batchSize} for update skip locked`.execute(
    tx,
  )
  for (const { id } of rows) await updateSearchIndex(tx, id)
  return rows.length
}
