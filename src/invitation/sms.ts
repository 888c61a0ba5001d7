import { createHash } from 'node:crypto'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { requireConfirmedSender } from '../account/email-confirmation.ts'
import { AppError, throwFieldErrors } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { wideNetworkOf } from '../base/networks.ts'
import { hasWebAddress } from '../base/web-addresses.ts'
import { registryFor } from '../registry/registry.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import * as contract from './sms.contract.ts'
import { measureSms, toUnaccentedCapitals } from './sms.rules.ts'

export const calls: Handler[] = [handle(contract.sendSms, sendSms)]

const daySeconds = 86_400
/** Text messages to one number from all hosts (R715). */
const maxPerNumberAndDay = 2
/** Paid parts from one network address, whatever the accounts. */
const maxPartsFromAddressAndDay = 60

async function sendSms(input: ParsedOf<typeof contract.sendSms>, ctx: CustomerContext) {
  const registry = await registryFor(ctx, input.registry_id, 'edit')
  requireConfirmedSender(ctx)
  const { customer, config, now } = ctx
  const to = parseMobileNumber(input.phone, config.SMS_COUNTRIES)
  const own = [config.SITE_URL, ...Object.values(config.storefronts)].map(
    url => URL.parse(url)?.hostname ?? '',
  )
  throwFieldErrors(hasWebAddress(input.message, own) ? { message: 'text_address' } : {})
  const text = input.capitals ? toUnaccentedCapitals(input.message) : input.message
  const { parts } = measureSms(text)
  await ctx.rateLimit(`sms-from:${wideNetworkOf(ctx.address)}`, maxPartsFromAddressAndDay, daySeconds, parts)
  await ctx.rateLimit(`sms-by:${customer.id}`, config.SMS_PER_DAY, daySeconds, parts)
  await ctx.rateLimit(`sms-to:${to}`, maxPerNumberAndDay, daySeconds)
  const digest = createHash('sha256').update(`${to} ${text}`).digest('base64url').slice(0, 16)
  const isEnqueued = await ctx.db.transaction().execute(tx =>
    ctx.enqueueEmail(tx, {
      cause: `sms:${registry.id}:${digest}:${now.getTime()}`,
      channel: 'sms',
      template: 'sms',
      language: input.lang ?? ctx.language,
      to,
      props: { text },
      parts,
    }),
  )
  if (!isEnqueued) throw new AppError('refused_often', 429)
  return { parts }
}

/** Only mobile numbers of these countries: premium and foreign numbers would let strangers cause costs (R715 R935). */
function parseMobileNumber(typed: string, countries: string[]): string {
  const phone = parsePhoneNumberFromString(typed, (countries[0] ?? 'GR') as CountryCode)
  if (!phone?.isValid()) throw invalidPhone('sms_phone_wrong')
  if (!phone.country || !countries.includes(phone.country)) throw invalidPhone('sms_country')
  return phone.number
}

function invalidPhone(messageKey: string): AppError {
  return new AppError('refused_fields', 422, { fields: { phone: messageKey } })
}
