import { emailKey } from '../account/customer/customer.rules.ts'
import { hashPassword } from '../account/password/password.ts'
import { findFactor } from '../account/second-factor/second-factor.sql.ts'
import { openTimeSecret, sealTimeSecret } from '../account/second-factor/second-factor.ts'
import * as people from '../console/people.ts'
import {
  endStaffPerson,
  inviteStaffPerson,
  type StaffInvitee,
  storeSignIn,
  unlockStaffPerson,
} from '../console/people.ts'
import { type AppDependencies, createJobContext } from './context.ts'

/** Invites one of the staff by letter, and answers the link (R960). */
export function inviteStaff(dependencies: AppDependencies, invitee: StaffInvitee): Promise<string> {
  return inviteStaffPerson(invitee, createJobContext(dependencies))
}

/** Ends the access of one of the staff; false when there is nobody with that e-mail (R960). */
export function endStaff(dependencies: AppDependencies, email: string): Promise<boolean> {
  return endStaffPerson(email, createJobContext(dependencies))
}

/** Forgets all wrong tries at one of the staff; false when there is nobody with that e-mail (R1241). */
export function unlockStaff(dependencies: AppDependencies, email: string): Promise<boolean> {
  return unlockStaffPerson(email, createJobContext(dependencies))
}

interface DemoStaff {
  name: string
  email: string
  password: string
  /** Of the time codes, in base 32. */
  secret: string
}

/**
 * Makes the one staff person of the demonstration, whose sign-in is published; anywhere else (`isDemonstration` false)
 * ends them, in case the database was a demonstration's.
 */
export async function keepDemoStaff(
  dependencies: AppDependencies,
  { name, email, password, secret }: DemoStaff,
  isDemonstration: boolean,
): Promise<void> {
  const ctx = createJobContext(dependencies)
  const { db, now, config } = ctx
  const email_key = emailKey(email)
  const known = await people.findPersonByEmail(db, email_key)
  if (!isDemonstration) return void (known && (await endStaffPerson(email, ctx)))
  if (known) {
    const owner = { kind: 'staff', id: known.id } as const
    const sealed = (await findFactor(db, owner))?.sealed_time_secret ?? ''
    if (openTimeSecret(sealed, owner, config)?.text === secret) return
  }
  const person = { name, email, email_key, role: 'owner' as const, language: config.STAFF_LANGUAGE }
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async tx => {
    const id = await people.storePerson(tx, { ...person, invited_at: now })
    const sealedTimeSecret = sealTimeSecret(secret, { kind: 'staff', id }, config)
    const { language } = person
    const signIn = { passwordHash, sealedTimeSecret, lastTimeStep: 0, language, recoveryDigests: [] }
    await storeSignIn(tx, id, signIn, now)
  })
}
