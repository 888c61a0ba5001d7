import { retryAt } from '../base/retry.ts'
import type { Work } from '../server/visit.ts'
import { hookPath, hookScopes, ShopFailure } from '../shop/port.ts'
import * as data from './data.ts'
import * as kept from './jobs-data.ts'
import { recredit, syncCart, syncOrder } from './orders.ts'

/** Tries again after 5 s, 10 s, 20 s … at most an hour. */
const pauses = { firstMs: 5000, mostMs: 3_600_000 }

const leaseMs = 60_000
const atOnce = 50
const daysKept = 7

/** Works off what webhooks hinted at; several hints at one thing are one look. Failures come back later. */
export async function workNotes(work: Work): Promise<number> {
  const notes = await kept.takeNotes(work.db, work.now, leaseMs, atOnce)
  const bySubject = Map.groupBy(notes, note => note.subject)
  for (const [subject, same] of bySubject) {
    const ids = same.map(note => note.id)
    try {
      await look(subject, work)
      await kept.notesDone(work.db, ids, work.now)
    } catch {
      const attempts = Math.max(...same.map(note => note.attempts))
      await kept.notesLater(work.db, ids, retryAt(work.now, attempts, pauses))
    }
  }
  await kept.forgetNotes(work.db, new Date(work.now.getTime() - daysKept * 86_400_000))
  return notes.length
}

async function look(subject: string, work: Work): Promise<void> {
  const [kind, id] = subject.split(' ')
  if (kind === 'order') await syncOrder(Number(id), work)
  if (kind === 'product') await work.freshen([Number(id)])
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
export async function reconcile(work: Work): Promise<number> {
  const { db, shop, now } = work
  const last = (await kept.cursorOf(db, 'orders')) ?? new Date(now.getTime() - firstLookMs)
  const changed = await shop.ordersChangedSince(new Date(last.getTime() - overlapMs))
  for (const { id } of changed) await orLater(`order ${id}`, () => syncOrder(id, work), work)
  const newest = Math.max(last.getTime(), ...changed.map(order => order.changedAt.getTime()))
  // A moment that the shop dates ahead must not hide what changes until then.
  await kept.moveCursor(db, 'orders', new Date(Math.min(newest, now.getTime())))
  const carts = await data.cartsWaiting(db, new Date(now.getTime() - patienceMs), atOnce)
  for (const cart of carts) await syncCart(cart, work)
  await recreditMoved(work)
  return changed.length + carts.length
}

/** Credits anew what may no longer fit its gift, so that a price that moved neither hides money nor invents any. */
async function recreditMoved({ db, changed }: Work): Promise<void> {
  for (const registryId of await kept.registriesMoved(db, atOnce))
    await db.transaction().execute(async tx => {
      await data.lockRegistries(tx, [registryId])
      const moved = await kept.takeMoved(tx, registryId)
      if (await recredit(tx, moved)) await changed(tx, registryId)
    })
}

async function orLater(subject: string, act: () => Promise<void>, { db, now }: Work): Promise<void> {
  try {
    await act()
  } catch {
    await kept.renewHint(db, { id: `look ${subject}`, scope: 'look', subject }, now)
  }
}

/** Lets go of what hand-offs hold whose time ran out; open pages hear of it. */
export async function lapse({ db, now, changed, config }: Work): Promise<number> {
  // A clock that was put back must not make a hold last longer than from now on.
  await data.shortenHolds(db, new Date(now.getTime() + config.HOLD_MINUTES * 60_000))
  const registries = await data.registriesWithLapsed(db, now)
  for (const id of registries)
    await db.transaction().execute(async tx => {
      await data.lockRegistries(tx, [id])
      await data.lapseHandoffs(tx, id, now)
      await changed(tx, id)
    })
  return registries.length
}

/**
 * Puts the notes for the shop's staff on their orders; a failure is tried again and holds nothing up. An order that is
 * gone from the shop takes its note along.
 */
export async function writeStaffNotes({ db, shop, now }: Work): Promise<number> {
  const notes = await kept.takeUnwritten(db, now, leaseMs, atOnce)
  for (const one of notes) {
    try {
      await shop.noteOrder(one.order_id, one.note)
      await kept.noteWritten(db, one, now)
    } catch (error) {
      const isGone = error instanceof ShopFailure && error.kind === 'missing'
      if (isGone) await kept.noteWritten(db, one, now)
      else await kept.noteLater(db, one.order_id, retryAt(now, one.note_attempts, pauses))
    }
  }
  return notes.length
}

/** Makes the webhooks that are missing and wakes those that the platform put to sleep. Throws ShopFailure. */
export async function keepHooks({ shop, config }: Work): Promise<void> {
  const destination = `${config.SITE_URL}${hookPath}`
  const known = (await shop.hooks()).filter(hook => hook.destination === destination)
  for (const scope of hookScopes) {
    const hook = known.find(one => one.scope === scope)
    if (!hook) await shop.createHook({ scope, destination })
    else if (!hook.active) await shop.activateHook(hook.id)
  }
}
