import { type Selectable, sql } from 'kysely'
import type { Db, DueRows, Tables } from '../../server/postgres/tables.ts'

/** A confirmed account that is due to be linked: an unconfirmed one may be somebody else's (R119). */
export type UnlinkedCustomer = Pick<Selectable<Tables['customer']>, (typeof columns)[number]>

const columns = ['id', 'email', 'name', 'surname', 'phone', 'language', 'shop_tie_cut_at'] as const

export const unlinkedCustomers: DueRows = {
  ...{ table: 'customer', id: 'id', due: 'shop_link_due_at', attempts: 'shop_link_attempts', columns },
  isDue: now => sql`shop_customer_id is null and confirmed_at is not null and shop_link_due_at <= ${now}
    and deletion_requested_at is null`,
}

export async function setShopCustomer(db: Db, id: number, shopCustomerId: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ shop_customer_id: shopCustomerId, shop_link_due_at: null, shop_link_attempts: 0 })
    .set({ shop_tie_cut_at: null, shop_tie_asks: false })
    .where('id', '=', id)
    .execute()
}
