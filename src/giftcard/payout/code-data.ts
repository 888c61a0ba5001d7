import type { Db } from '../../server/postgres/tables.ts'
import type { PayoutRow } from './data.ts'

/** The registry's own code, of a removed one too. */
export async function findRegistryCode(db: Db, registryId: number): Promise<string> {
  const row = await db
    .selectFrom('registry')
    .select('code')
    .where('id', '=', registryId)
    .executeTakeFirstOrThrow()
  return row.code
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
  await tx
    .updateTable('payout')
    .set({ handmade_id: certificateId, next_attempt_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** That certificate is to be it no more. */
export async function clearHandmadeChoice(db: Db, id: number, certificateId: number): Promise<void> {
  await db
    .updateTable('payout')
    .set({ handmade_id: null })
    .where('id', '=', id)
    .where('handmade_id', '=', certificateId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Gives a waiting payout code and end of a certificate that was made by hand (R1122); its own number stays taken. */
export async function setHandmadeCode(
  tx: Db,
  id: number,
  certificate: Pick<PayoutRow, 'code' | 'expires_on' | 'handmade_id'>,
): Promise<void> {
  await tx
    .updateTable('payout')
    .set(certificate)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
