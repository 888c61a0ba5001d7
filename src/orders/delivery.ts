import { type Insertable, sql } from 'kysely'
import { findRegistryById } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { countRows, deleteRows, findRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { MatchedOrder } from './match.ts'
import {
  formatDeliverySentence,
  missingAddressSentence,
  replaceDeliverySentence,
  rewriteStaffNote,
} from './notes.ts'

/**
 * Stores for which registries goods of an order have to be delivered, and since when they are on their way (R972, to
 * deliver). Open pages of a registry are updated.
 */
export async function saveDeliveries(
  tx: Db,
  { order, hold, matched, isDeliveredToHosts }: MatchedOrder & { isDeliveredToHosts: boolean | null },
  ctx: JobContext,
): Promise<void> {
  // The meaning of the new status is unknown: what is stored stays.
  if (order.waitsFor === 'unknown') return
  const goods = matched.filter(({ line, units }) => line.kind === 'units' && units > 0)
  const registryIds = hold.state === 'paid' ? new Set(goods.map(({ line }) => line.registry_id)) : []
  const before = await findRows(tx, 'delivery', { where: { order_id: order.id } })
  const hasLeft = order.isCompleted || order.isShipped
  for (const registry_id of registryIds) {
    const common = { order_id: order.id, registry_id, ordered_at: order.orderedAt }
    const former = before.find(one => one.registry_id === registry_id)
    // A status about money alone doesn't change what was known before (R1352).
    const sent_at = hasLeft === null ? (former?.sent_at ?? null) : hasLeft ? ctx.now : null
    await upsertDelivery(tx, { ...common, for_hosts: isDeliveredToHosts, sent_at })
    if (former && (former.sent_at === null) !== (sent_at === null)) await ctx.registryChanged(tx, registry_id)
  }
  const kept = [...registryIds]
  for (const one of before)
    if (!kept.includes(one.registry_id))
      await deleteRows(tx, 'delivery', { order_id: one.order_id, registry_id: one.registry_id })
}

/** The delivery address of a registry was changed: notes of orders that have not left get the new one (R972). */
export async function rewriteDeliveryNotes(
  tx: Db,
  { registryId }: { registryId: number },
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const registry = await findRegistryById(tx, registryId)
  if (!registry) return
  const sentence = (isSure: boolean) =>
    formatDeliverySentence(registry, isSure) ?? missingAddressSentence(isSure)
  for (const order of await findUnsentNotes(tx, registryId))
    await rewriteStaffNote(tx, order, line => replaceDeliverySentence(line, registry.code, sentence), now)
}

/** Whether goods of the order have left (R1352, what has left stays so). */
export const wasSent = async (tx: Db, orderId: number): Promise<boolean> =>
  (await countRows(tx, 'delivery', { order_id: orderId, sent_at: { '<>': null } })) > 0

/** `for_hosts` and `sent_at` stay as they were first known. */
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

/** Notes of orders with goods for the registry's hosts that have not left. */
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
