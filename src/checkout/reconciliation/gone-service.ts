import { lockRegistries } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recreditGifts } from '../orders/credit-service.ts'
import * as orders from '../orders/data.ts'
import { markOrderUnpaid } from '../orders/payment-data.ts'
import { replaceUnplacedRefunds } from '../orders/refund-data.ts'
import { claimOrderSyncVersion, nextOrderSyncVersion } from '../orders/sync-data.ts'
import { deleteUnreadableOrder, saveUnreadableRow } from '../unreadable/data.ts'
import { readOrder } from '../unreadable/service.ts'

/** Between the two readings that must find an order gone before what it counts for is taken away (R1301). */
const goneForMs = 3_600_000

/**
 * For an order that the shop answered not to have: it is asked once more, and staff are told. What the order counts for is
 * taken away once an earlier such answer is an hour old, because a shop that is being moved or restored knows nothing for
 * a while (R1301). Throws ShopFailure.
 */
export async function voidGoneOrder(orderId: number, ctx: JobContext): Promise<void> {
  const version = await nextOrderSyncVersion(ctx.db)
  if (await readOrder(orderId, ctx)) return
  const registryIds = await orders.findRegistriesByOrder(ctx.db, orderId)
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, registryIds)
    const row = { source: 'order gone', id: String(orderId), field: '', reason: 'the shop has no such order' }
    const since = await saveUnreadableRow(tx, row, ctx.now)
    const cause = `order-gone:${orderId}:${since.toISOString()}`
    await ctx.tellStaff(tx, { cause, template: 'order-gone', props: { order: orderId } })
    if (ctx.now.getTime() - since.getTime() < goneForMs) return
    if (await claimOrderSyncVersion(tx, { id: orderId, changedAt: null }, version))
      await voidOrder(tx, orderId, registryIds, ctx)
  })
}

async function voidOrder(tx: Db, orderId: number, registryIds: number[], ctx: JobContext): Promise<void> {
  const purchases = await orders.findPurchasesByOrder(tx, orderId)
  for (const one of purchases) await orders.voidPurchase(tx, one, ctx.now)
  await recreditGifts(tx, [...new Set(purchases.map(one => one.gift_id))], ctx.now)
  await markOrderUnpaid(tx, orderId)
  await orders.replaceUnmatchedLines(tx, orderId, [], ctx.now)
  await replaceUnplacedRefunds(tx, orderId, [], ctx.now)
  await deleteUnreadableOrder(tx, orderId)
  for (const registryId of registryIds) {
    await ctx.registryChanged(tx, registryId)
    await ctx.emit('moneyChanged', tx, { registryId, orderId })
  }
}
