import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Stores the hash of a customer's code; it replaces the one before it. */
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

/** Marks a valid code as used and answers whose it was; undefined when there is none. */
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

/** The e-mail counts as the customer's own from now on, so the link to the shop's customer is tried again (R119). */
export async function markEmailConfirmed(db: Db, customerId: number, now: Date): Promise<void> {
  await db
    .updateTable('customer')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})`, shop_link_due_at: now })
    .where('id', '=', customerId)
    .execute()
}
