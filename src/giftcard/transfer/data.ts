import { type Insertable, sql } from 'kysely'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { OrderMoney } from './rules.ts'

/** Stores a transfer; returns its id. */
export async function insertTransfer(tx: Db, transfer: Insertable<Tables['transfer']>): Promise<number> {
  const { id } = await tx.insertInto('transfer').values(transfer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** How many transfers a registry has; under its lock the next one's number. */
export async function countTransfers(tx: Db, registryId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfer where registry_id = ${registryId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What an order brought to each account of a registry's gifts, goods apart; empty unless some of it was moved. */
export async function findMovedOrderMoney(
  tx: Db,
  registryId: number,
  orderId: number,
): Promise<OrderMoney[]> {
  const { rows } = await sql<OrderMoney>`
    select gift_id as "giftId", account, sum(cents)::int as cents,
      coalesce(sum(cents) filter (where kind = 'moved'), 0)::int as moved
    from ledger
    where registry_id = ${registryId} and account <> 'goods' and gift_id is not null
      and coalesce(source_order_id, order_id) = ${orderId}
    group by gift_id, account order by gift_id, account desc`.execute(tx)
  return rows.some(({ moved }) => moved !== 0) ? rows : []
}
