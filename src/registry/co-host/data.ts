import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** How many days the link of an invitation is valid (R219). */
export const coHostInvitationDays = 14

/** A host's name, e-mail and language; undefined without an id. */
export async function findHost(db: Db, customerId: number | null) {
  if (customerId === null) return undefined
  return findRow(db, 'customer', { id: customerId }, ['name', 'surname', 'email', 'language'])
}

/** The registries of an owner that have a co-host or an open invitation, in the order in which they are locked. */
export async function findSharedRegistryIds(tx: Db, ownerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('registry')
    .leftJoin('link', join =>
      join.onRef('link.subject_id', '=', 'registry.id').on('link.kind', '=', 'co_host'),
    )
    .select('registry.id')
    .where('registry.customer_id', '=', ownerId)
    .where(({ eb, or }) => or([eb('co_host_id', 'is not', null), eb('link.hash', 'is not', null)]))
    .orderBy('registry.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the co-host accepted since that moment. */
export async function hasJoinedSince(
  tx: Db,
  registryId: number,
  coHostId: number,
  since: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('registry_change')
    .select('id')
    .where('registry_id', '=', registryId)
    .where('customer_id', '=', coHostId)
    .where('what', '=', 'co_host_joined')
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setCoHost(tx: Db, registryId: number, customerId: number | null): Promise<void> {
  await tx.updateTable('registry').set({ co_host_id: customerId }).where('id', '=', registryId).execute()
}
