import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { updatePasswordHash } from '../customer/data.ts'
import { cancelEmailChanges } from '../email-change/data.ts'
import { deletePasswordResetCode } from '../password-reset/data.ts'
import { startPayoutHold } from '../proof/data.ts'
import { deleteHostFactor } from '../second-factor/data.ts'
import { deleteAllSessions, deleteKnownDevices } from '../session/data.ts'
import { markEmailConfirmed } from './data.ts'

/**
 * Gives an account whose e-mail was never confirmed to the owner of that e-mail, with a new password: whoever had
 * registered with it is out, with all that they had set up (R118).
 */
export async function reclaimAccount(
  tx: Db,
  { customerId, passwordHash }: { customerId: number; passwordHash: string },
  ctx: RequestContext,
): Promise<void> {
  await ctx.emit('accountReclaimed', tx, { customerId })
  await updatePasswordHash(tx, customerId, passwordHash)
  await deleteAllSessions(tx, customerId)
  await deleteKnownDevices(tx, customerId)
  await deleteHostFactor(tx, customerId)
  await cancelEmailChanges(tx, customerId, ctx.now)
  await deletePasswordResetCode(tx, customerId)
  await startPayoutHold(tx, customerId, ctx.now)
  await markEmailConfirmed(tx, customerId, ctx.now)
  for (const kind of ['email_confirmed', 'password_changed', 'sessions_ended'] as const)
    await ctx.recordSecurityEvent({ kind, customerId }, tx)
}
