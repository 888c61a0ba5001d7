import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Serializes the sendings of one host until the transaction ends, so that the caps hold. */
export async function lockInvitationSender(tx: Db, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitations of ' || ${customerId}::text, 0))`.execute(
    tx,
  )
}

/** When the first of these was sent; null when there is none. */
export async function findFirstInvitationEmailSince(
  db: Db,
  customerId: number,
  since: Date,
): Promise<Date | null> {
  const { first } = await db
    .selectFrom('invitation_email')
    .select(row => row.fn.min('sent_at').as('first'))
    .where('customer_id', '=', customerId)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow()
  return first
}

/** Records an invitation to a guest, with the cause of its e-mail in the outbox. */
export async function recordInvitation(
  tx: Db,
  { guestId, customerId, cause, now }: { guestId: number; customerId: number; cause: string; now: Date },
): Promise<void> {
  await tx.insertInto('invitation_email').values({ cause, customer_id: customerId, sent_at: now }).execute()
  await tx
    .insertInto('invitation')
    .values({ guest_id: guestId, cause, invited_at: now })
    .onConflict(conflict => conflict.column('guest_id').doUpdateSet({ cause, invited_at: now }))
    .execute()
}

export interface InvitationRow {
  id: number
  name: string
  email: string
  reply: 'coming' | 'not_coming' | null
  coming: number
  opened_at: Date | null
  invited_at: Date
  emailState: 'waiting' | 'sent' | 'failed'
  error: string | null
}

/** The invitations of a registry, newest first; an e-mail that is no longer in the outbox was sent. */
export async function findInvitations(db: Db, registryId: number): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .innerJoin('guest', 'guest.id', 'invitation.guest_id')
    .leftJoin('outbox', 'outbox.cause', 'invitation.cause')
    .select(({ fn, val }) => [
      'guest.id',
      'guest.name',
      fn.coalesce('guest.email', val('')).as('email'),
      'guest.reply',
      'guest.coming_count as coming',
      'guest.opened_at',
      'invitation.invited_at',
      fn.coalesce('outbox.state', sql<'sent'>`'sent'`).as('emailState'),
      'outbox.error',
    ])
    .where('guest.registry_id', '=', registryId)
    .orderBy('invitation.invited_at', 'desc')
    .orderBy('guest.id', 'desc')
    .execute()
}

/** Removes a guest from the list of invited people; false when that registry has not invited them. */
export async function deleteGuestInvitation(tx: Db, registryId: number, guestId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('invitation')
    .using('guest')
    .whereRef('guest.id', '=', 'invitation.guest_id')
    .where('guest.registry_id', '=', registryId)
    .where('guest_id', '=', guestId)
    .returning('guest_id')
    .executeTakeFirst()
  return deleted !== undefined
}
