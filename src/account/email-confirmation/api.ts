import { AppError } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as data from '../customer/data.ts'
import {
  confirmationLinkDays,
  emailKey,
  oneTimeCodeEmailRateLimit,
  oneTimeCodeRateLimits,
} from '../customer/rules.ts'
import { enforceRateLimit, isWithinRateLimit } from '../customer/service.ts'
import { runInConstantTime } from '../one-time-code/service.ts'
import { createOneTimeCode, hashOneTimeCode } from '../password/service.ts'
import * as say from './contract.ts'
import * as kept from './data.ts'

/** What somebody calls whose e-mail waits to be confirmed. */
export const emailConfirmationCalls: Handler[] = [
  handle(say.confirmEmail, confirmEmail),
  handle(say.sendConfirmationEmail, sendConfirmation),
]

interface Addressee {
  id: number
  email: string
  language: Language
}

/** Writes a letter with a fresh link to confirm its address; the link before it is void. */
export async function enqueueConfirmationEmail(
  tx: Db,
  template: 'welcome' | 'confirm-email',
  { id, email, language }: Addressee,
  { now, enqueueEmail }: Pick<RequestContext, 'now' | 'enqueueEmail'>,
): Promise<void> {
  const { code, code_hash } = createOneTimeCode()
  const expires_at = new Date(now.getTime() + confirmationLinkDays * 86_400_000)
  await kept.saveConfirmationCode(tx, { customer_id: id, code_hash, expires_at })
  const cause = template === 'welcome' ? `welcome:${id}` : `confirm:${code_hash.toString('base64url')}`
  await enqueueEmail(tx, { cause, template, language, to: email, props: { code } })
}

async function confirmEmail(
  { code }: ParsedOf<typeof say.confirmEmail>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof say.confirmEmail>> {
  const { db, now } = ctx
  await enforceRateLimit(`code-try:${ctx.address}`, oneTimeCodeRateLimits.try, ctx)
  const hash = hashOneTimeCode(code)
  return db.transaction().execute(async tx => {
    const spent = await kept.consumeConfirmationCode(tx, hash, now)
    if (spent) await kept.markEmailConfirmed(tx, spent.customer_id, now)
    if (spent) return { state: 'confirmed' }
    if (await kept.isEmailConfirmedWithCode(tx, hash)) return { state: 'already' }
    throw new AppError('account_confirm_expired', 422)
  })
}

async function sendConfirmation({ email }: ParsedOf<typeof say.sendConfirmationEmail>, ctx: RequestContext) {
  await enforceRateLimit(`forgotten:${ctx.address}`, oneTimeCodeRateLimits.ask, ctx)
  await runInConstantTime(sendTo(emailKey(email), ctx))
  return {}
}

async function sendTo(key: string, ctx: RequestContext): Promise<void> {
  const customer = await data.findCustomerByEmail(ctx.db, key)
  if (!customer || customer.confirmed_at || customer.deletion_requested_at) return
  if (!(await isWithinRateLimit(`confirm:${key}`, oneTimeCodeEmailRateLimit, ctx))) return
  await ctx.db.transaction().execute(tx => enqueueConfirmationEmail(tx, 'confirm-email', customer, ctx))
}
