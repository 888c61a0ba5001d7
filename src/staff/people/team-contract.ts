import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, email, emptyObject, positiveId } from '../../base/fields.ts'
import { staffRoles } from '../../base/staff-roles.ts'
import { staffReason } from '../host/contract.ts'

const inside = { method: 'POST', who: 'staff', inside: true } as const
const asOwner = { ...inside, role: 'owner' } as const
const changesTeam = { ...inside, effect: 'changes the team' } as const

const role = z.enum(staffRoles, 'account_required')
const withReason = z.object({ id: positiveId, reason: staffReason })

const member = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  /** invited: has not chosen a password yet; ended: signs in no more. */
  state: z.enum(['active', 'invited', 'locked', 'ended']),
  recovery_codes_left: z.int(),
  sessions: z.array(
    z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()), seen_at: z.string() }),
  ),
  /** Whether it is who asks: nobody changes themselves. */
  is_self: z.boolean(),
})
export type StaffMember = z.output<typeof member>

export const listStaffTeam = endpoint({
  ...asOwner,
  reads: true,
  path: '/staff/team',
  summary: 'Who is or was one of the staff.',
  input: emptyObject,
  reply: z.object({ members: z.array(member) }),
})

export const inviteTeamMember = endpoint({
  ...changesTeam,
  path: '/staff/team/invite',
  summary: 'Sends somebody new the link by which they join; it works once, for 48 hours.',
  input: z.object({
    name: boundedText({ min: 1, max: 100, required: 'name_required', long: 'name_long' }),
    email,
    role,
  }),
  reply: emptyObject,
})

export const changeTeamRole = endpoint({
  ...changesTeam,
  path: '/staff/team/role',
  summary: 'Gives one of the staff another role, from their next click on.',
  input: z.object({ id: positiveId, reason: staffReason, role }),
  reply: emptyObject,
})

export const endTeamSessions = endpoint({
  ...asOwner,
  path: '/staff/team/sessions',
  summary: 'Signs one of the staff out everywhere.',
  input: withReason,
  reply: emptyObject,
})

export const resetTeamFactor = endpoint({
  ...changesTeam,
  path: '/staff/team/reset',
  summary: 'Ends password, time code and recovery codes of one of the staff, and sends a new link.',
  input: withReason,
  reply: emptyObject,
})

export const removeTeamMember = endpoint({
  ...changesTeam,
  path: '/staff/team/remove',
  summary: 'Lets one of the staff sign in no more.',
  input: withReason,
  reply: emptyObject,
})
