import { verifyPassword } from '../../account/password/service.ts'
import { consumeSecondFactor } from '../../account/second-factor/code-service.ts'
import { countRecoveryCodes } from '../../account/second-factor/data.ts'
import {
  closeSession,
  describeSessions,
  endOtherSessions,
  recordSessionProof,
} from '../../account/session/session-service.ts'
import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { isStaffProofFresh } from '../../base/staff-effects.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext, StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import { staffSessionEnds } from './access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { signInStaff } from './service.ts'

/** So many are shown; a person of the staff has a few. */
const maxShownSessions = 100

/** So many wrong tries of one session in so many seconds: a stolen one guesses no further. */
const maxWrongProofs = 5
const proofSeconds = 900

export const calls: Handler[] = [
  handle(contract.findStaffSelf, async (_, { staff, now }: RequestContext) => ({
    staff: staff && { ...staff, is_proved: isStaffProofFresh(staff.provedAt, now) },
  })),
  handle(contract.staffLogin, signInStaff),
  handle(contract.giveStaffProof, giveProof),
  handle(contract.staffLogout, logoutStaff),
  handle(contract.listStaffSessions, listSessions),
  handle(contract.endStaffSessions, endSessions),
]

/**
 * Throws `staff_proof_wrong` 422 alike for a wrong password and a wrong or used code, `refused_often` 429. A form that is
 * sent twice proves once: its code would be a used one the second time.
 */
async function giveProof(
  { proof_password: password, proof_code: code }: ParsedOf<typeof contract.giveStaffProof>,
  ctx: StaffContext,
) {
  const { db, staff, staffSession, now } = ctx
  const tries = `staff-proof:${staffSession.toString('hex')}`
  await ctx.rateLimit(tries, maxWrongProofs, proofSeconds)
  const person = await findRow(db, 'staff_person', { id: staff.id })
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
    return {}
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
  return {}
}

async function listSessions(_: object, { db, staff, staffSession, now }: StaffContext) {
  const owner = { kind: 'staff', id: staff.id } as const
  const which = { owner, current: staffSession, limit: maxShownSessions }
  const { sessions } = await describeSessions(db, which, staffSessionEnds(now))
  return { sessions, recovery_codes_left: await countRecoveryCodes(db, owner) }
}

async function endSessions({ id }: ParsedOf<typeof contract.endStaffSessions>, ctx: StaffContext) {
  const { db, staff, staffSession } = ctx
  await db.transaction().execute(async tx => {
    await endOtherSessions(tx, { kind: 'staff', id: staff.id }, { id, current: staffSession })
    await recordStaffEvent(tx, 'sessions_ended', ctx)
  })
  return {}
}

async function recordStaffEvent(
  tx: Db,
  kind: 'signed_out' | 'sessions_ended',
  ctx: StaffContext,
): Promise<void> {
  await ctx.recordSecurityEvent({ kind, customerId: null, about: `staff ${ctx.staff.id}` }, tx)
  await recordAudit(tx, ctx, { action: kind })
}
