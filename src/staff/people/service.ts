import { emailKey } from '../../account/customer/rules.ts'
import { createLinkCode, endAllLinks, endLinks, issueLink } from '../../account/link/service.ts'
import {
  deleteFactor,
  deleteFactorsOfStaff,
  insertFactor,
  replaceRecoveryCodes,
} from '../../account/second-factor/data.ts'
import { deleteSessions, deleteSessionsOfStaff } from '../../account/session/data.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { RevokedRight } from '../../server/backup/erasure-log.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type AuditContext, recordAudit } from '../audit/service.ts'
import * as data from './data.ts'

/** For how long an invitation's link works (R960). */
export const invitationHours = 48

/** Whom the terminal or an owner invites. */
export interface StaffInvitee {
  name: string
  email: string
  role: StaffRole
}

/**
 * Invites one of the staff by letter, and answers the link. Whoever is known already gets a new name, role and link: what
 * they sign in with holds until they use it.
 */
export async function inviteStaffPerson(
  invitee: StaffInvitee,
  ctx: JobContext & AuditContext,
): Promise<string> {
  return ctx.db.transaction().execute(async tx => invitePerson(tx, invitee, ctx))
}

/** The same within a transaction. */
export async function invitePerson(
  tx: Db,
  { name, email, role }: StaffInvitee,
  ctx: JobContext & AuditContext,
): Promise<string> {
  const { now, config } = ctx
  const { code, hash } = createLinkCode()
  const expires_at = new Date(now.getTime() + invitationHours * 3_600_000)
  const language = config.STAFF_LANGUAGE
  const person = { name, email, role, email_key: emailKey(email), language, invited_at: now }
  const id = await data.storePerson(tx, person)
  await issueLink(tx, { kind: 'staff_invitation', subject_id: id, hash, expires_at })
  const cause = `staff-invitation:${hash.toString('base64url')}`
  const props = { name, role, code }
  await ctx.enqueueEmail(tx, { cause, template: 'staff-invitation', language, to: email, props })
  await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff invited' }, tx)
  const after = { name, email, role }
  await recordAudit(tx, ctx, { action: 'staff_invited', subject: `staff ${id}`, after })
  return `${config.SITE_URL}${paths.staffInvitation}?code=${code}`
}

/** Lets one of the staff sign in no more, nor join by a link; answers their id, null when there is no such person. */
export async function endPerson(tx: Db, email: string, now: Date): Promise<number | null> {
  const id = await data.markEnded(tx, emailKey(email), now)
  if (id === null) return null
  await endSignIn(tx, id)
  await endLinks(tx, 'staff_invitation', id)
  return id
}

/** Ends the second factor and all sessions of one of the staff. */
export async function endSignIn(tx: Db, id: number): Promise<void> {
  await deleteFactor(tx, { kind: 'staff', id })
  await deleteSessions(tx, { kind: 'staff', id })
}

/** What one of the staff signs in with from now on. */
interface NewSignIn {
  passwordHash: string
  sealedTimeSecret: string
  lastTimeStep: number
  language: Language
  recoveryDigests: Buffer[]
}

/** Replaces what they signed in with, and ends their sessions. */
export async function storeSignIn(tx: Db, id: number, signIn: NewSignIn, now: Date): Promise<void> {
  const { passwordHash: password_hash, language } = signIn
  await updateRows(tx, 'staff_person', {
    set: { password_hash, language, accepted_at: now, wrong_tries: 0, locked_until: null },
    where: { id },
  })
  await endSignIn(tx, id)
  const { sealedTimeSecret: sealed_time_secret, lastTimeStep: last_time_step, recoveryDigests } = signIn
  const factor = { sealed_time_secret, last_time_step, added_at: now }
  const factorId = await insertFactor(tx, { kind: 'staff', id }, factor)
  if (factorId !== null && recoveryDigests.length > 0)
    await replaceRecoveryCodes(tx, factorId, recoveryDigests)
}

/** Lets one of the staff sign in no more; false when there is nobody with that e-mail. */
export async function endStaffPerson(email: string, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const id = await endPerson(tx, email, ctx.now)
    if (id === null) return false
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff ended' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_removed', personId: null, subject: `staff ${id}` })
    return true
  })
}

/**
 * A restored backup has sessions of the staff, and people and roles that were taken away since (R1261). Who they were is
 * in no list: then everybody of the staff is invited anew, from the terminal.
 */
export async function endRestoredStaff(tx: Db, revoked: RevokedRight[]): Promise<void> {
  await deleteSessionsOfStaff(tx)
  await endAllLinks(tx, 'staff_invitation')
  if (!revoked.some(isOfStaff)) return
  await data.endAllStaffPasswords(tx)
  await deleteFactorsOfStaff(tx)
}

/** Whether one of the staff lost a right. */
export const isOfStaff = ({ kind }: RevokedRight): boolean => kind === 'staff_action'

/** Forgets all wrong tries at one of the staff (R1241); false when there is nobody with that e-mail. */
export async function unlockStaffPerson(email: string, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const id = await data.unlockPerson(tx, emailKey(email), ctx.now)
    if (id === null) return false
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff unlocked' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_unlocked', personId: null, subject: `staff ${id}` })
    return true
  })
}
