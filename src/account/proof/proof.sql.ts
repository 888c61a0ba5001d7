import { sql } from 'kysely'
import { hourMs } from '../../base/durations.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { payoutHoldHours } from './proof.rules.ts'

export async function findPayee(db: Db, customerId: number, now: Date) {
  return db
    .selectFrom('customer')
    .select(['confirmed_at', 'payout_hold_since', 'payout_hold_until'])
    .select(sql<Date | null>`stoppable_until(id, ${now})`.as('stoppable_until'))
    .where('id', '=', customerId)
    .executeTakeFirst()
}

/** Holds payouts for 72 hours (R130); a running hold keeps its start and is made longer. */
export async function startPayoutHold(db: Db, customerId: number, now: Date): Promise<void> {
  const until = new Date(now.getTime() + payoutHoldHours * hourMs)
  await db
    .updateTable('customer')
    .set({
      payout_hold_since: sql<Date>`case when payout_hold_until > ${now} then payout_hold_since else ${now} end`,
      payout_hold_until: until,
    })
    .where('id', '=', customerId)
    .execute()
}
