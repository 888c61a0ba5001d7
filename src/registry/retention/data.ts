import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

const dayMs = 86_400_000
/** Hosts may ask who changed what for two years. */
const historyDays = 730
const invitationDays = 30

/** Deletes up to `max` entries of the history of registries; answers how many. */
export async function deleteOldHistory(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - historyDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from registry_change where ctid = any (array(
      select ctid from registry_change where at < ${before} order by at limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` invitations of co-hosts that expired a month ago; answers how many. */
export async function deleteExpiredCoHostInvitations(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - invitationDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from co_host_invitation where ctid = any (array(
      select ctid from co_host_invitation where expires_at < ${before} limit ${max}
      for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
