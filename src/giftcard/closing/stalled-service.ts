import { addDays, dayInAthens } from '../../base/dates.ts'
import { toEuro } from '../../base/money.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { makePayoutsDue, stalledPayouts } from '../payout/data.ts'
import { processDuePayouts } from '../payout/process-service.ts'
import { overdueClosings } from './data.ts'
import { closeDueRegistries } from './jobs.ts'

const patienceMs = 600_000

/** For staff: payouts that wait for more than ten minutes, and closings more than a day overdue; a sentence each. */
export async function listStalledMoney({ db, now }: JobContext): Promise<string[]> {
  const payouts = await stalledPayouts(db, new Date(now.getTime() - patienceMs))
  const closings = await overdueClosings(db, addDays(dayInAthens(now), -1))
  return [
    ...payouts.map(
      one =>
        `registry ${one.registry}: ${toEuro(one.cents).toFixed(2)} EUR (${one.reason}, ${one.code}) wait after ${one.attempts} tries: ${one.error ?? 'not asked yet'}`,
    ),
    ...closings.map(one => `registry ${one.code}: should have closed after ${one.closing_day}`),
  ]
}

/** Tries everything that waits at once: closings that are due, and payouts whatever their back-off. */
export async function retryStalledMoney(ctx: JobContext): Promise<void> {
  await closeDueRegistries(ctx)
  await makePayoutsDue(ctx.db, ctx.now)
  await processDuePayouts(ctx)
}
