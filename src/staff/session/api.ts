import * as z from 'zod/mini'
import { passwordSchema } from '../../account/password/contract.ts'
import { verifyPassword } from '../../account/password/service.ts'
import { consumeSecondFactor } from '../../account/second-factor/code-service.ts'
import { secondFactor } from '../../account/second-factor/contract.ts'
import { countRecoveryCodes } from '../../account/second-factor/data.ts'
import {
  closeSession,
  describeSessions,
  endOtherSessions,
  recordSessionProof,
} from '../../account/session/session-service.ts'
import { AppError } from '../../base/app-error.ts'
import { boundedText, positiveId } from '../../base/fields.ts'
import { isStaffProofFresh } from '../../base/staff-effects.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { openCall, staffCall, staffRead } from '../../server/context/staff-call.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import { staffSessionEnds } from './access.ts'
import * as data from './data.ts'
import { staffLoginSchema } from './rules.ts'
import { signInStaff } from './service.ts'

/** So many are shown; a person of the staff has a few. */
const maxShownSessions = 100

/** So many wrong tries of one session in so many seconds: a stolen one guesses no further. */
const maxWrongProofs = 5
const proofSeconds = 900

export const calls = {
  /** Who of the staff is signed in; null for nobody. */
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
    // What follows in this request is done by whoever has just proved it.
    staff.provedAt = now
    return
  }
  await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: null, about: 'staff proof' })
  throw new AppError('staff_proof_wrong', 422, { fields: { proof_code: 'staff_proof_wrong' } })
}

async function isProvedMeanwhile({ db, staffSession, now }: StaffContext): Promise<boolean> {
  const session = await data.findStaffSession(db, staffSession, staffSessionEnds(now))
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

async function recordStaffEvent(
  tx: Db,
  kind: 'signed_out' | 'sessions_ended',
  ctx: StaffContext,
): Promise<void> {
  await ctx.recordSecurityEvent({ kind, customerId: null, about: `staff ${ctx.staff.id}` }, tx)
  await recordAudit(tx, ctx, { action: kind })
}
