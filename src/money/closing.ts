import { sql } from 'kysely'
import { type CustomerRow, findCustomerById } from '../account/customer/customer.sql.ts'
import { longestHoldDays } from '../account/proof/proof.rules.ts'
import { payoutBlocker } from '../account/proof/proof.ts'
import { orNotFound } from '../base/app-error.ts'
import { addDays, type Day, dayInAthens } from '../base/dates.ts'
import { dayMs, hourMs } from '../base/durations.ts'
import { type Cents, toEuro } from '../base/money.ts'
import { letterPictureOf } from '../registry/photo.ts'
import { hostNames } from '../registry/registry.rules.ts'
import {
  countGiftsAndGivers,
  findRegistryById,
  lockRegistry,
  type RegistryRow,
  updateRegistryRow,
} from '../registry/registry.sql.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { insertNewRow, insertRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import {
  type ClosingRow,
  countGiftsToThank,
  type DueCursor,
  findDueSettlements,
  findLastClosing,
  findOverdueClosings,
  findRegistriesDueToClose,
  findUpcomingClosings,
  hasNoReservation,
  hasReservation,
  mayBePaid,
  type PayableMoments,
  type UpcomingClosing,
} from './closing.sql.ts'
import { lastRipeAt, readyBalance, sumCents } from './ledger.rules.ts'
import { idempotencyKeyFor, readBalance, releaseTerm, writeLedgerLines } from './ledger.ts'
import { findStalledLowerings } from './lowering.sql.ts'
import { allocateClosing, dueClosingReminder, isDueToClose, lateMoneyDelayHours } from './money.rules.ts'
import { findStalledPayouts } from './payout/payout.sql.ts'
import { createPayout } from './payout/payout.ts'

/**
 * Closes one registry if it is still due under its lock, pays its closing once the last payment is ripe (R614), or pays
 * out what came in after its last closing. Everything is one transaction, so that it happens once, however many
 * processes try (R611).
 */
async function closeRegistryIfDue(id: number, ctx: JobContext): Promise<void> {
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

/** Late money may be paid out when the last closing was settled before this moment. */
const lateMoneyLimit = (now: Date) => new Date(now.getTime() - lateMoneyDelayHours * hourMs)

/**
 * Pays money that came in after a closing by a further closing with its own number and the same day, without an e-mail
 * about it, once all of it that is paid is ripe.
 */
async function payLateMoney(tx: Db, registry: RegistryRow, last: ClosingRow, ctx: JobContext): Promise<void> {
  const balance = await readBalance(tx, registry.id)
  const term = releaseTerm(ctx)
  if (readyBalance(balance, 'ripe', term).available === 0 || lastRipeAt(balance, term)) return
  if (await payoutBlocker(tx, registry.customer_id, ctx.now)) return
  await startClosing(tx, registry, { number: last.number + 1, due_at: ctx.now }, ctx)
  await settle(tx, registry, last.number + 1, ctx)
}

/** Closes a locked registry, pays its money once all that is paid is ripe, and writes to the host. */
async function closeRegistry(
  tx: Db,
  registry: RegistryRow,
  last: ClosingRow | undefined,
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  // It was opened again before its certificate was due, so its money stayed in the registry.
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
  await enqueueClosedEmail(tx, { registry, host }, { number: closing.number, cents, waitsUntil }, ctx)
  await ctx.registryChanged(tx, registry.id)
}

/** Stores a closing under its number, which cannot be used twice; the certificate follows at once, or when it is due. */
async function startClosing(
  tx: Db,
  registry: RegistryRow,
  closing: Pick<ClosingRow, 'number' | 'due_at'>,
  { now }: JobContext,
): Promise<void> {
  const day = registry.closing_day ?? dayInAthens(now)
  await insertRow(tx, 'closing', { registry_id: registry.id, ...closing, day, created_at: now, cents: 0 })
  await updateRegistryRow(tx, registry.id, { last_closed_day: day })
}

/** Settles a closing that is due, unless its owner may not be paid now: then the next run tries again. */
async function settleIfRipe(
  tx: Db,
  registry: RegistryRow,
  { number, due_at }: Pick<ClosingRow, 'number' | 'due_at'>,
  ctx: JobContext,
): Promise<void> {
  if (due_at > ctx.now || (await payoutBlocker(tx, registry.customer_id, ctx.now))) return
  await settle(tx, registry, number, ctx)
}

/** Makes one certificate of all ripe money that isn't needed to make up for shortfalls. */
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

/** The money is sent at `waitsUntil`; null for at once. */
async function enqueueClosedEmail(
  tx: Db,
  { registry, host }: { registry: RegistryRow; host: CustomerRow },
  { number, cents, waitsUntil }: { number: number; cents: Cents; waitsUntil: Date | null },
  { enqueueEmail, config }: JobContext,
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
      hosts: hostNames(registry),
      ...(await letterPictureOf(tx, registry, 'host', config)),
      items: counts?.items ?? 0,
      gifts_given: counts?.gifts_given ?? 0,
      givers: counts?.givers ?? 0,
      thanks: await countGiftsToThank(tx, registry.id),
      cents,
      ...(waitsUntil && { free_on: dayInAthens(waitsUntil) }),
    },
  })
}

const stalledAfterMs = 600_000

/**
 * Sentences for staff about payouts and lowerings that have waited for more than ten minutes, and about closings that
 * are more than a day overdue.
 */
export async function listStalledMoney({ db, now }: JobContext): Promise<string[]> {
  const before = new Date(now.getTime() - stalledAfterMs)
  const payouts = await findStalledPayouts(db, before)
  const lowerings = await findStalledLowerings(db, before)
  const closings = await findOverdueClosings(db, addDays(dayInAthens(now), -1))
  return [
    ...payouts.map(({ registry, cents, reason, code, attempts, error }) => {
      const amount = `${toEuro(cents).toFixed(2)} EUR`
      return `registry ${registry}: ${amount} (${reason}, ${code}) wait after ${attempts} tries: ${error ?? 'not asked yet'}`
    }),
    ...lowerings.map(
      ({ registry, order_id, lacking_cents, attempts, error }) =>
        `registry ${registry}: ${toEuro(lacking_cents).toFixed(2)} EUR are to be taken off a certificate because of order ${order_id}, after ${attempts} tries: ${error ?? 'not asked yet'}`,
    ),
    ...closings.map(({ code, closing_day }) => `registry ${code}: should have closed after ${closing_day}`),
  ]
}

const sliceSize = 100

/**
 * Closes the registries that are due, pays those whose last payment is ripe (R614), and pays out money that came in
 * after a closing (R611); answers how many were tried. It goes on slice by slice until nothing is due or the run's time
 * is over. A registry that fails doesn't stop the others; throws AggregateError with the failures at the end.
 */
export async function closeDueRegistries(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const end = performance.now() + runMs
  const run: ClosingRun = { ctx, tried: 0, failures: [], isOver: () => performance.now() > end }
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const payable = { now, heldBefore: daysAgo(longestHoldDays) }
  await closeSlices(run, after =>
    findRegistriesDueToClose(db, { today: dayInAthens(now), now }, sliceSize, after),
  )
  await closeSlices(run, after => findDueSettlements(db, payable, sliceSize, after))
  const ripeBefore = daysAgo(releaseTerm(ctx).payoutDays)
  await payLateMoneyOfAll(run, { ...payable, before: lateMoneyLimit(now), ripeBefore })
  const { failures, tried } = run
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} registries did not close`)
  return tried
}

/** Shorter than the time between two runs. */
const runMs = 150_000

interface ClosingRun {
  ctx: JobContext
  tried: number
  failures: unknown[]
  isOver(): boolean
}

/** Closes or settles what `find` finds, slice by slice; one that fails is not found again in this run. */
async function closeSlices(
  run: ClosingRun,
  find: (after: DueCursor | undefined) => Promise<DueCursor[]>,
): Promise<void> {
  let after: DueCursor | undefined
  do {
    const slice = await find(after)
    for (const { id } of slice) await tryToClose(run, id)
    after = slice.at(-1)
  } while (after && !run.isOver())
}

async function tryToClose(run: ClosingRun, id: number): Promise<void> {
  run.tried++
  await closeRegistryIfDue(id, run.ctx).catch(error => run.failures.push(error))
}

/** Pays late money slice by slice; registries without money are then taken off the list. */
async function payLateMoneyOfAll(
  run: ClosingRun,
  moments: Parameters<typeof findClosedRegistriesWithNewMoney>[2],
): Promise<void> {
  const { db } = run.ctx
  let after = 0
  while (!run.isOver()) {
    const slice = await listLateMoney(db, sliceSize, after)
    if (slice.length === 0) return
    for (const id of await findClosedRegistriesWithNewMoney(db, slice, moments)) await tryToClose(run, id)
    await db.transaction().execute(tx => deleteSpentLateMoney(tx, slice))
    after = slice.at(-1) ?? after
  }
}

/** Reminds hosts a week before their registry closes, and on the day, each once (R613); answers how many. */
export async function sendClosingReminders({ db, now, enqueueEmail, config }: JobContext): Promise<number> {
  const today = dayInAthens(now)
  let count = 0
  for await (const registry of eachUpcomingClosing(db, today)) {
    const { id, code, registry_name, closing_day: day, email, language } = registry
    const kind = dueClosingReminder(day, today, dayInAthens(registry.created_at))
    if (!kind) continue
    await db.transaction().execute(async tx => {
      if (!(await insertNewRow(tx, 'closing_notice', { registry_id: id, day, kind }))) return
      const cents = isSurpriseActive(registry, today) ? 0 : Math.max(0, registry.open)
      const whole = orNotFound(await findRegistryById(tx, id))
      const picture = await letterPictureOf(tx, whole, 'host', config)
      await enqueueEmail(tx, {
        cause: `registry-closing:${code}:${day}:${kind}`,
        template: `registry-closing-${kind}`,
        language,
        to: email,
        props: { code, registry: registry_name, hosts: hostNames(whole), ...picture, day, cents },
      })
      count++
    })
  }
  return count
}

async function* eachUpcomingClosing(db: JobContext['db'], today: Day): AsyncGenerator<UpcomingClosing> {
  let after: DueCursor | undefined
  do {
    const slice: UpcomingClosing[] = await findUpcomingClosings(db, today, sliceSize, after)
    yield* slice
    const last = slice.at(-1)
    after = last && { at: last.closing_day, id: last.id }
  } while (after)
}

/** SQL: orders with money in the registry that is paid and not held back, and when they were paid. */
const paidLots = (now: Date) => sql`(
  select lot.order_id, coalesce(paid_at, 'epoch') as paid_at from (
    select coalesce(source_order_id, order_id) as order_id from ledger
    where registry_id = registry.id and account <> 'goods' group by 1 having sum(cents) > 0) lot
  left join order_payment on order_payment.order_id = lot.order_id
  where lot.order_id is null or (is_paid and not is_disputed and (held_until is null or held_until <= ${now})))`

async function listLateMoney(db: Db, limit: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('late_money')
    .select('registry_id')
    .where('registry_id', '>', after)
    .orderBy('registry_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.registry_id)
}

/**
 * Registries with money that came in after their closing: all that is paid was paid before `ripeBefore`, and the last
 * closing was settled before `before`.
 */
async function findClosedRegistriesWithNewMoney(
  db: Db,
  ids: number[],
  { before, ripeBefore, ...moments }: PayableMoments & { before: Date; ripeBefore: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select registry.id from registry
    join lateral (
      select settled_at from closing where registry_id = registry.id order by number desc limit 1) last on true
    where registry.id = any(${ids}::bigint[])
      and removed_at is null and last_closed_day = closing_day and last.settled_at < ${before}
      and ${hasNoReservation(moments.now)}
      and (select sum(cents) from ledger where registry_id = registry.id and account <> 'goods') > 0
      and (select max(paid_at) from ${paidLots(moments.now)} paid) <= ${ripeBefore}
      and ${mayBePaid(moments)}
    order by registry.id`.execute(db)
  return rows.map(row => row.id)
}

/**
 * Takes registries without money off the list of late money, once their closings are settled; answers how many. They
 * are locked first and skipped while in use: whoever adds money holds the lock.
 */
async function deleteSpentLateMoney(tx: Db, ids: number[]): Promise<bigint> {
  const { rows } = await sql<{ id: number }>`
    select id from registry where id = any(${ids}::bigint[]) order by id for update skip locked`.execute(tx)
  const locked = rows.map(row => row.id)
  const { numAffectedRows } = await sql`
    delete from late_money where registry_id = any(${locked}::bigint[])
      and not exists (select from closing where registry_id = late_money.registry_id and settled_at is null)
      and coalesce((select sum(cents) from ledger
        where registry_id = late_money.registry_id and account <> 'goods'), 0) <= 0`.execute(tx)
  return numAffectedRows ?? 0n
}
