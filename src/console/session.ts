import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { passwordSchema } from '../account/password/password.contract.ts'
import { hashPassword, needsRehash, verifyPassword } from '../account/password/password.ts'
import type { RateLimit } from '../account/rate-limit.rules.ts'
import { countAttempts, isWithinRateLimit, refundRateLimit } from '../account/rate-limit.ts'
import { secondFactor } from '../account/second-factor/second-factor.contract.ts'
import { countRecoveryCodes } from '../account/second-factor/second-factor.sql.ts'
import { consumeSecondFactor } from '../account/second-factor/second-factor.ts'
import {
  closeSession,
  describeSessions,
  endOtherSessions,
  openSession,
  recordSessionProof,
  recordSessionUse,
  type SessionEnds,
  selectActiveSessions,
} from '../account/session.ts'
import { AppError } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import { dayMs, hourMs } from '../base/durations.ts'
import { boundedText, positiveId } from '../base/fields.ts'
import { isStaffProofFresh } from '../base/staff-effects.ts'
import type { RequestContext, SignedInStaff, StaffContext } from '../server/context/request-context.ts'
import { signText, verifySignedText } from '../server/context/signing.ts'
import { openCall, staffCall, staffRead } from '../server/context/staff-call.ts'
import { askPrepared } from '../server/postgres/prepared.ts'
import { findRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { recordAudit } from './audit.ts'
import { knownBrowserDays, staffLoginSchema } from './console.rules.ts'
import type { StaffMember } from './member.ts'
import * as members from './member.ts'

const maxShownSessions = 100

/** Wrong proofs of one session in so many seconds, so that whoever stole it can't go on guessing. */
const maxWrongProofs = 5
const proofSeconds = 900

export const calls = {
  /** Null when nobody of the staff is signed in. */
  self: openCall({}, async (_, { staff, now }) => {
    if (!staff) return null
    const { name, role, provedAt } = staff
    /** `is_proved`: password and time code were given so lately that nothing asks for them again. */
    return { name, role, is_proved: isStaffProofFresh(provedAt, now) }
  }),
  login: openCall({ ...staffLoginSchema.shape, browser: z.optional(boundedText({ max: 300 })) }, signInStaff),
  proof: staffCall('support', { proof_password: passwordSchema, proof_code: secondFactor }, giveProof),
  logout: staffCall('support', {}, logoutStaff),
  sessions: staffRead('support', {}, listSessions),
  endSessions: staffCall('support', { id: z.optional(positiveId) }, endSessions),
}

/**
 * Proves by password and time code who is there; what makes or moves money asks for it (R1181). Throws
 * `staff_proof_wrong` 422 alike for a wrong password and a wrong or used code, `refused_often` 429. A form that is
 * sent twice proves once: its code would be a used one the second time.
 */
async function giveProof(
  { proof_password: password, proof_code: code }: { proof_password: string; proof_code: string },
  ctx: StaffContext,
) {
  const { db, staff, staffSession, now } = ctx
  const tries = `staff-proof:${staffSession.toString('hex')}`
  await ctx.rateLimit(tries, maxWrongProofs, proofSeconds)
  const person = await findRow(db, 'staff_person', { id: staff.id }, ['password_hash'])
  const isPassword = await verifyPassword(password, person?.password_hash ?? undefined)
  const isProved =
    person &&
    isPassword &&
    (await db.transaction().execute(async tx => {
      if (!(await consumeSecondFactor(tx, { kind: 'staff', id: staff.id }, code, ctx))) return false
      await recordSessionProof(tx, staffSession, now)
      await recordAudit(tx, ctx, { action: 'proof_given' })
      return true
    }))
  if (isProved || (isPassword && (await isProvedMeanwhile(ctx)))) {
    await ctx.refundAttempt(tries, proofSeconds)
    // Later checks in this request see the fresh proof.
    staff.provedAt = now
    return
  }
  await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: null, about: 'staff proof' })
  throw new AppError('staff_proof_wrong', 422, { fields: { proof_code: 'staff_proof_wrong' } })
}

async function isProvedMeanwhile({ db, staffSession, now }: StaffContext): Promise<boolean> {
  const session = await findStaffSession(db, staffSession, now)
  return isStaffProofFresh(session?.proved_at ?? null, now)
}

async function logoutStaff(_: object, ctx: StaffContext) {
  await ctx.db.transaction().execute(async tx => {
    await closeSession(tx, ctx.staffSession)
    await recordStaffEvent(tx, 'signed_out', ctx)
  })
}

/** Where this person is signed in to the console, last used first. */
async function listSessions(_: object, { db, staff, staffSession, now }: StaffContext) {
  const owner = { kind: 'staff', id: staff.id } as const
  const which = { owner, current: staffSession, limit: maxShownSessions }
  const { sessions } = await describeSessions(db, which, staffSessionEnds(now))
  return { sessions, recovery_codes_left: await countRecoveryCodes(db, owner) }
}

/** Ends one session of this person, or all others when none is named. */
async function endSessions({ id }: { id?: number | undefined }, ctx: StaffContext) {
  const { db, staff, staffSession } = ctx
  await db.transaction().execute(async tx => {
    await endOtherSessions(tx, { kind: 'staff', id: staff.id }, { id, current: staffSession })
    await recordStaffEvent(tx, 'sessions_ended', ctx)
  })
}

async function recordStaffEvent(tx: Db, kind: 'signed_out' | 'sessions_ended', ctx: StaffContext) {
  await ctx.recordSecurityEvent({ kind, customerId: null, about: `staff ${ctx.staff.id}` }, tx)
  await recordAudit(tx, ctx, { action: kind })
}

/** A console session ends after 12 hours at the latest (R960). */
const staffSessionHours = 12
/** Wrong codes that whoever has the password may try from unknown browsers, and how long these wait then (R1241). */
const maxWrongCodes = 5
const waitMinutes = 15

interface TypedSignIn {
  email: string
  password: string
  code: string
  /** The signed id of a known browser (R1240). */
  browser?: string | undefined
}

interface StartedSession {
  token: string
  browser: string
  /** Null unless a recovery code was used. */
  recovery_codes_left: number | null
}

/**
 * Signs one of the staff in by password and second factor. Throws `staff_login_wrong` 401 alike for an unknown e-mail, a
 * wrong password, a wrong or used code, and a person whom unknown browsers have to wait for; `refused_often` 429 for a
 * browser or an address that tried too often (R1240).
 */
async function signInStaff({ email, password, code, browser }: TypedSignIn, ctx: RequestContext) {
  const key = emailKey(email)
  const person = await members.findStaffMemberByEmail(ctx.db, key)
  const known = person ? readKnownBrowser(browser, person, ctx) : null
  const attempts = await countStaffTry({ key, person, known }, ctx)
  const isPassword = await verifyPassword(password, person?.password_hash ?? undefined)
  const codes = person && isPassword && !known ? await countStaffCode(ctx.db, person.id, ctx.now) : 0
  const mayTryCode = isPassword && codes !== null && codes <= maxWrongCodes
  const reply = person && mayTryCode ? await startStaffSession(person, { password, code, known }, ctx) : null
  if (reply) {
    for (const { limit, subject } of attempts) await refundRateLimit(ctx, limit, subject)
    return reply
  }
  await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: null, about: 'staff' })
  if (person && codes !== null && codes >= maxWrongCodes) await lockAgainstUnknown(person, ctx)
  if (person) await tellAfterTries(person, ctx)
  throw new AppError('staff_login_wrong', 401)
}

/** Uses the code up and starts a session, in one transaction; null for a wrong code. */
async function startStaffSession(
  person: members.StaffMember,
  { password, code, known }: { password: string; code: string; known: string | null },
  ctx: RequestContext,
): Promise<StartedSession | null> {
  const { staffSession } = ctx
  const newHash = needsRehash(person.password_hash ?? '') ? await hashPassword(password) : null
  return ctx.db.transaction().execute(async tx => {
    const owner = { kind: 'staff', id: person.id } as const
    const factor = await consumeSecondFactor(tx, owner, code, ctx)
    if (!factor) return null
    const terms = { replaces: staffSession, provedAt: ctx.now, lastsMs: staffSessionHours * hourMs }
    const token = await openSession(tx, owner, terms, ctx)
    // The wrong codes before count no more.
    if (!known)
      await updateRows(tx, 'staff_person', {
        set: { wrong_tries: 0, locked_until: null },
        where: { id: person.id },
      })
    if (newHash)
      await updateRows(tx, 'staff_person', { set: { password_hash: newHash }, where: { id: person.id } })
    await ctx.recordSecurityEvent({ kind: 'signed_in', customerId: null, about: `staff ${person.id}` }, tx)
    const isRecovery = factor === 'recovery code'
    const action = isRecovery ? 'signed_in_by_recovery_code' : 'signed_in'
    await recordAudit(tx, ctx, { action, personId: person.id })
    const recovery_codes_left = isRecovery ? await countRecoveryCodes(tx, owner) : null
    return { token, browser: signKnownBrowser(known ?? randomUUID(), person, ctx), recovery_codes_left }
  })
}

/** Makes unknown browsers wait: somebody has the password and guesses codes (R1241). */
async function lockAgainstUnknown(person: members.StaffMember, ctx: RequestContext): Promise<void> {
  const { now } = ctx
  const until = new Date(now.getTime() + waitMinutes * 60_000)
  await ctx.db.transaction().execute(async tx => {
    if (!(await lockOutStaffMember(tx, person.id, until, now))) return
    await ctx.recordSecurityEvent({ kind: 'alarm', customerId: null, about: 'staff locked' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_locked', personId: person.id })
    await tellOfTries(tx, person, 'password', ctx)
  })
}

/** Tells the person and the owners of many wrong tries, from wherever they came. */
async function tellAfterTries(person: members.StaffMember, ctx: RequestContext): Promise<void> {
  if (await isWithinRateLimit(ctx, staffTryLimits.untold, person.id)) return
  await ctx.db.transaction().execute(tx => tellOfTries(tx, person, 'nothing', ctx))
}

/** One letter a day to each, so that tries don't become a flood of letters. */
async function tellOfTries(
  tx: Db,
  { id, name, email, language }: members.StaffMember,
  knows: 'nothing' | 'password',
  ctx: RequestContext,
): Promise<void> {
  const others = (await members.findOwners(tx)).filter(owner => owner.id !== id)
  const at = ctx.now.toISOString()
  for (const to of [{ id, email, language }, ...others])
    await ctx.enqueueEmail(tx, {
      cause: `staff-tries:${id}:${knows}:${dayInAthens(ctx.now)}:${to.id}`,
      template: 'staff-tries',
      language: to.language,
      to: to.email,
      props: { name, at, knows },
    })
}

const seconds = 15 * 60

/**
 * Wrong tries at the console's sign-in (R1240). No limit is shared by everybody, so that nobody can shut somebody else
 * out.
 */
const staffTryLimits = {
  fromAddress: { name: 'staff-login', max: 50, seconds },
  fromAddressToPerson: { name: 'staff-login', max: 5, seconds },
  fromKnownBrowser: { name: 'staff-browser', max: 5, seconds },
  /** Tries at one person from everywhere before they are told. */
  untold: { name: 'staff-untold', max: 4, seconds },
} satisfies Record<string, RateLimit>

type SignedFor = Pick<StaffMember, 'id' | 'accepted_at'>

/** What the cookie of a browser says in which this person has signed in; a new invitation makes it unknown again. */
function signKnownBrowser(id: string, person: SignedFor, { config, now }: RequestContext): string {
  const until = new Date(now.getTime() + knownBrowserDays * dayMs)
  return signText('cookie staffBrowser', `${ownerOf(person)}-${id}`, config, until)
}

/** The id of a browser that this person has signed in with; null for any other. */
function readKnownBrowser(signed: string | undefined, person: SignedFor, { config, now }: RequestContext) {
  const text = signed === undefined ? null : verifySignedText('cookie staffBrowser', signed, config, now)
  const owner = `${ownerOf(person)}-`
  return text?.startsWith(owner) ? text.slice(owner.length) : null
}

const ownerOf = ({ id, accepted_at }: SignedFor) => `${id}-${accepted_at?.getTime() ?? 0}`

/**
 * Counts a try before anything is verified, so that simultaneous ones count too; answers what was counted. A known browser
 * counts apart from its address. Throws `refused_often` 429.
 */
async function countStaffTry(
  { key, person, known }: { key: string; person: StaffMember | undefined; known: string | null },
  ctx: RequestContext,
) {
  const since = person?.unlocked_at?.getTime() ?? 0
  if (known)
    return countAttempts(ctx, [{ limit: staffTryLimits.fromKnownBrowser, subject: `${known}:${since}` }])
  return countAttempts(ctx, [
    { limit: staffTryLimits.fromAddress, subject: ctx.address },
    { limit: staffTryLimits.fromAddressToPerson, subject: `${ctx.address}:${key}:${since}` },
  ])
}

/** After how long without use a session ends (R960). */
const idleMinutes = 60
const minuteMs = 60_000

/** Since when a session must have been used to go on; use is recorded once a minute. */
export function staffSessionEnds(now: Date): SessionEnds {
  return { now, idleSince: new Date(now.getTime() - idleMinutes * minuteMs) }
}

/** Who of the staff has the session with that token hash; null when it has ended. */
export async function findSessionStaff(db: Db, tokenHash: Buffer, now: Date): Promise<SignedInStaff | null> {
  const session = await findStaffSession(db, tokenHash, now)
  if (!session) return null
  const { seen_at, proved_at: provedAt, ...person } = session
  await recordSessionUse(db, tokenHash, { seenAt: seen_at, everyMs: minuteMs, now })
  return { ...person, provedAt }
}

/** The session with that token hash, and whose it is; undefined when it or the person has ended. */
async function findStaffSession(db: Db, tokenHash: Buffer, now: Date) {
  const query = selectActiveSessions(db, staffSessionEnds(now))
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['staff_person.id', 'name', 'email', 'role', 'seen_at', 'proved_at'])
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
  const [session] = await askPrepared(db, query)
  return session
}

/** Counts a code before it is compared, so that simultaneous ones count too; null while unknown browsers wait. */
async function countStaffCode(db: Db, personId: number, now: Date): Promise<number | null> {
  const counted = await db
    .updateTable('staff_person')
    .set(row => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('id', '=', personId)
    .where(where => where.or([where('locked_until', 'is', null), where('locked_until', '<=', now)]))
    .returning('wrong_tries')
    .executeTakeFirst()
  return counted?.wrong_tries ?? null
}

/** Makes unknown browsers wait and resets the count; false when another wrong code has just done so. */
async function lockOutStaffMember(tx: Db, personId: number, until: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_person')
    .set({ locked_until: until, wrong_tries: 0 })
    .where('id', '=', personId)
    .where(where => where.or([where('locked_until', 'is', null), where('locked_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
