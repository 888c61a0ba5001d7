import { sql } from 'kysely'
import { timeZone } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'

/**
 * Adds the lines of the ledger that were there at the last look to the sums of the money held and of each day. Numbers of
 * lines are given before they are committed, so that the newest are left for the next look, some minutes later.
 */
export async function addHeldMoney(tx: Db): Promise<void> {
  await sql`insert into money_held (cents, counted_to, seen_to) values (0, 0, 0) on conflict do nothing`.execute(
    tx,
  )
  const counted = await tx
    .selectFrom('money_held')
    .select(['counted_to', 'seen_to'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  await sql`
    insert into ledger_day (day, movement, cents)
    select (created_at at time zone ${timeZone})::date, ledger_movement(ledger), sum(cents)
    from ledger
    where id > ${counted.counted_to} and id <= ${counted.seen_to} and account <> 'goods'
    group by 1, 2
    on conflict (day, movement) do update set cents = ledger_day.cents + excluded.cents`.execute(tx)
  await sql`
    update money_held set
      cents = cents + coalesce((select sum(ledger.cents) from ledger
        where ledger.id > counted_to and ledger.id <= seen_to and account <> 'goods'), 0),
      counted_to = seen_to,
      seen_to = greatest(seen_to, coalesce((select max(id) from ledger), 0))`.execute(tx)
}

/** The money held at the last look, in cents. */
export async function findHeldMoney(db: Db): Promise<Cents> {
  const row = await db.selectFrom('money_held').select('cents').executeTakeFirst()
  return row?.cents ?? 0
}
