import { type Selectable, sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { deleteRows, findRow, findRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

export type StaffPerson = Selectable<Tables['staff_person']>

interface NewPerson {
  name: string
  email: string
  email_key: string
  role: StaffRole
  language: Language
  invited_at: Date
}

/** The moment at which somebody who could agree to money may do so no more, or the one of before (R1183). */
export const agreedUntil = (now: Date) => sql<Date | null>`
  case when staff_person.role <> 'support' and staff_person.accepted_at is not null and staff_person.ended_at is null
    then ${now}::timestamptz else staff_person.agreed_until end`

/** Stores one of the staff, or gives whom we know another name and role; answers their id. */
export async function storePerson(tx: Db, person: NewPerson): Promise<number> {
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

/** What one of the staff signs in with from now on. */
export interface NewSignIn {
  password_hash: string
  sealed_time_secret: string
  last_time_step: number
  language: Language
  accepted_at: Date
  recoveryDigests: Buffer[]
}

/** Replaces what they signed in with, and ends their sessions. */
export async function storeSignIn(tx: Db, personId: number, signIn: NewSignIn): Promise<void> {
  const { recoveryDigests, ...person } = signIn
  await updateRows(tx, 'staff_person', {
    set: { ...person, wrong_tries: 0, locked_until: null },
    where: { id: personId },
  })
  await tx.deleteFrom('staff_session').where('person_id', '=', personId).execute()
  await tx.deleteFrom('staff_recovery_code').where('person_id', '=', personId).execute()
  const codes = recoveryDigests.map(code_digest => ({ person_id: personId, code_digest }))
  if (codes.length > 0) await tx.insertInto('staff_recovery_code').values(codes).execute()
}

/** Those who may sign in, by the key of their e-mail. */
export function findPersonByEmail(db: Db, emailKey: string): Promise<StaffPerson | undefined> {
  return findRow(db, 'staff_person', { email_key: emailKey, accepted_at: { '<>': null }, ended_at: null })
}

/** Whether somebody with that e-mail has joined the staff. */
export async function isActivePerson(db: Db, emailKey: string): Promise<boolean> {
  return (await findPersonByEmail(db, emailKey)) !== undefined
}

/** Where the owners get letters, each in their language. */
export function findOwners(db: Db) {
  return findRows(db, 'staff_person', {
    where: { role: 'owner', accepted_at: { '<>': null }, ended_at: null },
    columns: ['id', 'email', 'language'],
  })
}

/** Lets one of the staff sign in no more, and ends their sessions; answers their id, null when there is no such person. */
export async function endSignIn(tx: Db, emailKey: string, now: Date): Promise<number | null> {
  const ended = await tx
    .updateTable('staff_person')
    .set({
      agreed_until: agreedUntil(now),
      ended_at: now,
      accepted_at: null,
      password_hash: null,
      sealed_time_secret: null,
    })
    .where('email_key', '=', emailKey)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return null
  await tx.deleteFrom('staff_session').where('person_id', '=', ended.id).execute()
  await tx.deleteFrom('staff_recovery_code').where('person_id', '=', ended.id).execute()
  return ended.id
}

/** Uses a recovery code up; false when the person has no such code. */
export async function consumeRecoveryCode(tx: Db, personId: number, digest: Buffer): Promise<boolean> {
  return (await deleteRows(tx, 'staff_recovery_code', { person_id: personId, code_digest: digest })) > 0
}

/** Uses a time step up; false when a code of it, or of a later one, was used before. */
export async function consumeTimeStep(tx: Db, personId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_person')
    .set({ last_time_step: step })
    .where('id', '=', personId)
    .where('last_time_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the same key, sealed with another SECRET. */
export async function updateTimeSecret(tx: Db, personId: number, sealed: string): Promise<void> {
  await updateRows(tx, 'staff_person', { set: { sealed_time_secret: sealed }, where: { id: personId } })
}

export async function endAllStaffSessions(tx: Db): Promise<void> {
  await tx.deleteFrom('staff_session').execute()
}

/** Nobody of the staff can sign in until they are invited anew. */
export async function endAllStaffSignIns(tx: Db): Promise<void> {
  const none = { accepted_at: null, password_hash: null, sealed_time_secret: null }
  await tx.updateTable('staff_person').set(none).execute()
  await tx.deleteFrom('staff_recovery_code').execute()
}

/** Lets all wrong tries count no more; answers their id, null when there is no such person. */
export async function unlockPerson(tx: Db, emailKey: string, now: Date): Promise<number | null> {
  const unlocked = await tx
    .updateTable('staff_person')
    .set({ wrong_tries: 0, locked_until: null, unlocked_at: now })
    .where('email_key', '=', emailKey)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return unlocked?.id ?? null
}
