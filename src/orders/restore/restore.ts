import { sql } from 'kysely'
import { type Day, dayInAthens } from '../../base/dates.ts'
import { dayMs, hourMs } from '../../base/durations.ts'
import type { MarkedOrigin } from '../../checkout/mark.rules.ts'
import { verifyMark } from '../../checkout/request.ts'
import { insertRecoveredHandoff } from '../../checkout/reservation.sql.ts'
import { findRegistryByCodeOrSlug, lockRegistries } from '../../registry/registry.sql.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'

/** Clocks differ, and people know the time of a backup roughly; a stored hand-off is never changed by recovery. */
const slackMs = dayMs

/**
 * Makes lost hand-offs of an order again after a restore, from the signed marks on its lines of money (R522). Registry
 * and gifts have to exist, with the products that the marks name. Nothing is made outside of a declared restore,
 * because a mark could be used a second time. Several processes may do it at once.
 */
export async function recoverLostHandoffs(order: ShopOrder, ctx: JobContext): Promise<void> {
  for (const [reference, origins] of await findLostOrigins(order, ctx)) {
    const [origin] = origins
    await ctx.db.transaction().execute(async tx => {
      const registry = await findRegistryByCodeOrSlug(tx, origin.registryCode)
      if (!registry) return
      await lockRegistries(tx, [registry.id])
      const marked = origins.map(({ line }) => line)
      const lines = await filterKnownLines(tx, registry.id, marked)
      if (lines.length === 0) return
      const itsGiver = { id: origin.customerId ?? 0, created_at: { '<=': origin.createdAt } }
      // The account may be lost as well.
      const giver = await findRow(tx, 'customer', itsGiver, ['id', 'erased_at'])
      const { cartId, channelId } = order
      const handoff = { reference, registryId: registry.id, cartId, channelId, giver }
      await insertRecoveredHandoff(tx, origin, lines, handoff, ctx.now)
    })
    ctx.log.warn({ order: order.id, registry: origin.registryCode }, 'a lost hand-off was looked for')
  }
}

async function findLostOrigins(
  { lines }: ShopOrder,
  { db, config, now }: JobContext,
): Promise<[string, [MarkedOrigin, ...MarkedOrigin[]]][]> {
  const marks = lines.flatMap(line => verifyMark(line.contribution?.reference ?? null, config, now) ?? [])
  const byReference = Map.groupBy(marks, mark => mark.reference)
  if (byReference.size === 0) return []
  const whole = await findRows(db, 'handoff', {
    where: { reference: { in: [...byReference.keys()] }, cart_id: { '<>': null } },
    columns: ['reference'],
  })
  const lost = [...byReference].filter(([one]) => !whole.some(({ reference }) => reference === one))
  if (lost.length === 0) return []
  const restores = await findRows(db, 'restore_point', { where: {}, columns: ['since', 'declared_at'] })
  return lost.flatMap(([reference, ofHandoff]): [string, [MarkedOrigin, ...MarkedOrigin[]]][] => {
    const [origin, ...others] = ofHandoff.map(mark => mark.origin)
    const isLost = restores.some(
      ({ since, declared_at }) =>
        origin && origin.createdAt.getTime() >= since.getTime() - slackMs && origin.createdAt <= declared_at,
    )
    return origin && isLost ? [[reference, [origin, ...others]]] : []
  })
}

/** More rows than any table gets between a backup and its restore. */
const skippedIds = 1_000_000

/**
 * Stores that the database was restored from a backup of that moment; answers whether it is the first time. Then every
 * sequence skips the ids that were given since the backup: they are in links and in the shop, and must not come to mean
 * something else.
 */
export async function saveRestorePoint(tx: Db, since: Date, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into restore_point (since, declared_at) values (${since}, ${now})
    on conflict (since) do update set declared_at = greatest(restore_point.declared_at, excluded.declared_at)
    returning xmax = 0 as is_new`.execute(tx)
  if (rows[0]?.is_new)
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + ${skippedIds}::bigint)
      from pg_sequences
      where schemaname = current_schema() and coalesce(last_value, start_value) + ${skippedIds}::bigint < max_value`.execute(
      tx,
    )
  return rows[0]?.is_new ?? false
}

/** Lines whose gift is in the registry with the product that the line names. */
async function filterKnownLines<L extends { giftId: number; productId: number }>(
  db: Db,
  registryId: number,
  lines: L[],
): Promise<L[]> {
  const gifts = await findRows(db, 'gift', {
    where: { registry_id: registryId, id: { in: lines.map(line => line.giftId) } },
    columns: ['id', 'product_id'],
  })
  return lines.filter(line =>
    gifts.some(gift => gift.id === line.giftId && gift.product_id === line.productId),
  )
}

/** Carts that were handed off in the lost hours may be paid until a day after the restore is declared. */
const lateMs = dayMs

/** The shop dates orders by the second, and people know the time of a backup roughly. */
export const overlapMs = hourMs

const wishesOf = (day: Day) => sql`
  select gift.id, product_id, code, registry_name from gift join registry on registry.id = gift.registry_id
  where gift.removed_at is null and registry.removed_at is null
    and (registry.closing_day is null or registry.closing_day >= ${day}::date)`

/**
 * Those of the products that a registry wished for which was open when they were ordered; none when no restore lost
 * hand-offs of that time (R1391).
 */
export async function findLostWishes(db: Db, productIds: number[], orderedAt: Date): Promise<Set<number>> {
  const at = orderedAt.getTime()
  const { rows } = await sql<{ product_id: number }>`
    select distinct product_id from (${wishesOf(dayInAthens(orderedAt))} and product_id = any(${productIds})) as wish
    where exists (select from restore_point
      where since <= ${new Date(at + overlapMs)} and declared_at >= ${new Date(at - lateMs)})`.execute(db)
  return new Set(rows.map(row => row.product_id))
}

interface WishingRegistry {
  product_id: number
  gift_id: number
  code: string
  registry_name: string
}

const mostOffered = 5

/** Open registries that wish for these products, the next event first. */
export async function findWishes(db: Db, productIds: number[], today: Day): Promise<WishingRegistry[]> {
  const { rows } = await sql<WishingRegistry>`
    select wanted.id as product_id, wish.id as gift_id, code, registry_name
    from unnest(${[...new Set(productIds)]}::int[]) as wanted (id)
    cross join lateral (
      ${wishesOf(today)} and product_id = wanted.id
      order by event_day < ${today}::date, event_day, gift.id limit ${mostOffered}) as wish`.execute(db)
  return rows
}

/** `isKnown`: the order counts or was placed for a host; `waiting`: its lines that wait for staff. */
export async function findOrderTraces(
  db: Db,
  orderId: number,
): Promise<{ isKnown: boolean; waiting: { line: number; reason: string }[] }> {
  const { rows } = await sql<{ isKnown: boolean; waiting: { line: number; reason: string }[] }>`
    select exists (select from purchase where order_id = ${orderId})
        or exists (select from payout where method = 'order' and shop_id = ${orderId}) as "isKnown",
      array(select json_build_object('line', line_id, 'reason', reason) from unmatched_line
        where order_id = ${orderId} and dismissed_at is null order by line_id) as waiting`.execute(db)
  return rows[0] ?? { isKnown: false, waiting: [] }
}

export async function findRegistriesOfOrder(db: Db, orderId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .innerJoin('registry', 'registry.id', 'registry_id')
    .select('code')
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ code }) => code)
}
