import { dayInAthens } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import { toEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { findRegistryByCodeOrSlug } from '../../registry/registry.sql.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { registriesInStaffNote } from '../notes.ts'
import { syncOrder } from '../orders.ts'
import { findOrderTraces, findRegistriesOfOrder, findWishes, overlapMs, saveRestorePoint } from './restore.ts'

/**
 * Stores that the database was restored from a backup of that moment (R522): from now on, lost hand-offs that were made
 * since then are made again when their orders are read. `atFirst` runs with the first such note.
 */
export async function noteRestore(
  since: Date,
  { db, now }: JobContext,
  atFirst: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async tx => {
    if (await saveRestorePoint(tx, since, now)) await atFirst(tx)
  })
}

/**
 * Reads all orders that the shop changed since the backup, and counts them again. Answers how many were read, a
 * sentence for each order with something that a person has to place, and the orders that were placed for hosts, which
 * the feature `money` handles. Repeating it changes nothing. Throws ShopFailure.
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
    const { isKnown, waiting } = await findOrderTraces(ctx.db, id)
    const placings = await findLostPlacings(id, listed.staffNote, ctx)
    const isWhole = isKnown && waiting.length === 0 && placings.length === 0
    const order = isWhole ? null : await ctx.shop.fetchOrder(id)
    if (!order || order.state === 'void') continue
    if (order.externalId !== null) placedForHosts.push(order)
    if (placings.length > 0)
      unplaced.push(...placings.map(placing => describePlacing(order, placing, listed.changedAt, ctx)))
    else if (waiting.length > 0) unplaced.push(await describeWaiting(order, waiting, listed.staffNote, ctx))
  }
  return { orders: changed.length, unplaced, placedForHosts }
}

/** A registry that an order counted for and counts for no longer. */
interface LostPlacing {
  registryCode: string
  isRegistryKnown: boolean
}

/**
 * Registries in an order's note in the shop that the order doesn't count for: it did by a hand-off that is lost, or
 * staff had placed it. Anybody can edit the note, so it only tells a person where to look.
 */
async function findLostPlacings(
  orderId: number,
  staffNote: string,
  { db }: JobContext,
): Promise<LostPlacing[]> {
  const counted = new Set(await findRegistriesOfOrder(db, orderId))
  const lost = registriesInStaffNote(staffNote).filter(code => !counted.has(code))
  return Promise.all(
    lost.map(async registryCode => {
      const registry = await findRegistryByCodeOrSlug(db, registryCode)
      return { registryCode, isRegistryKnown: registry !== undefined }
    }),
  )
}

const describeOrder = ({ id, orderedAt, totalCents }: ShopOrder, lines: ShopOrder['lines']) => {
  const products = lines.map(line => `${line.quantity} × ${line.name}`).join(', ')
  return `order ${id} of ${dayInAthens(orderedAt)}, ${toEuro(totalCents).toFixed(2)} EUR, ${products}`
}

/**
 * A sentence about an order with lines that wait for staff; when its hand-off may be lost, with the registries that
 * wish for its goods.
 */
async function describeWaiting(
  order: ShopOrder,
  waiting: { line: number; reason: string }[],
  staffNote: string,
  ctx: JobContext,
): Promise<string> {
  const lines = order.lines.filter(({ id }) => waiting.some(({ line }) => line === id))
  const about = describeOrder(order, lines)
  const todo = howToPlace({ order: order.id }, ctx)
  if (waiting.some(({ reason }) => reason !== 'lost'))
    return `${about}: is for a registry or a gift that the database does not know${todo}`
  const productIds = lines.map(({ productId }) => productId)
  const wishes = await findWishes(ctx.db, productIds, dayInAthens(ctx.now))
  const codes = [...new Set(wishes.map(({ code }) => code))]
  const noted = registriesInStaffNote(staffNote).filter(code => codes.includes(code))
  const [registry, ...others] = noted.length > 0 ? noted : codes
  const named = [registry, ...others].flatMap(code => (code ? formatCode(code) : [])).join(', ')
  const place = registry && others.length === 0 ? howToPlace({ order: order.id, registry }, ctx) : todo
  return `${about}: may be for a registry that wishes for it${named && ` (${named})`}${place}`
}

function describePlacing(
  order: ShopOrder,
  { registryCode, isRegistryKnown }: LostPlacing,
  changedAt: Date | null,
  ctx: JobContext,
): string {
  const code = formatCode(registryCode)
  const until = changedAt ? ` by ${changedAt.toISOString().slice(0, 16)}Z` : ''
  const counted = `counted for registry ${code}${until}, as its note in the shop says`
  const todo = isRegistryKnown
    ? howToPlace({ order: order.id, registry: registryCode }, ctx)
    : ', which the database does not know: it was made after the backup'
  return `${describeOrder(order, order.lines)}: ${counted}${todo}`
}

/** The address where staff place a line (R964). */
function howToPlace(known: Record<string, string | number>, { config }: JobContext): string {
  return config.STAFF_CONSOLE
    ? `; place it: ${config.SITE_URL}${paths.staffAction('line_placed', known)}`
    : ''
}
