import { sql } from 'kysely'
import { askPrepared } from '../../server/postgres/prepared.ts'
import { deleteRows, insertNewRow, insertRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type Identity, ownedBy } from '../identity/rules.ts'

export interface NewSession {
  token_hash: Buffer
  agent: string
  created_at: Date
  seen_at: Date
  proved_at: Date
  expires_at: Date
}

/** Inserts a session, and deletes the expired ones of the same person. */
export async function insertSession(db: Db, owner: Identity, session: NewSession): Promise<void> {
  await deleteRows(db, 'session', { ...ownedBy(owner), expires_at: { '<=': session.created_at } })
  await insertRow(db, 'session', { ...ownedBy(owner), ...session })
}

/** Which sessions go on: unexpired, and used since then. */
export interface SessionEnds {
  now: Date
  idleSince: Date
}

/** The sessions of a person that have not ended: the current one, then the last used of the others, at most `limit`. */
export async function findActiveSessions(
  db: Db,
  { owner, current, limit }: { owner: Identity; current: Buffer; limit: number },
  ends: SessionEnds,
) {
  return selectActiveSessions(db, owner, ends)
    .select(['id', 'token_hash', 'agent', 'created_at', 'seen_at'])
    .orderBy(sql`token_hash = ${current}`, 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countActiveSessions(db: Db, owner: Identity, ends: SessionEnds): Promise<number> {
  const { total } = await selectActiveSessions(db, owner, ends)
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function selectActiveSessions(db: Db, { kind, id }: Identity, { now, idleSince }: SessionEnds) {
  return db
    .selectFrom('session')
    .where(kind === 'host' ? 'customer_id' : 'person_id', '=', id)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
}

/** The session with that token hash and its customer; undefined when it has ended or the customer is leaving. */
export async function findSession(db: Db, tokenHash: Buffer, { now, idleSince }: SessionEnds) {
  const query = db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['customer.id', 'email', 'name', 'surname', 'language'])
    .select(['shop_customer_id', 'confirmed_at', 'seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .where('deletion_requested_at', 'is', null)
  const [session] = await askPrepared(db, query)
  return session
}

/** Keeps the session from being ended until the transaction is over; false when it has ended. */
export async function lockSession(tx: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the sessions of a person, but the one with that token hash where it is given. */
export async function deleteSessions(db: Db, owner: Identity, current?: Buffer): Promise<void> {
  await deleteRows(db, 'session', { ...ownedBy(owner), ...(current && { token_hash: { '<>': current } }) })
}

/** Nobody of the staff is signed in any more. */
export async function deleteSessionsOfStaff(tx: Db): Promise<void> {
  await tx.deleteFrom('session').where('person_id', 'is not', null).execute()
}

/** Whether that device has signed in to the account with that `emailKey`. */
export async function isDeviceOfEmail(db: Db, key: string, deviceHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .innerJoin('customer', 'customer.id', 'known_device.customer_id')
    .select('customer.id')
    .where('email_key', '=', key)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a device was used; true when it is new and the customer has used others before. */
export async function recordKnownDevice(
  db: Db,
  customer_id: number,
  device_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const anyDevice = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customer_id)
    .limit(1)
    .executeTakeFirst()
  const { numUpdatedRows } = await db
    .updateTable('known_device')
    .set({ seen_at: now })
    .where('customer_id', '=', customer_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return false
  await insertNewRow(db, 'known_device', { customer_id, device_hash, seen_at: now })
  return anyDevice !== undefined
}
