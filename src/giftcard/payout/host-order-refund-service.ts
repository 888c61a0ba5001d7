import { orNotFound } from '../../base/app-error.ts'
import { lockRegistries } from '../../checkout/hand-off/data.ts'
import type { OrderDifference } from '../../checkout/orders/rules.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { insertLedgerLines } from '../ledger/data.ts'
import { calculateHostOrderRefund } from '../ledger/rules.ts'
import * as kept from './data.ts'
import { enqueueOrderRefundedEmail } from './email-service.ts'

/**
 * Hears of every reading of an order that was placed for a host. What the shop took back of it, by cancelling or
 * refunding, is the registry's money again; an order that is taken up again takes it along, even where that leaves
 * less than nothing, which is then owed like any refund after payout.
 */
export async function recordHostOrderRefund(
  tx: Db,
  { order }: DomainEvents['outsideOrderRead'],
  ctx: JobContext,
): Promise<void> {
  const known = await kept.hostOrderPayoutByCode(tx, order.externalId ?? '')
  if (!known) return
  await lockRegistries(tx, [known.registry_id])
  const payout = await kept.payoutById(tx, known.id)
  const back = calculateHostOrderRefund(payout, order)
  const cents = back.refunded_cents - payout.refunded_cents
  const before = await kept.setRefundedAmounts(tx, payout.id, back)
  if (cents === 0) return
  // An order is paid from one pocket.
  const from = orNotFound((await kept.partsOfPayout(tx, payout.id))[0])
  const line = { kind: 'returned' as const, payout_id: payout.id, now: ctx.now }
  const cause = `payout ${payout.id} returned ${before + 1}`
  await insertLedgerLines(tx, payout.registry_id, [{ ...from, cents: Math.abs(cents) }], {
    ...line,
    cause,
    sign: cents > 0 ? 1 : -1,
  })
  if (cents > 0) await enqueueOrderRefundedEmail(tx, payout, { cents, cause }, ctx.enqueueEmail)
  await ctx.emit('moneyChanged', tx, { registryId: payout.registry_id, orderId: order.id })
  await ctx.registryChanged(tx, payout.registry_id)
}

/**
 * Reads every order that was placed for a host from the shop, and tells of which the shop took back more or less than
 * is counted; one that the shop no longer knows is taken back whole. Changes nothing. Throws ShopFailure.
 */
export async function compareHostOrders({ db, shop }: JobContext): Promise<OrderDifference[]> {
  const differ: OrderDifference[] = []
  for (const payout of await kept.hostOrderPayouts(db)) {
    const order = await shop.fetchOrder(payout.shop_id)
    const { refunded_cents: theirs } = calculateHostOrderRefund(payout, order ?? { state: 'void', lines: [] })
    const ours = payout.refunded_cents
    if (ours !== theirs)
      differ.push({
        orderId: payout.shop_id,
        description: `placed for a host, counts ${ours} cents returned, the shop says ${theirs}`,
      })
  }
  return differ
}
