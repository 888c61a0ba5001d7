import { AppError } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { findCustomerByEmail } from '../customer/data.ts'
import { emailKey } from '../customer/rules.ts'
import { runInConstantTime, sha256 } from '../one-time-code/service.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, isWithinRateLimit } from '../rate-limit/service.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { enqueueConfirmationEmail } from './service.ts'

export const calls: Handler[] = [
  handle(contract.confirmEmail, confirmEmail),
  handle(contract.sendConfirmationEmail, sendConfirmationEmail),
]

async function confirmEmail(
  { code }: ParsedOf<typeof contract.confirmEmail>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.confirmEmail>> {
  const { db, now } = ctx
  await enforceRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)
  const hash = sha256(code)
  return db.transaction().execute(async tx => {
    const consumed = await data.consumeConfirmationCode(tx, hash, now)
    if (consumed) {
      await data.markEmailConfirmed(tx, consumed.customer_id, now)
      return { state: 'confirmed' }
    }
    if (await data.isEmailConfirmedWithCode(tx, hash)) return { state: 'already' }
    throw new AppError('account_confirm_expired', 422)
  })
}

async function sendConfirmationEmail(
  { email }: ParsedOf<typeof contract.sendConfirmationEmail>,
  ctx: RequestContext,
) {
  await enforceRateLimit(ctx, accountRateLimits.codeRequest, ctx.address)
  await runInConstantTime(sendLink(emailKey(email), ctx))
  return {}
}

async function sendLink(key: string, ctx: RequestContext): Promise<void> {
  const customer = await findCustomerByEmail(ctx.db, key)
  if (!customer || customer.confirmed_at || customer.deletion_requested_at) return
  if (!(await isWithinRateLimit(ctx, accountRateLimits.confirmationEmail, key))) return
  await ctx.db.transaction().execute(tx => enqueueConfirmationEmail(tx, 'confirm-email', customer, ctx))
}
