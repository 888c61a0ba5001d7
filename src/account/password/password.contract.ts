import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { codeText } from '../../base/fields.ts'
import { countCharacters, isClean } from '../../base/text.ts'

export interface PasswordBounds {
  min: number
  max: number
}

/** In characters as people count them (R112); a deployment may raise both (PASSWORD_LENGTH). */
export const passwordBounds: PasswordBounds = { min: 6, max: 48 }
const maxPasswordLength = 1024

/** An existing password, as somebody enters it to prove who they are. */
export const passwordSchema = z
  .string('account_required')
  .check(z.maxLength(maxPasswordLength * 4, 'account_password_long'), z.refine(isClean, 'field_characters'))

/** A password that somebody chooses; blanks at its ends belong to it (R112). */
export const newPasswordSchema = ({ min, max }: PasswordBounds = passwordBounds) =>
  passwordSchema.check(
    z.refine(value => countCharacters(value) >= min, 'account_password_short'),
    z.refine(value => countCharacters(value) <= max, 'account_password_long'),
  )

/** Checks `repassword` against `password` as soon as both are texts, whatever else is wrong (R102). */
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

export const passwordChangeSchema = (bounds: PasswordBounds = passwordBounds) =>
  z
    .object({
      current_password: passwordSchema,
      password: newPasswordSchema(bounds),
      repassword: z.string('account_required'),
      /** Of the second factor, where there is one and no proof was given in the last 10 minutes. */
      code: z.optional(codeText({ max: 40, long: 'account_factor_wrong' })),
    })
    .check(passwordsMatch)

export const updatePassword = endpoint({
  method: 'POST',
  path: '/me/password-update',
  who: 'customer',
  summary:
    'Changes the password, if the current one is right, and ends every other session of the account; answers this one’s new token.',
  message: 'account_password_changed',
  protects: { password: 'password' },
  input: passwordChangeSchema(),
  reply: z.object({ token: z.string() }),
})
