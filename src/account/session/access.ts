import type { Config } from '../../server/config.ts'
import type { SignedInCustomer } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findSession } from './data.ts'
import { recordSessionUse } from './session-service.ts'

/** How often at most the use of a session is recorded. */
const seenEveryMs = 3_600_000

/** Since when a session must have been used to go on (R109); use is recorded once an hour. */
export function sessionEnds({ SESSION_IDLE_DAYS }: Pick<Config, 'SESSION_IDLE_DAYS'>, now: Date) {
  return { now, idleSince: new Date(now.getTime() - SESSION_IDLE_DAYS * 86_400_000) }
}

/** The customer of a session by its token's hash; null when it has ended or the customer has asked to be deleted. */
export async function findSessionCustomer(
  db: Db,
  tokenHash: Buffer,
  { config, now }: { config: Pick<Config, 'SESSION_IDLE_DAYS'>; now: Date },
): Promise<SignedInCustomer | null> {
  const session = await findSession(db, tokenHash, sessionEnds(config, now))
  if (!session) return null
  const { shop_customer_id, confirmed_at, seen_at, ...person } = session
  await recordSessionUse(db, tokenHash, { seenAt: seen_at, everyMs: seenEveryMs, now })
  const confirmed = confirmed_at !== null
  return { ...person, confirmed, shopCustomerId: confirmed ? shop_customer_id : null }
}
