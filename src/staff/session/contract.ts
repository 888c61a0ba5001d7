import * as z from 'zod/mini'
import { passwordSchema } from '../../account/password/contract.ts'
import { secondFactor } from '../../account/second-factor/contract.ts'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, email, emptyObject, positiveId } from '../../base/fields.ts'
import { staffRoles } from '../../base/staff-roles.ts'

const staffSelf = z.object({
  name: z.string(),
  role: z.enum(staffRoles),
  /** Whether password and time code were given so lately that nothing asks for them again. */
  is_proved: z.boolean(),
})
export type StaffSelf = z.output<typeof staffSelf>

export const findStaffSelf = endpoint({
  method: 'POST',
  path: '/staff/self',
  who: 'anyone',
  reads: true,
  inside: true,
  summary: 'Who of the staff is signed in; null for nobody.',
  input: emptyObject,
  reply: z.object({ staff: z.nullable(staffSelf) }),
})

export const staffLogin = endpoint({
  method: 'POST',
  path: '/staff/login',
  who: 'anyone',
  inside: true,
  summary: 'Signs one of the staff in, by password and time code; answers alike whatever of it is wrong.',
  input: z.object({
    email,
    password: passwordSchema,
    code: secondFactor,
    /** By what the browser is known (R1240); anything else is no browser of ours. */
    browser: z.optional(boundedText({ max: 300 })),
  }),
  reply: z.object({ token: z.string(), browser: z.string(), recovery_codes_left: z.nullable(z.int()) }),
})

export const giveStaffProof = endpoint({
  method: 'POST',
  path: '/staff/proof',
  who: 'staff',
  inside: true,
  summary: 'Proves by password and time code who is there; what makes or moves money asks for it (R1181).',
  input: z.object({ proof_password: passwordSchema, proof_code: secondFactor }),
  reply: emptyObject,
})

export const staffLogout = endpoint({
  method: 'POST',
  path: '/staff/logout',
  who: 'staff',
  inside: true,
  summary: 'Ends the session.',
  input: emptyObject,
  reply: emptyObject,
})

const staffSession = z.object({
  id: z.int(),
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: z.string(),
  seen_at: z.string(),
})
export type StaffSessionView = z.output<typeof staffSession>

export const listStaffSessions = endpoint({
  method: 'POST',
  path: '/staff/sessions',
  who: 'staff',
  reads: true,
  inside: true,
  summary: 'Where this person is signed in to the console, last used first.',
  input: emptyObject,
  reply: z.object({ sessions: z.array(staffSession), recovery_codes_left: z.int() }),
})

export const endStaffSessions = endpoint({
  method: 'POST',
  path: '/staff/sessions/end',
  who: 'staff',
  inside: true,
  summary: 'Ends one session of this person, or all others when none is named.',
  input: z.object({ id: z.optional(positiveId) }),
  reply: emptyObject,
})
