import { addDays, dayInAthens } from '../../base/dates.ts'
import { toEuro } from '../../base/money.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findStalledPayouts } from '../payout/data.ts'
import { findOverdueClosings } from './data.ts'

const stalledAfterMs = 600_000

/** For staff, a sentence each: payouts that have waited for more than ten minutes, closings over a day overdue. */
export async function listStalledMoney({ db, now }: JobContext): Promise<string[]> {
  const payouts = await findStalledPayouts(db, new Date(now.getTime() - stalledAfterMs))
  const closings = await findOverdueClosings(db, addDays(dayInAthens(now), -1))
  return [
    ...payouts.map(({ registry, cents, reason, code, attempts, error }) => {
      const amount = `${toEuro(cents).toFixed(2)} EUR`
      return `registry ${registry}: ${amount} (${reason}, ${code}) wait after ${attempts} tries: ${error ?? 'not asked yet'}`
    }),
    ...closings.map(({ code, closing_day }) => `registry ${code}: should have closed after ${closing_day}`),
  ]
}
