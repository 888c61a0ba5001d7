import { type Insertable, type Selectable, sql } from 'kysely'
import { hourMs } from '../../base/durations.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db, DueRows, Tables } from '../../server/postgres/tables.ts'
import { lockCustomer } from '../customer/customer.sql.ts'
import { stopHours } from './email-change.rules.ts'

/** Serialises requests for a new e-mail of the same account until the end of the transaction. */
export async function lockEmailChanges(tx: Db, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email change ${customerId}`}, 0))`.execute(tx)
}

/** Stores a requested change and answers its id; a former one that waits can no longer be confirmed. */
export async function insertEmailChange(
  tx: Db,
  change: Insertable<Tables['email_change']> & { requested_at: Date },
): Promise<number> {
  await cancelEmailChanges(tx, change.customer_id, change.requested_at)
  const { id } = await tx.insertInto('email_change').values(change).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Lets the changes that wait for confirmation expire, also for a confirmation that began before `now`. */
export async function cancelEmailChanges(tx: Db, customerId: number, now: Date): Promise<void> {
  await tx
    .updateTable('email_change')
    .set(row => ({ expires_at: row.ref('requested_at') }))
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

export async function findPendingEmail(db: Db, customerId: number, now: Date): Promise<string | null> {
  const row = await pendingChanges(db, now)
    .select('new_email')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.new_email ?? null
}

const pendingChanges = (db: Db, now: Date) =>
  db
    .selectFrom('email_change')
    .where('email_change.confirmed_at', 'is', null)
    .where('email_change.stopped_at', 'is', null)
    .where('email_change.expires_at', '>', now)

/** The account of a change; undefined when it can no longer be confirmed. */
export async function findOwnerOfChange(db: Db, id: number, now: Date) {
  return pendingChanges(db, now)
    .innerJoin('customer', 'customer.id', 'email_change.customer_id')
    .select(['customer.id', 'customer.password_hash', 'customer.email', 'customer.language'])
    .where('email_change.id', '=', id)
    .executeTakeFirst()
}

/** Locks a change; undefined when it can no longer be confirmed. */
export async function lockPendingChange(tx: Db, id: number, now: Date) {
  return pendingChanges(tx, now).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks a change that was not stopped, confirmed or not, after its account. */
export async function lockChangeToStop(tx: Db, id: number) {
  const change = await findRow(tx, 'email_change', { id }, ['customer_id'])
  if (change) await lockCustomer(tx, change.customer_id)
  return tx
    .selectFrom('email_change')
    .selectAll()
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Stops a change and every later one of the account; for confirmed ones the shop has to be told again. */
export async function markChangesStopped(
  tx: Db,
  { id, customer_id }: { id: number; customer_id: number },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('email_change')
    .set({
      stopped_at: now,
      expires_at: now,
      shop_due_at: sql<Date | null>`case when confirmed_at is null then null else ${now}::timestamptz end`,
    })
    .where('customer_id', '=', customer_id)
    .where('id', '>=', id)
    .where('stopped_at', 'is', null)
    .execute()
}

export async function updateEmail(
  tx: Db,
  customerId: number,
  { email, email_key }: { email: string; email_key: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ email, email_key, confirmed_at: now, newsletter_synced: false })
    .set({ shop_link_due_at: sql`case when shop_customer_id is null then ${now} else shop_link_due_at end` })
    .where('id', '=', customerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customer as other')
            .select('other.id')
            .where('other.email_key', '=', email_key)
            .where('other.id', '<>', customerId),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The old, confirmed address of an account whose new e-mail can still be taken back (R128). */
export async function findFormerEmail(db: Db, customerId: number, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_change')
    .select('old_email')
    .where('customer_id', '=', customerId)
    .where('old_is_own', '=', true)
    .where('stopped_at', 'is', null)
    .where('confirmed_at', '>', new Date(now.getTime() - stopHours * hourMs))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.old_email ?? null
}

export type ChangeForShop = Pick<Selectable<Tables['email_change']>, (typeof columnsForShop)[number]>

const columnsForShop = [
  'id',
  'customer_id',
  'old_email',
  'new_email',
  'was_subscribed',
  'stopped_at',
] as const

export const changesForShop: DueRows = {
  table: 'email_change',
  id: 'id',
  due: 'shop_due_at',
  attempts: 'shop_attempts',
  columns: columnsForShop,
  isDue: now => sql`shop_due_at <= ${now}`,
}
