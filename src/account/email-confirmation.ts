import { AppError, authorize } from '../base/app-error.ts'
import { dayMs } from '../base/durations.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { wideNetworkOf } from '../base/networks.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { emailKey } from './customer/customer.rules.ts'
import {
  type CustomerRow,
  findCustomerByEmail,
  findCustomerById,
  isFromShop,
  lockCustomer,
  markEmailConfirmed,
  updatePasswordHash,
} from './customer/customer.sql.ts'
import * as contract from './email-confirmation.contract.ts'
import { consumeLink, createLinkCode, isOpen, issueLink, peekLink, runInConstantTime } from './link.ts'
import {
  hashPassword,
  passwordBoundsOf,
  refuseCommonPassword,
  refuseKnownPassword,
} from './password/password.ts'
import { requireOwnerOfAccount } from './proof/proof.ts'
import { accountRateLimits } from './rate-limit.rules.ts'
import { enforceRateLimit, isWithinRateLimit, refundRateLimit } from './rate-limit.ts'
import { revokeRights } from './revocation.ts'
import { hasSecondFactor, isTrustedDevice } from './second-factor/second-factor.ts'

export const calls: Handler[] = [
  handle(contract.confirmEmail, confirmEmail, ctx => contract.confirmationSchema(passwordBoundsOf(ctx))),
  handle(contract.checkConfirmationCode, checkConfirmationCode),
  handle(contract.sendConfirmationEmail, sendConfirmationEmail),
]

/** The code proves that the e-mail was read, not who registered: that takes one more proof, or a new password (R118). */
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
    await lockCustomer(tx, customer.id)
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

/** The hash of the new password; null where the account was proved instead. Throws what `requireOwnerOfAccount` throws. */
async function proveOrChoosePassword(
  customer: CustomerRow,
  { device, password, factor_code, new_password }: ParsedOf<typeof contract.confirmEmail>,
  ctx: RequestContext,
): Promise<string | null> {
  if (new_password === undefined) {
    // Knowing the shop's password doesn't prove the mailbox, so an account made with it needs a new password (R1221).
    authorize(!isFromShop(customer), 'account_confirm_own', 403)
    if (!(await isEnoughBrowser(ctx, customer.id, device)))
      await requireOwnerOfAccount(ctx, customer, { password, factor_code })
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

/**
 * Whether the request has a session of the account, or comes from a browser that registered or signed in to it
 * (R118). A stranger who registers with somebody's e-mail leaves neither in that person's browser. An account with a
 * second factor takes a code of it, whatever the browser (R1223).
 */
async function isEnoughBrowser(
  ctx: RequestContext,
  customerId: number,
  device: string | undefined,
): Promise<boolean> {
  if (await hasSecondFactor(ctx, customerId)) return false
  return ctx.customer?.id === customerId || (await isTrustedDevice(ctx, customerId, device))
}

/** Lets only hosts write to others whose own e-mail is confirmed (R706). Throws `invitations_unconfirmed` 403. */
export function requireConfirmedSender({ customer }: Pick<CustomerContext, 'customer'>): void {
  authorize(customer.confirmed, 'invitations_unconfirmed', 403)
}

/** Gives an unconfirmed account to the owner of its e-mail, with a new password, and revokes what was set up (R118). */
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

/** A confirmation link is valid for 7 days (R117). */
const linkDays = 7

/** Enqueues an e-mail with a new link to confirm its address; the link before it becomes invalid (R117). */
export async function enqueueConfirmationEmail(
  tx: Db,
  template: 'welcome' | 'confirm-email' | 'money-waits',
  { id, email, language }: { id: number; email: string; language: Language },
  { now, enqueueEmail }: Pick<RequestContext, 'now' | 'enqueueEmail'>,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { code, hash } = createLinkCode()
  const expires_at = new Date(now.getTime() + linkDays * dayMs)
  const cause = template === 'welcome' ? `welcome:${id}` : `confirm:${hash.toString('base64url')}`
  const props = { code, ...more }
  // Where the address has had its e-mails of the day, the former link stays valid (R117).
  if (await enqueueEmail(tx, { cause, template, language, to: email, props }))
    await issueLink(tx, { kind: 'email_confirmation', subject_id: id, hash, expires_at })
}
