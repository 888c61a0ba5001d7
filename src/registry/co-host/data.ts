import { sql } from 'kysely'
import { findRow, saveRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** How many days the link of an invitation is valid (R219). */
export const coHostInvitationDays = 14

/** A host's name, e-mail and language; undefined without an id. */
export async function findHost(db: Db, customerId: number | null) {
  if (customerId === null) return undefined
  return findRow(db, 'customer', { id: customerId }, ['name', 'surname', 'email', 'language'])
}

/** Saves an invitation in place of the one before it, whose link is no longer valid. */
export async function saveCoHostInvitation(
  tx: Db,
  invitation: { registry_id: number; email: string; token_hash: Buffer; invited_by: number; now: Date },
): Promise<void> {
  const { now, ...columns } = invitation
  const values = {
    ...columns,
    invited_at: now,
    expires_at: new Date(now.getTime() + coHostInvitationDays * 86_400_000),
  }
  await saveRow(tx, 'co_host_invitation', ['registry_id'], values)
}

/** The registry of a valid invitation link. */
export async function findRegistryByInvitationToken(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('co_host_invitation')
    .innerJoin('registry', 'registry.id', 'co_host_invitation.registry_id')
    .selectAll('registry')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where('registry.removed_at', 'is', null)
    .executeTakeFirst()
}

/** The registries of an owner that have a co-host or an open invitation, in the order in which they are locked. */
export async function findSharedRegistryIds(tx: Db, ownerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('registry')
    .leftJoin('co_host_invitation', 'co_host_invitation.registry_id', 'registry.id')
    .select('registry.id')
    .where('registry.customer_id', '=', ownerId)
    .where(({ eb, or }) => or([eb('co_host_id', 'is not', null), eb('token_hash', 'is not', null)]))
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

/** Deletes the invitations of somebody to be a co-host, by their address (R125). */
export async function deleteCoHostInvitationsOf(tx: Db, address: string): Promise<void> {
  await sql`delete from co_host_invitation where lower(email) = lower(${address})`.execute(tx)
}

/** No link makes anybody a co-host any more. */
export async function deleteAllCoHostInvitations(tx: Db): Promise<void> {
  await tx.deleteFrom('co_host_invitation').execute()
}
