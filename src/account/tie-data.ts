import { sql } from 'kysely'
import type { Db } from '../server/tables.ts'

const columns = ['id', 'email', 'name', 'surname', 'phone', 'language'] as const

/** Accounts due to be tied, out of others' hands for the time of the lease; each attempt is counted. */
export async function takeUntied(db: Db, now: Date, leaseMs: number, most: number) {
  const due = db
    .selectFrom('customer')
    .select('id')
    .where('shop_customer_id', 'is', null)
    .where('shop_tie_at', '<=', now)
    .where('leaving_at', 'is', null)
    .orderBy('shop_tie_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('customer')
    .set({
      shop_tie_at: new Date(now.getTime() + leaseMs),
      shop_tie_attempts: sql`shop_tie_attempts + 1`,
    })
    .where('id', 'in', due)
    .returning([...columns, 'confirmed_at', 'shop_tie_attempts'])
    .execute()
}

export type Untied = Awaited<ReturnType<typeof takeUntied>>[number]

export async function tie(db: Db, id: number, shopCustomerId: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ shop_customer_id: shopCustomerId, shop_tie_at: null, shop_tie_attempts: 0 })
    .where('id', '=', id)
    .execute()
}

/** Nothing to look for until the e-mail is confirmed, which sets the time anew. */
export async function waitForConfirmation(db: Db, id: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ shop_tie_at: null, shop_tie_attempts: 0 })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function tieLater(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('customer').set({ shop_tie_at: at }).where('id', '=', id).execute()
}
