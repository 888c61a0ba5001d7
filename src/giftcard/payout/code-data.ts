import { getRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { PayoutRow } from './data.ts'

/** The registry's own code, of a removed one too. */
export async function findRegistryCode(db: Db, registryId: number): Promise<string> {
  return (await getRow(db, 'registry', { id: registryId }, ['code'])).code
}

/** The payout with that code of ours, whatever became of it. */
export async function findPayoutByCode(db: Db, code: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('code', '=', code).executeTakeFirst()
}

/** The last number of a code that was made for that reason; 0 when there was none. */
export async function findLastCodeNumber(
  db: Db,
  registryId: number,
  reason: PayoutRow['reason'],
): Promise<number> {
  const row = await db
    .selectFrom('payout')
    .select(select => select.fn.max('code_number').as('last'))
    .where('registry_id', '=', registryId)
    .where('reason', '=', reason)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** The payout that is this certificate of the shop, or that it was chosen for. */
export async function findPayoutByCertificate(db: Db, certificateId: number): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('method', '=', 'certificate')
    .where(row => row.or([row('shop_id', '=', certificateId), row('handmade_id', '=', certificateId)]))
    .executeTakeFirst()
}

/** A certificate made by hand is to be this waiting payout (R1150), which is due at once. */
export async function chooseHandmade(tx: Db, id: number, certificateId: number, now: Date): Promise<void> {
  await updateRows(tx, 'payout', {
    set: { handmade_id: certificateId, next_attempt_at: now },
    where: { id, state: 'waiting' },
  })
}
