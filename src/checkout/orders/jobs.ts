import { nextAttemptAt } from '../../base/retry.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { ShopFailure, webhookPath, webhookScopes } from '../../shop/port.ts'
import * as data from '../hand-off/data.ts'
import * as kept from '../webhooks/data.ts'
import { recreditGifts, syncOrder, syncOrdersOfCart } from './service.ts'

/** Tries again after 5 s, 10 s, 20 s … at most an hour. */
const pauses = { firstMs: 5000, mostMs: 3_600_000 }

const leaseMs = 60_000
const atOnce = 50
const daysKept = 7

/** Works off what webhooks hinted at; several hints at one thing are one look. Failures come back later. */
export async function processWebhookEvents(ctx: JobContext): Promise<number> {
  const notes = await kept.claimDueWebhookEvents(ctx.db, ctx.now, leaseMs, atOnce)
  const bySubject = Map.groupBy(notes, note => note.subject)
  for (const [subject, same] of bySubject) {
    const ids = same.map(note => note.id)
    try {
      await look(subject, ctx)
      await kept.markWebhookEventsProcessed(ctx.db, ids, ctx.now)
    } catch {
      const attempts = Math.max(...same.map(note => note.attempts))
      await kept.rescheduleWebhookEvents(ctx.db, ids, nextAttemptAt(ctx.now, attempts, pauses))
    }
  }
  await kept.deleteProcessedWebhookEvents(ctx.db, new Date(ctx.now.getTime() - daysKept * 86_400_000))
  return notes.length
}

async function look(subject: string, ctx: JobContext): Promise<void> {
  const [kind, id] = subject.split(' ')
  if (kind === 'order') await syncOrder(Number(id), ctx)
  if (kind === 'product') await ctx.refreshProducts([Number(id)])
}

/** The shop says changes by the second, and clocks differ: each look begins a little before the last one ended. */
const overlapMs = 120_000
const firstLookMs = 3_600_000
/** A cart gets so long before we ask after it. */
const patienceMs = 60_000

/**
 * Asks the shop for orders changed since the last look, and for orders of carts that wait: with every webhook lost,
 * nothing is. What can't be read now becomes a note that is tried again. Throws ShopFailure when the shop is away.
 */
export async function syncChangedOrders(ctx: JobContext): Promise<number> {
  const { db, shop, now } = ctx
  const last = (await kept.findJobCursor(db, 'orders')) ?? new Date(now.getTime() - firstLookMs)
  const changed = await shop.fetchChangedOrders(new Date(last.getTime() - overlapMs))
  for (const { id } of changed) await orLater(`order ${id}`, () => syncOrder(id, ctx), ctx)
  const newest = Math.max(last.getTime(), ...changed.map(order => order.changedAt.getTime()))
  // A moment that the shop dates ahead must not hide what changes until then.
  await kept.advanceJobCursor(db, 'orders', new Date(Math.min(newest, now.getTime())))
  const carts = await data.findCartsAwaitingOrder(db, new Date(now.getTime() - patienceMs), atOnce)
  for (const cart of carts) await syncOrdersOfCart(cart, ctx)
  await recreditMoved(ctx)
  return changed.length + carts.length
}

/** Credits anew what may no longer fit its gift, so that a price that moved neither hides money nor invents any. */
async function recreditMoved({ db, registryChanged }: JobContext): Promise<void> {
  for (const registryId of await kept.findRegistriesToRecredit(db, atOnce))
    await db.transaction().execute(async tx => {
      await data.lockRegistries(tx, [registryId])
      const moved = await kept.claimGiftsToRecredit(tx, registryId)
      if (await recreditGifts(tx, moved)) await registryChanged(tx, registryId)
    })
}

async function orLater(subject: string, act: () => Promise<void>, { db, now }: JobContext): Promise<void> {
  try {
    await act()
  } catch {
    await kept.requeueWebhookEvent(db, { id: `look ${subject}`, scope: 'look', subject }, now)
  }
}

/** Lets go of what hand-offs hold whose time ran out; open pages hear of it. */
export async function releaseExpiredReservations({
  db,
  now,
  registryChanged,
  config,
}: JobContext): Promise<number> {
  // A clock that was put back must not make a hold last longer than from now on.
  await data.shortenReservations(db, new Date(now.getTime() + config.HOLD_MINUTES * 60_000))
  const registries = await data.findRegistriesWithExpiredReservations(db, now)
  for (const id of registries)
    await db.transaction().execute(async tx => {
      await data.lockRegistries(tx, [id])
      await data.expireReservations(tx, id, now)
      await registryChanged(tx, id)
    })
  return registries.length
}

/**
 * Puts the notes for the shop's staff on their orders; a failure is tried again and holds nothing up. An order that is
 * gone from the shop takes its note along.
 */
export async function writeDueStaffNotes({ db, shop, now }: JobContext): Promise<number> {
  const notes = await kept.claimDueStaffNotes(db, now, leaseMs, atOnce)
  for (const one of notes) {
    try {
      await shop.addStaffNote(one.order_id, one.staff_note)
      await kept.markStaffNoteWritten(db, one, now)
    } catch (error) {
      const isGone = error instanceof ShopFailure && error.kind === 'missing'
      if (isGone) await kept.markStaffNoteWritten(db, one, now)
      else
        await kept.rescheduleStaffNote(db, one.order_id, nextAttemptAt(now, one.staff_note_attempts, pauses))
    }
  }
  return notes.length
}

/** Makes the webhooks that are missing and wakes those that the platform put to sleep. Throws ShopFailure. */
export async function ensureWebhooks({ shop, config }: JobContext): Promise<void> {
  const destination = `${config.SITE_URL}${webhookPath}`
  const known = (await shop.fetchWebhooks()).filter(hook => hook.destination === destination)
  for (const scope of webhookScopes) {
    const hook = known.find(one => one.scope === scope)
    if (!hook) await shop.createWebhook({ scope, destination })
    else if (!hook.active) await shop.activateWebhook(hook.id)
  }
}
