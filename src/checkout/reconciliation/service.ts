import { lockRegistries } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { findCartsAwaitingOrder } from '../hand-off/data.ts'
import { recreditGifts } from '../orders/credit-service.ts'
import * as orders from '../orders/data.ts'
import { expectedPurchases, matchOrder } from '../orders/match-service.ts'
import type { OrderDifference } from '../orders/rules.ts'
import { syncOrder } from '../orders/service.ts'
import { advanceJobCursor, findJobCursor } from '../orders/sync-data.ts'
import { isUnreadable, readOrder } from '../unreadable/service.ts'
import { findRegistryViolations, type InvariantViolations } from './data.ts'
import { voidGoneOrder } from './gone-service.ts'
import { findKnownOrders, findOrdersStoredSince, findRegistriesToCheck, type Slice } from './run-data.ts'

const lookBackMs = 30 * 86_400_000
const maxCarts = 1000
/** Rows of one slice: each takes a second or so. */
const slices = { registries: 200, orders: 250 }
const cursorName = 'reconcile'
/** Clocks differ, and what was being written at the last look was not seen by it. */
const overlapMs = 600_000

/** Since when there is something to look at (R521): the last look that was finished, else 30 days ago. */
export async function findLastLook({ db, now }: JobContext): Promise<Date> {
  const last = await findJobCursor(db, cursorName)
  return new Date(last ? last.getTime() - overlapMs : now.getTime() - lookBackMs)
}

/** Everything until that moment was looked at. */
export async function noteLook({ db }: JobContext, until: Date): Promise<void> {
  await advanceJobCursor(db, cursorName, until)
}

/**
 * Ids of the orders that the shop or we have changed since then, and of those of carts that are waited for. The shop's
 * are read by pages.
 */
export async function findOrdersToCompare(ctx: JobContext, since: Date): Promise<number[]> {
  const { db, shop, now } = ctx
  const changed = await shop.fetchChangedOrders(since)
  const ids = new Set([...(await findOrdersStoredSince(db, since)), ...changed.map(order => order.id)])
  for (const cart of await findCartsAwaitingOrder(db, now, maxCarts))
    for (const id of await shop.fetchOrderIdsOfCart(cart)) ids.add(id)
  return [...ids].sort((one, other) => one - other)
}

/** Compares the orders of `findOrdersToCompare` with the shop; changes nothing. Throws ShopFailure. */
export async function findOrderDifferences(
  ctx: JobContext,
  since: Date = new Date(ctx.now.getTime() - lookBackMs),
): Promise<OrderDifference[]> {
  return compareOrders(await findOrdersToCompare(ctx, since), ctx)
}

/** Which invariants break in the next registries; `last` is the highest id of them, null when none is left. */
export async function checkRegistries(
  { db }: JobContext,
  slice: Slice,
): Promise<{ last: number | null; violations: InvariantViolations }> {
  const ids = await findRegistriesToCheck(db, slice, slices.registries)
  return {
    last: ids.at(-1) ?? null,
    violations: ids.length > 0 ? await findRegistryViolations(db, ids) : {},
  }
}

/** Which invariants break in registries where something was given, handed off or paid out since then. */
export async function findViolationsSince(ctx: JobContext, since: Date): Promise<InvariantViolations> {
  const all: InvariantViolations = {}
  for (let after: number | null = 0; after !== null; ) {
    const { last, violations } = await checkRegistries(ctx, { after, since })
    for (const [invariant, rows] of Object.entries(violations))
      all[invariant] = [...(all[invariant] ?? []), ...rows]
    after = last
  }
  return all
}

/**
 * Syncs the orders that differ, voids those that the shop has not known for an hour (R1301), recredits gifts that break an
 * invariant in registries touched since then, and returns what still differs. Throws ShopFailure.
 */
export async function repairOrders(
  ctx: JobContext,
  differences: OrderDifference[],
  since: Date = new Date(ctx.now.getTime() - lookBackMs),
): Promise<OrderDifference[]> {
  for (const orderId of new Set(differences.map(one => one.orderId))) {
    try {
      if (!(await syncOrder(orderId, ctx))) await voidGoneOrder(orderId, ctx)
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
  }
  await recreditViolations(ctx, since)
  return findOrderDifferences(ctx, since)
}

async function recreditViolations(ctx: JobContext, since: Date): Promise<void> {
  const { db, now, registryChanged } = ctx
  const violations = Object.values(await findViolationsSince(ctx, since)).flat()
  const giftIds = [...new Set(violations.flatMap(one => one.gift_id ?? []))]
  for (const [registryId, ids] of await orders.groupGiftsByRegistry(db, giftIds))
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      if (await recreditGifts(tx, ids, now)) await registryChanged(tx, registryId)
    })
}

/**
 * Of the next orders that count here, ids of those that the shop's list lacks, or has with another date or state; only
 * these are read whole. `last` is the highest id of all of them. Throws ShopFailure.
 */
export async function findDifferingOrders(
  { db, shop }: JobContext,
  after: number,
): Promise<{ last: number | null; ids: number[] }> {
  const known = await findKnownOrders(db, after, slices.orders)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return { last: null, ids: [] }
  const listed = await shop.fetchOrdersBetween(first.order_id, last.order_id)
  const byId = new Map(listed.map(order => [order.id, order]))
  const differing = known.filter(({ order_id, shop_changed_at, is_paid }) => {
    const order = byId.get(order_id)
    const isSameDate = shop_changed_at === null || shop_changed_at.getTime() === order?.changedAt?.getTime()
    return !order || !isSameDate || is_paid !== (order.state === 'paid')
  })
  return { last: last.order_id, ids: differing.map(order => order.order_id) }
}

/** What of these orders differs from the shop, a line each; changes no count. Throws ShopFailure. */
export async function compareOrders(orderIds: number[], ctx: JobContext): Promise<OrderDifference[]> {
  const differences: OrderDifference[] = []
  for (const orderId of orderIds) differences.push(...(await compareOrder(orderId, ctx)))
  return differences
}

async function compareOrder(orderId: number, ctx: JobContext): Promise<OrderDifference[]> {
  try {
    return await compareReadOrder(orderId, await readOrder(orderId, ctx), ctx)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return [{ orderId, description: `can't be read: ${error.message}` }]
  }
}

async function compareReadOrder(
  orderId: number,
  order: ShopOrder | null,
  ctx: JobContext,
): Promise<OrderDifference[]> {
  const purchases = await orders.findPurchasesByOrder(ctx.db, orderId)
  const match = order && (await matchOrder(order, ctx))
  const stored = purchases.map(toComparedLine)
  const expected = match ? expectedPurchases(match, purchases).map(toComparedLine) : []
  const lineIds = new Set([...stored, ...expected].map(line => line.lineId))
  const ofGifts = [...lineIds].flatMap(lineId => {
    const ours = describeLine(stored.find(line => line.lineId === lineId))
    const theirs = describeLine(expected.find(line => line.lineId === lineId))
    return ours === theirs
      ? []
      : [{ orderId, description: `line ${lineId} counts ${ours}, the shop says ${theirs}` }]
  })
  const exchanged = order?.state === 'pending' ? [] : (match?.exchanged ?? [])
  const ofBuyers = exchanged.flatMap(({ lineId, storedCents: ours, cents }) => {
    const description = `the gift card of line ${lineId} is for ${ours} cents, the shop says ${cents}`
    return ours === cents ? [] : [{ orderId, description }]
  })
  return [...ofGifts, ...ofBuyers]
}

export const describeDifference = ({ orderId, description }: OrderDifference) =>
  `order ${orderId}: ${description}`

type ComparedLine = ReturnType<typeof toComparedLine>

function toComparedLine(purchase: Pick<orders.NewPurchase, 'line_id' | 'state' | 'units' | 'cents'>) {
  const { line_id, state, units, cents } = purchase
  return { lineId: line_id, state, units, cents }
}

function describeLine(line: ComparedLine | undefined): string {
  if (!line || line.state === 'void') return 'nothing'
  return `${line.units} for ${line.cents} cents (${line.state})`
}
