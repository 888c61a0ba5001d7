import { AppError } from '../../base/app-error.ts'
import type { Erasure } from '../../server/backup/erasure-log.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { revokeRights } from '../revocation/service.ts'
import * as data from './data.ts'
import { deletionGraceDays } from './rules.ts'
import { eraseAccount } from './service.ts'

/**
 * Erases accounts again that were erased after the backup that the database was restored from (R523). The person gets no
 * second letter. Returns how many were erased, and a sentence for each that can't be yet. Repeating it changes nothing.
 */
export async function repeatErasures(
  erasures: Erasure[],
  ctx: JobContext,
): Promise<{ repeated: number; waiting: string[] }> {
  const erased = await data.findErased(
    ctx.db,
    erasures.map(({ customer }) => customer),
  )
  const waiting: string[] = []
  let repeated = 0
  for (const erasure of erasures.filter(({ customer }) => !erased.has(customer))) {
    const problem = await repeatErasure(erasure, ctx)
    if (problem === null) repeated++
    else waiting.push(`account ${erasure.customer}, erased on ${erasure.at}: ${problem}`)
  }
  return { repeated, waiting }
}

/** Why it can't be repeated yet; null when it is done. */
async function repeatErasure(erasure: Erasure, ctx: JobContext): Promise<string | null> {
  const { customer: id, at, created } = erasure
  const requestedAt = new Date(new Date(at).getTime() - deletionGraceDays * 86_400_000)
  try {
    const found = await ctx.db.transaction().execute(async tx => {
      const account = await data.lockAccount(tx, id)
      if (!account) await data.insertErasedCustomer(tx, id, { createdAt: new Date(created), now: ctx.now })
      if (!account || account.created_at.toISOString() !== created) return account
      if (!account.deletion_requested_at) {
        await updateRows(tx, 'customer', { set: { deletion_requested_at: requestedAt }, where: { id } })
        await revokeRights(tx, { customerId: id, act: 'deactivation' }, ctx)
        await ctx.emit('accountDeactivated', tx, { customerId: id })
      }
      return account
    })
    if (!found) return null
    if (found.created_at.toISOString() !== created) return 'its number is that of another account now'
    const isErased = await eraseAccount(id, ctx.now, ctx, { isRepeated: true })
    return isErased
      ? null
      : 'the shop’s newsletter has to let go of it first; the job account-deadlines goes on'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return 'some of its money is open or under way; the job account-deadlines goes on'
  }
}
