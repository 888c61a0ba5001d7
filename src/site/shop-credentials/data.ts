import { type Selectable, sql } from 'kysely'
import { findRow, insertNewRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** The NOTIFY channel by which processes learn of a renewed token. */
export const storefrontTokenChannel = 'doron_storefront_token'

export type StoredToken = Selectable<Tables['storefront_token']>

/** Which token: the store and the channel. */
export interface TokenKey {
  storeHash: string
  channel: number
}

export async function findStoredToken(db: Db, { storeHash, channel }: TokenKey): Promise<StoredToken | null> {
  return (await findRow(db, 'storefront_token', { store_hash: storeHash, channel_id: channel })) ?? null
}

/** The row of a token, made where it is missing, and locked: whoever renews it holds it meanwhile. */
export async function lockStoredToken(tx: Db, { storeHash, channel }: TokenKey): Promise<StoredToken> {
  await insertNewRow(tx, 'storefront_token', { store_hash: storeHash, channel_id: channel })
  return tx
    .selectFrom('storefront_token')
    .selectAll()
    .where('store_hash', '=', storeHash)
    .where('channel_id', '=', channel)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores a sealed token in place of the former one, and tells every process when the transaction commits. */
export async function storeToken(
  tx: Db,
  { storeHash, channel }: TokenKey,
  sealed: string,
  endsAt: Date,
): Promise<void> {
  await updateRows(tx, 'storefront_token', {
    set: { sealed_token: sealed, ends_at: endsAt, renewal_failure: null, renewal_failed_at: null },
    where: { store_hash: storeHash, channel_id: channel },
  })
  await sql`select pg_notify(${storefrontTokenChannel}, '')`.execute(tx)
}
