import { saveRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Stores the hash of a customer's code; it replaces the one before it. */
export async function savePasswordResetCode(
  db: Db,
  code: { customer_id: number; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await saveRow(db, 'password_reset', ['customer_id'], code)
}

/** An e-mail and a code as somebody sent them. */
export interface PasswordResetAttempt {
  email_key: string
  code_hash: Buffer
  now: Date
}

/** Whether it is that e-mail's code and has not expired. */
export async function isPasswordResetCodeValid(db: Db, attempt: PasswordResetAttempt): Promise<boolean> {
  const row = await db
    .selectFrom('password_reset')
    .innerJoin('customer', 'customer.id', 'password_reset.customer_id')
    .select('customer.id')
    .where('email_key', '=', attempt.email_key)
    .where('code_hash', '=', attempt.code_hash)
    .where('expires_at', '>', attempt.now)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a valid code and answers its customer; of two simultaneous attempts only one gets an answer. */
export async function consumePasswordResetCode(db: Db, attempt: PasswordResetAttempt) {
  return db
    .deleteFrom('password_reset')
    .using('customer')
    .whereRef('customer.id', '=', 'password_reset.customer_id')
    .where('email_key', '=', attempt.email_key)
    .where('code_hash', '=', attempt.code_hash)
    .where('expires_at', '>', attempt.now)
    .returning(['customer.id', 'customer.email', 'customer.language', 'customer.confirmed_at'])
    .returning('customer.password_hash')
    .executeTakeFirst()
}
