import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { getAccount as sayMe } from '../customer/contract.ts'
import * as data from '../customer/data.ts'
import { phoneNumberSchema } from '../customer/phone-rules.ts'
import { currentPasswordRateLimit } from '../customer/rules.ts'
import { enforceRateLimit } from '../customer/service.ts'
import { collectPersonalData } from '../data-export/data.ts'
import { hashPassword, verifyPassword } from '../password/service.ts'
import { passwordBoundsOf } from '../password-reset/api.ts'
import { parseUserAgent } from '../session/device-rules.ts'
import * as say from './contract.ts'
import * as kept from './data.ts'

/** What a signed-in person calls about himself. */
export const settingsCalls: Handler[] = [
  handle(sayMe, me),
  handle(say.updateAccount, updateAccount, () => say.accountDetailsSchema(phoneNumberSchema)),
  handle(say.updatePassword, updatePassword, ctx => say.passwordChangeSchema(passwordBoundsOf(ctx))),
  handle(say.listSessions, mySessions),
  handle(say.endSessions, endSessions),
  handle(say.exportPersonalData, myData),
]

async function me(_: object, { db, customer }: CustomerContext): Promise<ReplyOf<typeof sayMe>> {
  const { id, email, name, surname, phone, language, ...since } = orNotFound(
    await data.findCustomerById(db, customer.id),
  )
  const [marketing, confirmed] = [since.marketing_consent_at !== null, since.confirmed_at !== null]
  return { id, email, name, surname, phone, language, marketing, confirmed }
}

async function updateAccount(
  { name, surname, phone, language, marketing }: ParsedOf<typeof say.updateAccount>,
  { db, customer, now }: CustomerContext,
) {
  const details = { name, surname, phone: phone ?? null, language }
  await kept.updateAccountDetails(db, customer.id, details, { marketing, now })
  return {}
}

async function updatePassword(typed: ParsedOf<typeof say.updatePassword>, ctx: CustomerContext) {
  const { customer, db, session, now } = ctx
  await verifyCurrentPassword(typed.current_password, 'current_password', ctx)
  const hash = await hashPassword(typed.password)
  await db.transaction().execute(async tx => {
    await data.updatePasswordHash(tx, customer.id, hash)
    await data.deleteOtherSessions(tx, customer.id, session)
    await data.deletePasswordResetCode(tx, customer.id)
    const { email, language } = customer
    const cause = `password:${customer.id}:${now.getTime()}`
    await ctx.enqueueEmail(tx, { cause, template: 'password-updated', language, to: email, props: {} })
  })
  return {}
}

/** Asks for the password once more; throws `account_password_wrong` 422 beside that field, `refused_often` 429. */
export async function verifyCurrentPassword(
  password: string,
  field: string,
  ctx: CustomerContext,
): Promise<void> {
  const name = `password:${ctx.customer.id}`
  await enforceRateLimit(name, currentPasswordRateLimit, ctx)
  const { password_hash } = orNotFound(await data.findCustomerById(ctx.db, ctx.customer.id))
  if (!(await verifyPassword(password, password_hash)))
    throw new AppError('account_password_wrong', 422, { fields: { [field]: 'account_password_wrong' } })
  await ctx.refundAttempt(name, currentPasswordRateLimit.seconds)
}

async function mySessions(_: object, { db, customer, session, now }: CustomerContext) {
  const rows = await kept.findActiveSessions(db, customer.id, now)
  const sessions = rows.map(row => ({
    id: row.id,
    current: row.token_hash.equals(session),
    ...parseUserAgent(row.agent),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  }))
  return { sessions }
}

async function endSessions({ id }: ParsedOf<typeof say.endSessions>, ctx: CustomerContext) {
  const { db, customer, session } = ctx
  if (id === undefined) await data.deleteOtherSessions(db, customer.id, session)
  else authorize(await kept.deleteSessionById(db, customer.id, id))
  return {}
}

async function myData(_: object, { db, customer, now }: CustomerContext) {
  return collectPersonalData(db, customer.id, registry => isSurpriseActive(registry, dayInAthens(now)))
}
