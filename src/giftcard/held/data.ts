import { sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'

/**
 * Adds the lines of the ledger that were there at the last look to the sum of the money held. Numbers of lines are given
 * before they are committed, so that the newest are left for the next look, some minutes later.
 */
export async function addHeldMoney(tx: Db): Promise<void> {
  await sql`insert into money_held (cents, counted_to, seen_to) values (0, 0, 0) on conflict do nothing`.execute(
    tx,
  )
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
