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
