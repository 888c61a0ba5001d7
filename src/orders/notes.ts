import { sql } from 'kysely'
import { formatCode } from '../base/fields.ts'
import { hostNames } from '../registry/registry.rules.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { countRows, updateRows } from '../server/postgres/rows.ts'
import type { Db, DueRows } from '../server/postgres/tables.ts'
import type { MatchedOrder } from './match.ts'
import type { PurchaseRow } from './orders.sql.ts'
import { formatDeliverySentence } from './staff-note.rules.ts'

/**
 * Whether an order's goods are delivered to the hosts (R420); null when it isn't known. Asked only before the order's
 * first note. If the shop fails, the note says "if the guest chose so".
 */
export async function checkHostDelivery(
  { order, matched }: MatchedOrder,
  { db, shop, log }: JobContext,
): Promise<boolean | null> {
  if (order.state !== 'paid' || matched.length === 0) return null
  if ((await countRows(db, 'order_sync', { order_id: order.id, staff_note: { '<>': null } })) > 0) return null
  // Money is not delivered.
  if (matched.every(one => one.line.kind !== 'units')) return false
  return shop.isDeliveredToHosts(order).catch(error => {
    log.warn({ order: order.id, error: String(error) }, 'delivery of an order not known')
    return null
  })
}

/**
 * The note for the shop's staff on an order. The hosts' address is shown nowhere else (R225 and R420, deliver to the
 * hosts). Hosts were told by e-mail, but not in surprise mode (R221).
 */
export function formatStaffNote(
  registry: RegistryRow,
  purchases: PurchaseRow[],
  { isDeliveredToHosts, hostsAreTold }: { isDeliveredToHosts: boolean | null; hostsAreTold: boolean },
): string {
  const hasSurplus = purchases.some(one => one.credited_cents < one.cents)
  return [
    `Registry ${formatCode(registry.code)} “${registry.registry_name}” of ${hostNames(registry)}.`,
    isDeliveredToHosts !== false && formatDeliverySentence(registry, isDeliveredToHosts === true),
    hasSurplus && `More was given than wished for${hostsAreTold ? ': the hosts have been told' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Takes names and addresses of an erased host out of the notes of all orders for their registries (R125). A job changes
 * the notes in the shop.
 */
export async function eraseHostFromStaffNotes(
  tx: Db,
  { customerId }: { customerId: number },
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const rows = await findStaffNotesOfHost(tx, customerId)
  for (const [orderId, named] of Map.groupBy(rows, row => row.order_id)) {
    const order = { order_id: orderId, staff_note: named[0]?.staff_note ?? '' }
    await rewriteStaffNote(tx, order, line => named.reduce(eraseRegistryFromLine, line), now)
  }
}

/** Changes lines of an order's note; those that were there are taken out of the note in the shop. */
export async function rewriteStaffNote(
  tx: Db,
  { order_id, staff_note }: { order_id: number; staff_note: string },
  rewrite: (line: string) => string,
  now: Date,
): Promise<void> {
  const lines = staff_note.split('\n')
  const changed = lines.map(rewrite)
  const erasedLines = lines.filter((line, index) => line !== changed[index]).join('\n')
  if (erasedLines) await eraseStaffNoteLines(tx, order_id, { note: changed.join('\n'), erasedLines }, now)
}

/** Leaves the registry's code: the rest of the line was about the hosts. */
function eraseRegistryFromLine(
  line: string,
  { code, registry_name }: { code: string; registry_name: string },
): string {
  const registry = `Registry ${formatCode(code)}`
  if (line.startsWith(`${registry} “`)) return `${registry}; its hosts have left.`
  return line.replaceAll(`“${registry_name}”`, formatCode(code))
}

/** A job writes it into the shop. */
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

/** Notes of orders for this host's registries, with the registries that they name. */
async function findStaffNotesOfHost(
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

/** A job takes the lines out of the note in the shop as well. */
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

export interface DueStaffNote {
  order_id: number
  staff_note: string
  /** Lines to remove from the note in the shop; null for none. */
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

/** Not when the note has grown meanwhile. */
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
