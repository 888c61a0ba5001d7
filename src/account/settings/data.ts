import { sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Db } from '../../server/postgres/tables.ts'

export interface AccountDetails {
  name: string
  surname: string
  phone: string | null
  language: Language
}

/** Updates the details; a consent keeps the moment at which it was first given. */
export async function updateAccountDetails(
  db: Db,
  id: number,
  details: AccountDetails,
  { marketing, now }: { marketing: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('customer')
    .set(details)
    .set({ marketing_consent_at: marketing ? sql<Date>`coalesce(marketing_consent_at, ${now})` : null })
    .where('id', '=', id)
    .execute()
}
