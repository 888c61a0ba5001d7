import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { PayoutRow } from './data.ts'

/** A payout, whatever became of it; undefined when there is none. */
export async function findPayout(db: Db, id: number): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Makes a waiting payout due now, unless a process has it or it is due within the time of a claim anyway. */
export async function makePayoutDue(db: Db, id: number, now: Date, leaseMs: number): Promise<void> {
  await updateRows(db, 'payout', {
    set: { next_attempt_at: now },
    where: { id, state: 'waiting', next_attempt_at: { '>': new Date(now.getTime() + leaseMs) } },
  })
}

/** Keeps every process from trying a waiting payout for `leaseMs`; false when one may be trying it now. */
export async function holdPayout(db: Db, id: number, now: Date, leaseMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + leaseMs)
  const { numUpdatedRows } = await db
    .updateTable('payout')
    .set({ next_attempt_at: until })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(row => row.or([row('next_attempt_at', '<=', now), row('next_attempt_at', '>', until)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
