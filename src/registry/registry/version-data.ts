import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The NOTIFY channel of changed registries; the payload is the registry's id. */
export const registryChannel = 'doron_registry'

/** Raises the registry's version and notifies every process when the transaction commits (R519). */
export async function raiseRegistryVersion(tx: Db, registryId: number): Promise<void> {
  await sql`with raised as (${raisedVersion(registryId)}) select ${notifyOfRaised}`.execute(tx)
}

/** The same for a larger statement, which has `raisedVersion` as its part `raised` and selects `notifyOfRaised`. */
export const raisedVersion = (registryId: number): RawBuilder<{ id: number }> =>
  sql`update registry set version = version + 1 where id = ${registryId} returning id`

export const notifyOfRaised = sql`(select pg_notify(${registryChannel}, id::text) from raised)`

/** The versions of these registries, by id. */
export async function findRegistryVersions(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('registry')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}
