import { randomBytes } from 'node:crypto'
import { emailKey } from '../../account/customer/rules.ts'
import { createOneTimeCode } from '../../account/one-time-code/service.ts'
import { generateCode, parseCode } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { Config } from '../../server/config.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import { recordAudit } from '../audit/service.ts'
import * as data from './data.ts'

/** For how long an invitation's link works (R960). */
export const invitationHours = 48
const recoveryCodes = 10

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

/** Ten new recovery codes, and what is stored of them. */
export function createRecoveryCodes(
  personId: number,
  config: Config,
): { codes: string[]; digests: Buffer[] } {
  const codes = Array.from({ length: recoveryCodes }, () => generateCode(randomBytes))
  return { codes, digests: codes.map(code => digestRecoveryCode(code, personId, config)) }
}

/** The digest of a recovery code as typed; null for what can't be one. */
export function parseRecoveryCode(typed: string, personId: number, config: Config): Buffer | null {
  const code = parseCode(typed)
  return code === null ? null : digestRecoveryCode(code, personId, config)
}

function digestRecoveryCode(code: string, personId: number, config: Config): Buffer {
  return keyedDigest('staff recovery code', `${personId} ${code}`, config)
}
