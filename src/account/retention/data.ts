import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

const dayMs = 86_400_000
/** A device that was not seen for so long is told of again as a new one. */
const deviceDays = 400
/** For so long a used or expired link to confirm an e-mail is told from an unknown one. */
const confirmationDays = 30

/** Deletes up to `max` sessions that have ended; answers how many. */
export async function deleteExpiredSessions(db: Db, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where ctid = any (array(
      select ctid from session where expires_at <= ${now} order by expires_at limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` devices that were not used for more than a year; answers how many. */
export async function deleteForgottenDevices(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - deviceDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from known_device where ctid = any (array(
      select ctid from known_device where seen_at < ${before} order by seen_at limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` codes for a new password that have expired; answers how many. */
export async function deleteExpiredResetCodes(db: Db, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from password_reset where ctid = any (array(
      select ctid from password_reset where expires_at <= ${now} order by expires_at limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` links to sign in that have expired; answers how many. */
export async function deleteExpiredSignInLinks(db: Db, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_in_link where ctid = any (array(
      select ctid from sign_in_link where expires_at <= ${now} limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` links to confirm an e-mail that expired a month ago; answers how many. */
export async function deleteOldConfirmations(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - confirmationDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from email_confirmation where ctid = any (array(
      select ctid from email_confirmation where expires_at < ${before} limit ${max}
      for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
