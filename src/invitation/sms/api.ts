import { createHash } from 'node:crypto'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { invitationRegistry } from '../guests/access.ts'
import * as contract from './contract.ts'
import { measureSms, toUnaccentedCapitals } from './rules.ts'

export const calls: Handler[] = [handle(contract.sendSms, sendSms)]

const daySeconds = 86_400
/** Messages to one number in a day, whoever the hosts are. */
const perNumber = 2

/**
 * Puts a text message into the outbox. Only mobile numbers of the countries in SMS_COUNTRIES: premium and foreign
 * numbers are how such a call is milked (faults F25).
 */
async function sendSms(asked: ParsedOf<typeof contract.sendSms>, ctx: CustomerContext) {
  const registry = await invitationRegistry(asked.registry_id, ctx)
  const { customer, config, now } = ctx
  const to = mobileOf(asked.phone, config.SMS_COUNTRIES)
  const text = asked.capitals ? toUnaccentedCapitals(asked.message) : asked.message
  const most = customer.confirmed
    ? config.SMS_PER_DAY
    : Math.min(config.SMS_PER_DAY, config.INVITATIONS_UNCONFIRMED)
  await ctx.rateLimit(`sms-by:${customer.id}`, most, daySeconds)
  await ctx.rateLimit(`sms-to:${to}`, perNumber, daySeconds)
  const about = createHash('sha256').update(`${to} ${text}`).digest('base64url').slice(0, 16)
  await ctx.db.transaction().execute(tx =>
    ctx.enqueueEmail(tx, {
      cause: `sms:${registry.id}:${about}:${now.getTime()}`,
      channel: 'sms',
      template: 'sms',
      language: asked.lang ?? ctx.language,
      to,
      props: { text },
    }),
  )
  return { parts: measureSms(text).parts }
}

function mobileOf(typed: string, countries: string[]): string {
  const phone = parsePhoneNumberFromString(typed, (countries[0] ?? 'GR') as CountryCode)
  if (!phone?.isValid()) throw wrong('sms_phone_wrong')
  if (!phone.country || !countries.includes(phone.country)) throw wrong('sms_country')
  return phone.number
}

function wrong(key: string): AppError {
  return new AppError('refused_fields', 422, { fields: { phone: key } })
}
