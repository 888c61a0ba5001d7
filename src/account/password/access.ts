import { AppError, orNotFound } from '../../base/app-error.ts'
import { transliterateGreek } from '../../base/greek/elot.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { findCustomerById } from '../customer/data.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit/service.ts'
import { isCommonPassword, isMostlyKnownWords } from './common-rules.ts'
import { verifyPassword } from './service.ts'

/**
 * Lets only somebody through who knows the password of the account that is signed in (R116). Throws
 * `account_password_wrong` 422 beside `field`, and `refused_often` 429.
 */
export async function requireCurrentPassword(
  ctx: CustomerContext,
  password: string,
  field: string,
): Promise<void> {
  const { id } = ctx.customer
  const { currentPassword, currentPasswordInSession } = accountRateLimits
  // Not of the account: whoever holds a stolen session would keep its owner from proving who they are (R1246).
  const session = ctx.session.toString('base64url')
  await enforceRateLimit(ctx, currentPassword, `${session}:${ctx.address}`)
  await enforceRateLimit(ctx, currentPasswordInSession, session)
  const { password_hash } = orNotFound(await findCustomerById(ctx.db, id))
  if (!(await verifyPassword(password, password_hash))) {
    await ctx.recordSecurityEvent({ kind: 'proof_failed' })
    throw new AppError('account_password_wrong', 422, { fields: { [field]: 'account_password_wrong' } })
  }
  await refundRateLimit(ctx, currentPassword, `${session}:${ctx.address}`)
  await refundRateLimit(ctx, currentPasswordInSession, session)
}

/**
 * An account that was never confirmed is taken over with a password that whoever made it does not know (R1221). Throws
 * `account_password_same` 422 beside `password`.
 */
export async function refuseKnownPassword(
  password: string,
  { confirmed_at, password_hash }: { confirmed_at: Date | null; password_hash: string },
): Promise<void> {
  if (confirmed_at !== null || !(await verifyPassword(password, password_hash))) return
  throw new AppError('account_password_same', 422, { fields: { password: 'account_password_same' } })
}

/**
 * Where the merchant wants that (PASSWORD_REFUSE_COMMON), refuses a new password that others would try first: a common
 * one, or little else than the site's name and the given names and e-mail of its owner (R112). Throws
 * `account_password_common` 422 beside `password`.
 */
export function refuseCommonPassword(
  password: string,
  ownWords: string[],
  { config }: Pick<RequestContext, 'config'>,
): void {
  if (!config.PASSWORD_REFUSE_COMMON) return
  const words = [config.SITE_NAME, ...ownWords]
  if (
    !isCommonPassword(password) &&
    !isMostlyKnownWords(password, [...words, ...words.map(transliterateGreek)])
  )
    return
  throw new AppError('account_password_common', 422, { fields: { password: 'account_password_common' } })
}
