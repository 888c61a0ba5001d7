import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { processPayout } from './process-service.ts'

const batchSize = 50

/** Processes the payouts that are due, each by whichever process claims it first; returns how many. */
export async function processDuePayouts(ctx: JobContext): Promise<number> {
  let count = 0
  while (count < batchSize && (await processPayout(null, ctx))) count++
  return count
}

/** Processes every waiting payout now, whatever its back-off. */
export async function retryPayouts(ctx: JobContext): Promise<void> {
  await updateRows(ctx.db, 'payout', { set: { next_attempt_at: ctx.now }, where: { state: 'waiting' } })
  await processDuePayouts(ctx)
}
