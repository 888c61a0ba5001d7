import { findRegistryById, type RegistryRow } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { deleteRows, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findUnsentNotes, upsertDelivery } from './delivery-data.ts'
import type { MatchedOrder } from './match-service.ts'
import { eraseStaffNoteLines } from './staff-note-data.ts'
import {
  formatDeliverySentence,
  missingAddressSentence,
  replaceDeliverySentence,
} from './staff-note-rules.ts'

/**
 * Notes for which registries goods of the order have to be delivered, and since when they are on their way (R972). Open
 * pages of a registry learn of it.
 */
export async function saveDeliveries(
  tx: Db,
  { order, hold, matched, isDeliveredToHosts }: MatchedOrder & { isDeliveredToHosts: boolean | null },
  ctx: JobContext,
): Promise<void> {
  // Nobody knows what the new status means: what is known stays.
  if (order.waitsFor === 'unknown') return
  const goods = matched.filter(({ line, units }) => line.kind === 'units' && units > 0)
  const registryIds = hold.state === 'paid' ? new Set(goods.map(({ line }) => line.registry_id)) : []
  const before = await findRows(tx, 'delivery', { where: { order_id: order.id } })
  const hasLeft = order.isCompleted || order.isShipped
  for (const registry_id of registryIds) {
    const common = { order_id: order.id, registry_id, ordered_at: order.orderedAt }
    const former = before.find(one => one.registry_id === registry_id)
    // What was known before stays where the order tells of its money alone (R1352).
    const sent_at = hasLeft === null ? (former?.sent_at ?? null) : hasLeft ? ctx.now : null
    await upsertDelivery(tx, { ...common, for_hosts: isDeliveredToHosts, sent_at })
    if (former && (former.sent_at === null) !== (sent_at === null)) await ctx.registryChanged(tx, registry_id)
  }
  const kept = [...registryIds]
  for (const one of before)
    if (!kept.includes(one.registry_id))
      await deleteRows(tx, 'delivery', { order_id: one.order_id, registry_id: one.registry_id })
}

/** Where the gifts of a registry go was changed: the notes of orders that have not left get the new address (R972). */
export async function rewriteDeliveryNotes(
  tx: Db,
  { registryId }: { registryId: number },
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const registry = await findRegistryById(tx, registryId)
  if (!registry) return
  for (const { order_id, staff_note } of await findUnsentNotes(tx, registryId)) {
    const lines = staff_note.split('\n')
    const changed = lines.map(line => withAddressOf(line, registry))
    const erasedLines = lines.filter((line, index) => line !== changed[index]).join('\n')
    if (erasedLines) await eraseStaffNoteLines(tx, order_id, { note: changed.join('\n'), erasedLines }, now)
  }
}

/** A line of the note that names the registry's address, with today's. */
function withAddressOf(line: string, registry: RegistryRow): string {
  return replaceDeliverySentence(
    line,
    registry.code,
    isSure => formatDeliverySentence(registry, isSure) ?? missingAddressSentence(isSure),
  )
}
