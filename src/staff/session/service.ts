import { randomUUID } from 'node:crypto'
import { emailKey } from '../../account/customer/rules.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../account/password/service.ts'
import { isWithinRateLimit, refundRateLimit } from '../../account/rate-limit/service.ts'
import { consumeSecondFactor } from '../../account/second-factor/code-service.ts'
import { countRecoveryCodes } from '../../account/second-factor/data.ts'
import { openSession } from '../../account/session/session-service.ts'
import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import * as people from '../people/data.ts'
import * as data from './data.ts'
import {
  countStaffTry,
  staffTryLimits as limits,
  readKnownBrowser,
  signKnownBrowser,
} from './known-browser-service.ts'

/** A console session ends after 12 hours at the latest (R960). */
export const staffSessionHours = 12
/** Wrong codes that whoever has the password may try from unknown browsers, and how long these wait then (R1241). */
const maxWrongCodes = 5
const waitMinutes = 15

interface TypedSignIn {
  email: string
  password: string
  code: string
  /** By what the browser is known (R1240); anything else is no browser of ours. */
  browser?: string | undefined
}

interface StartedSession {
  token: string
  browser: string
  /** Where one of them was used. */
  recovery_codes_left: number | null
}

/**
 * Signs one of the staff in by password and second factor. Throws `staff_login_wrong` 401 alike for an unknown e-mail, a
 * wrong password, a wrong or used code, and a person whom unknown browsers have to wait for; `refused_often` 429 for a
 * browser or an address that tried too often (R1240).
 */
export async function signInStaff(
  { email, password, code, browser }: TypedSignIn,
  ctx: RequestContext,
): Promise<StartedSession> {
  const key = emailKey(email)
  const person = await people.findPersonByEmail(ctx.db, key)
  const known = person ? readKnownBrowser(browser, person, ctx) : null
  const attempts = await countStaffTry({ key, person, known }, ctx)
  const isPassword = await verifyPassword(password, person?.password_hash ?? undefined)
  const codes = person && isPassword && !known ? await data.countStaffCode(ctx.db, person.id, ctx.now) : 0
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
  person: people.StaffPerson,
  { password, code, known }: { password: string; code: string; known: string | null },
  ctx: RequestContext,
): Promise<StartedSession | null> {
  const { staffSession } = ctx
  const newHash = needsRehash(person.password_hash ?? '') ? await hashPassword(password) : null
  return ctx.db.transaction().execute(async tx => {
    const owner = { kind: 'staff', id: person.id } as const
    const factor = await consumeSecondFactor(tx, owner, code, ctx)
    if (!factor) return null
    const terms = { replaces: staffSession, provedAt: ctx.now, lastsMs: staffSessionHours * 3_600_000 }
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

/** Unknown browsers wait for a while: somebody has the password, and guesses codes (R1241). */
async function lockAgainstUnknown(person: people.StaffPerson, ctx: RequestContext): Promise<void> {
  const { now } = ctx
  const until = new Date(now.getTime() + waitMinutes * 60_000)
  await ctx.db.transaction().execute(async tx => {
    if (!(await data.lockStaffPerson(tx, person.id, until, now))) return
    await ctx.recordSecurityEvent({ kind: 'alarm', customerId: null, about: 'staff locked' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_locked', personId: person.id })
    await tellOfTries(tx, person, 'password', ctx)
  })
}

/** The person and the owners are told of many wrong tries, from wherever they came. */
async function tellAfterTries(person: people.StaffPerson, ctx: RequestContext): Promise<void> {
  if (await isWithinRateLimit(ctx, limits.untold, person.id)) return
  await ctx.db.transaction().execute(tx => tellOfTries(tx, person, 'nothing', ctx))
}

/** One letter a day to each, so that tries don't become a flood of letters. */
async function tellOfTries(
  tx: Db,
  { id, name, email, language }: people.StaffPerson,
  knows: 'nothing' | 'password',
  ctx: RequestContext,
): Promise<void> {
  const others = (await people.findOwners(tx)).filter(owner => owner.id !== id)
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
