import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The ids of customers who asked for their deletion until that moment, the oldest first. */
export async function findDueDeletions(db: Db, until: Date, max: number): Promise<number[]> {
  const rows = await dueDeletions(db, until).orderBy('deletion_requested_at').limit(max).execute()
  return rows.map(row => row.id)
}

/** Locks such a customer, so that no other process erases them and no sign-in cancels the deletion meanwhile. */
export async function lockDueDeletion(db: Db, id: number, until: Date) {
  return dueDeletions(db, until).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whoever is still subscribed to the shop's newsletter is not due: without the e-mail nobody could unsubscribe them. */
function dueDeletions(db: Db, until: Date) {
  return db
    .selectFrom('customer')
    .select(['id', 'email', 'language', 'created_at'])
    .where('deletion_requested_at', '<=', until)
    .where('erased_at', 'is', null)
    .where('newsletter_synced', '=', false)
}

/** Erases everything that identifies the person; the row stays, without a name, for what is counted (R125). */
export async function eraseCustomer(db: Db, id: number, now: Date): Promise<void> {
  const placeholder = `erased-${id}`
  await db
    .updateTable('customer')
    .set({
      email: placeholder,
      email_key: placeholder,
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

/** Of these customers, those who are erased. */
export async function findErased(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .where('erased_at', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.id))
}

export async function lockAccount(tx: Db, id: number) {
  return tx
    .selectFrom('customer')
    .select(['created_at', 'deletion_requested_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** What an erasure leaves of a customer, for one that the database never knew: orders may still name the number. */
export async function insertErasedCustomer(
  tx: Db,
  id: number,
  { createdAt, now }: { createdAt: Date; now: Date },
): Promise<void> {
  const placeholder = `erased-${id}`
  await sql`
    insert into customer (id, email, email_key, name, surname, password_hash, language, created_at, erased_at)
    overriding system value
    values (${id}, ${placeholder}, ${placeholder}, '', '', '', 'en', ${createdAt}, ${now})
    on conflict do nothing`.execute(tx)
}
