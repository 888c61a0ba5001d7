import { sql } from 'kysely'
import { dayInAthens } from '../base/dates.ts'
import { markOrdered } from '../checkout/hand-off.sql.ts'
import { findRegistryById, lockRegistries } from '../registry/registry.sql.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { countRows, findRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ShopOrder } from '../shop/port-orders.ts'
import { recreditGifts } from './credit.ts'
import { saveDeliveries } from './delivery.ts'
import {
  endUnfinished,
  reserveForUnfinishedOrder,
  tellStaffOfRelease,
  tellStaffOfUnknownStatus,
} from './hold.ts'
import { expectedPurchases, type MatchedOrder, matchOrder, refreshGivers, setGoneAside } from './match.ts'
import { appendStaffNote, checkHostDelivery, formatStaffNote, removeFromStaffNote } from './notes.ts'
import { enqueueGiftEmails, enqueueReturnEmails } from './order-letters.ts'
import { isHandRefund } from './orders.rules.ts'
import * as data from './orders.sql.ts'
import {
  findRefundFacts,
  markPaymentReceived,
  replaceUnplacedRefunds,
  saveOrderPayment,
} from './orders.sql.ts'
import { recoverLostHandoffs } from './restore/restore.ts'
import { readOrder } from './unreadable.ts'
import { queueOrder } from './webhooks/webhooks.sql.ts'
import { findExchangedLines, lockOrderLines } from './worth.sql.ts'

interface OrderReading extends MatchedOrder {
  /** Null when it isn't known. */
  isDeliveredToHosts: boolean | null
}

/** Throws ShopFailure. */
export async function syncOrdersOfCart(cartId: string, ctx: JobContext): Promise<void> {
  for (const id of await ctx.shop.fetchOrderIdsOfCart(cartId)) await syncOrder(id, ctx)
}

/**
 * Reads an order from the shop and updates purchases, ledger and reservations to it (R501). Repetitions, any order of
 * arrival and several processes end in the same state (R504). An order that isn't ours changes nothing. False when the
 * shop doesn't know the order. Throws ShopFailure when the shop can't be read.
 */
export async function syncOrder(orderId: number, ctx: JobContext): Promise<boolean> {
  const version = await nextOrderSyncVersion(ctx.db)
  const order = await readOrder(orderId, ctx)
  await ctx.testHook?.('order read')
  if (!order) return false
  await recoverLostHandoffs(order, ctx)
  const match = await matchOrder(order, ctx)
  const reading = { ...match, isDeliveredToHosts: await checkHostDelivery(match, ctx) }
  const countedRegistries = await data.findRegistriesByOrder(ctx.db, orderId)
  await ctx.testHook?.('order matched')
  const ours = [...match.matched, ...match.unmatched, ...match.exchanged, ...countedRegistries]
  // A line that waited for staff leaves their list, where nothing is left of it.
  const isOurs = ours.length > 0 || (await countRows(ctx.db, 'unmatched_line', { order_id: orderId })) > 0
  if (!isOurs && order.externalId === null) return true
  const isAsMatched = await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [...new Set([...registryIdsOf(match), ...countedRegistries])])
    await lockOrderLines(tx, order.id)
    // Meanwhile a line became a gift card, and counts for nothing else (R1311).
    const exchanged = match.exchanged.map(one => one.lineId).join()
    const known = (await findExchangedLines(tx, order.id)).map(one => one.lineId).join()
    if (known !== exchanged) return false
    const isNewest = await claimOrderSyncVersion(tx, order, version)
    // A later status without refunds doesn't undo it (R1304, refunded by hand).
    if (order.refundRecord === 'by hand')
      await updateRows(tx, 'order_sync', {
        set: { refunded_by_hand_at: ctx.now },
        where: { order_id: order.id, refunded_by_hand_at: null },
      })
    // When another reading has learnt of a refund by hand meanwhile, or this one was later than it, the order is read
    // again.
    const { wasByHand } = await findRefundFacts(tx, order.id)
    if (wasByHand !== reading.wasByHand) await queueOrder(tx, order.id, ctx.now)
    if (isNewest) await storeOrder(tx, await setGoneAside(tx, await refreshGivers(tx, reading)), ctx)
    await ctx.testHook?.('order counted, not committed')
    return true
  })
  if (!isAsMatched) return syncOrder(orderId, ctx)
  await ctx.testHook?.('order counted')
  return true
}

/**
 * Staff received the payment of an order on delivery or by bank deposit (R510): the days before its money may leave
 * start (R511). False when no such order counts for a registry. Call it under the locks of the order's registries.
 */
export async function storePaymentReceived(
  tx: Db,
  orderId: number,
  registryIds: number[],
  ctx: Pick<JobContext, 'now' | 'recordSecurityEvent'>,
): Promise<boolean> {
  if (!(await markPaymentReceived(tx, orderId, ctx.now))) return false
  const event = { kind: 'staff_action', customerId: null, about: 'payment_received' } as const
  for (const registryId of registryIds) await ctx.recordSecurityEvent({ ...event, registryId }, tx)
  return true
}

const registryIdsOf = ({ handoffs }: MatchedOrder) => [...new Set(handoffs.map(one => one.registry_id))]

async function storeOrder(tx: Db, reading: OrderReading, ctx: JobContext): Promise<void> {
  const { order, hold, unmatched } = reading
  if (order.externalId !== null) {
    // What was refunded by hand of a host's order is not known; it is nobody's money until the shop lists it.
    const unplacedRefunds = order.unplacedRefunds.filter(one => !isHandRefund(one.refundId))
    await ctx.emit('outsideOrderRead', tx, { order: { ...order, unplacedRefunds } })
  }
  const before = await data.findPurchasesByOrder(tx, order.id)
  await data.replaceUnmatchedLines(tx, order.id, hold.state === 'void' ? [] : unmatched, ctx.now)
  await replaceUnplacedRefunds(tx, order.id, order.state === 'paid' ? order.unplacedRefunds : [], ctx.now)
  // While an order is pending, what will be left of the lines is not known.
  if (order.state !== 'pending' && reading.exchanged.length > 0)
    await ctx.emit('exchangedLinesRead', tx, { orderId: order.id, lines: reading.exchanged })
  if (order.unknownStatus !== null) await tellStaffOfUnknownStatus(tx, order, ctx)
  if (order.state === 'paid') await tellStaffOfUnmatched(tx, order, unmatched, ctx)
  // An order that never counted and isn't paid leaves the hand-off open, so that the guest can try again.
  if (order.state === 'void') await endUnfinished(tx, order.id, ctx)
  if (order.waitsFor === 'checkout' && before.every(one => one.state === 'void'))
    return reserveForUnfinishedOrder(tx, reading, ctx)
  if (hold.state === 'void' && before.length === 0) return
  await saveOrderPayment(tx, order, reading.money, ctx.now)
  await saveDeliveries(tx, reading, ctx)
  if (!(await storePurchases(tx, reading, before, ctx.now))) return
  const held = before.find(one => one.state === 'pending')
  if (hold.isOver && held)
    await tellStaffOfRelease(tx, { orderId: order.id, registryId: held.registry_id, waited: 'payment' }, ctx)
  await ctx.testHook?.('purchases written, not credited')
  const after = await data.findPurchasesByOrder(tx, order.id)
  const unplaced = findUnplacedLines(reading, before, after)
  const giftIds = new Set([...before, ...after].map(one => one.gift_id))
  await recreditGifts(tx, [...giftIds], ctx.now, unplaced)
  const isPlaced = ({ line_id }: data.PurchaseRow) => !unplaced.some(one => one.line_id === line_id)
  for (const registryId of new Set(before.map(one => one.registry_id)))
    await enqueueReturnEmails(tx, { registryId, before: before.filter(isPlaced), after }, ctx)
  await announceOrder(tx, reading, before, ctx)
}

/** Tells staff (R941), once each, of paid lines without a gift (R505) and refunds without a line (R512). */
async function tellStaffOfUnmatched(
  tx: Db,
  { id: order, unplacedRefunds, currency, totalCents: paid, shown, ...read }: ShopOrder,
  unmatched: MatchedOrder['unmatched'],
  ctx: JobContext,
): Promise<void> {
  for (const { refundId, cents } of unplacedRefunds)
    await ctx.tellStaff(
      tx,
      isHandRefund(refundId)
        ? { cause: `refund-by-hand:${order}`, template: 'refund-by-hand', props: { order } }
        : {
            cause: `refund-unplaced:${refundId}`,
            template: 'refund-unplaced',
            props: { order, refund: refundId, cents },
          },
    )
  if (unmatched.some(({ reason }) => reason === 'currency')) {
    const cause = `order-currency:${order}`
    await ctx.tellStaff(tx, { cause, template: 'order-currency', props: { order, currency, paid, shown } })
    return
  }
  const lost = unmatched.filter(({ reason }) => reason === 'lost')
  const lines = unmatched.filter(({ reason }) => reason !== 'lost')
  if (lost.length > 0) {
    const bought = read.lines.filter(({ id }) => lost.some(({ lineId }) => lineId === id))
    const products = bought.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
    const props = { order, day: dayInAthens(read.orderedAt), cents: paid, products }
    await ctx.tellStaff(tx, { cause: `order-unplaced:${order}`, template: 'order-unplaced', props })
  }
  if (lines.length === 0) return
  const cents = lines.reduce((sum, line) => sum + line.cents, 0)
  const ids = lines.map(line => line.lineId).sort((one, other) => one - other)
  const cause = `order-unmatched:${order}:${ids.join('+')}`
  await ctx.tellStaff(tx, { cause, template: 'order-unmatched', props: { order, cents } })
}

/** True when any differed from those before. */
async function storePurchases(
  tx: Db,
  reading: OrderReading,
  before: data.PurchaseRow[],
  now: Date,
): Promise<boolean> {
  const purchases = expectedPurchases(reading, before)
  const changed = purchases.filter(
    one => !before.some(old => old.line_id === one.line_id && isSamePurchase(old, one)),
  )
  const removed = before.filter(
    old => old.state !== 'void' && !purchases.some(one => one.line_id === old.line_id),
  )
  for (const one of changed) await data.upsertPurchase(tx, one, now)
  for (const one of removed) await data.voidPurchase(tx, one, now)
  await markOrdered(tx, [...new Set(purchases.map(one => one.handoff_id))])
  return changed.length + removed.length > 0
}

/** Lines that counted and are on no gift any more, although they are in the order and were not refunded. */
function findUnplacedLines(
  { order, hold, matched }: MatchedOrder,
  before: data.PurchaseRow[],
  after: data.PurchaseRow[],
) {
  if (hold.state === 'void') return []
  const standing = findStandingLines(order)
  const counted = before.filter(one => one.state !== 'void').map(one => one.line_id)
  return after.filter(
    ({ state, line_id }) =>
      state === 'void' &&
      counted.includes(line_id) &&
      standing.includes(line_id) &&
      !matched.some(one => one.lineId === line_id),
  )
}

/** Lines of which not everything was refunded. */
const findStandingLines = ({ lines }: ShopOrder) =>
  lines.filter(line => line.totalCents > line.refundedCents).map(line => line.id)

function isSamePurchase(old: data.PurchaseRow, purchase: data.NewPurchase): boolean {
  const isHeldAsLong =
    old.held_until?.getTime() === (purchase.held_until as Date | null | undefined)?.getTime()
  return isHeldAsLong && comparedColumns.every(column => old[column] === purchase[column])
}

const comparedColumns = [
  ...(['state', 'units', 'cents', 'gift_id', 'is_money'] as const),
  ...(['giver_name', 'giver_email', 'visibility', 'message'] as const),
]

/** Updates open pages, emits events, and, the first time it is paid, writes to hosts, giver and staff. */
async function announceOrder(
  tx: Db,
  reading: OrderReading,
  before: data.PurchaseRow[],
  ctx: JobContext,
): Promise<void> {
  const { order, hold, handoffs } = reading
  const purchases = await data.findPurchasesByOrder(tx, order.id)
  const standing = hold.state === 'void' ? [] : findStandingLines(order)
  for (const registryId of new Set([...registryIdsOf(reading), ...before.map(one => one.registry_id)])) {
    const ofRegistry = purchases.filter(one => one.registry_id === registryId)
    const handoff = handoffs.find(one => ofRegistry.some(purchase => purchase.handoff_id === one.id))
    const registry = await findRegistryById(tx, registryId)
    await ctx.registryChanged(tx, registryId)
    await ctx.emit('moneyChanged', tx, { registryId, orderId: order.id })
    const hadLine = before.some(one => one.registry_id === registryId && standing.includes(one.line_id))
    if (hadLine && ofRegistry.every(one => one.state === 'void'))
      await removeFromStaffNote(tx, order.id, registryId, ctx.now)
    if (!handoff || !ofRegistry.some(one => one.state === 'paid')) continue
    const firstTime = !before.some(one => one.registry_id === registryId && one.state === 'paid')
    if (!registry || !firstTime) continue
    await enqueueGiftEmails(tx, { registry, handoff, purchases: ofRegistry }, ctx)
    const note = formatStaffNote(registry, ofRegistry, {
      isDeliveredToHosts: reading.isDeliveredToHosts,
      hostsAreTold: !isSurpriseActive(registry, dayInAthens(ctx.now)),
    })
    await appendStaffNote(tx, order.id, note, ctx.now)
  }
}

/** Taken before the shop is asked; later readings have higher versions. */
export async function nextOrderSyncVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select nextval('order_sync_version') as version`.execute(db)
  return rows[0]?.version ?? 0
}

/**
 * False when a newer reading was stored, which must not be overwritten (R504). `changedAt` is null for an order that
 * the shop no longer has.
 */
export async function claimOrderSyncVersion(
  tx: Db,
  { id, changedAt }: { id: number; changedAt: Date | null },
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into order_sync (order_id, version, shop_changed_at) values (${id}, ${version}, ${changedAt})
    on conflict (order_id) do update set version = excluded.version, shop_changed_at = excluded.shop_changed_at
      where order_sync.version < excluded.version
    returning order_id`.execute(tx)
  return rows.length === 1
}

/** How far a job has read; null before its first run. */
export async function findJobCursor(db: Db, name: string): Promise<Date | null> {
  const row = await findRow(db, 'job_cursor', { name }, ['value'])
  return row ? new Date(row.value) : null
}

/** Never moves back. */
export async function advanceJobCursor(db: Db, name: string, to: Date): Promise<void> {
  const value = to.toISOString()
  await db
    .insertInto('job_cursor')
    .values({ name, value })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ value }).where('job_cursor.value', '<', value),
    )
    .execute()
}

/** Up to `max` registries with gifts whose price or quantity changed after something was given. */
export async function findRegistriesToRecredit(db: Db, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recredit_queue')
    .innerJoin('gift', 'gift.id', 'recredit_queue.gift_id')
    .select('gift.registry_id')
    .distinct()
    .limit(max)
    .execute()
  return rows.map(row => row.registry_id)
}

/**
 * Takes a registry's gifts off the queue. One whose change isn't committed yet stays, as its new price can't be read.
 */
export async function claimGiftsToRecredit(tx: Db, registryId: number): Promise<number[]> {
  const { rows } = await sql<{ gift_id: number }>`
    delete from recredit_queue where gift_id in (
      select gift_id from recredit_queue join gift on gift.id = gift_id
      where registry_id = ${registryId} for update of recredit_queue skip locked)
    returning gift_id`.execute(tx)
  return rows.map(row => row.gift_id)
}
