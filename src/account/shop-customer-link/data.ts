import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

const columns = ['id', 'email', 'name', 'surname', 'phone', 'language', 'shop_tie_cut_at'] as const

/**
 * Claims confirmed accounts that are due to be linked: an unconfirmed one may be somebody else's (R119). Counts the attempt; no
 * other process gets them during the lease.
 */
export async function claimUnlinkedCustomers(db: Db, now: Date, leaseMs: number, max: number) {
  const due = db
    .selectFrom('customer')
    .select('id')
    .where('shop_customer_id', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where('shop_link_due_at', '<=', now)
    .where('deletion_requested_at', 'is', null)
    .orderBy('shop_link_due_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('customer')
    .set({
      shop_link_due_at: new Date(now.getTime() + leaseMs),
      shop_link_attempts: sql`shop_link_attempts + 1`,
    })
    .where('id', 'in', due)
    .returning([...columns, 'shop_link_attempts'])
    .execute()
}

export type UnlinkedCustomer = Awaited<ReturnType<typeof claimUnlinkedCustomers>>[number]

export async function setShopCustomer(db: Db, id: number, shopCustomerId: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ shop_customer_id: shopCustomerId, shop_link_due_at: null, shop_link_attempts: 0 })
    .set({ shop_tie_cut_at: null, shop_tie_asks: false })
    .where('id', '=', id)
    .execute()
}

/** Cuts the tie to a customer of the shop, whoever that is; only the shop's password ties to one that there is (R1222). */
export async function cutShopTie(tx: Db, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ shop_customer_id: null, shop_link_due_at: null, shop_tie_cut_at: now, shop_tie_asks: true })
    .where('id', '=', id)
    .where('shop_customer_id', 'is not', null)
    .execute()
}

/** The host was asked for the shop's password, and goes without. */
export async function declineShopTie(db: Db, id: number): Promise<void> {
  await db.updateTable('customer').set({ shop_tie_asks: false }).where('id', '=', id).execute()
}

/** When to try again; null for never. */
export async function scheduleShopLinkRetry(db: Db, id: number, at: Date | null): Promise<void> {
  await db.updateTable('customer').set({ shop_link_due_at: at }).where('id', '=', id).execute()
}
