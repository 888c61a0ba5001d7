import {
  endUnfinishedOrder,
  extendForUnfinishedOrder,
  findExpiredHandoffs,
  findHandoffLines,
  shortenForDeclined,
} from '../checkout/hand-off.sql.ts'
import { calculateOpenAmounts } from '../gift/gift.rules.ts'
import { findWishesByGiftIds, nothingGiven, sumGivenByGift } from '../gift/gift.sql.ts'
import { findRegistryById, lockRegistries } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ShopOrder } from '../shop/port-orders.ts'
import type { MatchedOrder } from './match.ts'
import { declinedUntil, unfinishedUntil } from './orders.rules.ts'
import { findRegistriesWithOverduePurchases, voidPurchase } from './orders.sql.ts'

/**
 * A guest has begun an order and not paid it: its hand-off keeps the gifts for a day from the order's date, after a
 * declined card for half an hour, and stays open, so that the guest can return to the same cart (R515, pending orders).
 * A reservation that has expired by then is made again, unless somebody else was faster.
 */
export async function reserveForUnfinishedOrder(
  tx: Db,
  { order, matched }: MatchedOrder,
  ctx: JobContext,
): Promise<void> {
  const isDeclined = order.payment.status === declined
  const heldUntil = (isDeclined ? declinedUntil : unfinishedUntil)(order.orderedAt, ctx.now)
  if (heldUntil <= ctx.now) return
  const handoffIds = [...new Set(matched.map(one => one.line.handoff_id))]
  const unfinished = { id: order.id, orderedAt: order.orderedAt, heldUntil }
  const expired: number[] = []
  for (const id of await findExpiredHandoffs(tx, handoffIds, ctx.now))
    if (await isStillOpen(tx, id, ctx.now)) expired.push(id)
  const when = { expired, now: ctx.now }
  const changed = await extendForUnfinishedOrder(tx, handoffIds, unfinished, when)
  if (isDeclined) changed.push(...(await shortenForDeclined(tx, order.id, heldUntil)))
  for (const registryId of new Set(changed)) await ctx.registryChanged(tx, registryId)
}

/** The platform's status for a refused payment, as the connector reads it. */
const declined = 'declined'

async function isStillOpen(tx: Db, handoffId: number, now: Date): Promise<boolean> {
  const lines = await findHandoffLines(tx, [handoffId])
  const giftIds = lines.map(line => line.gift_id)
  const wishes = await findWishesByGiftIds(tx, giftIds)
  const given = await sumGivenByGift(tx, giftIds, now)
  return lines.every(({ gift_id, kind, units, cents }) => {
    const wish = wishes.get(gift_id)
    if (!wish || kind === 'gift_card') return wish !== undefined
    const open = calculateOpenAmounts(wish, given.get(gift_id) ?? nothingGiven)
    return kind === 'units' ? units <= open.units : units * cents <= open.cents
  })
}

/** Ends an unfinished order: the guest may try again for as long as after a new hand-off. */
export async function endUnfinished(tx: Db, orderId: number, ctx: JobContext): Promise<void> {
  const latest = new Date(ctx.now.getTime() + ctx.config.HOLD_MINUTES * 60_000)
  for (const registryId of await endUnfinishedOrder(tx, orderId, latest))
    await ctx.registryChanged(tx, registryId)
}

/**
 * Releases the gifts of orders whose payment is overdue (R515); answers how many registries had any. A later payment
 * counts as any other (R507).
 */
export async function releaseOverdueOrders(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const registryIds = await findRegistriesWithOverduePurchases(db, now)
  for (const registryId of registryIds)
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      const overdue = await findRows(tx, 'purchase', {
        where: { registry_id: registryId, held_until: { '<=': now } },
        orderBy: ['order_id', 'line_id'],
      })
      for (const purchase of overdue) await voidPurchase(tx, purchase, now)
      for (const orderId of new Set(overdue.map(one => one.order_id)))
        await tellStaffOfRelease(tx, { orderId, registryId, waited: 'payment' }, ctx)
      await ctx.registryChanged(tx, registryId)
    })
  return registryIds.length
}

/** Tells staff, once for each order, that its gifts are free again because it was not paid in time. */
export async function tellStaffOfRelease(
  tx: Db,
  { orderId, registryId, waited }: { orderId: number; registryId: number; waited: 'checkout' | 'payment' },
  ctx: JobContext,
): Promise<void> {
  const code = (await findRegistryById(tx, registryId))?.code ?? ''
  await ctx.tellStaff(tx, {
    cause: `order-released:${orderId}`,
    template: 'order-released',
    props: { order: orderId, code, waited },
  })
}

/** Tells staff of a status that is not known, once for each order and status (R508): its meaning has to be asked. */
export async function tellStaffOfUnknownStatus(
  tx: Db,
  { id: order, unknownStatus: status }: ShopOrder,
  { log, tellStaff }: JobContext,
): Promise<void> {
  log.warn({ order, status }, 'an order has a status that is not known')
  await tellStaff(tx, {
    cause: `order-status:${order}:${status}`,
    template: 'order-status-unknown',
    props: { order, status },
  })
}
