import { dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import * as data from './count-data.ts'

/** Counted anew so long after it was last begun: five times a day. */
const pauseMs = 5 * 3_600_000
/** Registries of one slice: some 100 ms. */
const sliceRegistries = 200
/** Slices of one run; 300,000 registries take an hour and a half. */
const slicesPerRun = 20

/**
 * Counts what is wished for in slices (R973). Each is whole in itself: the job may be killed between two, and of two
 * processes one counts.
 */
export async function countDemand({ db, now }: JobContext): Promise<void> {
  for (let slice = 0; slice < slicesPerRun; slice++) {
    const isMore = await db.transaction().execute(async tx => {
      const build = await data.lockDemandBuild(tx)
      if (!build) return false
      if (build.position === null) {
        if (build.started_at && now.getTime() - build.started_at.getTime() < pauseMs) return false
        await data.beginDemand(tx, dayInAthens(now), now)
      }
      const day = build.position === null || build.day === null ? dayInAthens(now) : build.day
      const next = await data.addDemandSlice(tx, build.position ?? 0, day, sliceRegistries)
      if (next === null) await data.showCountedDemand(tx, now)
      return next !== null
    })
    if (!isMore) return
  }
}
