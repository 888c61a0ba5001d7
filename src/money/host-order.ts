import { findCustomerById } from '../account/customer/customer.sql.ts'
import { toEuro } from '../base/money.ts'
import { queueOrder } from '../orders/webhooks/webhooks.sql.ts'
import { isHostOrder } from '../orders/worth.rules.ts'
import { lockRegistry } from '../registry/registry.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ShopOrder } from '../shop/port-orders.ts'
import { allocateAmount } from './ledger.rules.ts'
import { readBalance, writeLedgerLines } from './ledger.ts'
import { findPayoutByCode, type PayoutCodeName } from './payout/codes.ts'
import { findGiftToOrder, insertPayout, type PayoutRow } from './payout/payout.sql.ts'
import { enqueueHostOrderEmail } from './payout/payout-letters.ts'
import { noteMoneyPaidOut } from './payout/process.ts'
import {
  eachPaidRegistry,
  findGiftOfProduct,
  findSettledCodes,
  giveUpWaiting,
  matchNextCodes,
  type PaidRegistry,
  recoveredPayout,
  tellStaffOfUnplaced,
} from './recovery.ts'

/**
 * Takes over orders that the shop placed for hosts and that a restored database has lost (R617). They are found by the
 * codes that registries would use next, and their money is taken out of these registries. Answers a sentence for each
 * that finds no place. Repeating it changes nothing.
 */
export async function recoverHostOrders(orders: ShopOrder[], ctx: JobContext): Promise<string[]> {
  const ours = orders.filter(isHostOrder)
  const settled = await findSettledCodes(
    ctx.db,
    ours.map(({ externalId }) => externalId ?? ''),
  )
  const lost = new Map(
    ours.map(order => [order.externalId ?? '', order] as const).filter(([code]) => !settled.has(code)),
  )
  const sentences: string[] = []
  for await (const registry of eachPaidRegistry(ctx.db, lost))
    for (const { name, found } of matchNextCodes(registry, 'redeem', lost, ctx)) {
      lost.delete(found.externalId ?? '')
      if (!(await adoptOrder(registry, name, found, ctx)))
        sentences.push(`${describe(found)}: registry ${registry.code} lacks its gift or its money`)
    }
  const unknown = [...lost.values()].map(
    order => `${describe(order)}: is of no registry that the database knows`,
  )
  const all = [...sentences, ...unknown]
  await tellStaffOfUnplaced(all, ctx)
  return all
}

const describe = ({ id, totalCents }: ShopOrder) =>
  `order ${id} of ${toEuro(totalCents).toFixed(2)} EUR, placed for a host`

/** False when the registry has no such gift, or less money than the order took. */
async function adoptOrder(
  registry: PaidRegistry,
  name: PayoutCodeName,
  order: ShopOrder,
  ctx: JobContext,
): Promise<boolean> {
  const { now } = ctx
  const [line] = order.lines
  if (!line) return false
  return ctx.db.transaction().execute(async tx => {
    await lockRegistry(tx, registry.id)
    const giftId = await findGiftOfProduct(tx, registry.id, line)
    const host = await findCustomerById(tx, registry.customer_id)
    if (giftId === null || !host) return false
    const known = await findPayoutByCode(tx, order.externalId ?? '')
    // A payout for the same goods under this code finds the order itself.
    if (known && (known.state !== 'waiting' || (await isForSameGoods(tx, known, line)))) return true
    if (known) await giveUpWaiting(tx, known, ctx)
    const cents = order.lines.reduce((sum, one) => sum + one.totalCents, 0)
    const balance = await readBalance(tx, registry.id)
    const ofGift = balance.accounts.filter(account => account.giftId === giftId)
    const parts = allocateAmount(balance, ofGift, cents) ?? allocateAmount(balance, balance.accounts, cents)
    if (!parts) return false
    const payout = await insertPayout(tx, {
      ...recoveredPayout(registry, host, now),
      method: 'order',
      reason: 'redeem',
      idempotency_key: `recovered ${order.externalId}`,
      cents,
      gift_id: giftId,
      units: order.lines.reduce((sum, one) => sum + one.quantity, 0),
      shop_id: order.id,
      code: order.externalId ?? '',
      code_number: name.number,
    })
    const origin = { kind: 'redeemed' as const, cause: `payout ${payout.id}`, payout_id: payout.id }
    await writeLedgerLines(tx, registry.id, parts, { ...origin, sign: -1, now })
    await enqueueHostOrderEmail(tx, payout, ctx)
    await noteMoneyPaidOut(tx, payout, ctx)
    await queueOrder(tx, order.id, now)
    await ctx.registryChanged(tx, registry.id)
    return true
  })
}

async function isForSameGoods(
  tx: Db,
  { gift_id, units }: PayoutRow,
  line: ShopOrder['lines'][number],
): Promise<boolean> {
  const gift = await findGiftToOrder(tx, gift_id ?? 0)
  return gift.product_id === line.productId && units === line.quantity
}
