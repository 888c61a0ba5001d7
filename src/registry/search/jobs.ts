import { withLease } from '../../server/context/lease.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { beginBuild, buildSlice, emptyKeptIndex, indexChanges, letAnswer } from './index-build-data.ts'
import { nextBuildStep, searchIndexShape } from './index-build-rules.ts'
import { listSearchIndexes } from './index-state-data.ts'
import { indexPendingRegistries } from './search-index-data.ts'

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
