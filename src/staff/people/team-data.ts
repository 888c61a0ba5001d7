import { sql } from 'kysely'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { agreedUntil } from './data.ts'

/** Everybody who is or was one of the staff, those who are first. */
export function findTeam(db: Db, id: number | null = null) {
  return db
    .selectFrom('staff_person')
    .select(['id', 'name', 'email', 'role', 'accepted_at', 'ended_at', 'locked_until'])
    .select(row =>
      row
        .selectFrom('recovery_code')
        .innerJoin('second_factor', 'second_factor.id', 'factor_id')
        .select(codes => codes.fn.countAll<number>().as('left'))
        .whereRef('second_factor.person_id', '=', 'staff_person.id')
        .as('recovery_codes_left'),
    )
    .$if(id !== null, query => query.where('id', '=', id ?? 0))
    .orderBy(sql`ended_at is not null`)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
}

/** Where these of the staff are signed in, last used first. */
export function findTeamSessions(db: Db, ends: { now: Date; idleSince: Date }) {
  return db
    .selectFrom('session')
    .select(['person_id', 'agent', 'seen_at'])
    .where('person_id', 'is not', null)
    .where('expires_at', '>', ends.now)
    .where('seen_at', '>', ends.idleSince)
    .orderBy('seen_at', 'desc')
    .limit(1000)
    .execute()
}

/**
 * Locks the owners until the transaction ends, and answers their ids: of two owners who remove each other at the same
 * moment, one is left.
 */
export async function lockOwners(tx: Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('staff_person')
    .select('id')
    .where('role', '=', 'owner')
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** One of the staff who has not ended, locked; undefined for nobody. */
export function lockTeamMember(tx: Db, id: number) {
  return tx
    .selectFrom('staff_person')
    .select(['id', 'name', 'email', 'role', 'language'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateTeamRole(tx: Db, id: number, role: StaffRole, now: Date): Promise<void> {
  await tx
    .updateTable('staff_person')
    .set({ role, agreed_until: agreedUntil(now) })
    .where('id', '=', id)
    .execute()
}

/** Takes away the password of one of the staff. */
export async function clearTeamPassword(tx: Db, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_person')
    .set({ agreed_until: agreedUntil(now), accepted_at: null, password_hash: null })
    .where('id', '=', id)
    .execute()
}
