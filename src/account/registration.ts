import { AppError } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { emailKey } from './customer/customer.rules.ts'
import { findCustomerByEmail, insertCustomer } from './customer/customer.sql.ts'
import { phoneNumberSchema } from './customer/phone.rules.ts'
import { enqueueConfirmationEmail } from './email-confirmation.ts'
import { hashPassword, passwordBoundsOf, refuseCommonPassword } from './password/password.ts'
import { accountRateLimits } from './rate-limit.rules.ts'
import { enforceRateLimit } from './rate-limit.ts'
import * as contract from './registration.contract.ts'
import { startSession } from './session.calls.ts'
import type { SignInReply } from './session.contract.ts'

export const calls: Handler[] = [
  handle(contract.register, register, ctx =>
    contract.registrationSchema(passwordBoundsOf(ctx), phoneNumberSchema),
  ),
]

async function register(
  person: ParsedOf<typeof contract.register>,
  ctx: RequestContext,
): Promise<SignInReply> {
  const { db, language, now } = ctx
  const { email, name, surname, phone = null } = person
  const email_key = emailKey(email)
  await enforceRateLimit(ctx, accountRateLimits.registration, ctx.address)
  if (await findCustomerByEmail(db, email_key)) throw emailTaken()
  refuseCommonPassword(person.password, [name, surname, email], ctx)
  const password_hash = await hashPassword(person.password)
  return db.transaction().execute(async tx => {
    const customer = { email, email_key, name, surname, phone, password_hash, language }
    const id = await insertCustomer(tx, { ...customer, created_at: now })
    if (id === null) throw emailTaken()
    await enqueueConfirmationEmail(tx, 'welcome', { id, email, language }, ctx)
    await ctx.recordSecurityEvent({ kind: 'registered', customerId: id }, tx)
    return startSession(
      tx,
      { id, email, name, language },
      { deviceId: person.device, isNewAccount: true },
      ctx,
    )
  })
}

function emailTaken(): AppError {
  return new AppError('account_email_taken', 409, { fields: { email: 'account_email_taken' } })
}
