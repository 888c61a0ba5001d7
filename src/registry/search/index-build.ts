import { sql } from 'kysely'
import { hourMs } from '../../base/durations.ts'
import { withLease } from '../../server/context/leases.ts'
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
} from './index-rows.sql.ts'

/**
 * The version of the search index's format: which words, keys, prefixes and facts a registry has in it. Raise it with
 * each change of the format; a new index is then built beside the live one (`maintainSearchIndex`).
 */
export const searchIndexShape = 3

interface IndexState {
  state: 'live' | 'building' | 'kept' | 'empty'
  shape: number
}

/**
 * What a release with this shape has to do. A release with an older shape leaves a newer index alone, so that two
 * releases that run side by side don't rebuild in turns.
 */
export function nextBuildStep(indexes: IndexState[], shape: number): 'begin' | 'build' | 'none' {
  const live = indexes.find(({ state }) => state === 'live')
  const other = indexes.find(({ state }) => state !== 'live')
  if (!other || !live || live.shape >= shape) return 'none'
  if (other.state !== 'building' || other.shape < shape) return 'begin'
  return other.shape === shape ? 'build' : 'none'
}

const sliceSize = 200
/** A run ends after 10 s, so that a process that shuts down need not wait long. */
const runMs = 10_000
/** How long the former index is kept after the switch, for processes of the former release. */
const keptMs = hourMs

/**
 * Indexes registries that wait for it. When this release has a newer shape than the live index, one process builds an
 * index of that shape beside it, slice by slice, and makes it live once it is complete; an interrupted build goes on
 * at the next run.
 */
export async function maintainSearchIndex(ctx: JobContext): Promise<void> {
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

/** Builds until the new index is live (true) or the run's time is over. */
async function buildIndex({ db, now, testHook }: JobContext): Promise<boolean> {
  if (nextBuildStep(await listSearchIndexes(db), searchIndexShape) === 'begin') await beginBuild(db, now)
  const building = (await listSearchIndexes(db)).find(({ state }) => state === 'building')
  if (!building) return false
  const schema = building.schema_name
  const end = performance.now() + runMs
  const isOver = () => performance.now() > end
  while (await buildSlice(db, schema)) {
    await testHook?.('search slice indexed')
    if (isOver()) return false
  }
  await testHook?.('search index built')
  while ((await indexChanges(db, schema)) === sliceSize) if (isOver()) return false
  return switchLiveIndex(db, schema, now)
}

/** Empties the other index and starts a build of this shape; search_change records changes from here on. */
async function beginBuild(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockSearchIndexes(tx)
    const indexes = await listSearchIndexes(tx)
    const other = indexes.find(({ state }) => state !== 'live')
    if (!other || nextBuildStep(indexes, searchIndexShape) !== 'begin') return
    await emptyIndex(tx, other.schema_name)
    await sql`truncate search_change`.execute(tx)
    await updateRows(tx, 'search_index', {
      set: { state: 'building', shape: searchIndexShape, position: 0, changed_at: now },
      where: { schema_name: other.schema_name },
    })
  })
}

async function emptyKeptIndex(db: Db, before: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockSearchIndexes(tx)
    const kept = (await listSearchIndexes(tx)).find(({ state }) => state === 'kept')
    if (!kept || kept.changed_at >= before) return
    await emptyIndex(tx, kept.schema_name)
    await updateRows(tx, 'search_index', {
      set: { state: 'empty', position: 0 },
      where: { schema_name: kept.schema_name },
    })
  })
}

/** Adds the next registries to the index; false when there are no more, or the build was ended by another process. */
async function buildSlice(db: Db, schema: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const after = await lockBuild(tx, schema)
    if (after === null) return false
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from (select id from registry where id > ${after} order by id limit ${sliceSize}) slice`.execute(
      tx,
    )
    const last = rows[0]?.last ?? null
    if (last === null) return false
    await insertEntries(tx.withSchema(schema), await listIndexedTexts(tx, { after, last }))
    await updateRows(tx, 'search_index', { set: { position: last }, where: { schema_name: schema } })
    return true
  })
}

/** Applies up to `sliceSize` recorded changes; returns how many there were. */
async function indexChanges(db: Db, schema: string): Promise<number> {
  return db.transaction().execute(async tx => {
    return (await lockBuild(tx, schema)) === null ? 0 : applyChanges(tx, schema)
  })
}

/** Makes the index live and keeps the former one; false when `sliceSize` changes are left, or the build has ended. */
async function switchLiveIndex(db: Db, schema: string, now: Date): Promise<boolean> {
  const tables = (['search_word', 'search_key', 'search_mention', 'search_entry'] as const).map(name =>
    searchTable(schema, name),
  )
  await sql`analyze ${sql.join(tables)}`.execute(db)
  return db.transaction().execute(async tx => {
    await lockSearchIndexes(tx)
    if ((await lockBuild(tx, schema)) === null) return false
    if ((await applyChanges(tx, schema)) >= sliceSize) return false
    await updateRows(tx, 'search_index', {
      set: { state: 'kept', changed_at: now },
      where: { state: 'live' },
    })
    await updateRows(tx, 'search_index', {
      set: { state: 'live', changed_at: now },
      where: { schema_name: schema },
    })
    return true
  })
}

/** Locks the build's row, so that processes take turns; returns its position, or null when it is not being built any more. */
async function lockBuild(tx: Db, schema: string): Promise<number | null> {
  const row = await tx
    .selectFrom('search_index')
    .select('position')
    .where('schema_name', '=', schema)
    .where('shape', '=', searchIndexShape)
    .where('state', '=', 'building')
    .forUpdate()
    .executeTakeFirst()
  return row?.position ?? null
}

/** A change is recorded in the transaction that makes it, so registries are read after the records. */
async function applyChanges(tx: Db, schema: string): Promise<number> {
  const changes = await tx.selectFrom('search_change').selectAll().orderBy('id').limit(sliceSize).execute()
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
