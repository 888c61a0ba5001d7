import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, email, emptyObject, personName } from '../base/fields.ts'

const contactMessageMinLength = 10
export const contactMessageMaxLength = 2000

const contactMessageSchema = z.object({
  name: personName,
  email,
  message: boundedText({
    min: contactMessageMinLength,
    max: contactMessageMaxLength,
    short: 'contact_message_short',
    long: 'contact_message_long',
    required: 'contact_message_required',
  }),
})

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact',
  who: 'anyone',
  summary: 'Mails a visitor’s message to the support address; the same message of a day is mailed once.',
  input: contactMessageSchema,
  reply: emptyObject,
})
