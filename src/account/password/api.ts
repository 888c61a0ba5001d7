import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { updatePasswordHash } from '../customer/data.ts'
import { cancelEmailChanges } from '../email-change/data.ts'
import { deletePasswordResetCode } from '../password-reset/data.ts'
import { startPayoutHold } from '../proof/data.ts'
import { deleteOtherSessions, replaceSessionToken } from '../session/data.ts'
import { refuseCommonPassword, requireCurrentPassword } from './access.ts'
import * as contract from './contract.ts'
import { hashPassword, passwordBoundsOf } from './service.ts'

export const calls: Handler[] = [
  handle(contract.updatePassword, updatePassword, ctx =>
    contract.passwordChangeSchema(passwordBoundsOf(ctx)),
  ),
]

/** R116 and, for the sessions, R110. */
async function updatePassword(input: ParsedOf<typeof contract.updatePassword>, ctx: CustomerContext) {
  const { customer, db, session, now } = ctx
  await requireCurrentPassword(ctx, input.current_password, 'current_password')
  refuseCommonPassword(input.password, [customer.name, customer.surname, customer.email], ctx)
  const hash = await hashPassword(input.password)
  const renewed = ctx.createSessionToken()
  await db.transaction().execute(async tx => {
    await updatePasswordHash(tx, customer.id, hash)
    await deleteOtherSessions(tx, customer.id, session)
    await replaceSessionToken(tx, session, renewed.hash)
    await deletePasswordResetCode(tx, customer.id)
    await startPayoutHold(tx, customer.id, now)
    await cancelEmailChanges(tx, customer.id, now)
    await ctx.recordSecurityEvent({ kind: 'password_changed' }, tx)
    const { email, language } = customer
    const cause = `password:${customer.id}:${now.getTime()}`
    await ctx.enqueueEmail(tx, { cause, template: 'password-updated', language, to: email, props: {} })
  })
  return { token: renewed.token }
}
