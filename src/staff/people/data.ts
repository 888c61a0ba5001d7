import { type Selectable, sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

const personColumns = [
  ...(['id', 'name', 'email', 'email_key', 'role', 'language', 'password_hash'] as const),
  ...(['locked_until', 'unlocked_at', 'accepted_at'] as const),
]
export type StaffPerson = Pick<Selectable<Tables['staff_person']>, (typeof personColumns)[number]>

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

/** Those who may sign in, by the key of their e-mail. */
export function findPersonByEmail(db: Db, emailKey: string): Promise<StaffPerson | undefined> {
  const where = { email_key: emailKey, accepted_at: { '<>': null }, ended_at: null }
  return findRow(db, 'staff_person', where, personColumns)
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

/** Takes away what one of the staff signs in with; answers their id, null when there is no such person. */
export async function markEnded(tx: Db, emailKey: string, now: Date): Promise<number | null> {
  const ended = await tx
    .updateTable('staff_person')
    .set({ agreed_until: agreedUntil(now), ended_at: now, accepted_at: null, password_hash: null })
    .where('email_key', '=', emailKey)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended?.id ?? null
}

/** Nobody of the staff has a password until they are invited anew. */
export async function endAllStaffPasswords(tx: Db): Promise<void> {
  await tx.updateTable('staff_person').set({ accepted_at: null, password_hash: null }).execute()
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
