import { AppError, orNotFound } from '../../base/app-error.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findCustomerById } from '../customer/data.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit/service.ts'
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
  await enforceRateLimit(ctx, accountRateLimits.currentPassword, id)
  const { password_hash } = orNotFound(await findCustomerById(ctx.db, id))
  if (!(await verifyPassword(password, password_hash)))
    throw new AppError('account_password_wrong', 422, { fields: { [field]: 'account_password_wrong' } })
  await refundRateLimit(ctx, accountRateLimits.currentPassword, id)
}
