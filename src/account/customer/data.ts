import type { Selectable } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { CustomerTable, Db } from '../../server/postgres/tables.ts'

export type CustomerRow = Selectable<CustomerTable>

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

/** Inserts a customer and answers the id; null when the e-mail already has an account. */
export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number | null> {
  const row = await db
    .insertInto('customer')
    .values({ ...customer, shop_link_due_at: customer.created_at })
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The customer with that `emailKey`, or undefined. */
export async function findCustomerByEmail(db: Db, key: string) {
  return db.selectFrom('customer').selectAll().where('email_key', '=', key).executeTakeFirst()
}

export async function findCustomerById(db: Db, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The customers with these ids, in no order; null stands for a co-host that a registry does not have. */
export async function findCustomersByIds(db: Db, ids: (number | null)[]) {
  const known = ids.filter(id => id !== null)
  return db.selectFrom('customer').selectAll().where('id', 'in', known).execute()
}

export async function updatePasswordHash(db: Db, id: number, hash: string): Promise<void> {
  await db.updateTable('customer').set({ password_hash: hash }).where('id', '=', id).execute()
}
