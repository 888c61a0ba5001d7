import { sql } from 'kysely'
import { withLease } from '../../server/context/memory.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import {
  emptyIndex,
  indexPendingRegistries,
  insertEntries,
  listIndexedTexts,
  listSearchIndexes,
  lockSearchIndexes,
  replaceEntry,
  searchTable,
  setIndexState,
} from './index-rows.sql.ts'

/**
 * The shape of the search index: which words, keys, prefixes and facts a registry has there, and in which columns.
 * Whoever changes it raises the number; an index of the new shape is then built beside the one that answers (jobs.ts).
 */
export const searchIndexShape = 3

interface IndexState {
  state: 'live' | 'building' | 'kept' | 'empty'
  shape: number
}

/**
 * What a release that knows this shape has to do about the two indexes. One that knows an older shape leaves a newer one
 * alone, so that two releases side by side don't build in turns.
 */
export function nextBuildStep(indexes: IndexState[], shape: number): 'begin' | 'build' | 'none' {
  const live = indexes.find(({ state }) => state === 'live')
  const other = indexes.find(({ state }) => state !== 'live')
  if (!other || !live || live.shape >= shape) return 'none'
  if (other.state !== 'building' || other.shape < shape) return 'begin'
  return other.shape === shape ? 'build' : 'none'
}

/** How many registries are indexed in one transaction. */
const sliceSize = 200
/** A run ends early, so that a process that stops waits no longer for it. */
const runMs = 10_000
/** So long after another index answers the former one is there for processes of the former release. */
const keptMs = 3_600_000

/**
 * Indexes registries that wait for it. When this release knows a newer shape of the index than the one that
 * answers has, an index of that shape is built beside it, slice by slice and by one process, and answers once it has
 * everything; a build that was stopped goes on at the next run.
 */
export async function keepSearchIndex(ctx: JobContext): Promise<void> {
  const { db, log, now } = ctx
  await indexPendingRegistries(db)
  const indexes = await listSearchIndexes(db)
  const keptBefore = new Date(now.getTime() - keptMs)
  const isOld = indexes.some(({ state, changed_at }) => state === 'kept' && changed_at < keptBefore)
  if (isOld) await emptyKeptIndex(db, keptBefore)
  if (nextBuildStep(indexes, searchIndexShape) === 'none') return
  const built = await withLease(db, 'search-index', () => buildIndex(ctx))
  if (built) log.info({ shape: searchIndexShape }, 'a search index of a new shape answers')
}

/** Builds until the index answers (then true), or the run's time is over. */
async function buildIndex({ db, now, testHook }: JobContext): Promise<boolean> {
  const shape = searchIndexShape
  if (nextBuildStep(await listSearchIndexes(db), shape) === 'begin') await beginBuild(db, shape, now)
  const building = (await listSearchIndexes(db)).find(({ state }) => state === 'building')
  if (!building) return false
  const build = { schema: building.schema_name, shape }
  const end = performance.now() + runMs
  const isOver = () => performance.now() > end
  while (await buildSlice(db, build, sliceSize)) {
    await testHook?.('search slice indexed')
    if (isOver()) return false
  }
  await testHook?.('search index built')
  while ((await indexChanges(db, build, sliceSize)) === sliceSize) if (isOver()) return false
  return letAnswer(db, build, sliceSize, now)
}

/** An index that is built beside the one that answers, for one shape of the index. */
interface IndexBuild {
  schema: string
  shape: number
}

/** Begins to build an index of this shape where none answers, from nothing; changes are noted from here on. */
async function beginBuild(db: Db, shape: number, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockSearchIndexes(tx)
    const indexes = await listSearchIndexes(tx)
    const other = indexes.find(({ state }) => state !== 'live')
    if (!other || nextBuildStep(indexes, shape) !== 'begin') return
    await emptyIndex(tx, other.schema_name)
    await sql`truncate search_change`.execute(tx)
    await setIndexState(tx, other.schema_name, { state: 'building', shape, position: 0, changed_at: now })
  })
}

/** Empties an index that was kept for processes of the former release since before `before`. */
async function emptyKeptIndex(db: Db, before: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockSearchIndexes(tx)
    const kept = (await listSearchIndexes(tx)).find(({ state }) => state === 'kept')
    if (!kept || kept.changed_at >= before) return
    await emptyIndex(tx, kept.schema_name)
    await setIndexState(tx, kept.schema_name, { state: 'empty', position: 0 })
  })
}

/** Adds the next registries to the index; false when there are no more, or when somebody else has ended the build. */
async function buildSlice(db: Db, build: IndexBuild, size: number): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const after = await lockBuild(tx, build)
    if (after === null) return false
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from (select id from registry where id > ${after} order by id limit ${size}) slice`.execute(
      tx,
    )
    const last = rows[0]?.last ?? null
    if (last === null) return false
    await insertEntries(tx.withSchema(build.schema), await listIndexedTexts(tx, { after, last }))
    await updateRows(tx, 'search_index', { set: { position: last }, where: { schema_name: build.schema } })
    return true
  })
}

/** Brings registries that changed since up to date; returns how many changes those were. */
async function indexChanges(db: Db, build: IndexBuild, size: number): Promise<number> {
  return db.transaction().execute(async tx => {
    if ((await lockBuild(tx, build)) === null) return 0
    return applyChanges(tx, build, size)
  })
}

/**
 * Lets the built index answer and keeps the former one; false when there are more than `size` changes left, or when
 * somebody else has ended the build.
 */
async function letAnswer(db: Db, build: IndexBuild, size: number, now: Date): Promise<boolean> {
  const tables = (['search_word', 'search_key', 'search_mention', 'search_entry'] as const).map(name =>
    searchTable({ db, schema: build.schema }, name),
  )
  await sql`analyze ${sql.join(tables)}`.execute(db)
  return db.transaction().execute(async tx => {
    await lockSearchIndexes(tx)
    if ((await lockBuild(tx, build)) === null) return false
    if ((await applyChanges(tx, build, size)) >= size) return false
    await updateRows(tx, 'search_index', {
      set: { state: 'kept', changed_at: now },
      where: { state: 'live' },
    })
    await updateRows(tx, 'search_index', {
      set: { state: 'live', changed_at: now },
      where: { schema_name: build.schema },
    })
    return true
  })
}

/** Locks the row of the build, so that two processes take turns; its position, or null when it is no longer built. */
async function lockBuild(tx: Db, { schema, shape }: IndexBuild): Promise<number | null> {
  const row = await tx
    .selectFrom('search_index')
    .select('position')
    .where('schema_name', '=', schema)
    .where('shape', '=', shape)
    .where('state', '=', 'building')
    .forUpdate()
    .executeTakeFirst()
  return row?.position ?? null
}

/** Changes are noted in the transaction that makes them, so the registries are read after the notes. */
async function applyChanges(tx: Db, { schema }: IndexBuild, size: number): Promise<number> {
  const changes = await tx.selectFrom('search_change').selectAll().orderBy('id').limit(size).execute()
  if (changes.length === 0) return 0
  const ids = [...new Set(changes.map(({ registry_id }) => registry_id))]
  const texts = await listIndexedTexts(tx, { ids })
  for (const registryId of ids) {
    const found = texts.find(one => one.registryId === registryId)
    await replaceEntry(tx.withSchema(schema), found ?? { registryId, mentions: [], facts: [] })
  }
  await deleteRows(tx, 'search_change', { id: { in: changes.map(({ id }) => id) } })
  return changes.length
}
