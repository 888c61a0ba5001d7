import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

export type GuestRow = Selectable<Tables['guest']>

/** The guests of a registry in the order they were added; `invited` when an invitation was sent. */
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

export async function findGuestById(db: Db, id: number): Promise<GuestRow | undefined> {
  return db.selectFrom('guest').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a guest until the transaction ends, so that two replies at once take turns. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | undefined> {
  return tx.selectFrom('guest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Adds a guest; undefined when the registry already has one with that address. */
export async function insertGuest(
  tx: Db,
  values: Insertable<Tables['guest']>,
): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('guest')
    .values(values)
    .onConflict(conflict => conflict.columns(['registry_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Adds guests in one statement, those left out whose e-mail is on the list already; answers how many were added. */
export async function insertGuests(tx: Db, guests: Insertable<Tables['guest']>[]): Promise<number> {
  if (guests.length === 0) return 0
  const added = await tx
    .insertInto('guest')
    .values(guests)
    .onConflict(conflict => conflict.columns(['registry_id', 'email_key']).doNothing())
    .returning('id')
    .execute()
  return added.length
}

/** Changes a guest; false when that registry has none of that id. */
export async function updateGuest(
  tx: Db,
  registryId: number,
  id: number,
  change: Updateable<Tables['guest']>,
): Promise<boolean> {
  return (await updateRows(tx, 'guest', { set: change, where: { id, registry_id: registryId } })) > 0
}

/**
 * The causes of what the outbox still holds of a customer's guests: their invitations, and confirmations of replies
 * that were not sent (sent ones hold no personal data any more).
 */
export async function findGuestEmailCauses(db: Db, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select invitation.cause from invitation
    join guest on guest.id = invitation.guest_id
    join registry on registry.id = guest.registry_id
    where registry.customer_id = ${customerId}
    union all
    select outbox.cause from outbox
    join guest on outbox.props ->> 'guest_id' = guest.id::text
    join registry on registry.id = guest.registry_id
    where outbox.template = 'reply-kept' and outbox.state <> 'sent'
      and registry.customer_id = ${customerId}`.execute(db)
  return rows.map(({ cause }) => cause)
}
