import { type Selectable, sql } from 'kysely'
import { dayMs, hourMs } from '../../base/durations.ts'
import { findCartsAwaitingOrder } from '../../checkout/hand-off.sql.ts'
import { lockRegistries } from '../../registry/registry.sql.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { recreditGifts } from '../credit.ts'
import { expectedPurchases, matchOrder } from '../match.ts'
import { enqueueReturnEmails } from '../order-letters.ts'
import type { OrderDifference } from '../orders.rules.ts'
import * as orders from '../orders.sql.ts'
import { markOrderUnpaid, replaceUnplacedRefunds } from '../orders.sql.ts'
import {
  advanceJobCursor,
  claimOrderSyncVersion,
  findJobCursor,
  nextOrderSyncVersion,
  syncOrder,
} from '../orders.ts'
import { deleteUnreadableOrder, isUnreadable, readOrder, saveUnreadableRow } from '../unreadable.ts'
import { findRegistryViolations, type InvariantViolations } from './reconciliation.sql.ts'

const lookBackMs = 30 * dayMs
const maxCarts = 1000
/** Rows of one slice, which takes a second or so. */
const slices = { registries: 200, orders: 250 }
const cursorName = 'reconcile'
/** Clocks differ, and what was being written during the last look was not seen by it. */
const overlapMs = 600_000

/** Where to start (R521, reconciling by hand): the end of the last finished look, else 30 days ago. */
export async function findLastLook({ db, now }: JobContext): Promise<Date> {
  const last = await findJobCursor(db, cursorName)
  return new Date(last ? last.getTime() - overlapMs : now.getTime() - lookBackMs)
}

export async function noteLook({ db }: JobContext, until: Date): Promise<void> {
  await advanceJobCursor(db, cursorName, until)
}

/**
 * Orders that the shop or we have changed since then, and orders of carts that are waited for. The shop's are read page
 * by page.
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

/** Invariants that the next registries break; `last` is their highest id, null when none is left. */
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

/** Invariants that are broken by registries in which something was given, handed off or paid out since then. */
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

const columnNames: Record<string, string> = {
  registry_id: 'registry',
  gift_id: 'gift',
  order_id: 'order',
  line_id: 'line',
  payout_id: 'payout',
  source_order_id: 'paying order',
  ledger_line: 'ledger line',
}

export function describeViolations(violations: InvariantViolations): string[] {
  return Object.entries(violations).flatMap(([invariant, rows]) =>
    rows.map(row => {
      const facts = Object.entries(row)
        .filter(([, value]) => value !== null)
        .map(([column, value]) => `${columnNames[column] ?? column.replaceAll('_', ' ')} ${value}`)
      return `${facts.join(', ')}: breaks “${invariant}”`
    }),
  )
}

/**
 * Syncs the orders that differ, voids those that the shop has not known for an hour (R1301), and recredits gifts that
 * break an invariant in registries that changed since then. Answers what still differs. Throws ShopFailure.
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
  if (giftIds.length === 0) return
  const gifts = await findRows(db, 'gift', {
    where: { id: { in: giftIds } },
    columns: ['id', 'registry_id'],
    orderBy: ['id'],
  })
  for (const [registryId, ofRegistry] of Map.groupBy(gifts, gift => gift.registry_id))
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      const ids = ofRegistry.map(gift => gift.id)
      if (await recreditGifts(tx, ids, now)) await registryChanged(tx, registryId)
    })
}

/**
 * Among the next orders that count here, those that the shop's list lacks or has with another date or state; only these
 * are then read whole. `last` is the highest id of all. Throws ShopFailure.
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

/** Differences from the shop, a sentence each; changes no counts. Throws ShopFailure. */
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

/** Time between two readings that find an order gone, before what it counts for is taken away (R1301). */
const goneForMs = hourMs

/**
 * Handles an order that the shop said it doesn't have: asks again and tells staff. What the order counts for is taken
 * away once such an answer is an hour old, as a shop that is being moved or restored may know nothing for a while
 * (R1301). Throws ShopFailure.
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
  for (const registryId of registryIds)
    await enqueueReturnEmails(tx, { registryId, before: purchases, after: [] }, ctx)
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

/** What has ids above `after`: all of it, or what changed since `since`. */
interface Slice {
  after: number
  since: Date | null
}

/** A run over everything, and how far it is. */
export type ReconcileRun = Selectable<Tables['reconcile_run']> & {
  /** The highest id of the phase, which tells how much is left. */
  last_position: number
}

/** The unfinished run; without one a new one, which deletes findings of finished runs. */
export async function openRun(db: Db, now: Date): Promise<ReconcileRun> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number }>`
      insert into reconcile_run (started_at, phase) values (${now}, 'registries')
      on conflict ((true)) where finished_at is null do nothing returning id`.execute(tx)
    if (rows[0])
      await sql`delete from reconcile_run where finished_at is not null and id < ${rows[0].id}`.execute(tx)
  })
  return (await findLastRun(db)) as ReconcileRun
}

export async function findLastRun(db: Db): Promise<ReconcileRun | undefined> {
  const { rows } = await sql<ReconcileRun>`
    select *, greatest(position, case phase
      when 'registries' then (select max(id) from registry)
      when 'letters' then (select max(id) from outbox)
      when 'orders' then greatest((select max(order_id) from purchase),
        (select max(shop_id) from payout where method = 'order' and shop_id is not null)) end) as last_position
    from reconcile_run order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Moves a run on and stores findings; does nothing when another process has taken this step. */
export async function advanceRun(
  db: Db,
  { id, phase, position }: ReconcileRun,
  next: Pick<ReconcileRun, 'phase' | 'position' | 'finished_at'>,
  sentences: string[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('reconcile_run')
      .set(next)
      .where('id', '=', id)
      .where('phase', '=', phase)
      .where('position', '=', position)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow()
    const unique = [...new Set(sentences)]
    if (numUpdatedRows === 1n && unique.length > 0)
      await tx
        .insertInto('reconcile_finding')
        .values(unique.map(sentence => ({ run_id: id, sentence, found_at: now })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
  })
}

export async function findFindings(db: Db, runId: number): Promise<string[]> {
  const rows = await findRows(db, 'reconcile_finding', {
    where: { run_id: runId },
    columns: ['sentence'],
    orderBy: ['found_at', 'sentence'],
  })
  return rows.map(row => row.sentence)
}

/**
 * Ids of up to `max` registries above `after`: of all, or of those in which something was given, handed off or paid out
 * since `since`.
 */
async function findRegistriesToCheck(db: Db, { after, since }: Slice, max: number): Promise<number[]> {
  const ids =
    since === null
      ? sql`select id from registry where id > ${after}`
      : sql`
        select registry_id as id from purchase where changed_at >= ${since} and registry_id > ${after}
        union select registry_id from ledger where created_at >= ${since} and registry_id > ${after}
        union select registry_id from handoff where created_at >= ${since} and registry_id > ${after}
        union select registry_id from payout where created_at >= ${since} and registry_id > ${after}`
  const { rows } = await sql<{ id: number }>`${ids} order by 1 limit ${max}`.execute(db)
  return rows.map(row => row.id)
}

/** The id of the last of `max` e-mails above `after`; null for none. */
export async function findLastLetter(db: Db, after: number, max: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from (select id from outbox where id > ${after} order by id limit ${max}) slice`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

interface KnownOrder {
  order_id: number
  /** The shop's date of change when it was last read; null when that was not stored yet. */
  shop_changed_at: Date | null
  is_paid: boolean
}

/** Up to `max` orders above `after` that count for a registry or were placed for a host. */
async function findKnownOrders(db: Db, after: number, max: number): Promise<KnownOrder[]> {
  const { rows } = await sql<KnownOrder>`
    with known as (
      (select order_id from purchase where order_id > ${after} order by order_id limit ${max})
      union (select shop_id from payout where method = 'order' and shop_id is not null and shop_id > ${after}
        order by shop_id limit ${max})
      order by 1 limit ${max})
    select known.order_id, order_sync.shop_changed_at,
      (select count(*) from purchase where purchase.order_id = known.order_id and state = 'paid')
        + (select count(*) from payout where method = 'order' and shop_id = known.order_id
          and refunded_cents < cents) > 0 as is_paid
    from known left join order_sync on order_sync.order_id = known.order_id order by known.order_id`.execute(
    db,
  )
  return rows
}

/** Orders that were stored differently since then; receipts of the till aren't the shop's (R967). */
async function findOrdersStoredSince(db: Db, since: Date): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from purchase where changed_at >= ${since} and order_id > 0
    union select shop_id from payout where method = 'order' and shop_id is not null and created_at >= ${since}`.execute(
    db,
  )
  return rows.map(row => row.order_id)
}
