import { findCustomerById } from '../../account/customer/data.ts'
import { dayInAthens } from '../../base/dates.ts'
import { lockRegistry, type RegistryRow } from '../../registry/registry/data.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { giftBalances, insertLedgerLines } from '../ledger/data.ts'
import { allocateClosing, calculateBalance, sumCents } from '../ledger/rules.ts'
import { enqueueClosedEmail, enqueueClosingReminder } from '../payout/email-service.ts'
import { createPayout, idempotencyKeyFor } from '../payout/service.ts'
import * as closings from './data.ts'
import { dueClosingReminder, isDueToClose, lateMoneyDelayHours } from './rules.ts'

const atOnce = 100

/**
 * Closes what is due: the closing, its payout and its letters are one transaction under the registry's lock, so that
 * it happens once, whoever else tries; the certificate itself is made by the clock of payouts. One registry that
 * fails does not keep the others open.
 */
export async function closeDueRegistries(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const due = await closings.registriesDueToClose(db, dayInAthens(now), now, atOnce)
  const late = await closings.closedRegistriesWithNewMoney(db, lateFrom(now), now, atOnce)
  const failures: unknown[] = []
  for (const id of [...due, ...late]) await closeOne(id, ctx).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} registries did not close`)
  return due.length + late.length
}

const lateFrom = (now: Date) => new Date(now.getTime() - lateMoneyDelayHours * 3_600_000)

async function closeOne(id: number, ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  await db.transaction().execute(async tx => {
    const registry = await lockRegistry(tx, id)
    if (!registry || (await closings.hasOpenCheckout(tx, id, now))) return
    if (isDueToClose(registry, dayInAthens(now))) await closeRegistryNow(tx, registry, ctx)
    else if (registry.last_closed_day === registry.closing_day) await payLate(tx, registry, ctx)
  })
}

/** Money that came to a closed registry: a closing of its own number, the same day, without the letter. */
async function payLate(tx: Db, registry: RegistryRow, ctx: JobContext): Promise<void> {
  const last = await closings.lastClosing(tx, registry.id)
  const isQuiet = last && last.created_at < lateFrom(ctx.now)
  if (isQuiet && calculateBalance(await giftBalances(tx, registry.id)).available > 0)
    await settle(tx, registry, ctx)
}

/** Closes a locked registry at once, whatever its date says: pays what is open, and tells the host. */
export async function closeRegistryNow(tx: Db, registry: RegistryRow, ctx: JobContext): Promise<void> {
  const { number, cents } = await settle(tx, registry, ctx)
  const host = await findCustomerById(tx, registry.customer_id)
  if (!host) return
  const sum = { ...(await closings.givingSummary(tx, registry.id)), number, cents }
  await enqueueClosedEmail(tx, { registry, host, sum }, ctx.enqueueEmail)
  await ctx.registryChanged(tx, registry.id)
}

/** All open money into one certificate, under the next number; what is missing is made up for from the rest. */
async function settle(tx: Db, registry: RegistryRow, ctx: JobContext) {
  const { now } = ctx
  const number = ((await closings.lastClosing(tx, registry.id))?.number ?? 0) + 1
  const { payout, settlement } = allocateClosing(calculateBalance(await giftBalances(tx, registry.id)))
  const cause = `closing ${registry.id} ${number} settled`
  await insertLedgerLines(tx, registry.id, settlement, { kind: 'settled', cause, sign: 1, now })
  const host = await findCustomerById(tx, registry.customer_id)
  if (payout.length > 0 && host)
    await createPayout(
      tx,
      {
        registryId: registry.id,
        key: idempotencyKeyFor(`closing-${number}`, { closing: number }),
        reason: 'closing',
        closingNumber: number,
        parts: payout,
        recipient: host,
      },
      ctx,
    )
  const cents = sumCents(payout)
  const day = registry.closing_day ?? dayInAthens(now)
  await closings.insertClosing(tx, { registry_id: registry.id, number, day, cents, created_at: now })
  return { number, cents }
}

/** Letters to hosts a week before their registry closes, and on the day; each once. */
export async function sendClosingReminders({ db, now, enqueueEmail }: JobContext): Promise<number> {
  const today = dayInAthens(now)
  let written = 0
  for (const one of await closings.upcomingClosings(db, today)) {
    const { id, code, registry_name, closing_day: day, email, language, open } = one
    const kind = dueClosingReminder(day, today, dayInAthens(one.created_at))
    if (!kind) continue
    await db.transaction().execute(async tx => {
      if (!(await closings.insertClosingNotice(tx, id, day, kind))) return
      const host = { email, language }
      const cents = isSurpriseActive(one, today) ? 0 : Math.max(0, open)
      await enqueueClosingReminder(
        tx,
        { kind, code, registry: registry_name, day, host, cents },
        enqueueEmail,
      )
      written++
    })
  }
  return written
}
