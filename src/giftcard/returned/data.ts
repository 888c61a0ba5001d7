import { sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** How many units of a line hosts have returned. */
export async function countReturnedUnits(db: Db, orderId: number, lineId: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::int as units from returned_unit
    where order_id = ${orderId} and line_id = ${lineId}`.execute(db)
  return rows[0]?.units ?? 0
}

/** What of an order's money is still goods of that gift, in cents. */
export async function sumGoodsOfOrder(db: Db, giftId: number, orderId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::int as cents from ledger
    where gift_id = ${giftId} and account = 'goods' and coalesce(source_order_id, order_id) = ${orderId}`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}

/** Gifts of which an order has less goods than hosts have returned, with the cents that are missing. */
export async function findMissingGoods(
  tx: Db,
  registryId: number,
  orderId: number,
): Promise<{ gift_id: number; cents: Cents }[]> {
  const { rows } = await sql<{ gift_id: number; cents: number }>`
    select gift_id, -sum(cents)::int as cents from ledger
    where registry_id = ${registryId} and account = 'goods'
      and gift_id in (select gift_id from returned_unit where order_id = ${orderId})
      and coalesce(source_order_id, order_id) = ${orderId}
    group by gift_id having sum(cents) < 0 order by gift_id`.execute(tx)
  return rows
}
