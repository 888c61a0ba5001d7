import type { Language } from '../base/language.ts'
import type { Db } from '../server/tables.ts'

export interface NewCustomer {
  email: string
  email_key: string
  name: string
  surname: string
  phone: string | null
  password_hash: string
  language: Language
  created_at: Date
}

/** Keeps a new customer; null when the e-mail's key is taken. */
export async function addCustomer(db: Db, customer: NewCustomer): Promise<number | null> {
  const row = await db
    .insertInto('customer')
    .values(customer)
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function customerByEmail(db: Db, key: string) {
  return db.selectFrom('customer').selectAll().where('email_key', '=', key).executeTakeFirst()
}

export async function customerById(db: Db, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function keepPassword(db: Db, id: number, hash: string): Promise<void> {
  await db.updateTable('customer').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** Begins a session under the token's hash; what of this customer's has run out is swept away. */
export async function beginSession(
  db: Db,
  session: { token_hash: Buffer; customer_id: number; created_at: Date; expires_at: Date },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('customer_id', '=', session.customer_id)
    .where('expires_at', '<=', session.created_at)
    .execute()
  await db.insertInto('session').values(session).execute()
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** Signs the customer out everywhere. */
export async function endSessions(db: Db, customerId: number): Promise<void> {
  await db.deleteFrom('session').where('customer_id', '=', customerId).execute()
}
