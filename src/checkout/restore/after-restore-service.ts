import { type Day, dayInAthens } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import { type Cents, toEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { findRegistryByCodeOrSlug } from '../../registry/registry/address-data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { syncOrder } from '../orders/service.ts'
import { registriesInStaffNote } from '../orders/staff-note-rules.ts'
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
 * then and are lost are made again when their orders are read. `atFirst` is done with the first note.
 */
export async function noteRestore(
  since: Date,
  { db, now }: JobContext,
  atFirst: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async tx => {
    if (await data.saveRestorePoint(tx, since, now)) await atFirst(tx)
  })
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
  const unplaced: string[] = []
  const placedForHosts: ShopOrder[] = []
  for (const { id, ...listed } of changed) {
    await syncOrder(id, ctx)
    const { isKnown, isUnmatched } = await data.findOrderTraces(ctx.db, id)
    const placings = await findLostPlacings(id, listed.staffNote, ctx)
    const isWhole = isKnown && !isUnmatched && placings.length === 0
    const order = isWhole ? null : await ctx.shop.fetchOrder(id)
    if (!order || order.state === 'void') continue
    if (order.externalId !== null) placedForHosts.push(order)
    const one = await findUnplaced(order, isUnmatched, ctx)
    if (one && !one.isMarked) await tellStaff(one, ctx)
    if (placings.length > 0)
      unplaced.push(...placings.map(placing => describePlacing(order, placing, listed.changedAt, ctx)))
    else if (one) unplaced.push(describeUnplaced(one, ctx))
  }
  return { orders: changed.length, unplaced, placedForHosts }
}

/** A registry for which an order counted once, and counts no more. */
interface LostPlacing {
  registryCode: string
  isRegistryKnown: boolean
}

/**
 * What an order's note in the shop says of registries that the order does not count for: staff had placed it there, or
 * its mark is gone. Anybody can edit the note, so that it tells a person where to look and counts for nothing itself.
 */
async function findLostPlacings(
  orderId: number,
  staffNote: string,
  { db }: JobContext,
): Promise<LostPlacing[]> {
  const counted = new Set(await data.findRegistriesOfOrder(db, orderId))
  const lost = registriesInStaffNote(staffNote).filter(code => !counted.has(code))
  return Promise.all(
    lost.map(async registryCode => {
      const registry = await findRegistryByCodeOrSlug(db, registryCode)
      return { registryCode, isRegistryKnown: registry !== undefined }
    }),
  )
}

/**
 * An order with lines that wait for staff; or one without our mark that has a product which an open registry wishes for:
 * it may be ordinary shopping, and may be of a cart from before the marks, or whose mark the guest has taken out.
 */
async function findUnplaced(order: ShopOrder, isUnmatched: boolean, { db, config, now }: JobContext) {
  if (order.externalId !== null) return null
  const others = order.lines.filter(
    line => !line.contribution && !line.mark && line.productId !== config.SHOP_PRODUCTS.card,
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

const describeOrder = ({ orderId, day, cents, products }: UnplacedOrder) =>
  `order ${orderId} of ${day}, ${toEuro(cents).toFixed(2)} EUR, ${products}`

function describeUnplaced(one: UnplacedOrder, ctx: JobContext): string {
  const why = one.isMarked
    ? 'is for a registry or a gift that the database does not know'
    : 'has no mark of ours, and a product that a registry wishes for'
  return `${describeOrder(one)}: ${why}${howToPlace({ order: one.orderId }, ctx)}`
}

function describePlacing(
  order: ShopOrder,
  { registryCode, isRegistryKnown }: LostPlacing,
  changedAt: Date | null,
  ctx: JobContext,
): string {
  const lines = order.lines.filter(line => !line.mark)
  const code = formatCode(registryCode)
  const until = changedAt ? ` by ${changedAt.toISOString().slice(0, 16)}Z` : ''
  const counted = `counted for registry ${code}${until}, as its note in the shop says`
  const todo = isRegistryKnown
    ? howToPlace({ order: order.id, registry: registryCode }, ctx)
    : ', which the database does not know: it was made after the backup'
  return `${describeOrder(toUnplaced(order, lines, true))}: ${counted}${todo}`
}

/** Where staff place a line (R964). */
function howToPlace(known: Record<string, string | number>, { config }: JobContext): string {
  return config.STAFF_CONSOLE
    ? `; place it: ${config.SITE_URL}${paths.staffAction('line_placed', known)}`
    : ''
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
