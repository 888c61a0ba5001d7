import { toEuro } from '../../base/money.ts'
import { appendStaffNote } from '../../checkout/orders/data.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { saveNegativeBalance, storedNegativeBalance } from '../closing/data.ts'
import { enqueueNegativeBalanceEmail } from '../payout/email-service.ts'
import { giftBalances } from './data.ts'
import { calculateBalance, sumCents } from './rules.ts'

/**
 * Hears of every change that an order makes to a registry's money. When the shop gave back what had been paid out,
 * the minus is written down and staff are told, on the order and by letter; it is never hidden.
 */
export async function trackNegativeBalance(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  ctx: JobContext,
) {
  const missing = sumCents(calculateBalance(await giftBalances(tx, registryId)).shortfalls)
  const before = await storedNegativeBalance(tx, registryId)
  if (missing === before) return
  await saveNegativeBalance(tx, registryId, missing, ctx.now)
  if (missing < before) return
  const changes = `${ctx.now.getTime()}-${missing}`
  await enqueueNegativeBalanceEmail(tx, { registryId, orderId, cents: missing - before, changes }, ctx)
  const note = `${toEuro(missing - before).toFixed(2)} EUR of this refund had been paid out to the host already.`
  await appendStaffNote(tx, orderId, note, ctx.now)
}
