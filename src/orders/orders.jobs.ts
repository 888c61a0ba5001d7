import { type RawBuilder, sql } from 'kysely'
import { hourMs } from '../base/durations.ts'
import * as handoffs from '../checkout/hand-off.sql.ts'
import { deleteOldReservations } from '../checkout/limits.ts'
import { unpaidGiversSince } from '../checkout/mark.rules.ts'
import { clearGivers } from '../checkout/reservation.sql.ts'
import { lockRegistries } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { shopTask } from '../server/context/shop-task.ts'
import type { Db } from '../server/postgres/tables.ts'
import { ShopFailure } from '../shop/port.ts'
import { recreditGifts } from './credit.ts'
import { releaseOverdueOrders, tellStaffOfRelease } from './hold.ts'
import { type DueStaffNote, dueStaffNotes, markStaffNoteWritten } from './notes.ts'
import {
  advanceJobCursor,
  claimGiftsToRecredit,
  findJobCursor,
  findRegistriesToRecredit,
  syncOrder,
} from './orders.ts'
import { queueOrder } from './webhooks/webhooks.sql.ts'

const batchSize = 50

/** The shop dates changes by the second and clocks differ, so each run starts a little before the last one ended. */
const overlapMs = 120_000
const firstRunMs = hourMs
/** Age of a cart before the shop is asked for its order. */
const cartAgeMs = 60_000

/**
 * Syncs orders that changed since the last run, and orders of waiting carts, so that lost webhooks lose nothing (R503).
 * An order that can't be synced now is queued as an event. Answers how many orders and carts were looked at. Throws
 * ShopFailure when the shop can't be reached.
 */
export async function syncChangedOrders(ctx: JobContext): Promise<number> {
  const { db, shop, now } = ctx
  const cursor = (await findJobCursor(db, 'orders')) ?? new Date(now.getTime() - firstRunMs)
  const changed = await shop.fetchChangedOrders(new Date(cursor.getTime() - overlapMs))
  for (const { id } of changed) await syncOrderOrRequeue(id, ctx)
  const newest = Math.max(cursor.getTime(), ...changed.map(order => order.changedAt?.getTime() ?? 0))
  // A change that the shop dates in the future must not hide changes until then.
  await advanceJobCursor(db, 'orders', new Date(Math.min(newest, now.getTime())))
  const carts = await handoffs.findCartsAwaitingOrder(db, new Date(now.getTime() - cartAgeMs), batchSize)
  for (const cart of carts)
    for (const id of await shop.fetchOrderIdsOfCart(cart)) await syncOrderOrRequeue(id, ctx)
  await recreditQueuedGifts(ctx)
  return changed.length + carts.length
}

async function syncOrderOrRequeue(orderId: number, ctx: JobContext): Promise<void> {
  try {
    await syncOrder(orderId, ctx)
  } catch (error) {
    ctx.log.warn({ order: orderId, error: String(error) }, 'order not synced, will be tried again')
    await queueOrder(ctx.db, orderId, ctx.now)
  }
}

/** Recredits gifts whose price or quantity changed, so that the ledger follows (R316). */
async function recreditQueuedGifts({ db, now, registryChanged }: JobContext): Promise<void> {
  for (const registryId of await findRegistriesToRecredit(db, batchSize))
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      const giftIds = await claimGiftsToRecredit(tx, registryId)
      if (await recreditGifts(tx, giftIds, now)) await registryChanged(tx, registryId)
    })
}

/** Releases expired reservations (R412) and overdue orders (R515); answers how many registries had any. */
export async function releaseExpiredReservations(ctx: JobContext): Promise<number> {
  const { db, now, registryChanged, config } = ctx
  // After a clock was put back, no reservation may last longer than one that is made now.
  await handoffs.shortenReservations(db, new Date(now.getTime() + config.HOLD_MINUTES * 60_000))
  await deleteOldReservations(db, now)
  const registryIds = await handoffs.findRegistriesWithExpiredReservations(db, now)
  for (const id of registryIds)
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [id])
      for (const orderId of await handoffs.expireReservations(tx, id, now))
        await tellStaffOfRelease(tx, { orderId, registryId: id, waited: 'checkout' }, ctx)
      await registryChanged(tx, id)
    })
  return registryIds.length + (await releaseOverdueOrders(ctx))
}

/** Notes of orders that the shop no longer has are dropped. */
export const writeDueStaffNotes = shopTask<DueStaffNote>(
  dueStaffNotes,
  async (note, { db, shop, now, log }) => {
    const { order_id, staff_note, staff_note_erased_lines: erased } = note
    try {
      if (erased === null) await shop.addStaffNote(order_id, staff_note)
      else await shop.replaceStaffNoteLines(order_id, erased, staff_note)
    } catch (error) {
      if (!(error instanceof ShopFailure) || error.kind !== 'missing') throw error
      log.warn({ order: order_id }, 'staff note dropped: the shop has no such order')
    }
    await markStaffNoteWritten(db, note, now)
  },
  // Tries again after 5 s, 10 s, 20 s and so on, at most an hour.
  { max: batchSize, firstMs: 5000, mostMs: hourMs },
)

/**
 * Clears name, e-mail and message of up to `max` purchases that came to nothing, and of their hand-offs if nothing of
 * them counts; answers how many.
 */
export async function clearVoidGivers({ db, now }: JobContext, max: number): Promise<number> {
  const before = unpaidGiversSince(now)
  return db.transaction().execute(async tx => {
    const handoffIds = await clearVoidPurchases(tx, before, max)
    await clearGivers(tx, ofNothing(handoffIds, before))
    return handoffIds.length
  })
}

/** Answers the hand-offs of these purchases. */
async function clearVoidPurchases(tx: Db, before: Date, max: number): Promise<number[]> {
  const { rows } = await sql<{ handoff_id: number }>`
    update purchase set giver_name = '', giver_email = null, message = null
    where ctid = any (array(
      select ctid from purchase where state = 'void' and changed_at < ${before}
        and (giver_name <> '' or giver_email is not null or message is not null)
      order by changed_at limit ${max} for update skip locked))
    returning handoff_id`.execute(tx)
  return rows.map(({ handoff_id }) => handoff_id)
}

/** SQL: those of the hand-offs of which nothing counts, and no purchase changed since `before`. */
const ofNothing = (handoffIds: number[], before: Date): RawBuilder<number> => sql`
  select one.id from unnest(${handoffIds}::bigint[]) as one (id)
  where not exists (select from purchase where handoff_id = one.id and (state <> 'void' or changed_at >= ${before}))`
