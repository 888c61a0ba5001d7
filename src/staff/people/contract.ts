import * as z from 'zod/mini'
import { newPasswordSchema, passwordsMatch } from '../../account/password/contract.ts'
import { secondFactor } from '../../account/second-factor/contract.ts'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText } from '../../base/fields.ts'
import { staffRoles } from '../../base/staff-roles.ts'

/** Staff see everybody's data: their passwords are longer than hosts' need to be (R960). */
export const staffPasswordBounds = { min: 12, max: 128 }

const invitationCode = boundedText({ max: 100 })

export const showStaffInvitation = endpoint({
  method: 'POST',
  path: '/staff/invitation/show',
  who: 'anyone',
  reads: true,
  inside: true,
  summary: 'Whom a link invites, and the secret of the time codes that it offers.',
  input: z.object({ code: invitationCode }),
  reply: z.object({
    name: z.string(),
    email: z.string(),
    role: z.enum(staffRoles),
    secret: z.string(),
    uri: z.string(),
  }),
})

/** The fields of the page; the link's code is in a cookie. */
export const acceptStaffFormSchema = z
  .object({
    password: newPasswordSchema(staffPasswordBounds),
    repassword: z.string('account_required'),
    time_code: secondFactor,
  })
  .check(passwordsMatch)

export const acceptStaffInvitation = endpoint({
  method: 'POST',
  path: '/staff/invitation/accept',
  who: 'anyone',
  inside: true,
  summary:
    'Sets the password and the time code of one of the staff; answers their recovery codes, this once.',
  input: z.object({
    code: invitationCode,
    password: newPasswordSchema(staffPasswordBounds),
    time_code: secondFactor,
  }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})
