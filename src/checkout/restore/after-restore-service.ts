import { type Day, dayInAthens } from '../../base/dates.ts'
import { type Cents, toEuro } from '../../base/money.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { syncOrder } from '../orders/service.ts'
import * as data from './data.ts'

/** The shop dates changes by the second, and people name the time of a backup roughly. */
const overlapMs = 3_600_000

/** An order that counts for no registry, although it seems to be for one. */
interface UnplacedOrder {
  orderId: number
  day: Day
  cents: Cents
  products: string
  /** Whether it carries our mark of a registry or gift that the database doesn't know. */
  isMarked: boolean
}

/**
 * Notes that the database was restored from a backup of that moment (R522): from now on hand-offs that were made since
 * then and are lost are made again when their orders are read.
 */
export async function noteRestore(since: Date, { db, now }: JobContext): Promise<void> {
  await db.transaction().execute(tx => data.saveRestorePoint(tx, since, now))
}

/**
 * Reads all orders that the shop changed since the backup, and counts them again. Returns how many were looked at, a
 * sentence for each order that finds no place, of which staff are told once, and the orders that were placed through the
 * API, which a later feature knows. Repeating it changes nothing. Throws ShopFailure.
 */
export async function findOrdersAgain(
  since: Date,
  ctx: JobContext,
): Promise<{ orders: number; unplaced: string[]; placedForHosts: ShopOrder[] }> {
  const changed = await ctx.shop.fetchChangedOrders(new Date(since.getTime() - overlapMs))
  const unplaced: UnplacedOrder[] = []
  const placedForHosts: ShopOrder[] = []
  for (const { id } of changed) {
    await syncOrder(id, ctx)
    const { isKnown, isUnmatched } = await data.findOrderTraces(ctx.db, id)
    const order = isKnown && !isUnmatched ? null : await ctx.shop.fetchOrder(id)
    if (!order || order.state === 'void') continue
    if (order.externalId !== null) placedForHosts.push(order)
    const one = await findUnplaced(order, isUnmatched, ctx)
    if (one) unplaced.push(one)
    if (one && !one.isMarked) await tellStaff(one, ctx)
  }
  return { orders: changed.length, unplaced: unplaced.map(describeUnplaced), placedForHosts }
}

/**
 * An order with lines that wait for staff; or one without our mark that has a product which an open registry wishes for:
 * it may be ordinary shopping, and may be of a cart from before the marks, or whose mark the guest has taken out.
 */
async function findUnplaced(order: ShopOrder, isUnmatched: boolean, { db, config, now }: JobContext) {
  if (order.externalId !== null) return null
  const others = order.lines.filter(
    line => !line.contribution && !line.mark && line.productId !== config.SHOP_GIFT_CARD_PRODUCT,
  )
  const productIds = others.map(line => line.productId)
  const wished = isUnmatched ? null : await data.findWishedProducts(db, productIds, dayInAthens(now))
  const lines = wished ? others.filter(line => wished.has(line.productId)) : order.lines
  return lines.length === 0 ? null : toUnplaced(order, lines, isUnmatched)
}

function toUnplaced(order: ShopOrder, lines: ShopOrder['lines'], isMarked: boolean): UnplacedOrder {
  return {
    orderId: order.id,
    day: dayInAthens(order.orderedAt),
    cents: order.totalCents,
    products: lines.map(line => `${line.quantity} × ${line.name}`).join(', '),
    isMarked,
  }
}

function describeUnplaced({ orderId, day, cents, products, isMarked }: UnplacedOrder): string {
  const why = isMarked
    ? 'is for a registry or a gift that the database does not know'
    : 'has no mark of ours, and a product that a registry wishes for'
  return `order ${orderId} of ${day}, ${toEuro(cents).toFixed(2)} EUR, ${products}: ${why}`
}

/** An order that carries our mark was told of when it was read (R505). */
async function tellStaff({ isMarked: _, orderId: order, ...facts }: UnplacedOrder, ctx: JobContext) {
  await ctx.db.transaction().execute(tx =>
    ctx.tellStaff(tx, {
      cause: `order-unplaced:${order}`,
      template: 'order-unplaced',
      props: { order, ...facts },
    }),
  )
}
