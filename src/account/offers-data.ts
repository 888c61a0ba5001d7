import { sql } from 'kysely'
import type { Db } from '../server/tables.ts'

/** Those of whom the shop's list does not say what they want, out of others' hands for the time of the lease. */
export async function takeUntold(db: Db, now: Date, leaseMs: number, most: number) {
  const due = db
    .selectFrom('customer')
    .select('id')
    .whereRef('offers_told', '<>', 'offers_wanted')
    .where(({ eb, or }) => or([eb('offers_next_at', 'is', null), eb('offers_next_at', '<=', now)]))
    .limit(most)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('customer')
    .set({
      offers_next_at: new Date(now.getTime() + leaseMs),
      offers_attempts: sql`offers_attempts + 1`,
    })
    .where('id', 'in', due)
    .returning(['id', 'email', 'name', 'language', 'offers_wanted', 'offers_attempts'])
    .execute()
}

/** What the shop knows now; who has changed his mind meanwhile is due again. */
export async function noteTold(db: Db, id: number, told: boolean): Promise<void> {
  await db
    .updateTable('customer')
    .set({ offers_told: told, offers_next_at: null, offers_attempts: 0 })
    .where('id', '=', id)
    .execute()
}

export async function tellLater(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('customer').set({ offers_next_at: at }).where('id', '=', id).execute()
}
