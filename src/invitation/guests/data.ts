import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, GuestTable } from '../../server/postgres/tables.ts'

export type GuestRow = Selectable<GuestTable>

/** The guests of a registry in the order they came, each with whether he was sent the invitation. */
export async function findGuests(db: Db, registryId: number): Promise<(GuestRow & { invited: boolean })[]> {
  return db
    .selectFrom('guest')
    .leftJoin('invitation', 'invitation.guest_id', 'guest.id')
    .selectAll('guest')
    .select(({ eb }) => eb('invitation.guest_id', 'is not', null).as('invited'))
    .where('registry_id', '=', registryId)
    .orderBy('guest.id')
    .execute() as Promise<(GuestRow & { invited: boolean })[]>
}

export async function countGuests(db: Db, registryId: number): Promise<number> {
  const { total } = await db
    .selectFrom('guest')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('registry_id', '=', registryId)
    .executeTakeFirstOrThrow()
  return total
}

export async function findGuestById(db: Db, id: number): Promise<GuestRow | undefined> {
  return db.selectFrom('guest').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The guest, held until the transaction ends, so that two answers of his take turns. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | undefined> {
  return tx.selectFrom('guest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Adds a guest; nothing when the registry has one with that address already. */
export async function insertGuest(
  tx: Db,
  values: Insertable<GuestTable>,
): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('guest')
    .values(values)
    .onConflict(conflict => conflict.columns(['registry_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Changes a guest of that registry; false when there is none. */
export async function updateGuest(
  tx: Db,
  registryId: number,
  id: number,
  change: Updateable<GuestTable>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('guest')
    .set(change)
    .where('id', '=', id)
    .where('registry_id', '=', registryId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The guest of a registry with that address. */
export async function findGuestByEmail(
  db: Db,
  registryId: number,
  key: string,
): Promise<GuestRow | undefined> {
  return db
    .selectFrom('guest')
    .selectAll()
    .where('registry_id', '=', registryId)
    .where('email_key', '=', key)
    .executeTakeFirst()
}

/** Takes a guest off the list, with a letter to him that has not left yet; false when there is none. */
export async function deleteGuest(tx: Db, registryId: number, id: number): Promise<boolean> {
  await deleteQueuedInvitationEmail(tx, id)
  const dropped = await tx
    .deleteFrom('guest')
    .where('id', '=', id)
    .where('registry_id', '=', registryId)
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/** Takes back the newest letter to a guest if it still waits. */
export async function deleteQueuedInvitationEmail(tx: Db, guestId: number): Promise<void> {
  await sql`
    delete from outbox using invitation
    where invitation.guest_id = ${guestId} and outbox.cause = invitation.cause and outbox.state = 'waiting'`.execute(
    tx,
  )
}

/** Notes the moment at which a guest first opened his link. */
export async function markInvitationOpened(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('guest')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

/** Takes away the guests of all registries of that customer, and the letters to them. */
export async function deleteGuestsOfCustomer(tx: Db, customerId: number): Promise<void> {
  await sql`
    delete from outbox using invitation, guest, registry
    where outbox.cause = invitation.cause and invitation.guest_id = guest.id
      and guest.registry_id = registry.id and registry.customer_id = ${customerId}`.execute(tx)
  // Once they have left, letters hold nothing any more.
  await sql`
    delete from outbox using guest, registry
    where template = 'reply-kept' and state <> 'sent' and props ->> 'guest_id' = guest.id::text
      and guest.registry_id = registry.id and registry.customer_id = ${customerId}`.execute(tx)
  await tx
    .deleteFrom('guest')
    .where('registry_id', 'in', registries =>
      registries.selectFrom('registry').select('id').where('customer_id', '=', customerId),
    )
    .execute()
}
