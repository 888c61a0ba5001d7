import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** The NOTIFY channel by which processes learn what the store told of itself. */
export const storeChannel = 'doron_store'

export type StoreState = Selectable<Tables['store_state']>

export async function findStoreState(db: Db, storeHash: string): Promise<StoreState | null> {
  const row = await db
    .selectFrom('store_state')
    .selectAll()
    .where('store_hash', '=', storeHash)
    .executeTakeFirst()
  return row ?? null
}

/** The state of a store, made where it is missing, and locked. */
export async function lockStoreState(tx: Db, storeHash: string): Promise<StoreState> {
  await tx
    .insertInto('store_state')
    .values({ store_hash: storeHash, storefronts: '[]' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('store_state')
    .selectAll()
    .where('store_hash', '=', storeHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveUninstalled(tx: Db, storeHash: string, since: Date | null): Promise<void> {
  await tx
    .updateTable('store_state')
    .set({ uninstalled_at: since })
    .where('store_hash', '=', storeHash)
    .execute()
  await notifyProcesses(tx)
}

export async function saveStorefronts(
  tx: Db,
  storeHash: string,
  storefronts: StoreState['storefronts'],
): Promise<void> {
  await tx
    .updateTable('store_state')
    .set({ storefronts: JSON.stringify(storefronts) })
    .where('store_hash', '=', storeHash)
    .execute()
  await notifyProcesses(tx)
}

/** When the transaction commits. */
const notifyProcesses = (tx: Db) => sql`select pg_notify(${storeChannel}, '')`.execute(tx)
