import type { Db } from '../../server/postgres/tables.ts'

/** The session with that token hash, and whose it is; undefined when it or the person has ended. */
export function findStaffSession(db: Db, tokenHash: Buffer, ends: { now: Date; idleSince: Date }) {
  return db
    .selectFrom('session')
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['staff_person.id', 'name', 'email', 'role', 'seen_at', 'proved_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', ends.now)
    .where('seen_at', '>', ends.idleSince)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Counts a code before it is compared, so that simultaneous ones count too; null while unknown browsers wait. */
export async function countStaffCode(db: Db, personId: number, now: Date): Promise<number | null> {
  const counted = await db
    .updateTable('staff_person')
    .set(row => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('id', '=', personId)
    .where(where => where.or([where('locked_until', 'is', null), where('locked_until', '<=', now)]))
    .returning('wrong_tries')
    .executeTakeFirst()
  return counted?.wrong_tries ?? null
}

/** Lets unknown browsers wait, and begins to count anew; false when another wrong code has done so. */
export async function lockStaffPerson(tx: Db, personId: number, until: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_person')
    .set({ locked_until: until, wrong_tries: 0 })
    .where('id', '=', personId)
    .where(where => where.or([where('locked_until', 'is', null), where('locked_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
