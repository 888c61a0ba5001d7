import { sql } from 'kysely'
import { timeZone } from '../../base/dates.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Ids of lines that one transaction counts: far below what a statement may take, also for all of an old ledger. */
const linesAtOnce = 50_000

/**
 * Adds lines of the ledger that were there at the last look to the sums of the money held and of each day; answers
 * whether more of them are left. Numbers of lines are given before they are committed, so that the newest are left for
 * the next look, some minutes later.
 */
export async function addHeldMoney(tx: Db): Promise<boolean> {
  await sql`insert into money_held (cents, counted_to, seen_to) values (0, 0, 0) on conflict do nothing`.execute(
    tx,
  )
  const { counted_to, seen_to } = await tx
    .selectFrom('money_held')
    .select(['counted_to', 'seen_to'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const to = Math.min(seen_to, counted_to + linesAtOnce)
  const lines = sql`ledger where id > ${counted_to} and id <= ${to} and account <> 'goods'`
  await sql`
    insert into ledger_day (day, movement, cents)
    select (created_at at time zone ${timeZone})::date, ledger_movement(ledger), sum(cents) from ${lines}
    group by 1, 2
    on conflict (day, movement) do update set cents = ledger_day.cents + excluded.cents`.execute(tx)
  const isMore = to < seen_to
  await sql`
    update money_held set
      cents = money_held.cents + coalesce((select sum(ledger.cents) from ${lines}), 0),
      counted_to = ${to},
      seen_to = case when ${isMore} then seen_to
        else greatest(seen_to, coalesce((select max(id) from ledger), 0)) end`.execute(tx)
  return isMore
}
