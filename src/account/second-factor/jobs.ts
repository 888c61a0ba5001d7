import type { JobContext } from '../../server/context/request-context.ts'
import { findCustomerById } from '../customer/data.ts'
import { findDueRecoveries, takeDueRecovery } from './data.ts'
import { removeHostFactor } from './service.ts'

const batchSize = 50

/** Removes the second factors whose day of waiting is over (R137); answers how many. */
export async function completeFactorRecoveries(ctx: JobContext): Promise<number> {
  const due = await findDueRecoveries(ctx.db, ctx.now, batchSize)
  for (const id of due)
    await ctx.db.transaction().execute(async tx => {
      if (!(await takeDueRecovery(tx, id, ctx.now))) return
      const host = await findCustomerById(tx, id)
      if (host) await removeHostFactor(tx, host, { change: 'recovered' }, ctx)
    })
  return due.length
}
