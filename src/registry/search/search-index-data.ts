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
 * Keeps by what a registry is found; one that nobody may find has nothing. Most changes are of other things and leave
 * it as it is. In the change's transaction.
 */
export async function updateSearchIndex(tx: Db, registryId: number): Promise<void> {
  const { mentions, facts } = await findableBy(tx, registryId)
  const ids = await wordIds(tx, [...new Set(mentions.map(({ word }) => word))].sort())
  const kept = mentions.map(({ word, is_place }) => ({ word_id: ids.get(word) ?? 0, is_place }))
  const words = [
    ...kept.map(({ word_id, is_place }) => searchToken(word_id, is_place)),
    ...(await prefixTokens(tx, mentions)),
  ]
  const before = await entryOf(tx, registryId)
  if (!isSame(before, { words, facts })) {
    await forget(tx, registryId, before)
    if (kept.length > 0) {
      const rows = kept.map(one => ({ ...one, registry_id: registryId }))
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

async function entryOf(tx: Db, registryId: number): Promise<Entry> {
  const entry = await tx
    .selectFrom('search_entry')
    .select(['words', 'facts'])
    .where('registry_id', '=', registryId)
    .executeTakeFirst()
  return entry ?? { words: [], facts: [] }
}

function isSame(one: Entry, other: Entry): boolean {
  const inOrder = ({ words, facts }: Entry) => JSON.stringify([words.toSorted(), facts.toSorted()])
  return inOrder(one) === inOrder(other)
}

/** The entry says which words mention it: no index leads from a registry to its mentions. */
async function forget(tx: Db, registryId: number, { words }: Entry): Promise<void> {
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
 * The words of the registry's name and hosts, and of its place, and the facts of its event; the row is held, so that
 * two changes take turns.
 */
async function findableBy(tx: Db, registryId: number): Promise<{ mentions: Mention[]; facts: string[] }> {
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
  const begun = mentions.map(({ word, is_place }) => ({ prefixes: namePrefixes(word), is_place }))
  const ids = await prefixIds(tx, [...new Set(begun.flatMap(({ prefixes }) => prefixes))].sort())
  const tokens = begun.flatMap(({ prefixes, is_place }) =>
    prefixes.map(prefix => searchToken(-(ids.get(prefix) ?? 0), is_place)),
  )
  return [...new Set(tokens)]
}

/** The ids of these prefixes, sorted so that two writers never wait for each other. */
async function prefixIds(tx: Db, prefixes: string[]): Promise<Map<string, number>> {
  if (prefixes.length === 0) return new Map()
  const read = (some: string[]) =>
    tx.selectFrom('search_prefix').select(['id', 'prefix']).where('prefix', 'in', some).execute()
  const known = await read(prefixes)
  const ids = new Map(known.map(({ id, prefix }) => [prefix, id]))
  const fresh = prefixes.filter(prefix => !ids.has(prefix))
  if (fresh.length === 0) return ids
  await tx
    .insertInto('search_prefix')
    .values(fresh.map(prefix => ({ prefix })))
    .onConflict(conflict => conflict.column('prefix').doNothing())
    .execute()
  for (const { id, prefix } of await read(fresh)) ids.set(prefix, id)
  return ids
}

/** The dictionary's ids of these words, sorted so that two writers never wait for each other; new ones get their keys. */
async function wordIds(tx: Db, words: string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const known = await tx.selectFrom('search_word').select(['id', 'word']).where('word', 'in', words).execute()
  const ids = new Map(known.map(({ id, word }) => [word, id]))
  const fresh = words.filter(word => !ids.has(word))
  for (const { id, word } of await newWords(tx, fresh)) ids.set(word, id)
  return ids
}

async function newWords(tx: Db, words: string[]): Promise<{ id: number; word: string }[]> {
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

const atOnce = 100

/** Writes the words of registries that have none yet; may run twice and on many servers. Answers how many it wrote. */
export async function indexPendingRegistries(db: Db): Promise<number> {
  let done = 0
  for (;;) {
    const written = await db.transaction().execute(keepSomeFindable)
    if (written === 0) return done
    done += written
  }
}

async function keepSomeFindable(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where not search_indexed order by id limit ${atOnce} for update skip locked`.execute(
    tx,
  )
  for (const { id } of rows) await updateSearchIndex(tx, id)
  return rows.length
}

/** How many registries anyone may find. */
export async function countSearchableRegistries(db: Db): Promise<number> {
  const { total } = await findable(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The codes, and addresses where hosts chose one, of registries that anyone may find: the oldest first, at most so many after passing over some. */
export async function findSearchableRegistries(
  db: Db,
  { after, skip, most }: { after: number; skip: number; most: number },
): Promise<{ id: number; code: string; slug: string | null }[]> {
  return findable(db)
    .select(['id', 'code', 'slug'])
    .where('id', '>', after)
    .orderBy('id')
    .offset(skip)
    .limit(most)
    .execute()
}

function findable(db: Db) {
  return db
    .selectFrom('registry')
    .where('privacy', '=', 'public')
    .where('searchable', '=', true)
    .where('removed_at', 'is', null)
}
