import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, JobContext } from '../../server/context/request-context.ts'
import * as data from '../customer/data.ts'
import { deletionGraceDays, deletionGraceEnd } from '../customer/rules.ts'
import { verifyCurrentPassword } from '../settings/api.ts'
import * as say from '../settings/contract.ts'
import * as kept from './data.ts'

/** What somebody calls who leaves. */
export const deletionCalls: Handler[] = [handle(say.deactivateAccount, deactivate)]

/** Begins the grace: every session ends, the registries close, a letter says how to come back. */
async function deactivate({ password }: ParsedOf<typeof say.deactivateAccount>, ctx: CustomerContext) {
  const { customer, db, now } = ctx
  await verifyCurrentPassword(password, 'password', ctx)
  await db.transaction().execute(async tx => {
    await kept.markDeletionRequested(tx, customer.id, now)
    await data.deleteAllSessions(tx, customer.id)
    await data.deletePasswordResetCode(tx, customer.id)
    await ctx.emit('accountLeaves', tx, { customerId: customer.id })
    const { id, email, language } = customer
    const cause = `leaving:${id}:${now.getTime()}`
    const props = { until: deletionGraceEnd(now).toISOString() }
    await ctx.enqueueEmail(tx, { cause, template: 'account-leaving', language, to: email, props })
  })
  return {}
}

const atOnce = 50

/**
 * Erases those whose grace is over, and the letters that told them so. Somebody for whom another feature has
 * something left to settle stays until the next look. Answers how many went.
 */
export async function eraseDueAccounts(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const since = new Date(now.getTime() - deletionGraceDays * 86_400_000)
  const leavers = await kept.findDueDeletions(db, since, atOnce)
  for (const id of leavers) await orLater(erase(id, since, ctx))
  await kept.deleteErasureEmails(db)
  return leavers.length
}

/** Whoever refused has a reason to wait; anything else is a fault of ours. */
async function orLater(erasing: Promise<void>): Promise<void> {
  try {
    await erasing
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function erase(customerId: number, since: Date, ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const person = await kept.lockDueDeletion(tx, customerId, since)
    if (!person) return
    await ctx.emit('accountErased', tx, { customerId })
    const { email, language } = person
    await kept.eraseCustomer(tx, { id: customerId, email, now: ctx.now })
    const cause = `erased:${customerId}`
    await ctx.enqueueEmail(tx, { cause, template: 'account-erased', language, to: email, props: {} })
  })
}
