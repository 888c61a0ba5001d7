import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Claims customers whose subscription at the shop differs from what they want; no other process gets them during the lease. */
export async function claimNewsletterChanges(db: Db, now: Date, leaseMs: number, max: number) {
  const due = db
    .selectFrom('customer')
    .select('id')
    .whereRef('newsletter_synced', '<>', 'newsletter_wanted')
    .where(({ eb, or }) =>
      or([eb('newsletter_next_attempt_at', 'is', null), eb('newsletter_next_attempt_at', '<=', now)]),
    )
    // In the order of the index that has these alone; the planner takes them for half of all customers.
    .orderBy('newsletter_next_attempt_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('customer')
    .set({
      newsletter_next_attempt_at: new Date(now.getTime() + leaseMs),
      newsletter_attempts: sql`newsletter_attempts + 1`,
    })
    .where('id', '=', sql<number>`any (array(${due}))`)
    .returning(['id', 'email', 'name', 'language', 'newsletter_wanted', 'newsletter_attempts'])
    .execute()
}

/** Records what the shop knows now; a customer who has changed the setting meanwhile is due again. */
export async function markNewsletterSynced(db: Db, id: number, isSubscribed: boolean): Promise<void> {
  await db
    .updateTable('customer')
    .set({ newsletter_synced: isSubscribed, newsletter_next_attempt_at: null, newsletter_attempts: 0 })
    .where('id', '=', id)
    .execute()
}

export async function scheduleNewsletterRetry(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('customer').set({ newsletter_next_attempt_at: at }).where('id', '=', id).execute()
}
