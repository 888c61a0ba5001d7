import { addDays, dayInAthens, startOfDay } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findOwners } from '../people/data.ts'
import { doRequestsAlone } from './carry-service.ts'
import { findMoneyActs } from './data.ts'

/** So many are listed in a letter; the audit has the rest. */
const mostListed = 200

/** What waits for a second person when there is none, and the owners' letter of yesterday's money (R1182, R1183). */
export async function watchStaffMoney(ctx: JobContext): Promise<void> {
  await doRequestsAlone(ctx)
  await tellOwnersOfMoney(ctx)
}

async function tellOwnersOfMoney(ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  const today = dayInAthens(now)
  const day = addDays(today, -1)
  const acts = await findMoneyActs(db, startOfDay(day), startOfDay(today), mostListed)
  if (acts.length === 0) return
  const lines = acts.map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
  await db.transaction().execute(async tx => {
    for (const { id, email, language } of await findOwners(tx))
      await ctx.enqueueEmail(tx, {
        cause: `staff-money:${day}:${id}`,
        template: 'staff-money',
        language,
        to: email,
        props: { day, lines },
      })
  })
}
