import { AppError } from '../../base/app-error.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import * as data from './data.ts'
import { deletionGraceDays } from './rules.ts'
import { eraseAccount } from './service.ts'

const batchSize = 50

/**
 * Erases the accounts whose grace period is over, and the e-mails about earlier erasures (R125). An account for which
 * another feature has something left to settle waits for the next run. Answers how many were due.
 */
export async function eraseDueAccounts(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const until = new Date(now.getTime() - deletionGraceDays * 86_400_000)
  const due = await data.findDueDeletions(db, until, batchSize)
  for (const id of due) {
    try {
      await eraseAccount(id, until, ctx)
    } catch (error) {
      // An AppError is a feature's reason to wait; anything else is a bug.
      if (!(error instanceof AppError)) throw error
    }
  }
  // The e-mail about an erasure contains an address, too: it goes once it is sent.
  await ctx.deleteSentEmails(db, 'account-erased')
  return due.length
}
