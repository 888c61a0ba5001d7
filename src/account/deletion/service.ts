import type { Language } from '../../base/language.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { writeToOwner } from '../email-change/owner-letter-service.ts'
import { deleteLinksOfAccount } from '../link/data.ts'
import { revokeRights } from '../revocation/service.ts'
import * as data from './data.ts'
import { deletionGraceEnd } from './rules.ts'

/** Starts the grace period (R124): every session ends, the registries close, an e-mail says how to come back. */
export async function requestDeletion(
  tx: Db,
  { id, email, language }: { id: number; email: string; language: Language },
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  await updateRows(tx, 'customer', { set: { deletion_requested_at: now }, where: { id } })
  await revokeRights(tx, { customerId: id, act: 'deactivation' }, ctx)
  await ctx.emit('accountDeactivated', tx, { customerId: id })
  await ctx.recordSecurityEvent({ kind: 'account_deactivated', customerId: id }, tx)
  const cause = `leaving:${id}:${now.getTime()}`
  const props = { until: deletionGraceEnd(now).toISOString() }
  await writeToOwner(tx, { id, email, language }, { cause, template: 'account-leaving', props }, ctx)
}

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
    await deleteLinksOfAccount(tx, customerId)
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
