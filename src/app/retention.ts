import { clearUnpaidGivers } from '../checkout/reservation.sql.ts'
import { deleteOldAuditValues } from '../console/audit.sql.ts'
import {
  deleteEndedGuestLists,
  deleteGuestsOfRemoved,
  tellOfEndingGuestLists,
} from '../invitation/retention.ts'
import { clearVoidGivers } from '../orders/orders.jobs.ts'
import { deleteUnusedPictures } from '../registry/photo.ts'
import { deleteUnusedWords } from '../registry/search/index-rows.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { endingSlices } from '../server/postgres/life-data.ts'
import type { Db } from '../server/postgres/tables.ts'
import { type AppDependencies, createJobContext } from './context.ts'

/** One kind of rows that go: deals with up to `max` of them in one transaction, and answers with how many. */
type RetentionSlice = (ctx: JobContext, max: number) => Promise<number>

const byAge =
  (slice: (db: Db, now: Date, max: number) => Promise<number>): RetentionSlice =>
  ({ db, now }, max) =>
    slice(db, now, max)

/** What goes: by age as `life` says, and what takes more than one table to tell. */
const slices: RetentionSlice[] = [
  ...endingSlices.map(byAge),
  byAge(deleteUnusedPictures),
  byAge(clearUnpaidGivers),
  clearVoidGivers,
  tellOfEndingGuestLists,
  deleteEndedGuestLists,
  byAge(deleteGuestsOfRemoved),
  byAge(deleteOldAuditValues),
  ({ db }, max) => deleteUnusedWords(db, max),
]

/** Rows in one slice: some 20 ms, so that nobody waits for a lock. */
const sliceRows = 1000
/** Slices of one kind in one run; what is left goes an hour later. */
const slicesPerRun = 200

/**
 * Deletes and clears what is no longer needed (R943). Each slice is whole in itself: the job may be killed between two,
 * and run in two processes at once. One kind that fails does not keep the others.
 */
export async function runRetention(dependencies: AppDependencies): Promise<void> {
  const errors: unknown[] = []
  for (const slice of slices) {
    try {
      for (let count = 0; count < slicesPerRun; count++)
        if ((await slice(createJobContext(dependencies), sliceRows)) < sliceRows) break
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} kinds of rows were not deleted`)
}
