import { type CustomerRow, findCustomerById } from '../../account/customer/data.ts'
import { payoutBlocker } from '../../account/proof/access.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import {
  countGiftsAndGivers,
  lockRegistry,
  type RegistryRow,
  updateRegistryRow,
} from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { lastRipeAt, readyBalance } from '../ledger/release-rules.ts'
import { sumCents } from '../ledger/rules.ts'
import { idempotencyKeyFor, readBalance, releaseTerm, writeLedgerLines } from '../ledger/service.ts'
import { createPayout } from '../payout/service.ts'
import {
  type ClosingRow,
  countGiversToThank,
  findLastClosing,
  hasReservation,
  insertClosing,
} from './data.ts'
import { allocateClosing, isDueToClose, lateMoneyDelayHours } from './rules.ts'

/**
 * Closes one registry if it is still due under its lock, pays its closing once the last payment is ripe (R614), or pays
 * out what came in after its last closing. Everything is one transaction, so that it happens once, however many
 * processes try (R611).
 */
export async function closeRegistryIfDue(id: number, ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  await db.transaction().execute(async tx => {
    const registry = await lockRegistry(tx, id)
    if (!registry || (await hasReservation(tx, id, now))) return
    const last = await findLastClosing(tx, id)
    if (isDueToClose(registry, dayInAthens(now))) return closeRegistry(tx, registry, last, ctx)
    if (registry.last_closed_day !== registry.closing_day || !last) return
    if (last.settled_at === null) await settleIfRipe(tx, registry, last, ctx)
    else if (last.settled_at < lateMoneyLimit(now)) await payLateMoney(tx, registry, last, ctx)
  })
}

/** Money that came in before this moment may be paid out although its registry has closed. */
export const lateMoneyLimit = (now: Date) => new Date(now.getTime() - lateMoneyDelayHours * 3_600_000)

/**
 * Money of a closed registry gets a closing of its own number and the same day, without an e-mail about it, once all of
 * it that is paid is ripe.
 */
async function payLateMoney(tx: Db, registry: RegistryRow, last: ClosingRow, ctx: JobContext): Promise<void> {
  const balance = await readBalance(tx, registry.id)
  const term = releaseTerm(ctx)
  if (readyBalance(balance, 'ripe', term).available === 0 || lastRipeAt(balance, term)) return
  if (await payoutBlocker(tx, registry.customer_id, ctx.now)) return
  await startClosing(tx, registry, { number: last.number + 1, due_at: ctx.now }, ctx)
  await settle(tx, registry, last.number + 1, ctx)
}

/** Closes a locked registry: pays what is open once all that is paid is ripe, and writes to the host. */
async function closeRegistry(
  tx: Db,
  registry: RegistryRow,
  last: ClosingRow | undefined,
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  // It was opened again before its certificate was due: the money stayed in the registry.
  if (last?.settled_at === null)
    await updateRows(tx, 'closing', {
      set: { cents: 0, settled_at: now },
      where: { registry_id: registry.id, number: last.number },
    })
  const balance = await readBalance(tx, registry.id)
  const waitsUntil = lastRipeAt(balance, releaseTerm(ctx))
  const closing = { number: (last?.number ?? 0) + 1, due_at: waitsUntil ?? now }
  await startClosing(tx, registry, closing, ctx)
  const { available: cents } = readyBalance(balance, 'paid', releaseTerm(ctx))
  if (!waitsUntil) await settleIfRipe(tx, registry, closing, ctx)
  const host = await findCustomerById(tx, registry.customer_id)
  if (!host) return
  await enqueueClosedEmail(tx, { registry, host, number: closing.number, cents, waitsUntil }, ctx)
  await ctx.registryChanged(tx, registry.id)
}

/** Stores a closing under its number; its certificate follows at once or when it is due. */
async function startClosing(
  tx: Db,
  registry: RegistryRow,
  closing: Pick<ClosingRow, 'number' | 'due_at'>,
  { now }: JobContext,
): Promise<void> {
  const day = registry.closing_day ?? dayInAthens(now)
  await insertClosing(tx, { registry_id: registry.id, ...closing, day, created_at: now })
  await updateRegistryRow(tx, registry.id, { last_closed_day: day })
}

/** Settles a closing that is due, unless its owner may not be paid at this moment: the next run tries again. */
async function settleIfRipe(
  tx: Db,
  registry: RegistryRow,
  { number, due_at }: Pick<ClosingRow, 'number' | 'due_at'>,
  ctx: JobContext,
): Promise<void> {
  if (due_at > ctx.now || (await payoutBlocker(tx, registry.customer_id, ctx.now))) return
  await settle(tx, registry, number, ctx)
}

/** Turns all ripe money into one certificate; the rest makes up for shortfalls. */
async function settle(tx: Db, registry: RegistryRow, number: number, ctx: JobContext): Promise<void> {
  const { now } = ctx
  const balance = readyBalance(await readBalance(tx, registry.id), 'ripe', releaseTerm(ctx))
  const { payout, settlement } = allocateClosing(balance)
  const cause = `closing ${registry.id} ${number} settled`
  await writeLedgerLines(tx, registry.id, settlement, { kind: 'settled', cause, sign: 1, now })
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
  await updateRows(tx, 'closing', {
    set: { cents: sumCents(payout), settled_at: now },
    where: { registry_id: registry.id, number },
  })
}

interface ClosedRegistry {
  registry: RegistryRow
  host: Pick<CustomerRow, 'email' | 'language'>
  number: number
  cents: Cents
  /** When the money is sent, if not at once. */
  waitsUntil: Date | null
}

async function enqueueClosedEmail(
  tx: Db,
  { registry, host, number, cents, waitsUntil }: ClosedRegistry,
  { enqueueEmail }: JobContext,
): Promise<void> {
  const { code, registry_name } = registry
  const counts = (await countGiftsAndGivers(tx, [registry.id])).get(registry.id)
  await enqueueEmail(tx, {
    cause: `registry-closed:${code}:${number}`,
    template: 'registry-closed',
    language: host.language,
    to: host.email,
    props: {
      code,
      registry: registry_name,
      items: counts?.items ?? 0,
      gifts_given: counts?.gifts_given ?? 0,
      givers: counts?.givers ?? 0,
      thanks: await countGiversToThank(tx, registry.id),
      cents,
      ...(waitsUntil && { free_on: dayInAthens(waitsUntil) }),
    },
  })
}
