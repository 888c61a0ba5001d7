import { type CustomerRow, findCustomerById } from '../../account/customer/data.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import { lockRegistry, type RegistryRow, updateRegistryRow } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { sumCents } from '../ledger/rules.ts'
import { idempotencyKeyFor, readBalance, writeLedgerLines } from '../ledger/service.ts'
import { createPayout } from '../payout/service.ts'
import { countGiving, findLastClosing, hasReservation, insertClosing } from './data.ts'
import { allocateClosing, isDueToClose, lateMoneyDelayHours } from './rules.ts'

/**
 * Closes one registry if it is still due under its lock, or pays out what came in after its last closing. Everything
 * is one transaction, so that it happens once, however many processes try (R611).
 */
export async function closeRegistryIfDue(id: number, ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  await db.transaction().execute(async tx => {
    const registry = await lockRegistry(tx, id)
    if (!registry || (await hasReservation(tx, id, now))) return
    if (isDueToClose(registry, dayInAthens(now))) await closeRegistry(tx, registry, ctx)
    else if (registry.last_closed_day === registry.closing_day) await payLateMoney(tx, registry, ctx)
  })
}

/** Money that came in before this moment may be paid out although its registry has closed. */
export const lateMoneyLimit = (now: Date) => new Date(now.getTime() - lateMoneyDelayHours * 3_600_000)

/** Money of a closed registry gets a closing of its own number and the same day, without an e-mail about it. */
async function payLateMoney(tx: Db, registry: RegistryRow, ctx: JobContext): Promise<void> {
  const last = await findLastClosing(tx, registry.id)
  const isDelayOver = last && last.created_at < lateMoneyLimit(ctx.now)
  if (isDelayOver && (await readBalance(tx, registry.id)).available > 0) await settle(tx, registry, ctx)
}

/** Closes a locked registry: pays what is open, and writes to the host. */
async function closeRegistry(tx: Db, registry: RegistryRow, ctx: JobContext): Promise<void> {
  const { number, cents } = await settle(tx, registry, ctx)
  const host = await findCustomerById(tx, registry.customer_id)
  if (!host) return
  await enqueueClosedEmail(tx, { registry, host, number, cents }, ctx)
  await ctx.registryChanged(tx, registry.id)
}

/** Turns all open money into one certificate, under the next number; the rest makes up for shortfalls. */
async function settle(
  tx: Db,
  registry: RegistryRow,
  ctx: JobContext,
): Promise<{ number: number; cents: Cents }> {
  const { now } = ctx
  const number = ((await findLastClosing(tx, registry.id))?.number ?? 0) + 1
  const { payout, settlement } = allocateClosing(await readBalance(tx, registry.id))
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
  const cents = sumCents(payout)
  const day = registry.closing_day ?? dayInAthens(now)
  await insertClosing(tx, { registry_id: registry.id, number, day, cents, created_at: now })
  await updateRegistryRow(tx, registry.id, { last_closed_day: day })
  return { number, cents }
}

interface ClosedRegistry {
  registry: RegistryRow
  host: Pick<CustomerRow, 'email' | 'language'>
  number: number
  cents: Cents
}

async function enqueueClosedEmail(
  tx: Db,
  { registry, host, number, cents }: ClosedRegistry,
  { enqueueEmail }: JobContext,
): Promise<void> {
  const { code, registry_name } = registry
  await enqueueEmail(tx, {
    cause: `registry-closed:${code}:${number}`,
    template: 'registry-closed',
    language: host.language,
    to: host.email,
    props: { code, registry: registry_name, ...(await countGiving(tx, registry.id)), cents },
  })
}
