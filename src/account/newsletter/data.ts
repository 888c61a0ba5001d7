import { type Selectable, sql } from 'kysely'
import type { DueRows, Tables } from '../../server/postgres/tables.ts'

/** A customer whose subscription at the shop differs from what they want. */
export type NewsletterChange = Pick<Selectable<Tables['customer']>, (typeof columns)[number]>

const columns = ['id', 'email', 'name', 'language', 'newsletter_wanted'] as const

export const newsletterChanges: DueRows = {
  table: 'customer',
  id: 'id',
  due: 'newsletter_next_attempt_at',
  attempts: 'newsletter_attempts',
  columns,
  isDue: now => sql`newsletter_synced <> newsletter_wanted
    and (newsletter_next_attempt_at is null or newsletter_next_attempt_at <= ${now})`,
}
