import { type RawBuilder, sql } from 'kysely'

/**
 * The advisory lock keys by which hand-offs of these products wait for each other across registries, in the order of
 * ids so that two carts can't deadlock; taken after the registry's lock.
 */
export const stockLockKeys = (productIds: number[]): RawBuilder<number[]> =>
  sql`array(select hashtextextended('stock of ' || id, 0)
    from (select distinct id from unnest(${productIds}::bigint[]) id) product order by id)`

/**
 * Units of these products that are reserved in all registries, as one JSON array within another query. An unfinished
 * order holds its own registry's gifts for a day (R515), but the shop reserves no stock for it, so it counts here
 * only if its hand-off was made after `since`.
 */
export function sumUnitsSetAside(
  productIds: number[],
  { now, since }: { now: Date; since: Date },
): RawBuilder<unknown> {
  if (productIds.length === 0) return sql`'[]'::json`
  return sql`(
    select coalesce(json_agg(aside), '[]') from (
      select line.product_id, line.variant_id, sum(line.units)::int as units
      from handoff join handoff_line line on line.handoff_id = handoff.id
      where handoff.state = 'open' and handoff.reserves and handoff.reserved_until > ${now}
        and (handoff.unfinished_order_id is null or handoff.created_at > ${since})
        and line.kind = 'units' and line.product_id = any(${productIds}::bigint[])
      group by line.product_id, line.variant_id) aside)`
}
