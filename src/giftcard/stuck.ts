import { addDays, dayInAthens } from '../base/dates.ts'
import { toEuro } from '../base/money.ts'
import type { Work } from '../server/visit.ts'
import { closeRegistries } from './closing.ts'
import { overdue } from './closing-data.ts'
import { hurryPayouts, stuckPayouts } from './payout-data.ts'
import { workPayouts } from './payouts.ts'

const patienceMs = 600_000

/** For staff: payouts that wait for more than ten minutes, and closings more than a day overdue; a sentence each. */
export async function stuckMoney({ db, now }: Work): Promise<string[]> {
  const payouts = await stuckPayouts(db, new Date(now.getTime() - patienceMs))
  const closings = await overdue(db, addDays(dayInAthens(now), -1))
  return [
    ...payouts.map(
      one =>
        `registry ${one.registry}: ${toEuro(one.cents).toFixed(2)} EUR (${one.reason}, ${one.code}) wait after ${one.attempts} tries: ${one.error ?? 'not asked yet'}`,
    ),
    ...closings.map(one => `registry ${one.code}: should have closed after ${one.closing_day}`),
  ]
}

/** Tries everything that waits at once: closings that are due, and payouts whatever their back-off. */
export async function workStuck(work: Work): Promise<void> {
  await closeRegistries(work)
  await hurryPayouts(work.db, work.now)
  await workPayouts(work)
}
