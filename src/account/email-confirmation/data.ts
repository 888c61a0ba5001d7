import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Keeps the code's hash for that customer in place of any before it. */
export async function saveConfirmationCode(
  db: Db,
  code: { customer_id: number; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('email_confirmation')
    .values(code)
    .onConflict(conflict => conflict.column('customer_id').doUpdateSet({ ...code, used_at: null }))
    .execute()
}

/** Spends a living code; the customer it was for, or undefined. */
export async function consumeConfirmationCode(db: Db, code_hash: Buffer, now: Date) {
  return db
    .updateTable('email_confirmation')
    .set({ used_at: now })
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('customer_id')
    .executeTakeFirst()
}

/** Whether that code was for somebody whose e-mail is confirmed by now. */
export async function isEmailConfirmedWithCode(db: Db, code_hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('email_confirmation')
    .innerJoin('customer', 'customer.id', 'email_confirmation.customer_id')
    .select('customer.id')
    .where('code_hash', '=', code_hash)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The e-mail is his from now on, and the shop is looked in for a customer of that address. */
export async function markEmailConfirmed(db: Db, customerId: number, now: Date): Promise<void> {
  await db
    .updateTable('customer')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})`, shop_link_due_at: now })
    .where('id', '=', customerId)
    .execute()
}
