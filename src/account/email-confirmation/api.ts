import { AppError, authorize } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { wideNetworkOf } from '../../base/networks.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import {
  type CustomerRow,
  findCustomerByEmail,
  findCustomerById,
  isFromShop,
  markEmailConfirmed,
} from '../customer/data.ts'
import { emailKey } from '../customer/rules.ts'
import { consumeLink, isOpen, peekLink, runInConstantTime } from '../link/service.ts'
import { refuseCommonPassword, refuseKnownPassword } from '../password/access.ts'
import { hashPassword, passwordBoundsOf } from '../password/service.ts'
import { accountRateLimits } from '../rate-limit/rules.ts'
import { enforceRateLimit, isWithinRateLimit, refundRateLimit } from '../rate-limit/service.ts'
import * as contract from './contract.ts'
import { isEnoughBrowser, requireProofOfAccount } from './proof-access.ts'
import { reclaimAccount } from './reclaim-service.ts'
import { enqueueConfirmationEmail } from './service.ts'

export const calls: Handler[] = [
  handle(contract.confirmEmail, confirmEmail, ctx => contract.confirmationSchema(passwordBoundsOf(ctx))),
  handle(contract.checkConfirmationCode, checkConfirmationCode),
  handle(contract.sendConfirmationEmail, sendConfirmationEmail),
]

/** The code tells that the letter was read, the proof that it is the person who registered, or the new password (R118). */
async function confirmEmail(
  input: ParsedOf<typeof contract.confirmEmail>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.confirmEmail>> {
  const { db, now } = ctx
  const found = await findByCode(input.code, ctx)
  if (found.state === 'already') return { state: 'already' }
  const { customer, link } = found
  const passwordHash = await proveOrChoosePassword(customer, input, ctx)
  return db.transaction().execute(async tx => {
    if (!(await consumeLink(tx, link, now))) throw lateCode()
    await ctx.recordSecurityEvent({ kind: 'code_used', about: 'email', customerId: customer.id }, tx)
    if (passwordHash !== null) {
      await reclaimAccount(tx, { customerId: customer.id, passwordHash }, ctx)
      return { state: 'confirmed' }
    }
    await markEmailConfirmed(tx, customer.id, now)
    await ctx.recordSecurityEvent({ kind: 'email_confirmed', customerId: customer.id }, tx)
    return { state: 'confirmed' }
  })
}

/** The hash of the new password; null where a proof stands in its place. */
async function proveOrChoosePassword(
  customer: CustomerRow,
  { device, password, factor_code, new_password }: ParsedOf<typeof contract.confirmEmail>,
  ctx: RequestContext,
): Promise<string | null> {
  if (new_password === undefined) {
    // What the shop's password opened is no proof of a mailbox, and neither is that password.
    authorize(!isFromShop(customer), 'account_confirm_own', 403)
    await requireProofOfAccount(ctx, customer, { device, password, factor_code })
    return null
  }
  refuseCommonPassword(new_password, [customer.name, customer.surname, customer.email], ctx)
  await refuseKnownPassword(new_password, customer)
  return hashPassword(new_password)
}

async function checkConfirmationCode(
  { code, device }: ParsedOf<typeof contract.checkConfirmationCode>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.checkConfirmationCode>> {
  const { state, customer } = await findByCode(code, ctx)
  const needs_own_password = state === 'open' && isFromShop(customer)
  const needs_password =
    needs_own_password || (state === 'open' && !(await isEnoughBrowser(ctx, customer.id, device)))
  return { state, email: customer.email, needs_password, needs_own_password }
}

/** The customer whom that code was sent to. Throws `account_confirm_expired` 422 for any other code. */
async function findByCode(code: string, ctx: RequestContext) {
  await enforceRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)
  const link = await peekLink(ctx.db, 'email_confirmation', code)
  const customer = link && (await findCustomerById(ctx.db, link.subject_id))
  // Only wrong codes count: many people behind one address may confirm at the same time.
  if (customer) await refundRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)
  if (customer?.confirmed_at) return { state: 'already' as const, customer, link }
  if (customer && isOpen(link, ctx.now)) return { state: 'open' as const, customer, link }
  await ctx.recordSecurityEvent({ kind: 'code_failed', about: 'email' })
  throw lateCode()
}

const lateCode = () => new AppError('account_confirm_expired', 422)

async function sendConfirmationEmail(
  { email }: ParsedOf<typeof contract.sendConfirmationEmail>,
  ctx: RequestContext,
) {
  await enforceRateLimit(ctx, accountRateLimits.codeRequest, wideNetworkOf(ctx.address))
  await runInConstantTime(sendLink(emailKey(email), ctx))
  return {}
}

async function sendLink(key: string, ctx: RequestContext): Promise<void> {
  const customer = await findCustomerByEmail(ctx.db, key)
  if (!customer || customer.confirmed_at || customer.deletion_requested_at) return
  if (!(await isWithinRateLimit(ctx, accountRateLimits.confirmationEmail, key))) return
  await ctx.db.transaction().execute(async tx => {
    await enqueueConfirmationEmail(tx, 'confirm-email', customer, ctx)
    await ctx.recordSecurityEvent({ kind: 'code_requested', about: 'email', customerId: customer.id }, tx)
  })
}
