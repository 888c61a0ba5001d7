import { type Selectable, sql } from 'kysely'
import type { Db, WebhookEventTable } from '../../server/postgres/tables.ts'

export type WebhookEvent = Selectable<WebhookEventTable>

/** Which job of ours a note wakes. */
export const webhookChannel = 'doron_hook'

/** Notes a hint that something changed in the shop; the same one a second time changes nothing. */
export async function insertWebhookEvent(
  db: Db,
  hint: { id: string; scope: string; subject: string },
  now: Date,
): Promise<void> {
  await sql`
    with noted as (
      insert into webhook_event (id, scope, subject, received_at, next_attempt_at)
      values (${hint.id}, ${hint.scope}, ${hint.subject}, ${now}, ${now})
      on conflict (id) do nothing returning id)
    select pg_notify(${webhookChannel}, '') from noted`.execute(db)
}

/** The same hint again, after it was worked off: for what the clock could not do. */
export async function requeueWebhookEvent(
  db: Db,
  hint: { id: string; scope: string; subject: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_event (id, scope, subject, received_at, next_attempt_at)
    values (${hint.id}, ${hint.scope}, ${hint.subject}, ${now}, ${now})
    on conflict (id) do update set processed_at = null, attempts = 0, next_attempt_at = ${now}
      where webhook_event.processed_at is not null`.execute(db)
}

/** Takes due notes for as long as the lease; nobody else takes them meanwhile. */
export async function claimDueWebhookEvents(
  db: Db,
  now: Date,
  leaseMs: number,
  most: number,
): Promise<WebhookEvent[]> {
  const { rows } = await sql<WebhookEvent>`
    update webhook_event set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from webhook_event where processed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at limit ${most} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function markWebhookEventsProcessed(db: Db, ids: string[], now: Date): Promise<void> {
  await db.updateTable('webhook_event').set({ processed_at: now }).where('id', 'in', ids).execute()
}

export async function rescheduleWebhookEvents(db: Db, ids: string[], next: Date): Promise<void> {
  await db.updateTable('webhook_event').set({ next_attempt_at: next }).where('id', 'in', ids).execute()
}

/** Notes worked off long ago are forgotten. */
export async function deleteProcessedWebhookEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_event').where('processed_at', '<', before).execute()
}

export async function findJobCursor(db: Db, name: string): Promise<Date | null> {
  const row = await db.selectFrom('job_cursor').select('value').where('name', '=', name).executeTakeFirst()
  return row ? new Date(row.value) : null
}

/** Moves a cursor forward, never back. */
export async function advanceJobCursor(db: Db, name: string, to: Date): Promise<void> {
  const value = to.toISOString()
  await db
    .insertInto('job_cursor')
    .values({ name, value })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ value }).where('job_cursor.value', '<', value),
    )
    .execute()
}

/** Registries with gifts whose price or quantity moved after something was given. */
export async function findRegistriesToRecredit(db: Db, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recredit_queue')
    .innerJoin('gift', 'gift.id', 'recredit_queue.gift_id')
    .select('gift.registry_id')
    .distinct()
    .limit(most)
    .execute()
  return rows.map(row => row.registry_id)
}

/**
 * Takes a registry's moved gifts off the list, before they are credited anew. One that is moving at this moment stays
 * for the next time: what it moves to can't be read yet.
 */
export async function claimGiftsToRecredit(tx: Db, registryId: number): Promise<number[]> {
  const { rows } = await sql<{ gift_id: number }>`
    delete from recredit_queue where gift_id in (
      select gift_id from recredit_queue join gift on gift.id = gift_id
      where registry_id = ${registryId} for update of recredit_queue skip locked)
    returning gift_id`.execute(tx)
  return rows.map(row => row.gift_id)
}

export interface DueStaffNote {
  order_id: number
  staff_note: string
  staff_note_attempts: number
}

/** Takes orders whose note the shop's staff can't read yet. */
export async function claimDueStaffNotes(
  db: Db,
  now: Date,
  leaseMs: number,
  most: number,
): Promise<DueStaffNote[]> {
  const { rows } = await sql<DueStaffNote>`
    update order_sync set staff_note_attempts = staff_note_attempts + 1, staff_note_next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where order_id in (
      select order_id from order_sync where staff_note is not null and staff_note_written_at is null and staff_note_next_attempt_at <= ${now}
      order by staff_note_next_attempt_at limit ${most} for update skip locked)
    returning order_id, staff_note, staff_note_attempts`.execute(db)
  return rows
}

/** The note is on the order, unless it has grown meanwhile. */
export async function markStaffNoteWritten(
  db: Db,
  { order_id, staff_note }: DueStaffNote,
  now: Date,
): Promise<void> {
  await db
    .updateTable('order_sync')
    .set({ staff_note_written_at: now })
    .where('order_id', '=', order_id)
    .where('staff_note', '=', staff_note)
    .execute()
}

export async function rescheduleStaffNote(db: Db, orderId: number, next: Date): Promise<void> {
  await db
    .updateTable('order_sync')
    .set({ staff_note_next_attempt_at: next })
    .where('order_id', '=', orderId)
    .execute()
}
