import type { Insertable } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { TransferTable } from '../../server/postgres/tables/giftcard.ts'
import type { Db } from '../../server/postgres/tables.ts'

export async function findTransferByKey(
  db: Db,
  registryId: number,
  key: string,
): Promise<{ fingerprint: string; cents: Cents } | undefined> {
  return db
    .selectFrom('transfer')
    .select(['fingerprint', 'cents'])
    .where('registry_id', '=', registryId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Stores a transfer; returns its id. */
export async function insertTransfer(tx: Db, transfer: Insertable<TransferTable>): Promise<number> {
  const { id } = await tx.insertInto('transfer').values(transfer).returning('id').executeTakeFirstOrThrow()
  return id
}
