import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { markEmailConfirmed, updatePasswordHash } from '../customer/data.ts'
import { revokeRights } from '../revocation/service.ts'

/**
 * Gives an account whose e-mail was never confirmed to the owner of that e-mail, with a new password: whoever had
 * registered with it is out, with all that they had set up (R118).
 */
export async function reclaimAccount(
  tx: Db,
  { customerId, passwordHash }: { customerId: number; passwordHash: string },
  ctx: RequestContext,
): Promise<void> {
  await revokeRights(tx, { customerId, act: 'reclaim' }, ctx)
  await updatePasswordHash(tx, customerId, passwordHash)
  await markEmailConfirmed(tx, customerId, ctx.now)
  for (const kind of ['email_confirmed', 'password_changed', 'sessions_ended'] as const)
    await ctx.recordSecurityEvent({ kind, customerId }, tx)
}
