import type { SignedInStaff } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findStaffSession, type StaffSessionEnds } from './data.ts'

/** After how long without use a session ends (R960). */
const idleMinutes = 60
const minuteMs = 60_000

/** Since when a session must have been used to go on; use is recorded once a minute. */
export function staffSessionEnds(now: Date): StaffSessionEnds {
  return { now, idleSince: new Date(now.getTime() - idleMinutes * minuteMs) }
}

/** Who of the staff has the session with that token hash; null when it has ended. */
export async function findSessionStaff(db: Db, tokenHash: Buffer, now: Date): Promise<SignedInStaff | null> {
  const session = await findStaffSession(db, tokenHash, staffSessionEnds(now))
  if (!session) return null
  const { seen_at, proved_at: provedAt, ...person } = session
  if (now.getTime() - seen_at.getTime() > minuteMs)
    await updateRows(db, 'staff_session', { set: { seen_at: now }, where: { token_hash: tokenHash } })
  return { ...person, provedAt }
}
