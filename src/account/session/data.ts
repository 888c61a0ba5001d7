import { sql } from 'kysely'
import { askPrepared } from '../../server/postgres/prepared.ts'
import { insertNewRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

export interface NewSession {
  token_hash: Buffer
  customer_id: number
  agent: string
  created_at: Date
  seen_at: Date
  proved_at: Date
  expires_at: Date
}

/** Inserts a session, and deletes the expired ones of the same customer. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .deleteFrom('session')
    .where('customer_id', '=', session.customer_id)
    .where('expires_at', '<=', session.created_at)
    .execute()
  await db.insertInto('session').values(session).execute()
}

/** Which sessions go on: unexpired, and used since then. */
export interface SessionEnds {
  now: Date
  idleSince: Date
}

/** The customer's sessions that have not ended: the current one, then the last used of the others, at most `limit`. */
export async function findActiveSessions(
  db: Db,
  { customerId, current, limit }: { customerId: number; current: Buffer; limit: number },
  ends: SessionEnds,
) {
  return selectActiveSessions(db, customerId, ends)
    .select(['id', 'token_hash', 'agent', 'created_at', 'seen_at'])
    .orderBy(sql`token_hash = ${current}`, 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countActiveSessions(db: Db, customerId: number, ends: SessionEnds): Promise<number> {
  const { total } = await selectActiveSessions(db, customerId, ends)
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function selectActiveSessions(db: Db, customerId: number, { now, idleSince }: SessionEnds) {
  return db
    .selectFrom('session')
    .where('customer_id', '=', customerId)
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

/** Deletes the customer's sessions, but the one with that token hash where it is given. */
export async function deleteSessions(db: Db, customerId: number, current?: Buffer): Promise<void> {
  await db
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .$if(current !== undefined, query => query.where('token_hash', '<>', current ?? Buffer.alloc(0)))
    .execute()
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
