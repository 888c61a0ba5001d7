import { sql } from 'kysely'
import { formatCode } from '../base/fields.ts'
import { regionsOfCountry } from '../registry/address.rules.ts'
import { hostNames } from '../registry/registry.rules.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRows, getRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, DueRows } from '../server/postgres/tables.ts'
import type { MatchedOrder } from './match.ts'
import type { MatchedLine } from './orders.rules.ts'
import type { PurchaseRow } from './orders.sql.ts'

/**
 * Whether an order's goods are delivered to the hosts (R420); null when it isn't known. Asked only before the order's
 * first note about a registry. If the shop fails, the note says "if the guest chose so".
 */
export async function checkHostDelivery(
  { order, matched }: MatchedOrder,
  { db, shop, log }: JobContext,
): Promise<boolean | null> {
  if (order.state !== 'paid') return null
  const paid = await findRows(db, 'purchase', {
    where: { order_id: order.id, state: 'paid' },
    columns: ['registry_id'],
  })
  const isNoted = ({ line }: MatchedLine) => paid.some(one => one.registry_id === line.registry_id)
  if (matched.every(one => one.units === 0 || isNoted(one))) return null
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

const deliveryStart = 'Deliver to the hosts'
const ifChosen = ', if the guest chose so'
const phoneLabel = ', tel. '

/** The sentence about the delivery in a staff note; null without an address. */
export function formatDeliverySentence(
  { name, surname, shipping_address: address }: DeliveryTarget,
  isSure: boolean,
): string | null {
  if (!address) return null
  const { street, postcode, city, country } = address
  // In Greek, as the courier reads it; in a country without listed regions it is a text already.
  const region =
    regionsOfCountry(country, 'el').find(({ code }) => code === address.region)?.name ?? address.region
  return `${deliveryStart}${isSure ? '' : ifChosen}: ${name} ${surname}, ${street}, ${postcode} ${city}, ${region}, ${country}${phoneLabel}${address.phone}.`
}

/** Replaces an address that was removed, until there is a new one. */
export const missingAddressSentence = (isSure: boolean) =>
  `${deliveryStart}${isSure ? '' : ifChosen}: the hosts are yet to say where${phoneLabel}none.`

interface DeliveryTarget {
  name: string
  surname: string
  shipping_address: {
    street: string
    postcode: string
    city: string
    region: string
    country: string
    phone: string
  } | null
}

/** Whether a line of a note is the one about that registry; not of erased hosts. */
const isLineAbout = (line: string, code: string) => line.startsWith(`Registry ${formatCode(code)} “`)

/** Only in a line about that registry; other lines are returned as they are. */
export function replaceDeliverySentence(
  line: string,
  code: string,
  sentence: (isSure: boolean) => string,
): string {
  const from = line.indexOf(deliveryStart)
  const end = line.indexOf('.', line.lastIndexOf(phoneLabel) + phoneLabel.length)
  if (!isLineAbout(line, code) || from < 0 || end < from) return line
  const isSure = !line.startsWith(ifChosen, from + deliveryStart.length)
  return line.slice(0, from) + sentence(isSure) + line.slice(end + 1)
}

/** Codes of registries in the lines that we added to an order's note; not those of erased hosts. */
export function registriesInStaffNote(note: string): string[] {
  const codes = [...note.matchAll(/^Registry ([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}) “/gm)]
  return [...new Set(codes.map(([, code = '']) => code.replaceAll('-', '')))]
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

/**
 * Nothing of an order is for a registry any more, as after a wrong placing (R964): its line goes from the order's note,
 * so that nothing is sent to its hosts.
 */
export async function removeFromStaffNote(
  tx: Db,
  orderId: number,
  registryId: number,
  now: Date,
): Promise<void> {
  const { code } = await getRow(tx, 'registry', { id: registryId }, ['code'])
  const { staff_note } = await getRow(tx, 'order_sync', { order_id: orderId }, ['staff_note'])
  const order = { order_id: orderId, staff_note: staff_note ?? '' }
  await rewriteStaffNote(tx, order, line => (isLineAbout(line, code) ? null : line), now)
}

/**
 * Changes lines of an order's note, or removes them (null). A job takes those that were there out of the note in the
 * shop as well.
 */
export async function rewriteStaffNote(
  tx: Db,
  { order_id, staff_note }: { order_id: number; staff_note: string },
  rewrite: (line: string) => string | null,
  now: Date,
): Promise<void> {
  const lines = staff_note.split('\n')
  const changed = lines.map(rewrite)
  const erasedLines = lines.filter((line, index) => line !== changed[index]).join('\n')
  if (!erasedLines) return
  await tx
    .updateTable('order_sync')
    .set({
      staff_note: changed.filter(line => line !== null).join('\n'),
      staff_note_erased_lines: sql<string>`concat_ws(E'\n', staff_note_erased_lines, ${erasedLines}::text)`,
      staff_note_written_at: null,
      staff_note_next_attempt_at: now,
    })
    .where('order_id', '=', order_id)
    .execute()
}

/** Leaves the registry's code: the rest of the line was about the hosts. */
function eraseRegistryFromLine(
  line: string,
  { code, registry_name }: { code: string; registry_name: string },
): string {
  if (isLineAbout(line, code)) return `Registry ${formatCode(code)}; its hosts have left.`
  return line.replaceAll(`“${registry_name}”`, formatCode(code))
}

/** A job writes it into the shop. */
export async function appendStaffNote(tx: Db, orderId: number, note: string, now: Date): Promise<void> {
  await tx
    .updateTable('order_sync')
    .set({
      staff_note: sql<string>`concat_ws(E'\n', nullif(staff_note, ''), ${note}::text)`,
      staff_note_written_at: null,
      staff_note_next_attempt_at: now,
    })
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * Notes of orders for this host's registries, with the registries that they name. Also of orders that count for them no
 * more, whose notes of an earlier release may still name them.
 */
async function findStaffNotesOfHost(
  tx: Db,
  customerId: number,
): Promise<{ order_id: number; staff_note: string; code: string; registry_name: string }[]> {
  const { rows } = await sql<{ order_id: number; staff_note: string; code: string; registry_name: string }>`
    select order_id, staff_note, code, registry_name
    from registry join purchase on purchase.registry_id = registry.id join order_sync using (order_id)
    where registry.customer_id = ${customerId} and staff_note is not null
    union
    select order_id, staff_note, code, registry_name
    from registry join order_sync
      on staff_note like '%Registry ' || regexp_replace(code, '(.{4})(.{4})', '\\1-\\2-') || ' “%'
    where registry.customer_id = ${customerId}
    order by order_id, code`.execute(tx)
  return rows
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
