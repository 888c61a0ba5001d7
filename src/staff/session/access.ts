import type { SessionEnds } from '../../account/session/data.ts'
import { recordSessionUse } from '../../account/session/session-service.ts'
import type { SignedInStaff } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findStaffSession } from './data.ts'

/** After how long without use a session ends (R960). */
const idleMinutes = 60
const minuteMs = 60_000

/** Since when a session must have been used to go on; use is recorded once a minute. */
export function staffSessionEnds(now: Date): SessionEnds {
  return { now, idleSince: new Date(now.getTime() - idleMinutes * minuteMs) }
}

/** Who of the staff has the session with that token hash; null when it has ended. */
export async function findSessionStaff(db: Db, tokenHash: Buffer, now: Date): Promise<SignedInStaff | null> {
  const session = await findStaffSession(db, tokenHash, staffSessionEnds(now))
  if (!session) return null
  const { seen_at, proved_at: provedAt, ...person } = session
  await recordSessionUse(db, tokenHash, { seenAt: seen_at, everyMs: minuteMs, now })
  return { ...person, provedAt }
}
