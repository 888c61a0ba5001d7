import { AppError } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { wideNetworkOf } from '../base/networks.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { emailKey } from './customer/customer.rules.ts'
import {
  type CustomerRow,
  findCustomerByEmail,
  findCustomerById,
  lockCustomer,
  updatePasswordHash,
} from './customer/customer.sql.ts'
import { reclaimAccount } from './email-confirmation.ts'
import { consumeLink, createLinkCode, findOpenLink, issueLink, runInConstantTime } from './link.ts'
import {
  hashPassword,
  passwordBoundsOf,
  refuseCommonPassword,
  refuseKnownPassword,
} from './password/password.ts'
import * as contract from './password-reset.contract.ts'
import { accountRateLimits } from './rate-limit.rules.ts'
import { enforceRateLimit, isWithinRateLimit } from './rate-limit.ts'
import { revokeRights } from './revocation.ts'
import { findKnownDevice } from './session.ts'

export const calls: Handler[] = [
  handle(contract.sendPasswordResetEmail, sendPasswordResetEmail),
  handle(contract.checkPasswordResetCode, checkPasswordResetCode),
  handle(contract.resetPassword, resetPassword, ctx => contract.passwordResetSchema(passwordBoundsOf(ctx))),
]

async function sendPasswordResetEmail(
  { email, device }: ParsedOf<typeof contract.sendPasswordResetEmail>,
  ctx: RequestContext,
) {
  await enforceRateLimit(ctx, accountRateLimits.codeRequest, wideNetworkOf(ctx.address))
  await runInConstantTime(sendCode(emailKey(email), device, ctx))
  return {}
}

/** A browser that the account knows has a limit of its own, which strangers can't use up (R1249). */
async function sendCode(key: string, device: string | undefined, ctx: RequestContext): Promise<void> {
  const isOwn = (await findKnownDevice(key, device, ctx)) !== null
  const customer = await findCustomerByEmail(ctx.db, key)
  const subject = isOwn ? `${key}:own` : key
  if (!customer || !(await isWithinRateLimit(ctx, accountRateLimits.passwordResetEmail, subject))) return
  await ctx.db.transaction().execute(async tx => sendPasswordLetter(tx, customer, ctx, isOwn))
}

async function checkPasswordResetCode(
  input: ParsedOf<typeof contract.checkPasswordResetCode>,
  ctx: RequestContext,
) {
  await countAttempt(ctx)
  if (!(await runInConstantTime(findByLink(ctx.db, input, ctx.now)))) throw await wrongCode(ctx)
  return {}
}

async function resetPassword(input: ParsedOf<typeof contract.resetPassword>, ctx: RequestContext) {
  await countAttempt(ctx)
  refuseCommonPassword(input.password, [input.email], ctx)
  const passwordHash = await hashPassword(input.password)
  const isDone = await ctx.db.transaction().execute(async tx => {
    const found = await findByLink(tx, input, ctx.now)
    const customer = found && (await lockCustomer(tx, found.customer.id))
    if (!customer || !(await consumeLink(tx, found.link, ctx.now))) return false
    await refuseKnownPassword(input.password, customer)
    await setNewPassword(tx, customer, passwordHash, ctx)
    const { email, language } = customer
    const cause = `password:${found.link.hash.toString('base64url')}`
    await ctx.enqueueEmail(tx, { cause, template: 'password-changed', language, to: email, props: {} })
    await ctx.recordSecurityEvent({ kind: 'code_used', about: 'password', customerId: customer.id }, tx)
    return true
  })
  if (!isDone) throw await wrongCode(ctx)
  return {}
}

/** The code came by e-mail, so it confirms an address that wasn't confirmed, and the account is reclaimed (R118). */
async function setNewPassword(
  tx: Db,
  { id, confirmed_at }: { id: number; confirmed_at: Date | null },
  passwordHash: string,
  ctx: RequestContext,
): Promise<void> {
  if (confirmed_at === null) return reclaimAccount(tx, { customerId: id, passwordHash }, ctx)
  await revokeRights(tx, { customerId: id, act: 'reset' }, ctx)
  await updatePasswordHash(tx, id, passwordHash)
  await ctx.recordSecurityEvent({ kind: 'password_changed', about: 'password', customerId: id }, tx)
}

const countAttempt = (ctx: RequestContext) =>
  enforceRateLimit(ctx, accountRateLimits.codeAttempt, ctx.address)

async function findByLink(db: Db, { email, code }: { email: string; code: string }, now: Date) {
  const link = await findOpenLink(db, 'password_reset', code, now)
  if (!link) return undefined
  const customer = await findCustomerById(db, link.subject_id)
  return customer?.email_key === emailKey(email) ? { customer, link } : undefined
}

/** The same answer for an unknown e-mail and for a wrong, an expired and a used code. */
async function wrongCode(ctx: RequestContext): Promise<AppError> {
  await ctx.recordSecurityEvent({ kind: 'code_failed', about: 'password' })
  return new AppError('account_code_wrong', 422)
}

/** A code is valid for 60 minutes (R114). */
const codeMinutes = 60

/** False where the address has had its e-mails of the day; the last code then stays valid. */
export async function sendPasswordLetter(
  tx: Db,
  { id, email, language }: Pick<CustomerRow, 'id' | 'email' | 'language'>,
  ctx: JobContext,
  isOwnAct = false,
): Promise<boolean> {
  const { code, hash } = createLinkCode()
  const expires_at = new Date(ctx.now.getTime() + codeMinutes * 60_000)
  const cause = `reset:${hash.toString('base64url')}`
  const props = { email, code }
  const letter = { cause, template: 'password-reset', language, to: email, props, isOwnAct } as const
  if (!(await ctx.enqueueEmail(tx, letter))) return false
  await issueLink(tx, { kind: 'password_reset', subject_id: id, hash, expires_at })
  await ctx.recordSecurityEvent({ kind: 'code_requested', about: 'password', customerId: id }, tx)
  return true
}
