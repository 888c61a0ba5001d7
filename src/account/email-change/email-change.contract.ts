import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { codeText, email, emptyObject } from '../../base/fields.ts'
import { passwordSchema } from '../password/password.contract.ts'
import { secondFactor } from '../second-factor/second-factor.contract.ts'

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/me/email-change',
  who: 'customer',
  summary: 'Asks for a new e-mail of the account; it counts once it is confirmed by the letter sent there.',
  message: 'account_email_change_sent',
  protects: { email: 'password' },
  input: z.object({ email, password: passwordSchema, code: z.optional(secondFactor) }),
  reply: emptyObject,
})

export const showEmailChange = endpoint({
  method: 'GET',
  path: '/me/email-change',
  who: 'customer',
  summary: 'The new e-mail that waits to be confirmed.',
  input: emptyObject,
  reply: z.object({ email: z.nullable(z.string()) }),
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/me/email-change/cancel',
  who: 'customer',
  summary: 'Takes back the new e-mail that waits to be confirmed.',
  message: 'account_email_change_cancelled',
  input: emptyObject,
  reply: emptyObject,
})

const code = codeText({ max: 100, required: 'account_required', long: 'account_email_change_late' })

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/email-change/confirm',
  who: 'anyone',
  summary: 'Makes the new e-mail the account’s own, by the code that was sent to it.',
  message: 'account_email_changed',
  protects: { email: 'password' },
  input: z.object({
    code,
    /** The account's password, unless the call comes from a session of it with a fresh proof. */
    password: z.optional(passwordSchema),
    factor_code: z.optional(secondFactor),
  }),
  reply: z.object({ email: z.string() }),
})

export const stopEmailChange = endpoint({
  method: 'POST',
  path: '/email-change/stop',
  who: 'anyone',
  summary:
    'Stops a new e-mail, or takes it back, by the code that was sent to the old one; ends all sessions.',
  message: 'account_email_change_stopped',
  protects: { email: 'letter', password: 'letter', factor: 'letter' },
  input: z.object({ code }),
  reply: z.object({ email: z.string() }),
})
