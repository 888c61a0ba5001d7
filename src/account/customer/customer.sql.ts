import { type Insertable, type Selectable, sql } from 'kysely'
import { hourMs } from '../../base/durations.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { stopHours } from '../email-change/email-change.rules.ts'

export type CustomerRow = Selectable<Tables['customer']>
/** Whose account it is, and how they are written to. */
export type AccountOwner = Pick<CustomerRow, 'id' | 'email' | 'language'>

type NewCustomer = Insertable<Tables['customer']> & { created_at: Date }

/** Whether the account was made by the shop's password and its e-mail is not confirmed yet (R1221). */
export function isFromShop({
  confirmed_at,
  shop_customer_id,
}: Pick<CustomerRow, 'confirmed_at' | 'shop_customer_id'>): boolean {
  return confirmed_at === null && shop_customer_id !== null
}

/** Answers the new id; null when the e-mail has an account, or its owner may still take it back (R128). */
export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number | null> {
  if (await isEmailHeldForOwner(db, customer.email_key, customer.created_at)) return null
  const row = await db
    .insertInto('customer')
    .values({ ...customer, shop_link_due_at: customer.created_at })
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether an account gave up this address so recently that only it may take it (R128). */
export async function isEmailHeldForOwner(db: Db, key: string, now: Date, ownId = 0): Promise<boolean> {
  const row = await db
    .selectFrom('email_change')
    .select('id')
    .where('old_email_key', '=', key)
    .where('customer_id', '<>', ownId)
    .where('stopped_at', 'is', null)
    .where('confirmed_at', '>', new Date(now.getTime() - stopHours * hourMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findCustomerByEmail(db: Db, key: string) {
  return db.selectFrom('customer').selectAll().where('email_key', '=', key).executeTakeFirst()
}

export async function findCustomerById(db: Db, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks the account until the transaction ends, before anything else of it: what grants its rights and what revokes
 * them wait for each other (R1220). Rows that refer to it can be inserted meanwhile.
 */
export async function lockCustomer(tx: Db, id: number) {
  return tx.selectFrom('customer').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The customers with these ids, in no order; null stands for a co-host that a registry does not have. */
export async function findCustomersByIds(db: Db, ids: (number | null)[]) {
  const known = ids.filter(id => id !== null)
  return db.selectFrom('customer').selectAll().where('id', 'in', known).execute()
}

/** Makes the link to the shop's customer due too, because it takes a confirmed e-mail (R119). */
export async function markEmailConfirmed(db: Db, customerId: number, now: Date): Promise<void> {
  await db
    .updateTable('customer')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})`, shop_link_due_at: now })
    .where('id', '=', customerId)
    .execute()
}

export async function updatePasswordHash(db: Db, id: number, hash: string): Promise<void> {
  await db.updateTable('customer').set({ password_hash: hash }).where('id', '=', id).execute()
}
