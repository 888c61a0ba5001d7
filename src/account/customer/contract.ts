import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import {
  email,
  graphemes,
  isClean,
  nothing,
  personName,
  personSurname,
  text,
  textOf,
  tick,
} from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

/** Lengths of a password in characters. */
export interface PasswordBounds {
  min: number
  max: number
}

/** Spec §5: 6 to 48; a deployment may raise both (PASSWORD_MIN, PASSWORD_MAX). */
export const passwordBounds: PasswordBounds = { min: 6, max: 48 }
/** The longest that a deployment may allow; nothing longer is ever hashed. */
export const maxPasswordLength = 1024

export const passwordSchema = z
  .string('account_required')
  .check(z.maxLength(maxPasswordLength * 4, 'account_password_long'), z.refine(isClean, 'field_characters'))

/** A password somebody chooses; blanks at its ends belong to it. */
export const newPasswordSchema = ({ min, max }: PasswordBounds = passwordBounds) =>
  passwordSchema.check(
    z.refine(value => graphemes(value) >= min, 'account_password_short'),
    z.refine(value => graphemes(value) <= max, 'account_password_long'),
  )

/** A telephone as typed; the server also asks that it can be dialled. */
export const phoneTextSchema = textOf({ min: 3, max: 24, short: 'phone_short', long: 'phone_long' })

/** Kept by a browser or an app, so that it is known again; without one it goes by what it says of itself. */
const deviceMark = z.optional(textOf({ max: 100 }))

export const passwordsMatch = z.refine<{ password: string; repassword: string }>(
  ({ password, repassword }) => password === repassword,
  {
    error: 'account_passwords_differ',
    path: ['repassword'],
    when: ({ value }) => hasText(value, 'password') && hasText(value, 'repassword'),
  },
)

function hasText(value: unknown, name: string): boolean {
  return typeof (value as Record<string, unknown> | null)?.[name] === 'string'
}

/** What a new account is made of; the deployment's password bounds and a stricter telephone may be handed in. */
export const registrationSchema = (
  bounds: PasswordBounds = passwordBounds,
  phone: z.ZodMiniType<string, string> = phoneTextSchema,
) =>
  z
    .object({
      name: personName,
      surname: personSurname,
      email,
      phone: z.optional(phone),
      password: newPasswordSchema(bounds),
      repassword: z.string('account_required'),
      from_app: tick,
      device: deviceMark,
    })
    .check(passwordsMatch)

export const credentialsSchema = z.object({
  email,
  password: passwordSchema,
  from_app: tick,
  device: deviceMark,
})

/** Spec §7: both register and login answer these four. */
const signedIn = z.object({ token: z.string(), email: z.string(), name: z.string(), id: z.int() })
export type SignInReply = z.output<typeof signedIn>

export const register = endpoint({
  method: 'POST',
  path: '/register',
  who: 'anyone',
  message: 'account_created',
  summary: 'Makes an account and signs it in.',
  input: registrationSchema(),
  reply: signedIn,
})

export const login = endpoint({
  method: 'POST',
  path: '/login',
  who: 'anyone',
  summary: 'Signs in; answers alike for a wrong e-mail and a wrong password.',
  input: credentialsSchema,
  reply: signedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  who: 'customer',
  summary: 'Ends the session; its token is worth nothing from then on.',
  input: nothing,
  reply: nothing,
})

export const getAccount = endpoint({
  method: 'GET',
  path: '/me',
  who: 'customer',
  summary: 'The signed-in person.',
  input: nothing,
  reply: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    surname: z.string(),
    /** E.164. */
    phone: z.nullable(z.string()),
    /** Of the letters. */
    language: z.enum(languages),
    /** Whether offers by mail are welcome. */
    marketing: z.boolean(),
    /** Whether the e-mail is known to be his. */
    confirmed: z.boolean(),
  }),
})

export const emailFormSchema = z.object({ email })

const code = text('account_required').check(z.maxLength(100, 'account_code_wrong'))

/** The code of the letter with a new password, as the API takes it … */
export const passwordResetSchema = (bounds: PasswordBounds = passwordBounds) =>
  z.object({ email, code, password: newPasswordSchema(bounds) })

/** … and as the page asks for it. */
export const passwordResetFormSchema = (bounds: PasswordBounds = passwordBounds) =>
  z
    .object({ password: newPasswordSchema(bounds), repassword: z.string('account_required') })
    .check(passwordsMatch)

export const sendPasswordResetEmail = endpoint({
  method: 'POST',
  path: '/password-email',
  who: 'anyone',
  summary: 'Mails a code to whoever forgot the password; answers alike whether or not the e-mail is known.',
  message: 'account_email_sent',
  input: emailFormSchema,
  reply: nothing,
})

export const checkPasswordResetCode = endpoint({
  method: 'POST',
  path: '/password-code-check',
  who: 'anyone',
  reads: true,
  summary: 'Whether a code is the living one of that e-mail.',
  message: 'account_code_right',
  input: z.object({ email, code }),
  reply: nothing,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/password-reset',
  who: 'anyone',
  summary: 'Sets a new password by a code, once, and ends every session of the account.',
  message: 'account_password_changed',
  input: passwordResetSchema(),
  reply: nothing,
})
