import type { JobContext } from '../../server/context/request-context.ts'
import { indexStaffSearchChanges } from './index-data.ts'

const sliceSize = 500
/** A run ends early, so that a process that stops waits no longer for it. */
const runMs = 10_000

/** Looks at the registries, hosts and givers whose names changed, so that staff find them. */
export async function keepStaffSearch({ db }: JobContext): Promise<void> {
  const end = performance.now() + runMs
  while (performance.now() < end) if ((await indexStaffSearchChanges(db, sliceSize)) < sliceSize) return
}
