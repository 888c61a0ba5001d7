import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Db } from '../../server/postgres/tables.ts'

export interface AccountDetails {
  name: string
  surname: string
  phone: string | null
  language: Language
}

/** Keeps the details; a consent keeps the moment it was first given. */
export async function updateAccountDetails(
  db: Db,
  id: number,
  details: AccountDetails,
  consent: { marketing: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('customer')
    .set(details)
    .set({
      marketing_consent_at: consent.marketing
        ? sql<Date>`coalesce(marketing_consent_at, ${consent.now})`
        : null,
    })
    .where('id', '=', id)
    .execute()
}

/** The living sessions of a customer, last used first. */
export async function findActiveSessions(db: Db, customerId: number, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'token_hash', 'agent', 'created_at', 'seen_at'])
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends that session of the customer's; false when he has none such. */
export async function deleteSessionById(db: Db, customerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
