import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { checkbox, emptyObject, personName, personSurname } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'
import { phoneTextSchema } from '../customer/contract.ts'

export const getAccount = endpoint({
  method: 'GET',
  path: '/me',
  who: 'customer',
  summary: 'The signed-in person.',
  input: emptyObject,
  reply: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    surname: z.string(),
    /** E.164. */
    phone: z.nullable(z.string()),
    /** The language of their e-mails. */
    language: z.enum(languages),
    /** Whether they agreed to the newsletter. */
    marketing: z.boolean(),
    /** Whether they have confirmed the e-mail. */
    confirmed: z.boolean(),
    /** Whether to ask, once, for the shop's password, by which the account is tied to the shop's customer again. */
    asks_shop_password: z.boolean(),
  }),
})

/** The details that people can change themselves (R122); the server passes a stricter phone. */
export const accountDetailsSchema = (phone: z.ZodMiniType<string, string> = phoneTextSchema) =>
  z.object({
    name: personName,
    surname: personSurname,
    phone: z.optional(phone),
    language: z.enum(languages, 'account_required'),
    marketing: checkbox,
  })

export const updateAccount = endpoint({
  method: 'POST',
  path: '/me/update',
  who: 'customer',
  summary:
    'Changes name, phone, language of the e-mails and consent to the newsletter; what is missing is cleared.',
  message: 'account_updated',
  input: accountDetailsSchema(),
  reply: emptyObject,
})
