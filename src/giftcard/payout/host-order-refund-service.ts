import type { OrderDifference } from '../../checkout/orders/rules.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { writeLedgerLines } from '../ledger/service.ts'
import {
  findHostOrderByCode,
  findHostOrders,
  findPayoutById,
  findPayoutParts,
  storeHostOrderAmounts,
} from './data.ts'
import { enqueueOrderRefundedEmail } from './email-service.ts'
import { updatePaidOutNotes } from './paid-out-note-service.ts'
import { calculateHostOrderRefund, spreadOverParts } from './rules.ts'

/**
 * Handles every reading of an order that was placed for a host. What the shop cancelled or refunded of it is the
 * registry's money again. An order that the shop takes up again takes the money along, even where that leaves a
 * negative balance (R615).
 */
export async function recordHostOrderRefund(
  tx: Db,
  { order }: DomainEvents['outsideOrderRead'],
  ctx: JobContext,
): Promise<void> {
  const unlocked = await findHostOrderByCode(tx, order.externalId ?? '')
  if (!unlocked) return
  await lockRegistries(tx, [unlocked.registry_id])
  const payout = await findPayoutById(tx, unlocked.id)
  const refund = calculateHostOrderRefund(payout, order)
  const cents = refund.refunded_cents - payout.refunded_cents
  const amounts = { ...refund, tax_cents: order.payment.taxCents }
  const changesBefore = await storeHostOrderAmounts(tx, payout.id, amounts)
  if (cents === 0) return
  const parts = await findPayoutParts(tx, payout.id)
  const before = spreadOverParts(parts, payout.refunded_cents)
  const after = spreadOverParts(parts, refund.refunded_cents)
  const changes = parts.flatMap((part, index) => {
    const change = Math.abs((after[index] ?? 0) - (before[index] ?? 0))
    return change > 0 ? [{ ...part, cents: change }] : []
  })
  const cause = `payout ${payout.id} returned ${changesBefore + 1}`
  await writeLedgerLines(tx, payout.registry_id, changes, {
    kind: 'returned',
    payout_id: payout.id,
    cause,
    sign: cents > 0 ? 1 : -1,
    now: ctx.now,
  })
  if (cents > 0) await enqueueOrderRefundedEmail(tx, payout, { cents, cause }, ctx)
  const orders = parts.map(part => part.orderId)
  await updatePaidOutNotes(tx, payout.registry_id, orders, ctx)
  await ctx.emit('moneyChanged', tx, { registryId: payout.registry_id, orderId: order.id })
  await ctx.registryChanged(tx, payout.registry_id)
}

/**
 * Reads those of these orders that were placed for a host from the shop, and lists those of which it refunded more or less
 * than is counted; one that the shop no longer knows counts as refunded whole. Changes nothing. Throws ShopFailure.
 */
export async function compareHostOrders(
  { db, shop }: JobContext,
  orderIds: number[],
): Promise<OrderDifference[]> {
  const differences: OrderDifference[] = []
  for (const payout of await findHostOrders(db, orderIds)) {
    const order = await shop.fetchOrder(payout.shop_id)
    const inShop = calculateHostOrderRefund(
      payout,
      order ?? { state: 'void', lines: [], unplacedRefunds: [] },
    ).refunded_cents
    const counted = payout.refunded_cents
    if (counted !== inShop)
      differences.push({
        orderId: payout.shop_id,
        description: `placed for a host, counts ${counted} cents returned, the shop says ${inShop}`,
      })
  }
  return differences
}
