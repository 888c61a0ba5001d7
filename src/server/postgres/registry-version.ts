import { sql } from 'kysely'
import type { Db } from './tables.ts'

export const registryChannel = 'doron_registry'

/** Raises the registry's version; every process hears of it when the transaction commits. */
export async function raiseRegistryVersion(tx: Db, registryId: number): Promise<void> {
  await tx
    .updateTable('registry')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('id', '=', registryId)
    .execute()
  await sql`select pg_notify(${registryChannel}, ${String(registryId)})`.execute(tx)
}
