import { type Selectable, sql } from 'kysely'
import type { Db, HookNoteTable } from '../server/tables.ts'

export type HookNote = Selectable<HookNoteTable>

/** Which job of ours a note wakes. */
export const hookChannel = 'doron_hook'

/** Notes a hint that something changed in the shop; the same one a second time changes nothing. */
export async function noteHint(
  db: Db,
  hint: { id: string; scope: string; subject: string },
  now: Date,
): Promise<void> {
  await sql`
    with noted as (
      insert into hook_note (id, scope, subject, received_at, next_at)
      values (${hint.id}, ${hint.scope}, ${hint.subject}, ${now}, ${now})
      on conflict (id) do nothing returning id)
    select pg_notify(${hookChannel}, '') from noted`.execute(db)
}

/** The same hint again, after it was worked off: for what the clock could not do. */
export async function renewHint(
  db: Db,
  hint: { id: string; scope: string; subject: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into hook_note (id, scope, subject, received_at, next_at)
    values (${hint.id}, ${hint.scope}, ${hint.subject}, ${now}, ${now})
    on conflict (id) do update set done_at = null, attempts = 0, next_at = ${now}
      where hook_note.done_at is not null`.execute(db)
}

/** Takes due notes for as long as the lease; nobody else takes them meanwhile. */
export async function takeNotes(db: Db, now: Date, leaseMs: number, most: number): Promise<HookNote[]> {
  const { rows } = await sql<HookNote>`
    update hook_note set attempts = attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from hook_note where done_at is null and next_at <= ${now}
      order by next_at limit ${most} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function notesDone(db: Db, ids: string[], now: Date): Promise<void> {
  await db.updateTable('hook_note').set({ done_at: now }).where('id', 'in', ids).execute()
}

export async function notesLater(db: Db, ids: string[], next: Date): Promise<void> {
  await db.updateTable('hook_note').set({ next_at: next }).where('id', 'in', ids).execute()
}

/** Notes worked off long ago are forgotten. */
export async function forgetNotes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('hook_note').where('done_at', '<', before).execute()
}

export async function cursorOf(db: Db, name: string): Promise<Date | null> {
  const row = await db.selectFrom('cursor').select('value').where('name', '=', name).executeTakeFirst()
  return row ? new Date(row.value) : null
}

/** Moves a cursor forward, never back. */
export async function moveCursor(db: Db, name: string, to: Date): Promise<void> {
  const value = to.toISOString()
  await db
    .insertInto('cursor')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }).where('cursor.value', '<', value))
    .execute()
}

/** Registries with gifts whose price or quantity moved after something was given. */
export async function registriesMoved(db: Db, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('credit_due')
    .innerJoin('gift', 'gift.id', 'credit_due.gift_id')
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
export async function takeMoved(tx: Db, registryId: number): Promise<number[]> {
  const { rows } = await sql<{ gift_id: number }>`
    delete from credit_due where gift_id in (
      select gift_id from credit_due join gift on gift.id = gift_id
      where registry_id = ${registryId} for update of credit_due skip locked)
    returning gift_id`.execute(tx)
  return rows.map(row => row.gift_id)
}

export interface UnwrittenNote {
  order_id: number
  note: string
  note_attempts: number
}

/** Takes orders whose note the shop's staff can't read yet. */
export async function takeUnwritten(
  db: Db,
  now: Date,
  leaseMs: number,
  most: number,
): Promise<UnwrittenNote[]> {
  const { rows } = await sql<UnwrittenNote>`
    update order_read set note_attempts = note_attempts + 1, note_next_at = ${new Date(now.getTime() + leaseMs)}
    where order_id in (
      select order_id from order_read where note is not null and noted_at is null and note_next_at <= ${now}
      order by note_next_at limit ${most} for update skip locked)
    returning order_id, note, note_attempts`.execute(db)
  return rows
}

/** The note is on the order, unless it has grown meanwhile. */
export async function noteWritten(db: Db, { order_id, note }: UnwrittenNote, now: Date): Promise<void> {
  await db
    .updateTable('order_read')
    .set({ noted_at: now })
    .where('order_id', '=', order_id)
    .where('note', '=', note)
    .execute()
}

export async function noteLater(db: Db, orderId: number, next: Date): Promise<void> {
  await db.updateTable('order_read').set({ note_next_at: next }).where('order_id', '=', orderId).execute()
}
