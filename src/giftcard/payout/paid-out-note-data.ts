import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Of these orders, those whose money has left this registry and is not back. */
export async function findPaidOutOrders(
  tx: Db,
  registryId: number,
  orderIds: number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select source_order_id as order_id from ledger join payout on payout.id = ledger.payout_id
    where ledger.registry_id = ${registryId} and payout.state = 'done' and source_order_id = any(${orderIds})
    group by source_order_id having sum(ledger.cents) < 0`.execute(tx)
  return new Set(rows.map(row => row.order_id))
}
