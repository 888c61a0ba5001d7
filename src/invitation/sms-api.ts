import { createHash } from 'node:crypto'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import type { ParsedOf } from '../base/endpoint.ts'
import { Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { hosted } from './hosted.ts'
import * as said from './sms-contract.ts'
import { inCapitals, smsLength } from './sms-rules.ts'

export const calls: Served[] = [serve(said.sendSms, sendSms)]

const daySeconds = 86_400
/** Messages to one number in a day, whoever the hosts are. */
const perNumber = 2

/**
 * Puts a text message into the outbox. Only mobile numbers of the countries in SMS_COUNTRIES: premium and foreign
 * numbers are how such a call is milked (faults F25).
 */
async function sendSms(asked: ParsedOf<typeof said.sendSms>, visit: CustomerVisit) {
  const registry = await hosted(asked.registry_id, visit)
  const { customer, config, now } = visit
  const to = mobileOf(asked.phone, config.SMS_COUNTRIES)
  const text = asked.capitals ? inCapitals(asked.message) : asked.message
  const most = customer.confirmed
    ? config.SMS_PER_DAY
    : Math.min(config.SMS_PER_DAY, config.INVITATIONS_UNCONFIRMED)
  await visit.limit(`sms-by:${customer.id}`, most, daySeconds)
  await visit.limit(`sms-to:${to}`, perNumber, daySeconds)
  const about = createHash('sha256').update(`${to} ${text}`).digest('base64url').slice(0, 16)
  await visit.db.transaction().execute(tx =>
    visit.post(tx, {
      cause: `sms:${registry.id}:${about}:${now.getTime()}`,
      channel: 'sms',
      template: 'sms',
      language: asked.lang ?? visit.language,
      to,
      props: { text },
    }),
  )
  return { parts: smsLength(text).parts }
}

function mobileOf(typed: string, countries: string[]): string {
  const phone = parsePhoneNumberFromString(typed, (countries[0] ?? 'GR') as CountryCode)
  if (!phone?.isValid()) throw wrong('sms_phone_wrong')
  if (!phone.country || !countries.includes(phone.country)) throw wrong('sms_country')
  return phone.number
}

function wrong(key: string): Refusal {
  return new Refusal('refused_fields', 422, { fields: { phone: key } })
}
