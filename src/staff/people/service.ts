import { emailKey } from '../../account/customer/rules.ts'
import { createOneTimeCode } from '../../account/one-time-code/service.ts'
import { paths } from '../../base/paths.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { recordAudit } from '../audit/service.ts'
import * as data from './data.ts'

/** For how long an invitation's link works (R960). */
export const invitationHours = 48

/** Whom the terminal invites. */
export interface StaffInvitee {
  name: string
  email: string
  role: StaffRole
}

/**
 * Invites one of the staff by letter, and answers the link. Whoever is known already gets a new name, role and link: what
 * they sign in with holds until they use it.
 */
export async function inviteStaffPerson(invitee: StaffInvitee, ctx: JobContext): Promise<string> {
  const { db, now, config } = ctx
  const { code, code_hash } = createOneTimeCode()
  const expires_at = new Date(now.getTime() + invitationHours * 3_600_000)
  const language = config.STAFF_LANGUAGE
  await db.transaction().execute(async tx => {
    const person = { ...invitee, email_key: emailKey(invitee.email), language, invited_at: now }
    const id = await data.storeInvitation(tx, { ...person, code_hash, expires_at })
    await ctx.enqueueEmail(tx, {
      cause: `staff-invitation:${id}:${now.getTime()}`,
      template: 'staff-invitation',
      language,
      to: invitee.email,
      props: { name: invitee.name, role: invitee.role, code },
    })
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff invited' }, tx)
    const after = { name: invitee.name, email: invitee.email, role: invitee.role }
    await recordAudit(tx, ctx, { action: 'staff_invited', personId: null, subject: `staff ${id}`, after })
  })
  return `${config.SITE_URL}${paths.staffInvitation}?code=${code}`
}

/** Lets one of the staff sign in no more; false when there is nobody with that e-mail. */
export async function endStaffPerson(email: string, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const id = await data.endPerson(tx, emailKey(email), ctx.now)
    if (id === null) return false
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff ended' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_removed', personId: null, subject: `staff ${id}` })
    return true
  })
}
