import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, emptyObject, positiveId } from '../../base/fields.ts'

const asStaff = { method: 'POST', who: 'staff', inside: true } as const

/** Why staff do it, in the audit. */
export const staffReason = boundedText({
  min: 3,
  max: 500,
  required: 'staff_reason_empty',
  short: 'staff_reason_empty',
  long: 'staff_reason_long',
})

const withReason = z.object({ id: positiveId, reason: staffReason })

const session = z.object({
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  seen_at: z.string(),
})

const account = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  language: z.string(),
  created_at: z.string(),
  confirmed_at: z.nullable(z.string()),
  /** One that was asked for and waits to be confirmed. */
  waiting_email: z.nullable(z.string()),
  leaving_at: z.nullable(z.string()),
  erased: z.boolean(),
  /** Codes, newest first; of those that they own and those that they help with. */
  registries: z.array(z.string()),
  sessions: z.array(session),
  factor: z.nullable(
    z.object({
      added_at: z.string(),
      recovery_codes_left: z.int(),
      /** When it goes because we were asked to remove it. */
      recovery_due_at: z.nullable(z.string()),
    }),
  ),
})
export type StaffAccount = z.output<typeof account>

export const showStaffHost = endpoint({
  ...asStaff,
  reads: true,
  path: '/staff/host',
  summary: 'The account of a host: sign-in, second factor, registries.',
  input: z.object({ id: positiveId }),
  reply: account,
})

export const askFactorRecovery = endpoint({
  ...asStaff,
  effect: 'ends a second factor',
  path: '/staff/host/second-factor',
  summary: 'Lets the second factor of a host go in a day; the host is told and can stop it.',
  input: withReason,
  reply: emptyObject,
})

export const endHostSessions = endpoint({
  ...asStaff,
  role: 'manager',
  path: '/staff/host/sessions',
  summary: 'Signs a host out everywhere.',
  input: withReason,
  reply: emptyObject,
})

export const sendHostPasswordLetter = endpoint({
  ...asStaff,
  role: 'manager',
  path: '/staff/host/password',
  summary: 'Sends a host the letter by which they choose a new password.',
  input: withReason,
  reply: emptyObject,
})

export const eraseHost = endpoint({
  ...asStaff,
  effect: 'ends an account',
  path: '/staff/host/erase',
  summary: 'Deactivates an account as its host can: it is erased after 14 days unless they sign in.',
  input: z.object({ id: positiveId, reason: staffReason, sure: z.literal('on', 'staff_sure_needed') }),
  reply: emptyObject,
})

export const exportHostData = endpoint({
  ...asStaff,
  effect: 'exports people',
  path: '/staff/host/export',
  summary: 'Everything kept about a host, as they can download it themselves.',
  input: z.object({ id: positiveId }),
  reply: z.object({ data: z.record(z.string(), z.unknown()) }),
})
