import type { JobContext } from '../../server/context/request-context.ts'
import * as data from './data.ts'

/**
 * Erases an account whose deletion was requested until that moment; false if it is none. Throws AppError when another
 * feature has something left to settle.
 */
export async function eraseAccount(
  customerId: number,
  until: Date,
  ctx: JobContext,
  { isRepeated = false } = {},
): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const customer = await data.lockDueDeletion(tx, customerId, until)
    if (!customer) return false
    await ctx.emit('accountErased', tx, { customerId })
    const { email, language } = customer
    await ctx.deleteEmailsTo(tx, email)
    await data.eraseCustomer(tx, customerId, ctx.now)
    await ctx.recordSecurityEvent({ kind: 'account_erased', customerId }, tx)
    if (isRepeated) return true
    const cause = `erased:${customerId}`
    await ctx.enqueueEmail(tx, { cause, template: 'account-erased', language, to: email, props: {} })
    ctx.recordErasure(customerId, customer.created_at)
    return true
  })
}
