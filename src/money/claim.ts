import { hourMs } from '../base/durations.ts'
import { PayoutFailure } from './payout/payout-letters.ts'

/** Tries again after 10 s, 20 s, 40 s and so on, at most an hour (R607). */
export const shopRetryDelays = { firstMs: 10_000, mostMs: hourMs }

/** A process has a claimed row for `claimMs`, and may change the shop in the first `changeWithinMs` of it. */
export const claimMs = 60_000
const changeWithinMs = 30_000

/**
 * A check to be made right before the shop is changed for a row that was just claimed: throws PayoutFailure when that is
 * too late, as the next process that claims the row might change the shop at the same time.
 */
export function startClaim(): () => void {
  const until = performance.now() + changeWithinMs
  return () => {
    if (performance.now() > until)
      throw new PayoutFailure('shop_away', 'the claim has ended; the next attempt looks in the shop first')
  }
}

const batchSize = 50

/** Processes rows that are due, each by the process that claims it first; answers how many. */
export async function processBatch(processNext: () => Promise<boolean>): Promise<number> {
  let count = 0
  while (count < batchSize && (await processNext())) count++
  return count
}
