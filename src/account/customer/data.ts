import type { Selectable } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { CustomerTable, Db } from '../../server/postgres/tables.ts'

export interface NewCustomer {
  email: string
  email_key: string
  name: string
  surname: string
  phone: string | null
  password_hash: string
  language: Language
  created_at: Date
  confirmed_at?: Date
  shop_customer_id?: number
}

export type CustomerRow = Selectable<CustomerTable>

/** Keeps a new customer; null when the e-mail's key is taken. */
export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number | null> {
  const row = await db
    .insertInto('customer')
    .values({ ...customer, shop_link_due_at: customer.created_at })
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findCustomerByEmail(db: Db, key: string) {
  return db.selectFrom('customer').selectAll().where('email_key', '=', key).executeTakeFirst()
}

export async function findCustomerById(db: Db, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Those of them whose accounts stand. */
export async function findCustomersByIds(db: Db, ids: (number | null)[]) {
  const known = ids.filter(id => id !== null)
  return db.selectFrom('customer').selectAll().where('id', 'in', known).execute()
}

export async function updatePasswordHash(db: Db, id: number, hash: string): Promise<void> {
  await db.updateTable('customer').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** Begins a session under the token's hash; what of this customer's has run out is swept away. */
export async function insertSession(
  db: Db,
  session: {
    token_hash: Buffer
    customer_id: number
    agent: string
    created_at: Date
    seen_at: Date
    expires_at: Date
  },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('customer_id', '=', session.customer_id)
    .where('expires_at', '<=', session.created_at)
    .execute()
  await db.insertInto('session').values(session).execute()
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** Signs the customer out everywhere. */
export async function deleteAllSessions(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('session').where('customer_id', '=', customerId).execute()
}

/** Signs the customer out everywhere but in that session. */
export async function deleteOtherSessions(db: Db, customerId: number, kept: Buffer): Promise<void> {
  await db
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('token_hash', '<>', kept)
    .execute()
}

/** Notes a device as used; true when it is new beside others. */
export async function recordKnownDevice(
  db: Db,
  customer_id: number,
  device_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const others = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customer_id)
    .limit(1)
    .executeTakeFirst()
  const known = await db
    .updateTable('known_device')
    .set({ seen_at: now })
    .where('customer_id', '=', customer_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return false
  await db
    .insertInto('known_device')
    .values({ customer_id, device_hash, seen_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return others !== undefined
}

/** Somebody who asked to leave stays. */
export async function cancelDeletion(db: Db, id: number): Promise<void> {
  await db.updateTable('customer').set({ deletion_requested_at: null }).where('id', '=', id).execute()
}

/** Keeps the code's hash for that customer in place of any before it. */
export async function savePasswordResetCode(
  db: Db,
  code: { customer_id: number; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('password_reset')
    .values(code)
    .onConflict(conflict => conflict.column('customer_id').doUpdateSet(code))
    .execute()
}

/** A code that was asked for before the password changed is good for nothing. */
export async function deletePasswordResetCode(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('customer_id', '=', customerId).execute()
}

/** What somebody brings who says he was sent a code. */
export interface PasswordResetAttempt {
  email_key: string
  code_hash: Buffer
  now: Date
}

/** Whether it is the living code of that e-mail. */
export async function isPasswordResetCodeValid(db: Db, code: PasswordResetAttempt): Promise<boolean> {
  const row = await db
    .selectFrom('password_reset')
    .innerJoin('customer', 'customer.id', 'password_reset.customer_id')
    .select('customer.id')
    .where('email_key', '=', code.email_key)
    .where('code_hash', '=', code.code_hash)
    .where('expires_at', '>', code.now)
    .executeTakeFirst()
  return row !== undefined
}

/** The code's customer, and the code is spent: of two who come with it at once, one gets an answer. */
export async function consumePasswordResetCode(db: Db, code: PasswordResetAttempt) {
  return db
    .deleteFrom('password_reset')
    .using('customer')
    .whereRef('customer.id', '=', 'password_reset.customer_id')
    .where('email_key', '=', code.email_key)
    .where('code_hash', '=', code.code_hash)
    .where('expires_at', '>', code.now)
    .returning(['customer.id', 'customer.email', 'customer.language'])
    .executeTakeFirst()
}
