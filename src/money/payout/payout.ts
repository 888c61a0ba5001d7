import type { CustomerRow } from '../../account/customer/customer.sql.ts'
import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ModifierAnswer } from '../../base/shop-modifiers.ts'
import { nextAttemptAt } from '../../base/work-limit.ts'
import { syncOrder } from '../../orders/orders.ts'
import { isReceipt } from '../../orders/receipts.rules.ts'
import { lockRegistry } from '../../registry/registry.sql.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import { shopRetryDelays } from '../claim.ts'
import { isReady, type MoneyPart, type Readiness, sumCents } from '../ledger.rules.ts'
import {
  findPaymentMoments,
  type IdempotencyKey,
  readBalance,
  releaseTerm,
  writeLedgerLines,
} from '../ledger.ts'
import { nextPayoutCode } from './codes.ts'
import type { PayoutView } from './payout.contract.ts'
import { addYears, uncoveredParts } from './payout.rules.ts'
import {
  findGiftToOrder,
  findPayoutById,
  findRemainingParts,
  findSourceOrders,
  hasOpenMoneyOrPayout,
  insertPayout,
  markPayoutFailed,
  type PayoutRow,
  type PayoutWithParts,
  reducePayout,
} from './payout.sql.ts'
import { enqueueWithdrawnEmail, PayoutFailure } from './payout-letters.ts'

export interface PayoutRequest {
  registryId: number
  key: IdempotencyKey
  reason: PayoutRow['reason']
  parts: MoneyPart[]
  recipient: Pick<CustomerRow, 'name' | 'surname' | 'language'>
  closingNumber?: number
  /** The gift that is ordered, or that the host buys with the certificate. */
  giftId?: number
  /** Units to be ordered; without them the money becomes a certificate. */
  units?: number
  /** Answers to the shop's questions. */
  modifiers?: ModifierAnswer[]
}

/**
 * Stores a payout and takes its money out of the ledger, in one transaction under the registry's lock; the shop is
 * asked afterwards (R605, no amount leaves twice). The database checks that the parts sum to the payout and that the
 * registry holds them.
 */
export async function createPayout(
  tx: Db,
  request: PayoutRequest,
  ctx: Pick<JobContext, 'config' | 'now' | 'recordSecurityEvent'>,
): Promise<PayoutRow> {
  const { config, now } = ctx
  const { registryId, key, parts, recipient, units } = request
  const isOrder = units !== undefined
  const years = config.GIFT_CARD_YEARS
  const payout = await insertPayout(tx, {
    registry_id: registryId,
    method: isOrder ? 'order' : 'certificate',
    reason: request.reason,
    closing_number: request.closingNumber ?? null,
    idempotency_key: key.key,
    fingerprint: key.fingerprint,
    cents: sumCents(parts),
    gift_id: request.giftId ?? null,
    units: units ?? null,
    modifiers: JSON.stringify(request.modifiers ?? []),
    language: recipient.language,
    to_name: recipient.name,
    to_surname: recipient.surname,
    expires_on: isOrder || years === 0 ? null : addYears(dayInAthens(now), years),
    next_attempt_at: now,
    created_at: now,
    ...(await nextPayoutCode(tx, registryId, request.reason, config)),
  })
  const kind = isOrder ? 'redeemed' : 'certificate'
  const cause = `payout ${payout.id}`
  await writeLedgerLines(tx, registryId, parts, { kind, cause, payout_id: payout.id, sign: -1, now })
  const { cents, reason } = payout
  await ctx.recordSecurityEvent({ kind: 'money_out', registryId, cents, about: reason }, tx)
  return payout
}

/**
 * The payout of the first request with this key. Throws `giftcard_key_reused` 409 when that asked for something else.
 */
export async function findRepeatedPayout(
  db: Db,
  registryId: number,
  { key, fingerprint }: IdempotencyKey,
): Promise<PayoutRow | undefined> {
  const payout = await findRow(db, 'payout', { registry_id: registryId, idempotency_key: key })
  if (payout && payout.fingerprint !== fingerprint) throw new AppError('giftcard_key_reused', 409)
  return payout
}

/** As the host sees it: with the certificate's code only once the shop has it. */
export function toPayoutView(payout: PayoutWithParts): PayoutView {
  const isIssued = payout.state === 'done' && payout.method === 'certificate'
  return {
    id: payout.id,
    way: payout.method,
    reason: payout.reason,
    state: payout.state === 'waiting' ? 'requested' : isTakenBack(payout) ? 'failed' : payout.state,
    amount: payout.cents,
    returned: payout.refunded_cents,
    code: isIssued ? payout.code : null,
    balance: isIssued ? payout.balance_cents : null,
    balance_at: isIssued ? (payout.balance_at?.toISOString() ?? '') : '',
    expires_on: payout.expires_on,
    order_id: payout.method === 'order' ? payout.shop_id : null,
    created_at: payout.created_at.toISOString(),
    gift_ids: [...new Set(payout.parts.map(part => part.giftId))],
  }
}

/** Whether the shop took back a whole order; a certificate never counts as taken back. */
export function isTakenBack({ method, cents, refunded_cents }: PayoutRow): boolean {
  return method === 'order' && refunded_cents === cents
}

/**
 * Throws `giftcard_unsettled` 409 while a customer's money is open or on its way; their erasure is tried again later.
 */
export async function requireSettledMoney(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  if (await hasOpenMoneyOrPayout(tx, customerId)) throw new AppError('giftcard_unsettled', 409)
}

const ordersAtOnce = 4

/**
 * Reads the orders whose money a payout has again from the shop, so that recent refunds count (R511). Throws
 * ShopFailure, and PayoutFailure for an order that the shop no longer knows.
 */
export async function rereadSourceOrders(payout: PayoutRow, ctx: JobContext): Promise<void> {
  // The shop doesn't know receipts of the till (R967).
  const orders = (await findSourceOrders(ctx.db, payout.id)).filter(id => !isReceipt(id))
  const readNext = async (): Promise<void> => {
    for (let id = orders.shift(); id !== undefined; id = orders.shift())
      if (!(await syncOrder(id, ctx)))
        throw new PayoutFailure('order_gone', `order ${id} is not in the shop any more`)
  }
  await Promise.all(Array.from({ length: ordersAtOnce }, readNext))
}

/** The parts of a payout that may not leave, by what is known of its orders now; call it under the registry's lock. */
export async function findUncoveredParts(tx: Db, payout: PayoutRow, ctx: JobContext): Promise<MoneyPart[]> {
  const parts = await findRemainingParts(tx, payout.id)
  const orderIds = parts.map(part => part.orderId)
  const moments = await findPaymentMoments(tx, orderIds)
  const readiness = await readinessOf(tx, payout)
  const term = releaseTerm(ctx)
  const isFree = (orderId: number) => isReady(moments.get(orderId) ?? { paidAt: null }, readiness, term)
  return uncoveredParts(parts, isFree, (await readBalance(tx, payout.registry_id)).lots)
}

/** Paid money suffices for goods, which can be stopped before they leave (R511). */
async function readinessOf(tx: Db, { method, gift_id }: PayoutRow): Promise<Readiness> {
  const isPhysical = method === 'order' && (await findGiftToOrder(tx, gift_id ?? 0)).type === 'physical'
  return isPhysical ? 'paid' : 'ripe'
}

export async function isCovered(payout: PayoutRow, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, payout.registry_id)
    return (await findUncoveredParts(tx, payout, ctx)).length === 0
  })
}

/**
 * Takes back the parts of a waiting payout that may no longer leave. A certificate that was made for it is disabled
 * first: its code was never sent. The rest waits under a new code; an order is taken back whole.
 */
export async function withdrawUncovered(
  payout: PayoutRow,
  certificate: ShopCertificate | null,
  ctx: JobContext,
): Promise<void> {
  if (certificate && certificate.state !== 'disabled')
    await ctx.shop.setCertificateState(certificate.id, 'disabled')
  await ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, payout.registry_id)
    const current = await findPayoutById(tx, payout.id)
    if (current.state !== 'waiting' || current.code !== payout.code) return
    const uncovered = await findUncoveredParts(tx, payout, ctx)
    const isOrder = payout.method === 'order'
    const back = isOrder && uncovered.length > 0 ? await findRemainingParts(tx, payout.id) : uncovered
    if (back.length > 0) await giveBack(tx, current, back, ctx)
    else await renewCode(tx, current, ctx)
  })
}

/**
 * Another code for a payout whose certificate is disabled although all its money may leave. It counts as a failed
 * attempt, so that a shop that disables each of them is asked less and less often, and staff are told (R607).
 */
async function renewCode(tx: Db, payout: PayoutRow, { config, now }: JobContext): Promise<void> {
  const { id, registry_id, reason, attempts } = payout
  const code = await nextPayoutCode(tx, registry_id, reason, config)
  const next_attempt_at = nextAttemptAt(now, attempts, shopRetryDelays)
  await updateRows(tx, 'payout', {
    set: { ...code, handmade_id: null, next_attempt_at },
    where: { id, state: 'waiting' },
  })
}

async function giveBack(tx: Db, payout: PayoutRow, parts: MoneyPart[], ctx: JobContext): Promise<void> {
  const { now } = ctx
  const { registry_id, closing_number } = payout
  const cents = sumCents(parts)
  const left = payout.cents - cents
  // With the code in the cause, as the rest may have to be taken back later.
  const cause = `payout ${payout.id} withdrawn ${payout.code}`
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await writeLedgerLines(tx, registry_id, parts, { ...line, cause })
  if (left === 0) await markPayoutFailed(tx, payout.id, 'its orders are not paid any more', now)
  else {
    const newCode = await nextPayoutCode(tx, registry_id, payout.reason, ctx.config)
    await reducePayout(tx, payout.id, { cents: left, newCode, now })
    // Part of the closing's payment was taken back before it left.
    if (closing_number !== null)
      await updateRows(tx, 'closing', {
        set: { cents: left },
        where: { registry_id, number: closing_number },
      })
  }
  await enqueueWithdrawnEmail(tx, payout, { cents, cause }, ctx)
  const event = { kind: 'money_refused', customerId: null, about: 'order_unpaid', cents } as const
  await ctx.recordSecurityEvent({ ...event, registryId: registry_id }, tx)
  await ctx.registryChanged(tx, registry_id)
  // The registry lacks less than was reported.
  const [part] = parts
  if (part) await ctx.emit('moneyChanged', tx, { registryId: registry_id, orderId: part.orderId })
}
