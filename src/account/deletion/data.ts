import type { Db } from '../../server/postgres/tables.ts'

export async function markDeletionRequested(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('customer').set({ deletion_requested_at: now }).where('id', '=', id).execute()
}

/** Ids of those who asked to leave at or before that moment and are here still; the shop's list must have let go of them. */
export async function findDueDeletions(db: Db, moment: Date, most: number): Promise<number[]> {
  const rows = await leavers(db, moment).orderBy('deletion_requested_at').limit(most).execute()
  return rows.map(row => row.id)
}

/** That leaver, so that nobody else erases him and he does not come back meanwhile. */
export async function lockDueDeletion(db: Db, id: number, moment: Date) {
  return leavers(db, moment).where('id', '=', id).forUpdate().executeTakeFirst()
}

function leavers(db: Db, moment: Date) {
  return db
    .selectFrom('customer')
    .select(['id', 'email', 'language'])
    .where('deletion_requested_at', '<=', moment)
    .where('erased_at', 'is', null)
    .where('newsletter_synced', '=', false)
}

/** Takes all that tells of the person; the row stays, without a name, for what is counted. */
export async function eraseCustomer(
  db: Db,
  { id, email, now }: { id: number; email: string; now: Date },
): Promise<void> {
  for (const table of ['session', 'known_device', 'password_reset', 'email_confirmation'] as const)
    await db.deleteFrom(table).where('customer_id', '=', id).execute()
  await db.deleteFrom('outbox').where('recipient', '=', email).execute()
  await db.deleteFrom('mailbox').where('recipient', '=', email).execute()
  const nobody = `erased-${id}`
  await db
    .updateTable('customer')
    .set({
      email: nobody,
      email_key: nobody,
      name: '',
      surname: '',
      phone: null,
      password_hash: '',
      shop_customer_id: null,
      shop_link_due_at: null,
      confirmed_at: null,
      marketing_consent_at: null,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** The letter that says it is done names its reader too: once it has left, it goes. */
export async function deleteErasureEmails(db: Db): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('template', '=', 'account-erased')
    .where('state', '<>', 'waiting')
    .execute()
}
