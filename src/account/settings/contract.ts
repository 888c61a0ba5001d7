import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { key, nothing, personName, personSurname, tick } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'
import {
  newPasswordSchema,
  type PasswordBounds,
  passwordBounds,
  passwordSchema,
  passwordsMatch,
  phoneTextSchema,
} from '../customer/contract.ts'

/** What a person says of himself; a stricter telephone may be handed in. */
export const accountDetailsSchema = (phone: z.ZodMiniType<string, string> = phoneTextSchema) =>
  z.object({
    name: personName,
    surname: personSurname,
    phone: z.optional(phone),
    language: z.enum(languages, 'account_required'),
    marketing: tick,
  })

export const updateAccount = endpoint({
  method: 'POST',
  path: '/me/update',
  who: 'customer',
  summary:
    'Changes name, telephone, language of the letters and consent to offers; what is missing is cleared.',
  message: 'account_updated',
  input: accountDetailsSchema(),
  reply: nothing,
})

/** The current password, and the new one twice. */
export const passwordChangeSchema = (bounds: PasswordBounds = passwordBounds) =>
  z
    .object({
      current_password: passwordSchema,
      password: newPasswordSchema(bounds),
      repassword: z.string('account_required'),
    })
    .check(passwordsMatch)

export const updatePassword = endpoint({
  method: 'POST',
  path: '/me/password-update',
  who: 'customer',
  summary: 'Changes the password, if the current one is right, and ends every other session of the account.',
  message: 'account_password_changed',
  input: passwordChangeSchema(),
  reply: nothing,
})

const device = z.object({
  id: z.int(),
  /** Whether it is the session that asks. */
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: z.string(),
  seen_at: z.string(),
})
export type SessionDevice = z.output<typeof device>

export const listSessions = endpoint({
  method: 'GET',
  path: '/me/sessions',
  who: 'customer',
  summary: 'Where the person is signed in, last used first.',
  input: nothing,
  reply: z.object({ sessions: z.array(device) }),
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/me/sessions/end',
  who: 'customer',
  summary: 'Signs one device out, or all others when none is named.',
  message: 'account_devices_ended',
  input: z.object({ id: z.optional(key) }),
  reply: nothing,
})

export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/me/data',
  who: 'customer',
  summary: 'Everything that is kept about the person.',
  input: nothing,
  reply: z.record(z.string(), z.unknown()),
})

export const deactivationSchema = z.object({ password: passwordSchema })

export const deactivateAccount = endpoint({
  method: 'POST',
  path: '/me/deactivate',
  who: 'customer',
  summary: 'Closes the account; signing in within 14 days takes it back, then the person is erased.',
  message: 'account_deactivated',
  input: deactivationSchema,
  reply: nothing,
})
