import { findCustomerById } from '../../account/customer/customer.sql.ts'
import { payoutBlocker } from '../../account/proof/proof.ts'
import { dayInAthens } from '../../base/dates.ts'
import { hourMs } from '../../base/durations.ts'
import { nextAttemptAt } from '../../base/work-limit.ts'
import { queueOrder } from '../../orders/webhooks/webhooks.sql.ts'
import { findRegistryById, lockRegistry } from '../../registry/registry.sql.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { ShopFailure } from '../../shop/port.ts'
import type { HostOrderRequest, ShopCertificate } from '../../shop/port-orders.ts'
import { claimMs, shopRetryDelays, startClaim } from '../claim.ts'
import { writeLedgerLines } from '../ledger.ts'
import {
  certificateRequest,
  codeTaken,
  findPayoutCertificate,
  markHandmade,
  updatePaidOutNotes,
} from './codes.ts'
import {
  claimPayout,
  findGiftToOrder,
  findPayeeEmail,
  findPayoutById,
  findRemainingParts,
  findSourceOrders,
  markPayoutDone,
  markPayoutFailed,
  type PayoutRow,
  schedulePayoutRetry,
} from './payout.sql.ts'
import { findUncoveredParts, isCovered, rereadSourceOrders, withdrawUncovered } from './payout.ts'
import {
  enqueueCertificateEmail,
  enqueueHostOrderEmail,
  enqueueOrderRefusedEmail,
  enqueueStalledPayoutEmail,
  PayoutFailure,
  payoutTroubleOf,
} from './payout-letters.ts'

/** Failures after which staff get an e-mail (R607). */
const attemptsBeforeStaffEmail = 5

interface ClaimedPayout {
  payout: PayoutRow
  assertInTime(): void
}

/**
 * Asks the shop for one payout, the given one or whichever is due. What an earlier attempt may have made is looked up
 * before anything is made (R605). A failure is stored and tried again later. False when nothing was due.
 */
export async function processPayout(id: number | null, ctx: JobContext): Promise<boolean> {
  const payout = await claimPayout(ctx.db, ctx.now, claimMs, id)
  if (!payout) return false
  const claim = { payout, assertInTime: startClaim() }
  try {
    if ((await finishHandmade(claim, ctx)) || (await postponeIfBlocked(payout, ctx))) return true
    if (payout.method === 'certificate') await issueCertificate(claim, ctx)
    else await placeHostOrder(claim, ctx)
  } catch (error) {
    await recordFailure(payout, error, ctx)
  }
  return true
}

/**
 * Postpones a payout while its owner may not be paid: on a hold after changes (R130), or with an unconfirmed e-mail
 * (R129).
 */
async function postponeIfBlocked(payout: PayoutRow, { db, now }: JobContext): Promise<boolean> {
  const registry = await findRegistryById(db, payout.registry_id)
  const blocker = registry && (await payoutBlocker(db, registry.customer_id, now))
  if (!blocker) return false
  const until = blocker.reason === 'hold' ? blocker.until : new Date(now.getTime() + unconfirmedRetryMs)
  const trouble = blocker.reason === 'hold' ? 'owner_held' : 'owner_unconfirmed'
  const error = `its owner may not be paid yet (${blocker.reason})`
  await schedulePayoutRetry(db, payout.id, { error, trouble }, until)
  return true
}

const unconfirmedRetryMs = hourMs

/** Finishes a payout by the certificate that staff chose for it (R1150); false without one. */
async function finishHandmade(claim: ClaimedPayout, ctx: JobContext): Promise<boolean> {
  const { payout, assertInTime } = claim
  if (payout.handmade_id === null) return false
  const certificate = await markHandmade(payout, payout.handmade_id, { assertInTime, ctx })
  if (!certificate) {
    claim.payout = { ...payout, handmade_id: null }
    return false
  }
  if (!(await finishCertificate(payout, certificate, ctx))) await withdraw(payout, certificate, ctx)
  return true
}

/** Takes back what may not leave. Throws when somebody has paid with its certificate: then a person decides (R1150). */
async function withdraw(
  payout: PayoutRow,
  certificate: ShopCertificate | null,
  ctx: JobContext,
): Promise<void> {
  const isSpent = certificate && certificate.balanceCents < certificate.cents
  if (isSpent && certificate.state !== 'disabled')
    throw new PayoutFailure(
      'card_changed',
      `certificate ${certificate.id} is partly spent, and may not leave`,
    )
  await withdrawUncovered(payout, certificate, ctx)
}

/**
 * Reads the payout's orders from the shop before a certificate is made, and again before its code is sent: until then a
 * refund takes the money back (R511).
 */
async function issueCertificate({ payout, assertInTime }: ClaimedPayout, ctx: JobContext): Promise<void> {
  const { shop } = ctx
  await rereadSourceOrders(payout, ctx)
  await ctx.testHook?.('orders of payout read')
  // Also at the first attempt: a restored database may have lost the payout that the certificate was made for (R617).
  const existing = await findPayoutCertificate(payout, shop)
  if (existing?.state === 'active' && existing.cents !== payout.cents) throw codeTaken()
  const isUsable = existing === null || existing.state === 'active'
  if (!isUsable || !(await isCovered(payout, ctx))) return withdraw(payout, existing, ctx)
  const name = `${payout.to_name} ${payout.to_surname}`
  const email = (await findPayeeEmail(ctx.db, payout.registry_id)) ?? ''
  assertInTime()
  const request = certificateRequest(payout, { name, email }, ctx.config)
  const certificate = existing ?? (await shop.createCertificate(request))
  await ctx.testHook?.('certificate made')
  await rereadSourceOrders(payout, ctx)
  await ctx.testHook?.('certificate checked')
  if (!(await finishCertificate(payout, certificate, ctx))) await withdraw(payout, certificate, ctx)
}

/** Sends the host the certificate's code if its money may still leave; false when it may not. */
async function finishCertificate(
  payout: PayoutRow,
  certificate: ShopCertificate,
  ctx: JobContext,
): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, payout.registry_id)
    // Meanwhile another process may have taken it back, so that the rest has another code, or staff have chosen another
    // one.
    const { code, handmade_id } = await findPayoutById(tx, payout.id)
    if (code !== payout.code || handmade_id !== payout.handmade_id) return true
    if ((await findUncoveredParts(tx, payout, ctx)).length > 0) return false
    await storeIssuedCertificate(tx, payout, certificate, ctx)
    return true
  })
}

async function placeHostOrder(claim: ClaimedPayout, ctx: JobContext): Promise<void> {
  const { payout } = claim
  const { db, shop } = ctx
  const findExisting = () => shop.findOrderByExternalId(payout.code)
  const placed = await findExisting()
  if (placed !== null && !(await isOrderOf(payout, placed, ctx))) throw codeTaken()
  if (placed === null) {
    await rereadSourceOrders(payout, ctx)
    await ctx.testHook?.('orders of payout read')
    if (!(await isCovered(payout, ctx))) return withdrawUncovered(payout, null, ctx)
  }
  // Looks once more, for what an earlier attempt made while this one was refused.
  const orderId = placed ?? (await tryToPlaceOrder(claim, ctx)) ?? (await findExisting())
  if (orderId === null)
    // The shop refused the order, so it is never placed: its money goes back to where it was (R607).
    return db.transaction().execute(async tx => {
      await lockRegistry(tx, payout.registry_id)
      if (await returnPayoutMoney(tx, payout, 'the shop refused the order', ctx))
        await enqueueOrderRefusedEmail(tx, payout, ctx)
    })
  await db.transaction().execute(async tx => {
    await lockRegistry(tx, payout.registry_id)
    await storeHostOrder(tx, payout, orderId, ctx)
  })
}

/** Whether an order under the payout's code is for the same goods; another one is of a lost payout. */
export async function isOrderOf(
  payout: PayoutRow,
  orderId: number,
  { db, shop }: Pick<JobContext, 'db' | 'shop'>,
): Promise<boolean> {
  const order = await shop.fetchOrder(orderId)
  const gift = await findGiftToOrder(db, payout.gift_id ?? 0)
  const units = order?.lines
    .filter(line => line.productId === gift.product_id)
    .reduce((sum, line) => sum + line.quantity, 0)
  return units === payout.units
}

/** Null when the shop refuses the order. */
async function tryToPlaceOrder(claim: ClaimedPayout, ctx: JobContext): Promise<number | null> {
  const request = await hostOrderRequest(claim.payout, ctx)
  claim.assertInTime()
  try {
    return await ctx.shop.placeOrder(request)
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'invalid') return null
    throw error
  }
}

async function hostOrderRequest(payout: PayoutRow, { db }: JobContext): Promise<HostOrderRequest> {
  const registry = await findRegistryById(db, payout.registry_id)
  const customer = registry && (await findCustomerById(db, registry.customer_id))
  const gift = await findGiftToOrder(db, payout.gift_id ?? 0)
  const quantity = payout.units ?? 1
  const person = { name: payout.to_name, surname: payout.to_surname }
  const address = registry?.shipping_address ?? null
  return {
    externalId: payout.code,
    language: payout.language,
    customerId: customer?.shop_customer_id ?? 0,
    customer: { ...person, email: customer?.email ?? '', phone: customer?.phone ?? address?.phone ?? null },
    shipTo: gift.type === 'digital' || address === null ? null : { ...address, ...person },
    lines: [
      {
        productId: gift.product_id,
        variantId: gift.variant_id,
        quantity,
        cents: payout.cents / quantity,
        options: gift.selected_options,
        modifiers: payout.modifiers,
      },
    ],
    staffNote: `Registry ${registry?.code ?? ''}: paid from the money collected there (${payout.code}).`,
  }
}

/** Schedules the next attempt, which finds out whether the shop acted although its reply was lost. */
async function recordFailure(payout: PayoutRow, error: unknown, ctx: JobContext): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const why = { error: reason, trouble: payoutTroubleOf(error) }
  ctx.log.warn({ err: error, payout: payout.id }, 'a payout is tried again later')
  await ctx.db.transaction().execute(async tx => {
    await schedulePayoutRetry(tx, payout.id, why, nextAttemptAt(ctx.now, payout.attempts, shopRetryDelays))
    if (payout.attempts >= attemptsBeforeStaffEmail)
      await enqueueStalledPayoutEmail(tx, payout, why.trouble, ctx)
  })
}

/**
 * Marks a waiting payout as done by this certificate and sends the host its code; call it under the registry's lock.
 * The payout gets the code and expiry of a handmade one (R1122).
 */
export async function storeIssuedCertificate(
  tx: Db,
  waiting: PayoutRow,
  certificate: ShopCertificate,
  ctx: JobContext,
): Promise<void> {
  const payout = withCodeOf(certificate, waiting)
  if (payout.code !== waiting.code) {
    const { id, code, expires_on } = payout
    // Handmade (R1122): the number of the payout's own code stays used.
    await updateRows(tx, 'payout', {
      set: { code, expires_on, handmade_id: certificate.id },
      where: { id, state: 'waiting' },
    })
  }
  const result = { shop_id: certificate.id, balance_cents: certificate.balanceCents, now: ctx.now }
  if (!(await markPayoutDone(tx, payout.id, result))) return
  await enqueueCertificateEmail(tx, payout, ctx)
  await noteMoneyPaidOut(tx, payout, ctx)
}

/** The payout as it will be with this certificate. */
export function withCodeOf({ code, expiresAt }: ShopCertificate, payout: PayoutRow): PayoutRow {
  if (code.toUpperCase() === payout.code) return payout
  return { ...payout, code, expires_on: expiresAt ? dayInAthens(expiresAt) : payout.expires_on }
}

/** Marks a waiting payout as done by this order of the shop; call it under the registry's lock. */
export async function storeHostOrder(
  tx: Db,
  payout: PayoutRow,
  orderId: number,
  ctx: JobContext,
): Promise<void> {
  const result = { shop_id: orderId, balance_cents: null, now: ctx.now }
  if (!(await markPayoutDone(tx, payout.id, result))) return
  await enqueueHostOrderEmail(tx, payout, ctx)
  await noteMoneyPaidOut(tx, payout, ctx)
  // Handles webhooks that came before the order's number was known.
  await queueOrder(tx, orderId, ctx.now)
}

/** Notes it on the guests' orders (R513), and checks for refunds that came while the payout waited. */
export async function noteMoneyPaidOut(
  tx: Db,
  { id, registry_id }: PayoutRow,
  ctx: JobContext,
): Promise<void> {
  const orders = await findSourceOrders(tx, id)
  await updatePaidOutNotes(tx, registry_id, orders, ctx)
  const [orderId] = orders
  if (orderId !== undefined) await ctx.emit('moneyChanged', tx, { registryId: registry_id, orderId })
}

/**
 * Fails a waiting payout that the shop doesn't have, and puts its money back; call it under the registry's lock. False
 * when it has already ended.
 */
export async function returnPayoutMoney(
  tx: Db,
  payout: PayoutRow,
  why: string,
  { now }: Pick<JobContext, 'now'>,
): Promise<boolean> {
  if (!(await markPayoutFailed(tx, payout.id, why, now))) return false
  const parts = await findRemainingParts(tx, payout.id)
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await writeLedgerLines(tx, payout.registry_id, parts, { ...line, cause: `payout ${payout.id} back` })
  return true
}
