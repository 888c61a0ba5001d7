import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** An order of the shop that a guest has begun and not paid. */
export interface UnfinishedOrder {
  id: number
  orderedAt: Date
  /** Until when it keeps what its hand-offs reserve. */
  heldUntil: Date
}

/** Those of these hand-offs whose reservation has ended, and that no unfinished order kept before. */
export async function findLapsedHandoffs(tx: Db, handoffIds: number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from handoff where id = any(${handoffIds}) and state in ('open', 'expired') and reserves
      and reserved_until <= ${now} and unfinished_order_id is null
    order by id`.execute(tx)
  return rows.map(row => row.id)
}

/**
 * Keeps what these hand-offs reserve, those of `lapsed` anew, for as long as an unfinished order may. The first order of
 * a hand-off counts, so that nobody holds a gift by beginning one order after the other. Returns the registries of those
 * that are kept longer than before.
 */
export async function keepForUnfinishedOrder(
  tx: Db,
  handoffIds: number[],
  { id, orderedAt, heldUntil }: UnfinishedOrder,
  { lapsed, now }: { lapsed: number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ registry_id: number }>`
    update handoff set state = 'open', unfinished_order_id = ${id}, unfinished_order_at = ${orderedAt},
      reserved_until = greatest(reserved_until, ${heldUntil})
    where id = any(${handoffIds}) and reserves and unfinished_order_id is null
      and ((state = 'open' and reserved_until > ${now}) or id = any(${lapsed}))
    returning registry_id`.execute(tx)
  return rows.map(row => row.registry_id)
}

/** The order came to nothing: what it kept is reserved until `latest` at most, so that the guest may try again. */
export async function endUnfinishedOrder(tx: Db, orderId: number, latest: Date): Promise<number[]> {
  const { rows } = await sql<{ registry_id: number }>`
    update handoff set unfinished_order_id = null, unfinished_order_at = null,
      reserved_until = least(reserved_until, ${latest})
    where unfinished_order_id = ${orderId} and state = 'open'
    returning registry_id`.execute(tx)
  return rows.map(row => row.registry_id)
}
