import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText, checkbox, codeText, email, emptyObject, positiveId } from '../base/fields.ts'
import { passwordSchema } from './password/password.contract.ts'

/** Recognises a browser or an app at its next sign-in (R126); without one, its User-Agent is used. */
export const deviceIdSchema = z.optional(boundedText({ max: 100 }))

export const signInReply = z.object({ token: z.string(), email: z.string(), name: z.string(), id: z.int() })
export type SignInReply = z.output<typeof signInReply>

export const login = endpoint({
  method: 'POST',
  path: '/login',
  who: 'anyone',
  summary:
    'Signs in; answers alike for a wrong e-mail and a wrong password. A second factor is asked for on a new device (`account_factor_needed`); while many wrong passwords are tried, a new device needs a link that was mailed, too (`account_login_link`).',
  protects: { email: 'sign-in', password: 'sign-in', device: 'sign-in' },
  input: z.object({
    email,
    password: passwordSchema,
    from_app: checkbox,
    device: deviceIdSchema,
    /** Of the second factor, required on a device that is new to the account; makes the sign-in a fresh proof (R135). */
    code: z.optional(codeText({ max: 40, long: 'account_factor_wrong' })),
    /** Of the e-mail that is sent while many wrong passwords are tried (`account_login_link`). */
    link: z.optional(boundedText({ max: 100 })),
  }),
  reply: signInReply,
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  who: 'customer',
  summary: 'Ends the session; its token is worth nothing from then on.',
  input: emptyObject,
  reply: emptyObject,
})

export const maxListedSessions = 50

const sessionDevice = z.object({
  id: z.int(),
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: z.string(),
  seen_at: z.string(),
})
export type SessionDevice = z.output<typeof sessionDevice>

export const listSessions = endpoint({
  method: 'GET',
  path: '/me/sessions',
  who: 'customer',
  summary:
    'Where the person is signed in, last used first: this session and at most 50 others, and how many there are.',
  input: emptyObject,
  reply: z.object({ sessions: z.array(sessionDevice), total: z.int() }),
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/me/sessions/end',
  who: 'customer',
  summary: 'Signs one device out, or all others when none is named.',
  message: 'account_devices_ended',
  input: z.object({ id: z.optional(positiveId) }),
  reply: emptyObject,
})
