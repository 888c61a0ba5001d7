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

/** The payout that is this certificate of the shop. */
export async function findPayoutByCertificate(db: Db, certificateId: number): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('method', '=', 'certificate')
    .where('shop_id', '=', certificateId)
    .executeTakeFirst()
}

/** Gives a waiting payout code and end of a certificate that was made by hand (R1122); its own number stays taken. */
export async function setPayoutCode(
  tx: Db,
  id: number,
  certificate: Pick<PayoutRow, 'code' | 'expires_on'>,
): Promise<void> {
  await tx
    .updateTable('payout')
    .set(certificate)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
