import { createKeyedLimit, createWorkLimit, type WorkLimit } from '../../base/work-limit.ts'
import { currentScope } from '../observability/traces.ts'

interface FairLimits {
  concurrent: number
  /** How many of one account, or of one address without an account, at once. */
  ofOne: number
  waiting: number
  waitMs: number
}

/** A limit of work, under which the work of one person waits for itself first, so that others are not behind it (R1201). */
export function createFairLimit({
  concurrent,
  ofOne,
  ...wait
}: FairLimits): WorkLimit & { waitingCount(): number } {
  const all = createWorkLimit({ concurrent, ...wait })
  const one = createKeyedLimit<string>({ concurrent: ofOne, ...wait })
  const limit: WorkLimit = work => {
    const who = currentScope()?.who
    return who === undefined ? all(work) : one(who, () => all(work))
  }
  return Object.assign(limit, { waitingCount: all.waitingCount })
}
