import { dayInAthens } from '../../base/dates.ts'
import { requeueWebhookEvent } from '../../checkout/webhooks/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import { writeLedgerLines } from '../ledger/service.ts'
import { markPayoutDone, markPayoutFailed, type PayoutRow } from './data.ts'
import { enqueueCertificateEmail, enqueueHostOrderEmail } from './email-service.ts'
import { updatePaidOutNotes } from './paid-out-note-service.ts'
import { findRemainingParts, findSourceOrders } from './source-data.ts'

/**
 * A waiting payout is this certificate, and its host gets the code; call it under the registry's lock. Code and end of one
 * made by hand are the payout's from then on (R1122).
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
    // Made by hand (R1122); its own number stays taken.
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

/** A payout as it will be with this certificate. */
export function withCodeOf({ code, expiresAt }: ShopCertificate, payout: PayoutRow): PayoutRow {
  if (code.toUpperCase() === payout.code) return payout
  return { ...payout, code, expires_on: expiresAt ? dayInAthens(expiresAt) : payout.expires_on }
}

/** A waiting payout is this order of the shop; call it under the registry's lock. */
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
  // Webhooks that came before the order's number was known are caught up with.
  const subject = `order ${orderId}`
  await requeueWebhookEvent(tx, { id: `retry ${subject}`, scope: 'retry', subject }, ctx.now)
}

/** Staff read it on the orders; what a refund took meanwhile is looked at once more, now that nothing waits (R513). */
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

/** Ends a waiting payout that the shop knows nothing of: its money is in the registry again. False when it has ended. */
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
