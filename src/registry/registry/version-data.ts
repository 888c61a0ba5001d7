import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The NOTIFY channel of changed registries; the payload is the registry's id. */
export const registryChannel = 'doron_registry'

/** Raises the registry's version and notifies every process when the transaction commits (R519). */
export async function raiseRegistryVersion(tx: Db, registryId: number): Promise<void> {
  await sql`
    with raised as (update registry set version = version + 1 where id = ${registryId} returning id)
    select pg_notify(${registryChannel}, id::text) from raised`.execute(tx)
}

/** The versions of these registries, by id. */
export async function findRegistryVersions(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('registry')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}
