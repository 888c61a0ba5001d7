import * as z from 'zod/mini'
import { dayMs } from '../base/durations.ts'
import { endpoint } from '../base/endpoint.ts'
import { checkbox, emptyObject, personName, personSurname } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import { phoneTextSchema } from './customer/customer.contract.ts'
import { passwordSchema } from './password/password.contract.ts'
import { secondFactor } from './second-factor/second-factor.contract.ts'

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
    language: z.enum(languages),
    marketing: z.boolean(),
    confirmed: z.boolean(),
    /** Whether to ask once for the shop's password, to link the account to the shop's customer again (R1222). */
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

export const exportPersonalData = endpoint({
  method: 'POST',
  path: '/me/data',
  who: 'customer',
  summary: 'Everything that is stored about the person, with a fresh proof; they are told by letter.',
  protects: { download: 'proof' },
  input: emptyObject,
  reply: z.record(z.string(), z.unknown()),
})

export const deactivateAccount = endpoint({
  method: 'POST',
  path: '/me/deactivate',
  who: 'customer',
  summary: 'Closes the account; signing in within 14 days takes it back, then the person is erased.',
  message: 'account_deactivated',
  protects: { 'closing day': 'password' },
  input: z.object({ password: passwordSchema, code: z.optional(secondFactor) }),
  reply: emptyObject,
})

export const answerShopTie = endpoint({
  method: 'POST',
  path: '/me/shop-tie',
  who: 'customer',
  summary:
    'Ties the account again to the shop’s customer of its e-mail, by the shop’s password; without one, the account goes without. Answered once.',
  input: z.object({ password: z.optional(passwordSchema) }),
  reply: emptyObject,
})

/** For how many days a deletion can be cancelled by signing in (R124); then the person is erased (R125). */
export const deletionGraceDays = 14

export function deletionGraceEnd(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + deletionGraceDays * dayMs)
}
