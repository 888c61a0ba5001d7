import { nextAttemptAt } from '../base/work-limit.ts'
import { lockRegistry } from '../registry/registry.sql.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { getRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { ShopFailure } from '../shop/port.ts'
import type { ShopCertificate } from '../shop/port-orders.ts'
import { claimMs, processBatch, shopRetryDelays, startClaim } from './claim.ts'
import { attemptsBeforeTelling, findRegistryNames, readBalance, writeLedgerLines } from './ledger.ts'
import * as data from './lowering.sql.ts'
import { findCertificateToLower, hasOpenLowering, insertLowering, sumWaitingPayouts } from './lowering.sql.ts'
import { endOfCode, formatLoweringNote, partsGivenBack } from './money.rules.ts'
import { updatePaidOutNotes } from './payout/codes.ts'
import { findPayeeEmail, findPayoutById, findRemainingParts, type PayoutRow } from './payout/payout.sql.ts'

/**
 * Lowers one certificate that is due, as far as it is unspent and the registry still lacks the money (R513). The amount
 * is stored before the shop is asked and marked there by a note, so that a process may die at any moment and another
 * one goes on. False when nothing was due.
 */
async function processLowering(ctx: JobContext): Promise<boolean> {
  const claimed = await data.claimLowering(ctx.db, ctx.now, claimMs)
  if (!claimed) return false
  const assertInTime = startClaim()
  try {
    const payout = await findPayoutById(ctx.db, claimed.payout_id)
    const lowering = claimed.state === 'lowering' ? claimed : await start(claimed, payout, ctx)
    if (lowering) await lower(lowering, payout, assertInTime, ctx)
  } catch (error) {
    // One that the shop no longer has is handled when it is read again.
    if (error instanceof ShopFailure && error.kind === 'missing')
      await data.restartLowering(ctx.db, claimed.id)
    await recordFailure(claimed, error, ctx)
  }
  return true
}

/** Reads the balance and stores what is taken off; null when that is nothing, which ends the lowering. */
async function start(
  { id, registry_id }: data.LoweringRow,
  payout: PayoutRow,
  ctx: JobContext,
): Promise<data.LoweringRow | null> {
  const certificate = await ctx.shop.fetchCertificate(payout.shop_id ?? 0)
  const balance = certificate?.state === 'active' ? certificate.balanceCents : 0
  await ctx.testHook?.('certificate read')
  const lowering = await ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, registry_id)
    const current = await getRow(tx, 'certificate_lowering', { id })
    if (current.state !== 'planned') return null
    const { cents: paid, refunded_cents: taken } = await findPayoutById(tx, payout.id)
    const lacking_cents = await findLackingCents(tx, registry_id)
    const cents = Math.min(lacking_cents, balance, paid - taken)
    if (cents > 0) return data.startLowering(tx, id, { cents, from_cents: balance, lacking_cents })
    await finish(tx, { ...current, cents: 0, lacking_cents }, payout, certificate, ctx)
    return null
  })
  if (lowering) await ctx.testHook?.('lowering stored')
  return lowering
}

/** Takes the stored amount off the certificate, unless an earlier attempt did. */
async function lower(
  lowering: data.LoweringRow,
  payout: PayoutRow,
  assertInTime: () => void,
  ctx: JobContext,
): Promise<void> {
  const { id, registry_id, cents, from_cents } = lowering
  const note = formatLoweringNote(lowering)
  assertInTime()
  const fromCents = from_cents ?? 0
  const change = { fromCents, toCents: fromCents - cents, note }
  const certificate = await ctx.shop.lowerCertificate(payout.shop_id ?? 0, change)
  await ctx.testHook?.('certificate lowered')
  if (!certificate.message.includes(note)) {
    // Somebody paid with it in the meantime: the next attempt reads its balance again.
    await data.restartLowering(ctx.db, id)
    throw new Error('the certificate has changed meanwhile')
  }
  await ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, registry_id)
    await finish(tx, lowering, payout, certificate, ctx)
  })
}

/**
 * Gives the registry what was taken off, writes to the host, and checks whether more is lacking; call it under the
 * registry's lock. Does nothing when another process has.
 */
async function finish(
  tx: Db,
  lowering: data.LoweringRow,
  payout: PayoutRow,
  certificate: ShopCertificate | null,
  ctx: JobContext,
): Promise<void> {
  const { id, registry_id: registryId, order_id: orderId, cents, lacking_cents } = lowering
  const { now } = ctx
  const finished = await updateRows(tx, 'certificate_lowering', {
    set: { state: 'done', cents, lacking_cents, done_at: now, error: null },
    where: { id, state: { '<>': 'done' } },
  })
  if (finished === 0) return
  const balance = certificate?.balanceCents ?? 0
  await data.addLoweredAmount(tx, payout.id, { cents, balance }, now)
  if (cents > 0) {
    const remaining = await findRemainingParts(tx, payout.id)
    const parts = partsGivenBack(await readBalance(tx, registryId), remaining, orderId, cents)
    const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
    await writeLedgerLines(tx, registryId, parts, { ...line, cause: `payout ${payout.id} lowered ${id}` })
    await enqueueLoweredEmail(tx, payout, { id, cents, balance }, ctx)
    const orders = [...parts, ...remaining].map(part => part.orderId)
    await updatePaidOutNotes(tx, registryId, orders, ctx)
    const event = { kind: 'money_refused', customerId: null, about: 'certificate_lowered', cents } as const
    await ctx.recordSecurityEvent({ ...event, registryId }, tx)
    await ctx.registryChanged(tx, registryId)
  }
  await ctx.emit('moneyChanged', tx, { registryId, orderId })
}

/** To the host: guests were refunded after the payout, and the certificate is worth less. */
async function enqueueLoweredEmail(
  tx: Db,
  payout: PayoutRow,
  { id, cents, balance }: { id: number; cents: number; balance: number },
  { enqueueEmail }: JobContext,
): Promise<void> {
  const to = await findPayeeEmail(tx, payout.registry_id)
  // The host's account was erased.
  if (to === null) return
  await enqueueEmail(tx, {
    cause: `giftcard-lowered:${id}`,
    template: 'giftcard-lowered',
    language: payout.language,
    to,
    props: {
      ...(await findRegistryNames(tx, payout.registry_id)),
      certificate_end: endOfCode(payout.code),
      cents,
      balance,
    },
  })
}

/**
 * Schedules the next attempt, which finds out whether the shop acted although its reply was lost. After several
 * attempts staff are told what is lacking.
 */
async function recordFailure(lowering: data.LoweringRow, error: unknown, ctx: JobContext): Promise<void> {
  const { id, registry_id: registryId, order_id: orderId, attempts } = lowering
  const reason = error instanceof Error ? error.message : String(error)
  ctx.log.warn({ lowering: id, attempts, error: reason }, 'certificate not lowered, will be tried again')
  await ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, registryId)
    await updateRows(tx, 'certificate_lowering', {
      set: { error: reason, next_attempt_at: nextAttemptAt(ctx.now, attempts, shopRetryDelays) },
      where: { id, state: { '<>': 'done' } },
    })
    if (attempts >= attemptsBeforeTelling) await ctx.emit('moneyChanged', tx, { registryId, orderId })
  })
}

/**
 * Handles a change of a registry's money: what its open money can't make up for is to be taken off an unspent
 * certificate (R513), by a job. Call it under the registry's lock.
 */
export async function planLowering(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  { now }: JobContext,
): Promise<void> {
  if (await hasOpenLowering(tx, registryId)) return
  const lacking = await findLackingCents(tx, registryId)
  const payoutId = lacking > 0 ? await findCertificateToLower(tx, registryId, orderId) : undefined
  if (payoutId === undefined) return
  const lowering = { registry_id: registryId, payout_id: payoutId, order_id: orderId, lacking_cents: lacking }
  await insertLowering(tx, lowering, now)
}

/** Cents that neither open money nor payouts which are still to be made can cover. */
async function findLackingCents(tx: Db, registryId: number): Promise<number> {
  const { negativeBalance } = await readBalance(tx, registryId)
  return negativeBalance > 0 ? Math.max(0, negativeBalance - (await sumWaitingPayouts(tx, registryId))) : 0
}

/** Lowers the certificates that are due (R513); answers how many. */
export const lowerDueCertificates = (ctx: JobContext) => processBatch(() => processLowering(ctx))
