import { AppError } from '../../base/app-error.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { CustomerRow } from '../customer/data.ts'
import { sha256 } from '../one-time-code/service.ts'
import { verifyPassword } from '../password/service.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, refundRateLimit } from '../rate-limit/service.ts'
import { isKnownDevice } from '../session/data.ts'
import { deviceIdPattern } from '../session/device-rules.ts'

/**
 * Whether the request comes from where the account was made or used: its session, or a browser that registered or
 * signed in (R118). The stranger who registers with somebody's e-mail has no such trace in that person's browser.
 */
export async function isBrowserOfAccount(
  ctx: RequestContext,
  customerId: number,
  device: string | undefined,
): Promise<boolean> {
  if (ctx.customer?.id === customerId) return true
  if (device === undefined || !deviceIdPattern.test(device)) return false
  return isKnownDevice(ctx.db, customerId, sha256(device))
}

/**
 * Lets only somebody through who is in a browser of the account or knows its password. Throws `account_confirm_proof`
 * 403, `account_password_wrong` 422 beside `password`, and `refused_often` 429.
 */
export async function requireProofOfAccount(
  ctx: RequestContext,
  customer: Pick<CustomerRow, 'id' | 'password_hash'>,
  { device, password }: { device?: string | undefined; password?: string | undefined },
): Promise<void> {
  if (await isBrowserOfAccount(ctx, customer.id, device)) return
  if (password === undefined) throw new AppError('account_confirm_proof', 403)
  await enforceRateLimit(ctx, accountRateLimits.currentPassword, customer.id)
  if (!(await verifyPassword(password, customer.password_hash))) {
    await ctx.recordSecurityEvent({ kind: 'proof_failed', customerId: customer.id })
    throw new AppError('account_password_wrong', 422, { fields: { password: 'account_password_wrong' } })
  }
  await refundRateLimit(ctx, accountRateLimits.currentPassword, customer.id)
}
