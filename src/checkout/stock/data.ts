import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import type { UnitsSetAside } from './rules.ts'

/**
 * Lets other hand-offs of these products wait until the transaction ends, in whichever registry they are. Call it after
 * the registry is locked.
 */
export async function lockStock(tx: Db, productIds: number[]): Promise<void> {
  // In the order of ids, so that two carts can't wait for each other.
  for (const id of [...new Set(productIds)].sort((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(hashtextextended('stock of ' || ${id}::text, 0))`.execute(tx)
}

/**
 * Units of these products that are set aside at the checkout, in all registries. An order that was begun and not paid
 * keeps its own registry's gifts for a day (R515); the shop keeps no stock for it, and so neither do others beyond the
 * hand-offs made after `since`.
 */
export async function sumUnitsSetAside(
  tx: Db,
  productIds: number[],
  { now, since }: { now: Date; since: Date },
): Promise<UnitsSetAside[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<UnitsSetAside>`
    select line.product_id, line.variant_id, sum(line.units)::int as units
    from handoff join handoff_line line on line.handoff_id = handoff.id
    where handoff.state = 'open' and handoff.reserves and handoff.reserved_until > ${now}
      and (handoff.unfinished_order_id is null or handoff.created_at > ${since})
      and line.kind = 'units' and line.product_id = any(${productIds})
    group by line.product_id, line.variant_id`.execute(tx)
  return rows
}
