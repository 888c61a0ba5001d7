import { AppError } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import * as say from '../customer/contract.ts'
import * as data from '../customer/data.ts'
import { phoneNumberSchema } from '../customer/phone-rules.ts'
import { emailKey, registrationRateLimit } from '../customer/rules.ts'
import { enforceRateLimit } from '../customer/service.ts'
import { deletionCalls } from '../deletion/jobs.ts'
import { emailConfirmationCalls, enqueueConfirmationEmail } from '../email-confirmation/api.ts'
import { hashPassword } from '../password/service.ts'
import { passwordBoundsOf, passwordResetCalls } from '../password-reset/api.ts'
import { signInWithPassword, startSession } from '../session/service.ts'
import { settingsCalls } from '../settings/api.ts'

export const calls: Handler[] = [
  handle(say.register, register, ctx => say.registrationSchema(passwordBoundsOf(ctx), phoneNumberSchema)),
  handle(say.login, signInWithPassword),
  handle(say.logout, logout),
  ...passwordResetCalls,
  ...emailConfirmationCalls,
  ...settingsCalls,
  ...deletionCalls,
]

async function register(
  person: ParsedOf<typeof say.register>,
  ctx: RequestContext,
): Promise<say.SignInReply> {
  const { db, language, now } = ctx
  const { email, name, surname, phone = null } = person
  await enforceRateLimit(`register:${ctx.address}`, registrationRateLimit, ctx)
  if (await data.findCustomerByEmail(db, emailKey(email))) throw taken()
  const password_hash = await hashPassword(person.password)
  return db.transaction().execute(async tx => {
    const kept = { email, email_key: emailKey(email), name, surname, phone, password_hash, language }
    const id = await data.insertCustomer(tx, { ...kept, created_at: now })
    if (id === null) throw taken()
    await enqueueConfirmationEmail(tx, 'welcome', { id, email, language }, ctx)
    return startSession(tx, { id, email, name, language }, person.device, ctx)
  })
}

function taken(): AppError {
  return new AppError('account_email_taken', 409, { fields: { email: 'account_email_taken' } })
}

async function logout(_: object, { db, session }: CustomerContext): Promise<ReplyOf<typeof say.logout>> {
  await data.deleteSession(db, session)
  return {}
}
