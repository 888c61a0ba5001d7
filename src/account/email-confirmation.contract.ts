import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { codeText, emptyObject } from '../base/fields.ts'
import { emailFormSchema } from './customer/customer.contract.ts'
import {
  newPasswordSchema,
  type PasswordBounds,
  passwordBounds,
  passwordSchema,
} from './password/password.contract.ts'
import { secondFactor } from './second-factor/second-factor.contract.ts'
import { deviceIdSchema } from './session.contract.ts'

const code = codeText({ max: 100, required: 'account_required', long: 'account_confirm_expired' })

/** The code of the e-mail, and one of the three proofs of R118; the server passes the deployment's password bounds. */
export const confirmationSchema = (bounds: PasswordBounds = passwordBounds) =>
  z.object({
    code,
    /** Of the browser that registered; a session of the account proves the same. */
    device: deviceIdSchema,
    password: z.optional(passwordSchema),
    /** Of the second factor, where the account has one; with it no browser is enough. */
    factor_code: z.optional(secondFactor),
    /** For the owner of the e-mail who doesn't know the password: it ends whatever was done with the account before. */
    new_password: z.optional(newPasswordSchema(bounds)),
  })

/** The page's form for those who know the password; the code comes from the link. */
export const knownPasswordFormSchema = z.object({
  password: passwordSchema,
  factor_code: z.optional(secondFactor),
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/email-confirmation',
  who: 'anyone',
  summary:
    'Confirms an e-mail by the code that was sent to it, once, from a browser of the account, by its password, or by a new one; a used code answers `already`.',
  message: 'account_confirmed',
  protects: { password: 'letter', factor: 'letter' },
  input: confirmationSchema(),
  reply: z.object({ state: z.enum(['confirmed', 'already']) }),
})

export const checkConfirmationCode = endpoint({
  method: 'POST',
  path: '/email-confirmation-check',
  who: 'anyone',
  reads: true,
  summary: 'Whether a code can still confirm an e-mail, and whether that takes a password here.',
  message: 'account_code_right',
  input: z.object({ code, device: deviceIdSchema }),
  reply: z.object({
    state: z.enum(['open', 'already']),
    email: z.string(),
    /** Whether the account's password, or a new one, is needed: this browser hasn't signed in to it. */
    needs_password: z.boolean(),
    /** Whether only a new password will do, because the account was made by the shop's password (R1221). */
    needs_own_password: z.boolean(),
  }),
})

export const sendConfirmationEmail = endpoint({
  method: 'POST',
  path: '/email-confirmation-send',
  who: 'anyone',
  summary:
    'Mails a new link to confirm an e-mail; answers alike whether or not there is anything to confirm.',
  message: 'account_email_sent',
  input: emailFormSchema,
  reply: emptyObject,
})
