import { emailKey } from '../../account/customer/rules.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../account/password/service.ts'
import { consumeSecondFactor } from '../../account/second-factor/code-service.ts'
import { AppError } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { recordAudit } from '../audit/service.ts'
import * as people from '../people/data.ts'
import type * as contract from './contract.ts'
import * as data from './data.ts'

/** A console session ends after 12 hours at the latest (R960). */
export const staffSessionHours = 12
const maxWrongTries = 5
const lockMinutes = 15

/**
 * Signs one of the staff in by password and second factor. Throws `staff_login_wrong` 401 alike for an unknown e-mail, a
 * wrong password, a wrong or used code, and a locked person; `refused_often` 429 for too many from one address.
 */
export async function signInStaff(
  { email, password, code }: ParsedOf<typeof contract.staffLogin>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.staffLogin>> {
  await ctx.rateLimit(`staff-login:${ctx.address}`, 50, 900)
  const person = await people.findPersonByEmail(ctx.db, emailKey(email))
  const tries = person ? await data.countStaffTry(ctx.db, person.id, ctx.now) : null
  const isPassword = await verifyPassword(password, person?.password_hash ?? undefined)
  const mayTry = tries !== null && tries <= maxWrongTries
  const reply =
    person && mayTry && isPassword ? await startStaffSession(person, { password, code }, ctx) : null
  if (reply) return reply
  await ctx.recordSecurityEvent({ kind: 'sign_in_failed', customerId: null, about: 'staff' })
  if (person && tries !== null && tries >= maxWrongTries) await lockAndTellOwners(person, ctx)
  throw new AppError('staff_login_wrong', 401)
}

/** Uses the code up and starts a session, in one transaction; null for a wrong code. */
async function startStaffSession(
  person: people.StaffPerson,
  { password, code }: { password: string; code: string },
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.staffLogin> | null> {
  const { now, userAgent, staffSession } = ctx
  const newHash = needsRehash(person.password_hash ?? '') ? await hashPassword(password) : null
  return ctx.db.transaction().execute(async tx => {
    const factor = await consumeSecondFactor(
      tx,
      { kind: 'staff', ...person, sealed_time_secret: person.sealed_time_secret ?? '' },
      { typed: code, store: people },
      ctx,
    )
    if (!factor) return null
    const { token, hash } = ctx.createSessionToken()
    if (staffSession) await data.deleteStaffSession(tx, staffSession)
    const expires_at = new Date(now.getTime() + staffSessionHours * 3_600_000)
    const session = { token_hash: hash, person_id: person.id, agent: userAgent }
    await data.insertStaffSession(tx, { ...session, created_at: now, seen_at: now, expires_at })
    await data.clearStaffTries(tx, person.id)
    if (newHash) await people.updateStaffPasswordHash(tx, person.id, newHash)
    await ctx.recordSecurityEvent({ kind: 'signed_in', customerId: null, about: `staff ${person.id}` }, tx)
    const isRecovery = factor === 'recovery code'
    const action = isRecovery ? 'signed_in_by_recovery_code' : 'signed_in'
    await recordAudit(tx, ctx, { action, personId: person.id })
    return { token, recovery_codes_left: isRecovery ? await people.countRecoveryCodes(tx, person.id) : null }
  })
}

/** Nobody signs in as this person for a while, and the owners are told (R960). */
async function lockAndTellOwners({ id, name }: people.StaffPerson, ctx: RequestContext): Promise<void> {
  const { now } = ctx
  const until = new Date(now.getTime() + lockMinutes * 60_000)
  await ctx.db.transaction().execute(async tx => {
    if (!(await data.lockStaffPerson(tx, id, until, now))) return
    await ctx.recordSecurityEvent({ kind: 'alarm', customerId: null, about: 'staff locked' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_locked', personId: id })
    for (const owner of await people.findOwners(tx))
      await ctx.enqueueEmail(tx, {
        cause: `staff-locked:${id}:${now.getTime()}:${owner.id}`,
        template: 'staff-locked',
        language: owner.language,
        to: owner.email,
        props: { name, at: now.toISOString() },
      })
  })
}
