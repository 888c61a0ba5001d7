import { syncOrder } from '../../checkout/orders/service.ts'
import { isReceipt } from '../../checkout/receipts/rules.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import { findPaymentMoments } from '../ledger/data.ts'
import { isReady, type Readiness } from '../ledger/release-rules.ts'
import { type MoneyPart, sumCents } from '../ledger/rules.ts'
import { readBalance, releaseTerm, writeLedgerLines } from '../ledger/service.ts'
import { nextPayoutCode } from './code-service.ts'
import { findGiftToOrder, findPayoutById, markPayoutFailed, type PayoutRow, reducePayout } from './data.ts'
import { enqueueWithdrawnEmail } from './email-service.ts'
import { PayoutFailure } from './failure-service.ts'
import { uncoveredParts } from './rules.ts'
import { findRemainingParts, findSourceOrders } from './source-data.ts'

const ordersAtOnce = 4

/**
 * Reads the orders whose money a payout pays out anew from the shop, so that what was refunded meanwhile counts
 * (R511). Throws ShopFailure, and a PayoutFailure for an order that the shop no longer knows.
 */
export async function rereadSourceOrders(payout: PayoutRow, ctx: JobContext): Promise<void> {
  // A receipt of the till is nothing that the shop could tell of (R967).
  const orders = (await findSourceOrders(ctx.db, payout.id)).filter(id => !isReceipt(id))
  const readNext = async (): Promise<void> => {
    for (let id = orders.shift(); id !== undefined; id = orders.shift())
      if (!(await syncOrder(id, ctx)))
        throw new PayoutFailure('order_gone', `order ${id} is not in the shop any more`)
  }
  await Promise.all(Array.from({ length: ordersAtOnce }, readNext))
}

/** The parts of a payout that may not leave, as its orders are known now; call it under the registry's lock. */
export async function findUncoveredParts(tx: Db, payout: PayoutRow, ctx: JobContext): Promise<MoneyPart[]> {
  const parts = await findRemainingParts(tx, payout.id)
  const orderIds = parts.map(part => part.orderId)
  const moments = await findPaymentMoments(tx, orderIds)
  const readiness = await readinessOf(tx, payout)
  const term = releaseTerm(ctx)
  const isFree = (orderId: number) => isReady(moments.get(orderId) ?? { paidAt: null }, readiness, term)
  return uncoveredParts(parts, isFree, (await readBalance(tx, payout.registry_id)).lots)
}

/** Goods may still be stopped before they leave (R511). */
async function readinessOf(tx: Db, { method, gift_id }: PayoutRow): Promise<Readiness> {
  const isPhysical = method === 'order' && (await findGiftToOrder(tx, gift_id ?? 0)).type === 'physical'
  return isPhysical ? 'paid' : 'ripe'
}

/** Whether all of a payout may leave now. */
export async function isCovered(payout: PayoutRow, ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, payout.registry_id)
    return (await findUncoveredParts(tx, payout, ctx)).length === 0
  })
}

/**
 * Takes back what of a waiting payout may not leave any more. A certificate that was made for it is disabled first:
 * nobody has read its code. What is left waits under a new code; an order is taken back whole.
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
    await giveBack(tx, current, back, ctx)
  })
}

async function giveBack(tx: Db, payout: PayoutRow, parts: MoneyPart[], ctx: JobContext): Promise<void> {
  const { now } = ctx
  const cents = sumCents(parts)
  // Its code is part of the cause, for what is left may have to be taken back, too.
  const cause = `payout ${payout.id} withdrawn ${payout.code}`
  const line = { kind: 'returned' as const, payout_id: payout.id, sign: 1 as const, now }
  await writeLedgerLines(tx, payout.registry_id, parts, { ...line, cause })
  if (cents === payout.cents) await markPayoutFailed(tx, payout.id, 'its orders are not paid any more', now)
  else await reduceTo(tx, payout, payout.cents - cents, ctx)
  if (cents === 0) return
  await enqueueWithdrawnEmail(tx, payout, { cents, cause }, ctx)
  const event = { kind: 'money_refused', customerId: null, about: 'order_unpaid', cents } as const
  await ctx.recordSecurityEvent({ ...event, registryId: payout.registry_id }, tx)
  await ctx.registryChanged(tx, payout.registry_id)
  // What is lacking is less than it was told to be.
  const [part] = parts
  if (part) await ctx.emit('moneyChanged', tx, { registryId: payout.registry_id, orderId: part.orderId })
}

async function reduceTo(tx: Db, payout: PayoutRow, cents: number, ctx: JobContext): Promise<void> {
  const newCode = await nextPayoutCode(tx, payout.registry_id, payout.reason, ctx.config)
  await reducePayout(tx, payout.id, { cents, newCode, now: ctx.now })
  const { registry_id, closing_number } = payout
  // A part of what the closing was to pay was taken back before it left.
  if (closing_number !== null)
    await updateRows(tx, 'closing', { set: { cents }, where: { registry_id, number: closing_number } })
}
