import { sql } from 'kysely'
import { countRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db, DueRows } from '../../server/postgres/tables.ts'

/** Whether this order has a note for the shop's staff, written or not. */
export async function hasStaffNote(db: Db, orderId: number): Promise<boolean> {
  return (await countRows(db, 'order_sync', { order_id: orderId, staff_note: { '<>': null } })) > 0
}

/** Adds a line to the order's note for the shop's staff; a job writes it into the shop. */
export async function appendStaffNote(tx: Db, orderId: number, note: string, now: Date): Promise<void> {
  await tx
    .updateTable('order_sync')
    .set({
      staff_note: sql<string>`concat_ws(E'\n', staff_note, ${note}::text)`,
      staff_note_written_at: null,
      staff_note_next_attempt_at: now,
    })
    .where('order_id', '=', orderId)
    .execute()
}

/** The orders with a note of these registries' hosts' customer, each with the registries that it names. */
export async function findStaffNotesOfHost(
  tx: Db,
  customerId: number,
): Promise<{ order_id: number; staff_note: string; code: string; registry_name: string }[]> {
  const { rows } = await sql<{ order_id: number; staff_note: string; code: string; registry_name: string }>`
    select distinct order_id, staff_note, code, registry_name
    from registry join purchase on purchase.registry_id = registry.id join order_sync using (order_id)
    where registry.customer_id = ${customerId} and staff_note is not null
    order by order_id, code`.execute(tx)
  return rows
}

/** Replaces the note by one without these lines; a job takes them out of the shop's note, too. */
export async function eraseStaffNoteLines(
  tx: Db,
  orderId: number,
  { note, erasedLines }: { note: string; erasedLines: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('order_sync')
    .set({
      staff_note: note,
      staff_note_erased_lines: sql<string>`concat_ws(E'\n', staff_note_erased_lines, ${erasedLines}::text)`,
      staff_note_written_at: null,
      staff_note_next_attempt_at: now,
    })
    .where('order_id', '=', orderId)
    .execute()
}

/** An order whose note is not in the shop yet. */
export interface DueStaffNote {
  order_id: number
  staff_note: string
  /** Lines that have to leave the shop's note; null for none. */
  staff_note_erased_lines: string | null
}

export const dueStaffNotes: DueRows = {
  table: 'order_sync',
  id: 'order_id',
  due: 'staff_note_next_attempt_at',
  attempts: 'staff_note_attempts',
  columns: ['order_id', 'staff_note', 'staff_note_erased_lines'],
  isDue: now =>
    sql`staff_note is not null and staff_note_written_at is null and staff_note_next_attempt_at <= ${now}`,
}

/** Marks the note as written to the order, unless it has grown meanwhile. */
export async function markStaffNoteWritten(
  db: Db,
  { order_id, staff_note }: DueStaffNote,
  now: Date,
): Promise<void> {
  await updateRows(db, 'order_sync', {
    set: { staff_note_written_at: now, staff_note_erased_lines: null },
    where: { order_id, staff_note },
  })
}
