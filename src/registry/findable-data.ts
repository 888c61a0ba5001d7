import { sql } from 'kysely'
import { keptWords, keysOf } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import { monthOf } from './find-rules.ts'

interface Mention {
  word: string
  is_place: boolean
  event_type: string
  event_month: number | null
}

/** Writes anew by which words a registry is found; one that nobody may find has none. In the change's transaction. */
export async function keepFindable(tx: Db, registryId: number): Promise<void> {
  const mentions = await mentionsOf(tx, registryId)
  const ids = await wordIds(tx, [...new Set(mentions.map(({ word }) => word))].sort())
  await tx.deleteFrom('find_mention').where('registry_id', '=', registryId).execute()
  const rows = mentions.map(({ word, ...mention }) => ({
    word_id: ids.get(word) ?? 0,
    registry_id: registryId,
    ...mention,
  }))
  if (rows.length > 0) await tx.insertInto('find_mention').values(rows).execute()
  await tx.updateTable('registry').set({ find_kept: true }).where('id', '=', registryId).execute()
}

/** The words of the registry's name and hosts, and of its place; the row is held, so that two changes take turns. */
async function mentionsOf(tx: Db, registryId: number): Promise<Mention[]> {
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
  if (!registry) return []
  const { event_place, event_type, event_day, ...names } = registry
  const facts = { event_type, event_month: event_day === null ? null : monthOf(event_day) }
  return [
    ...keptWords(Object.values(names).join(' ')).map(word => ({ word, is_place: false, ...facts })),
    ...keptWords(event_place ?? '').map(word => ({ word, is_place: true, ...facts })),
  ]
}

/** The dictionary's ids of these words, sorted so that two writers never wait for each other; new ones get their keys. */
async function wordIds(tx: Db, words: string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const known = await tx.selectFrom('find_word').select(['id', 'word']).where('word', 'in', words).execute()
  const ids = new Map(known.map(({ id, word }) => [word, id]))
  const fresh = words.filter(word => !ids.has(word))
  for (const { id, word } of await newWords(tx, fresh)) ids.set(word, id)
  return ids
}

async function newWords(tx: Db, words: string[]): Promise<{ id: number; word: string }[]> {
  if (words.length === 0) return []
  await tx
    .insertInto('find_word')
    .values(words.map(word => ({ word })))
    .onConflict(conflict => conflict.column('word').doNothing())
    .execute()
  // Another writer may have been first: its words are read, not written again.
  const rows = await tx.selectFrom('find_word').select(['id', 'word']).where('word', 'in', words).execute()
  const keys = rows.flatMap(({ id, word }) => keysOf(word).map(key => ({ key, word_id: id })))
  await tx
    .insertInto('find_key')
    .values(keys)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return rows
}

const atOnce = 100

/** Writes the words of registries that have none yet; may run twice and on many servers. Answers how many it wrote. */
export async function keepAllFindable(db: Db): Promise<number> {
  let done = 0
  for (;;) {
    const written = await db.transaction().execute(keepSomeFindable)
    if (written === 0) return done
    done += written
  }
}

async function keepSomeFindable(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where not find_kept order by id limit ${atOnce} for update skip locked`.execute(
    tx,
  )
  for (const { id } of rows) await keepFindable(tx, id)
  return rows.length
}

/** How many registries anyone may find. */
export async function countFindable(db: Db): Promise<number> {
  const { total } = await findable(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The codes, and addresses where hosts chose one, of registries that anyone may find: the oldest first, at most so many after passing over some. */
export async function findableCodes(
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
