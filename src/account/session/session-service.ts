import { authorize } from '../../base/app-error.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type Identity, ownedBy } from '../identity/rules.ts'
import * as data from './data.ts'
import { parseUserAgent } from './device-rules.ts'

/** Opens a session with a new token, which it answers; it replaces the one that the request came with. */
export async function openSession(
  tx: Db,
  owner: Identity,
  { replaces, provedAt, lastsMs }: { replaces: Buffer | null; provedAt: Date; lastsMs: number },
  { now, userAgent, createSessionToken }: RequestContext,
): Promise<string> {
  const { token, hash } = createSessionToken()
  if (replaces) await closeSession(tx, replaces)
  const times = { created_at: now, seen_at: now, proved_at: provedAt }
  const expires_at = new Date(now.getTime() + lastsMs)
  await data.insertSession(tx, owner, { token_hash: hash, agent: userAgent, ...times, expires_at })
  return token
}

/** Records that a session was used now, once in so many milliseconds. */
export async function recordSessionUse(
  db: Db,
  token_hash: Buffer,
  { seenAt, everyMs, now }: { seenAt: Date; everyMs: number; now: Date },
): Promise<void> {
  if (now.getTime() - seenAt.getTime() > everyMs)
    await updateRows(db, 'session', { set: { seen_at: now }, where: { token_hash } })
}

/** Records that who they are was proved in a session now. */
export async function recordSessionProof(db: Db, token_hash: Buffer, now: Date): Promise<void> {
  await updateRows(db, 'session', { set: { proved_at: now }, where: { token_hash } })
}

export async function closeSession(db: Db, token_hash: Buffer): Promise<void> {
  await deleteRows(db, 'session', { token_hash })
}

/** Where a person is signed in, last used first: the current session and at most `limit` others, and how many there are. */
export async function describeSessions(
  db: Db,
  { owner, current, limit }: { owner: Identity; current: Buffer; limit: number },
  ends: data.SessionEnds,
) {
  const rows = await data.findActiveSessions(db, { owner, current, limit }, ends)
  const total = rows.length > limit ? await data.countActiveSessions(db, owner, ends) : rows.length
  const lastUsedFirst = rows.toSorted(
    (one, other) => other.seen_at.getTime() - one.seen_at.getTime() || other.id - one.id,
  )
  const sessions = lastUsedFirst.map(row => ({
    id: row.id,
    current: row.token_hash.equals(current),
    ...parseUserAgent(row.agent),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
  }))
  return { sessions, total }
}

/** Ends one session of a person, or all but the current one when none is named. Throws `refused_missing` 404. */
export async function endOtherSessions(
  db: Db,
  owner: Identity,
  { id, current }: { id: number | undefined; current: Buffer },
): Promise<void> {
  if (id === undefined) await data.deleteSessions(db, owner, current)
  else authorize((await deleteRows(db, 'session', { ...ownedBy(owner), id })) > 0)
}
