import type { JobContext } from '../../server/context/request-context.ts'
import { deleteRows } from '../../server/postgres/rows.ts'
import { findCustomerById } from '../customer/data.ts'
import { findDueRecoveries } from './data.ts'
import { removeHostFactor } from './service.ts'

const batchSize = 50

/** Removes the second factors whose day of waiting is over (R137); answers how many. */
export async function completeFactorRecoveries(ctx: JobContext): Promise<number> {
  const due = await findDueRecoveries(ctx.db, ctx.now, batchSize)
  for (const id of due)
    await ctx.db.transaction().execute(async tx => {
      // Its host stopped it, or another process was first.
      if ((await deleteRows(tx, 'factor_recovery', { customer_id: id, due_at: { '<=': ctx.now } })) === 0)
        return
      const host = await findCustomerById(tx, id)
      if (host) await removeHostFactor(tx, host, { change: 'recovered' }, ctx)
    })
  return due.length
}
