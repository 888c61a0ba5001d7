import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import type { MoneyPart } from '../ledger/rules.ts'

/** What of its parts a payout still takes, after what was given back. */
export async function findRemainingParts(db: Db, payoutId: number): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    select gift_id as "giftId", account, source_order_id as "orderId", -sum(cents)::int as cents from ledger
    where payout_id = ${payoutId} group by gift_id, account, source_order_id having sum(cents) < 0
    order by min(id)`.execute(db)
  return rows
}

/** The orders whose money a payout pays out. */
export async function findSourceOrders(db: Db, payoutId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select source_order_id as order_id from ledger where payout_id = ${payoutId}
    group by source_order_id having sum(cents) < 0 order by source_order_id`.execute(db)
  return rows.map(row => row.order_id)
}
