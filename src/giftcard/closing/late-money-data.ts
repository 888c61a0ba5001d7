import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import { hasNoReservation, mayBePaid, type PayableMoments } from './data.ts'

/** Orders with money in the registry that is paid and not held back, and since when. */
const paidLots = (now: Date) => sql`(
  select lot.order_id, coalesce(paid_at, 'epoch') as paid_at from (
    select coalesce(source_order_id, order_id) as order_id from ledger
    where registry_id = registry.id and account <> 'goods' group by 1 having sum(cents) > 0) lot
  left join order_payment on order_payment.order_id = lot.order_id
  where lot.order_id is null or (is_paid and not is_disputed and (held_until is null or held_until <= ${now})))`

/** The next registries that may have late money, in the order of their ids. */
export async function listLateMoney(db: Db, limit: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('late_money')
    .select('registry_id')
    .where('registry_id', '>', after)
    .orderBy('registry_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.registry_id)
}

/**
 * Those of the registries that money came in for after their closing, all that is paid of it before `ripeBefore`, and
 * whose last closing was settled before `before`.
 */
export async function findClosedRegistriesWithNewMoney(
  db: Db,
  ids: number[],
  { before, ripeBefore, ...moments }: PayableMoments & { before: Date; ripeBefore: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select registry.id from registry
    join lateral (
      select settled_at from closing where registry_id = registry.id order by number desc limit 1) last on true
    where registry.id = any(${ids}::bigint[])
      and removed_at is null and last_closed_day = closing_day and last.settled_at < ${before}
      and ${hasNoReservation(moments.now)}
      and (select sum(cents) from ledger where registry_id = registry.id and account <> 'goods') > 0
      and (select max(paid_at) from ${paidLots(moments.now)} paid) <= ${ripeBefore}
      and ${mayBePaid(moments)}
    order by registry.id`.execute(db)
  return rows.map(row => row.id)
}

/**
 * Takes away the notes of registries whose closings are settled and that have no money left; answers how many. They are
 * locked first, and one that is in use keeps its note: whoever writes money holds the lock, and their line is seen then.
 */
export async function deleteSpentLateMoney(tx: Db, ids: number[]): Promise<bigint> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where id = any(${ids}::bigint[]) order by id for update skip locked`.execute(tx)
  const locked = rows.map(row => row.id)
  const { numAffectedRows } = await sql`
    delete from late_money where registry_id = any(${locked}::bigint[])
      and not exists (select from closing where registry_id = late_money.registry_id and settled_at is null)
      and coalesce((select sum(cents) from ledger
        where registry_id = late_money.registry_id and account <> 'goods'), 0) <= 0`.execute(tx)
  return numAffectedRows ?? 0n
}
