import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, checkbox, phoneText, text } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import { maxSmsParts, measureSms } from './sms.rules.ts'

/** In characters (R715). */
const maxSmsLength = 480

const smsText = boundedText({ min: 1, max: maxSmsLength, long: 'sms_long', required: 'sms_required' }).check(
  z.refine(value => measureSms(value).parts <= maxSmsParts, 'sms_long'),
)

export const sendSms = endpoint({
  method: 'POST',
  path: '/v2/send-sms',
  who: 'customer',
  message: 'sms_sent',
  summary: 'Sends a text message about a registry to a mobile phone of the countries that the shop allows.',
  input: z.object({
    registry_id: text(),
    phone: phoneText({ max: 24, long: 'phone_long', required: 'phone_required' }),
    message: smsText,
    /** Send Greek in capitals without accents, which costs half. */
    capitals: checkbox,
    lang: z.optional(z.enum(languages)),
  }),
  reply: z.object({ parts: z.int() }),
})
