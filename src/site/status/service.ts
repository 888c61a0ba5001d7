import type { ReplyOf } from '../../base/endpoint.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { showStatus } from './contract.ts'
import * as data from './data.ts'
import { presentState, serviceParts } from './rules.ts'

/** How each part of the service is, by the last look (R826). */
export async function readStatus({
  db,
  now,
}: Pick<JobContext, 'db' | 'now'>): Promise<ReplyOf<typeof showStatus>> {
  const stored = await data.findServiceStates(db)
  return serviceParts.map(part => {
    const row = stored.find(one => one.part === part)
    const seen = row && { state: row.state, since: row.since, seenAt: row.seen_at }
    const state = presentState(seen, now)
    return { part, state, since: state === 'unknown' ? null : (seen?.since.toISOString() ?? null) }
  })
}
