import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { requireCurrentPassword } from '../password/access.ts'
import { deletePasswordResetCode } from '../password-reset/data.ts'
import { deleteAllSessions } from '../session/data.ts'
import * as contract from './contract.ts'
import { markDeletionRequested } from './data.ts'
import { deletionGraceEnd } from './rules.ts'

export const calls: Handler[] = [handle(contract.deactivateAccount, deactivateAccount)]

/** Starts the grace period (R124): every session ends, the registries close, an e-mail says how to come back. */
async function deactivateAccount(
  { password }: ParsedOf<typeof contract.deactivateAccount>,
  ctx: CustomerContext,
) {
  const { customer, db, now } = ctx
  await requireCurrentPassword(ctx, password, 'password')
  await db.transaction().execute(async tx => {
    await markDeletionRequested(tx, customer.id, now)
    await deleteAllSessions(tx, customer.id)
    await deletePasswordResetCode(tx, customer.id)
    await ctx.emit('accountDeactivated', tx, { customerId: customer.id })
    await ctx.recordSecurityEvent({ kind: 'account_deactivated' }, tx)
    const { id, email, language } = customer
    const cause = `leaving:${id}:${now.getTime()}`
    const props = { until: deletionGraceEnd(now).toISOString() }
    await ctx.enqueueEmail(tx, { cause, template: 'account-leaving', language, to: email, props })
  })
  return {}
}
