import { type Insertable, sql } from 'kysely'
import { countRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** Whether goods of the order were seen to have left (R1352). */
export const wasSent = async (tx: Db, orderId: number): Promise<boolean> =>
  (await countRows(tx, 'delivery', { order_id: orderId, sent_at: { '<>': null } })) > 0

/** Stores a delivery; whether it is for the hosts, and when it was sent, stay as they were first known. */
export async function upsertDelivery(tx: Db, delivery: Insertable<Tables['delivery']>): Promise<void> {
  await tx
    .insertInto('delivery')
    .values(delivery)
    .onConflict(conflict =>
      conflict.columns(['order_id', 'registry_id']).doUpdateSet({
        for_hosts: sql`coalesce(excluded.for_hosts, delivery.for_hosts)`,
        sent_at: sql`case when excluded.sent_at is not null then coalesce(delivery.sent_at, excluded.sent_at) end`,
      }),
    )
    .execute()
}

/** Orders whose goods have not left for the registry's hosts, with their notes for the shop's staff. */
export async function findUnsentNotes(
  tx: Db,
  registryId: number,
): Promise<{ order_id: number; staff_note: string }[]> {
  const { rows } = await sql<{ order_id: number; staff_note: string }>`
    select order_id, staff_note from delivery join order_sync using (order_id)
    where registry_id = ${registryId} and sent_at is null and for_hosts is not false and staff_note is not null
    order by order_id`.execute(tx)
  return rows
}
