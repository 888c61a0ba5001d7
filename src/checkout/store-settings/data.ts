import { type Selectable, sql } from 'kysely'
import { insertNewRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** The NOTIFY channel by which processes learn what the store told of itself. */
export const storeChannel = 'doron_store'

export type StoreState = Selectable<Tables['store_state']>

/** The state of a store, made where it is missing, and locked. */
export async function lockStoreState(tx: Db, storeHash: string): Promise<StoreState> {
  await insertNewRow(tx, 'store_state', { store_hash: storeHash, storefronts: '[]' })
  return tx
    .selectFrom('store_state')
    .selectAll()
    .where('store_hash', '=', storeHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveUninstalled(tx: Db, storeHash: string, since: Date | null): Promise<void> {
  await updateRows(tx, 'store_state', { set: { uninstalled_at: since }, where: { store_hash: storeHash } })
  await notifyProcesses(tx)
}

export async function saveStorefronts(
  tx: Db,
  storeHash: string,
  storefronts: StoreState['storefronts'],
): Promise<void> {
  await updateRows(tx, 'store_state', {
    set: { storefronts: JSON.stringify(storefronts) },
    where: { store_hash: storeHash },
  })
  await notifyProcesses(tx)
}

/** When the transaction commits. */
const notifyProcesses = (tx: Db) => sql`select pg_notify(${storeChannel}, '')`.execute(tx)
