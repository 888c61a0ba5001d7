import { AppError } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import * as say from '../customer/contract.ts'
import * as data from '../customer/data.ts'
import {
  emailKey,
  oneTimeCodeEmailRateLimit,
  oneTimeCodeRateLimits,
  passwordResetCodeMinutes,
} from '../customer/rules.ts'
import { enforceRateLimit, isWithinRateLimit } from '../customer/service.ts'
import { markEmailConfirmed } from '../email-confirmation/data.ts'
import { runInConstantTime } from '../one-time-code/service.ts'
import { createOneTimeCode, hashOneTimeCode, hashPassword } from '../password/service.ts'

/** What somebody calls who forgot the password. */
export const passwordResetCalls: Handler[] = [
  handle(say.sendPasswordResetEmail, askForCode),
  handle(say.checkPasswordResetCode, checkCode),
  handle(say.resetPassword, reset, ctx => say.passwordResetSchema(passwordBoundsOf(ctx))),
]

export function passwordBoundsOf({ config }: RequestContext): say.PasswordBounds {
  return { min: config.PASSWORD_MIN, max: config.PASSWORD_MAX }
}

async function askForCode({ email }: ParsedOf<typeof say.sendPasswordResetEmail>, ctx: RequestContext) {
  await enforceRateLimit(`forgotten:${ctx.address}`, oneTimeCodeRateLimits.ask, ctx)
  await runInConstantTime(sendCode(emailKey(email), ctx))
  return {}
}

async function sendCode(key: string, ctx: RequestContext): Promise<void> {
  const { db, now } = ctx
  const customer = await data.findCustomerByEmail(db, key)
  if (!customer || !(await isWithinRateLimit(`code:${key}`, oneTimeCodeEmailRateLimit, ctx))) return
  const { code, code_hash } = createOneTimeCode()
  const expires_at = new Date(now.getTime() + passwordResetCodeMinutes * 60_000)
  await db.transaction().execute(async tx => {
    await data.savePasswordResetCode(tx, { customer_id: customer.id, code_hash, expires_at })
    const { email, language } = customer
    const cause = `reset:${code_hash.toString('base64url')}`
    await ctx.enqueueEmail(tx, {
      cause,
      template: 'password-reset',
      language,
      to: email,
      props: { email, code },
    })
  })
}

async function checkCode(
  input: ParsedOf<typeof say.checkPasswordResetCode>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof say.checkPasswordResetCode>> {
  const tried = await tryCode(input, ctx)
  if (!(await runInConstantTime(data.isPasswordResetCodeValid(ctx.db, tried)))) throw wrongCode()
  return {}
}

async function reset(
  input: ParsedOf<typeof say.resetPassword>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof say.resetPassword>> {
  const tried = await tryCode(input, ctx)
  const password_hash = await hashPassword(input.password)
  await ctx.db.transaction().execute(async tx => {
    const customer = await data.consumePasswordResetCode(tx, tried)
    if (!customer) throw wrongCode()
    await data.updatePasswordHash(tx, customer.id, password_hash)
    await data.deleteAllSessions(tx, customer.id)
    // The code came by letter, so the address is his.
    await markEmailConfirmed(tx, customer.id, ctx.now)
    const { email, language } = customer
    const cause = `password:${tried.code_hash.toString('base64url')}`
    await ctx.enqueueEmail(tx, { cause, template: 'password-changed', language, to: email, props: {} })
  })
  return {}
}

async function tryCode(
  { email, code }: { email: string; code: string },
  ctx: RequestContext,
): Promise<data.PasswordResetAttempt> {
  await enforceRateLimit(`code-try:${ctx.address}`, oneTimeCodeRateLimits.try, ctx)
  return { email_key: emailKey(email), code_hash: hashOneTimeCode(code), now: ctx.now }
}

/** One answer for an unknown e-mail and for a wrong, an old and a spent code. */
function wrongCode(): AppError {
  return new AppError('account_code_wrong', 422)
}
