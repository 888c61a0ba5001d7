import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { codeText, email, emptyObject } from '../base/fields.ts'
import { emailFormSchema } from './customer/customer.contract.ts'
import {
  newPasswordSchema,
  type PasswordBounds,
  passwordBounds,
  passwordsMatch,
} from './password/password.contract.ts'
import { deviceIdSchema } from './session.contract.ts'

const code = codeText({ max: 100, required: 'account_required', long: 'account_code_wrong' })

export const sendPasswordResetEmail = endpoint({
  method: 'POST',
  path: '/password-email',
  who: 'anyone',
  summary: 'Mails a code to whoever forgot the password; answers alike whether or not the e-mail is known.',
  message: 'account_email_sent',
  input: z.extend(emailFormSchema, { device: deviceIdSchema }),
  reply: emptyObject,
})

export const checkPasswordResetCode = endpoint({
  method: 'POST',
  path: '/password-code-check',
  who: 'anyone',
  reads: true,
  summary: 'Whether a code is valid for that e-mail.',
  message: 'account_code_right',
  input: z.object({ email, code }),
  reply: emptyObject,
})

export const passwordResetSchema = (bounds: PasswordBounds = passwordBounds) =>
  z.object({ email, code, password: newPasswordSchema(bounds) })

/** The page asks only for the new password, twice: e-mail and code come from the link. */
export const passwordResetFormSchema = (bounds: PasswordBounds = passwordBounds) =>
  z
    .object({ password: newPasswordSchema(bounds), repassword: z.string('account_required') })
    .check(passwordsMatch)

export const resetPassword = endpoint({
  method: 'POST',
  path: '/password-reset',
  who: 'anyone',
  summary: 'Sets a new password by a code, once, and ends every session of the account.',
  message: 'account_password_changed',
  protects: { password: 'letter', factor: 'letter' },
  input: passwordResetSchema(),
  reply: emptyObject,
})
