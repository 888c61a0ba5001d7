import { languages } from '../../base/language.ts'
import { appendStaffNote, eraseStaffNoteLines } from '../../checkout/orders/staff-note-data.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { formatPaidOutNote } from '../letters.ts'
import { findPaidOutOrders } from './paid-out-note-data.ts'

/**
 * Brings the staff notes of these orders to what has become of their money: while any of it has left the registry, the
 * note asks staff to think before they refund (R513). A job writes it into the shop. Call it under the registry's lock;
 * repeating it changes nothing.
 */
export async function updatePaidOutNotes(
  tx: Db,
  registryId: number,
  orderIds: number[],
  { config, now }: Pick<JobContext, 'config' | 'now'>,
): Promise<void> {
  const registry = await findRegistryById(tx, registryId)
  if (!registry) return
  const sorted = [...new Set(orderIds)].sort((one, other) => one - other)
  const paidOut = await findPaidOutOrders(tx, registryId, sorted)
  const lines = languages.map(language => formatPaidOutNote(registry.code, language))
  const line = formatPaidOutNote(registry.code, config.STAFF_LANGUAGE)
  for (const orderId of sorted) {
    const order = await findRow(tx, 'order_sync', { order_id: orderId }, ['staff_note'])
    const written = order?.staff_note?.split('\n') ?? []
    const isNoted = written.some(one => lines.includes(one))
    if (paidOut.has(orderId) === isNoted) continue
    if (!isNoted) await appendStaffNote(tx, orderId, line, now)
    else {
      const note = written.filter(one => !lines.includes(one)).join('\n')
      const erasedLines = written.filter(one => lines.includes(one)).join('\n')
      await eraseStaffNoteLines(tx, orderId, { note, erasedLines }, now)
    }
  }
}
