import { addDays, dayInAthens } from '../../base/dates.ts'
import { toEuro } from '../../base/money.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findStalledLowerings } from '../lowering/data.ts'
import { findStalledPayouts } from '../payout/data.ts'
import { findOverdueClosings } from './data.ts'

const stalledAfterMs = 600_000

/**
 * For staff, a sentence each: payouts and lowerings that have waited for more than ten minutes, closings over a day
 * overdue.
 */
export async function listStalledMoney({ db, now }: JobContext): Promise<string[]> {
  const before = new Date(now.getTime() - stalledAfterMs)
  const payouts = await findStalledPayouts(db, before)
  const lowerings = await findStalledLowerings(db, before)
  const closings = await findOverdueClosings(db, addDays(dayInAthens(now), -1))
  return [
    ...payouts.map(({ registry, cents, reason, code, attempts, error }) => {
      const amount = `${toEuro(cents).toFixed(2)} EUR`
      return `registry ${registry}: ${amount} (${reason}, ${code}) wait after ${attempts} tries: ${error ?? 'not asked yet'}`
    }),
    ...lowerings.map(
      ({ registry, order_id, lacking_cents, attempts, error }) =>
        `registry ${registry}: ${toEuro(lacking_cents).toFixed(2)} EUR are to be taken off a certificate because of order ${order_id}, after ${attempts} tries: ${error ?? 'not asked yet'}`,
    ),
    ...closings.map(({ code, closing_day }) => `registry ${code}: should have closed after ${closing_day}`),
  ]
}
