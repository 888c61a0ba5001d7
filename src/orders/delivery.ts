import { type Insertable, sql } from 'kysely'
import { findRegistryById, type RegistryRow } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { countRows, deleteRows, findRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { MatchedOrder } from './match.ts'
import { eraseStaffNoteLines } from './notes.ts'
import {
  formatDeliverySentence,
  missingAddressSentence,
  replaceDeliverySentence,
} from './staff-note.rules.ts'

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

/** Whether goods of the order were seen to have left (R1352). */
export const wasSent = async (tx: Db, orderId: number): Promise<boolean> =>
  (await countRows(tx, 'delivery', { order_id: orderId, sent_at: { '<>': null } })) > 0

/** Stores a delivery; whether it is for the hosts, and when it was sent, stay as they were first known. */
async function upsertDelivery(tx: Db, delivery: Insertable<Tables['delivery']>): Promise<void> {
  await tx
    .insertInto('delivery')
    .values(delivery)
    .onConflict(conflict =>
      conflict.columns(['order_id', 'registry_id']).doUpdateSet({
        for_hosts: sql`coalesce(excluded.for_hosts, delivery.for_hosts)`,
        sent_at: sql`case when excluded.sent_at is not null then coalesce(delivery.sent_at, excluded.sent_at) end`,
      }),
    )
    .execute()
}

/** Orders whose goods have not left for the registry's hosts, with their notes for the shop's staff. */
async function findUnsentNotes(
  tx: Db,
  registryId: number,
): Promise<{ order_id: number; staff_note: string }[]> {
  const { rows } = await sql<{ order_id: number; staff_note: string }>`
    select order_id, staff_note from delivery join order_sync using (order_id)
    where registry_id = ${registryId} and sent_at is null and for_hosts is not false and staff_note is not null
    order by order_id`.execute(tx)
  return rows
}
