import type { GivingKind } from '../../gift/gift/rules.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder, ShopOrderLine } from '../../shop/port-orders.ts'
import { insertStaffHandoff } from '../hand-off/insert-data.ts'
import { createHandoffReference } from '../hand-off/reference-service.ts'
import { requeueWebhookEvent } from '../webhooks/data.ts'
import { insertLinePlacement } from './placement-data.ts'

/** The gift that a line is placed on. */
export interface PlacementGift {
  id: number
  registry_id: number
  product_id: number
  variant_id: number
}

/**
 * Places a line of an order on a gift, under the lock of its registry, and queues the order to be read anew: from then on
 * it counts, and is refunded, as any other (R964). False when the line is placed already.
 */
export async function placeOrderLine(
  tx: Db,
  { order, line }: { order: ShopOrder; line: ShopOrderLine },
  target: {
    gift: PlacementGift
    /** As what the line counts (R1160). */
    kind: GivingKind
    units: number
    giver: string | null
    message: string | null
    key: string
  },
  { config, now }: Pick<JobContext, 'config' | 'now'>,
): Promise<boolean> {
  const { gift, kind, units, giver, message, key } = target
  const handoff_id = await insertStaffHandoff(
    tx,
    {
      reference: createHandoffReference(),
      idempotency_key: `staff ${key}`,
      registry_id: gift.registry_id,
      language: config.STAFF_LANGUAGE,
      channel_id: order.channelId,
      giver_name: giver,
      giver_email: order.email,
      message,
      created_at: now,
    },
    {
      gift_id: gift.id,
      registry_id: gift.registry_id,
      kind,
      product_id: gift.product_id,
      variant_id: gift.variant_id,
      units: kind === 'units' ? units : 1,
      cents: kind === 'units' ? Math.round(line.totalCents / line.quantity) : line.totalCents,
      message: null,
    },
  )
  const placement = { order_id: order.id, line_id: line.id, handoff_id, placed_at: now }
  if (!(await insertLinePlacement(tx, placement))) return false
  await queueOrder(tx, order.id, now)
  return true
}

/** Has the order read anew by the job of the webhooks, whatever becomes of this process. */
export async function queueOrder(tx: Db, orderId: number, now: Date): Promise<void> {
  const subject = `order ${orderId}`
  await requeueWebhookEvent(tx, { id: `retry ${subject}`, scope: 'retry', subject }, now)
}
