import { type Selectable, sql, type UpdateObject } from 'kysely'
import { emailKey } from '../account/customer/customer.rules.ts'
import {
  consumeLink,
  createLinkCode,
  endAllLinks,
  endLinks,
  findOpenLink,
  issueLink,
} from '../account/link.ts'
import { newPasswordSchema } from '../account/password/password.contract.ts'
import { hashPassword, refuseCommonPassword } from '../account/password/password.ts'
import { secondFactor } from '../account/second-factor/second-factor.contract.ts'
import {
  deleteFactor,
  deleteFactorsOfStaff,
  insertFactor,
  replaceRecoveryCodes,
} from '../account/second-factor/second-factor.sql.ts'
import {
  createRecoveryCodes,
  findTimeStep,
  sealTimeSecret,
  timeSecretOf,
  timeSecretUri,
} from '../account/second-factor/second-factor.ts'
import { deleteSessions, deleteSessionsOfStaff } from '../account/session.ts'
import { AppError } from '../base/app-error.ts'
import { hourMs } from '../base/durations.ts'
import { codeText, formatCode } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import { paths, withCode } from '../base/paths.ts'
import type { RevokedRight } from '../server/backup/erasure-log.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import { openCall } from '../server/context/staff-call.ts'
import { findRow, findRows, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type AuditContext, recordAudit } from './audit.ts'
import { staffPasswordBounds } from './console.rules.ts'

const code = codeText({ max: 100 })
const password = newPasswordSchema(staffPasswordBounds)

export const calls = {
  invitation: openCall({ code }, showInvitation),
  acceptInvitation: openCall({ code, password, time_code: secondFactor }, acceptInvitation),
}

/** Whom a link invites, and the secret of the time codes that it offers. */
async function showInvitation({ code }: { code: string }, ctx: RequestContext) {
  const { name, email, role } = (await findInvitee(code, ctx)).invitee
  const secret = timeSecretOf('staff', code, ctx.config)
  return { name, email, role, secret, uri: timeSecretUri(secret, email, ctx.config) }
}

/**
 * Stores password and time code, if the first code is right; answers the recovery codes, this once. Throws
 * `staff_invitation_late` 404, `account_factor_wrong` 422 and `account_password_common` 422 beside their fields, and
 * `refused_often` 429.
 */
async function acceptInvitation(
  { code, password, time_code }: { code: string; password: string; time_code: string },
  ctx: RequestContext,
) {
  const { config, now, language } = ctx
  await ctx.rateLimit(`staff-invitation:${ctx.address}`, 30, 900)
  const { link, invitee } = await findInvitee(code, ctx)
  const { id, name, email } = invitee
  // Whatever the merchant asks of hosts, staff have no common password.
  refuseCommonPassword(password, [name, email], { config: { ...config, PASSWORD_REFUSE_COMMON: true } })
  const secret = timeSecretOf('staff', code, config)
  const step = findTimeStep(secret, time_code.replace(/\s/g, ''), now, 0)
  if (step === null)
    throw new AppError('account_factor_wrong', 422, { fields: { time_code: 'account_factor_wrong' } })
  const owner = { kind: 'staff', id } as const
  const { codes, digests } = createRecoveryCodes(owner, config)
  const signIn = {
    passwordHash: await hashPassword(password),
    sealedTimeSecret: sealTimeSecret(secret, owner, config),
    lastTimeStep: step,
    language,
    recoveryDigests: digests,
  }
  await ctx.db.transaction().execute(async tx => {
    if (!(await consumeLink(tx, link, now))) throw lateInvitation()
    await storeSignIn(tx, id, signIn, now)
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff joined' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_joined', personId: id })
  })
  return { recovery_codes: codes.map(formatCode) }
}

async function findInvitee(code: string, { db, now }: RequestContext) {
  const link = await findOpenLink(db, 'staff_invitation', code, now)
  const isInvited = { id: link?.subject_id ?? 0, ended_at: null }
  const invitee = link && (await findRow(db, 'staff_person', isInvited, ['id', 'name', 'email', 'role']))
  if (!invitee) throw lateInvitation()
  return { link, invitee }
}

const lateInvitation = () => new AppError('staff_invitation_late', 404)

/** For how long an invitation's link works (R960). */
const invitationHours = 48

export type StaffInvitee = Pick<StaffMember, 'name' | 'email' | 'role'>

/**
 * Invites one of the staff by letter, and answers the link. Somebody known already gets a new name, role and link;
 * their present password and second factor stay valid until they use it.
 */
export async function inviteStaffMember(invitee: StaffInvitee, ctx: JobContext & AuditContext) {
  return ctx.db.transaction().execute(async tx => sendStaffInvitation(tx, invitee, ctx))
}

/** The same within a transaction. */
export async function sendStaffInvitation(
  tx: Db,
  { name, email, role }: StaffInvitee,
  ctx: JobContext & AuditContext,
): Promise<string> {
  const { now, config } = ctx
  const { code, hash } = createLinkCode()
  const expires_at = new Date(now.getTime() + invitationHours * hourMs)
  const language = config.STAFF_LANGUAGE
  const person = { name, email, role, email_key: emailKey(email), language, invited_at: now }
  const id = await saveStaffMember(tx, person)
  await issueLink(tx, { kind: 'staff_invitation', subject_id: id, hash, expires_at })
  const cause = `staff-invitation:${hash.toString('base64url')}`
  const props = { name, role, code }
  await ctx.enqueueEmail(tx, { cause, template: 'staff-invitation', language, to: email, props })
  await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff invited' }, tx)
  const after = { name, email, role }
  await recordAudit(tx, ctx, { action: 'staff_invited', subject: `staff ${id}`, after })
  return config.SITE_URL + withCode(paths.staffInvitation, code)
}

/** Ends somebody's sign-in and invitations; answers their id, null when there is no such person. */
export async function endStaffMember(tx: Db, email: string, now: Date): Promise<number | null> {
  const ended = { agreed_until: agreedUntil(now), ended_at: now, accepted_at: null, password_hash: null }
  const id = await updateMember(tx, email, ended)
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

/** Removes one of the staff, from the terminal; false when there is nobody with that e-mail. */
export async function removeStaffMember(email: string, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const id = await endStaffMember(tx, email, ctx.now)
    if (id === null) return false
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff ended' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_removed', personId: null, subject: `staff ${id}` })
    return true
  })
}

/**
 * A restored backup has sessions of the staff, and people and roles that were taken away since (R1261). No list says
 * who they were: if a right of staff was taken away since, nobody of them keeps a password, and all are invited anew
 * from the terminal.
 */
export async function endRestoredStaff(tx: Db, revoked: RevokedRight[]): Promise<void> {
  await deleteSessionsOfStaff(tx)
  await endAllLinks(tx, 'staff_invitation')
  if (!revoked.some(isOfStaff)) return
  await tx.updateTable('staff_person').set({ accepted_at: null, password_hash: null }).execute()
  await deleteFactorsOfStaff(tx)
}

export const isOfStaff = ({ kind }: RevokedRight): boolean => kind === 'staff_action'

/** Forgets all wrong tries at one of the staff (R1241); false when there is nobody with that e-mail. */
export async function unlockStaffMember(email: string, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const unlocked = { wrong_tries: 0, locked_until: null, unlocked_at: ctx.now }
    const id = await updateMember(tx, email, unlocked)
    if (id === null) return false
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff unlocked' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_unlocked', personId: null, subject: `staff ${id}` })
    return true
  })
}

const memberColumns = [
  ...(['id', 'name', 'email', 'email_key', 'role', 'language', 'password_hash'] as const),
  ...(['locked_until', 'unlocked_at', 'accepted_at'] as const),
]
export type StaffMember = Pick<Selectable<Tables['staff_person']>, (typeof memberColumns)[number]>

type NewMember = StaffInvitee & Pick<StaffMember, 'email_key' | 'language'> & { invited_at: Date }

/**
 * SQL: now, for somebody who could agree to money as a second person until this change, else the stored moment (R1183).
 */
export const agreedUntil = (now: Date) => sql<Date | null>`
  case when staff_person.role <> 'support' and staff_person.accepted_at is not null and staff_person.ended_at is null
    then ${now}::timestamptz else staff_person.agreed_until end`

/** Adds one of the staff, or updates name and role of a known e-mail; answers their id. */
export async function saveStaffMember(tx: Db, person: NewMember): Promise<number> {
  const { name, email, role, invited_at } = person
  const { id } = await tx
    .insertInto('staff_person')
    .values(person)
    .onConflict(conflict =>
      conflict.column('email_key').doUpdateSet({
        name,
        email,
        role,
        invited_at,
        ended_at: null,
        agreed_until: agreedUntil(invited_at),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Only people who may sign in. */
export function findStaffMemberByEmail(db: Db, emailKey: string): Promise<StaffMember | undefined> {
  const where = { email_key: emailKey, accepted_at: { '<>': null }, ended_at: null }
  return findRow(db, 'staff_person', where, memberColumns)
}

export function findOwners(db: Db) {
  return findRows(db, 'staff_person', {
    where: { role: 'owner', accepted_at: { '<>': null }, ended_at: null },
    columns: ['id', 'email', 'language'],
  })
}

/** Answers the id of whoever has that e-mail and has not ended; null when there is no such person. */
async function updateMember(tx: Db, email: string, set: UpdateObject<Tables, 'staff_person'>) {
  const updated = await tx
    .updateTable('staff_person')
    .set(set)
    .where('email_key', '=', emailKey(email))
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated?.id ?? null
}
