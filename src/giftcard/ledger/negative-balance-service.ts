import { toEuro } from '../../base/money.ts'
import { appendStaffNote } from '../../checkout/orders/staff-note-data.ts'
import { findReceiptNumbers } from '../../checkout/receipts/data.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { hasOpenLowering } from '../lowering/data.ts'
import { findRegistryNames, saveNegativeBalance } from './data.ts'
import { sumCents } from './rules.ts'
import { readBalance } from './service.ts'

/** After so many failures to lower a certificate staff are told of all that is lacking. */
export const attemptsBeforeTelling = 5

/**
 * Handles every change that an order makes to a registry's money. When the shop refunded what had been paid out, the
 * shortfall is stored and staff are told, by a note on the order and by e-mail (R513, R615); not before it is known what
 * an unspent certificate makes up for.
 */
export async function trackNegativeBalance(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  ctx: JobContext,
): Promise<void> {
  const shortfall = sumCents((await readBalance(tx, registryId)).shortfalls)
  const before = (await findRow(tx, 'negative_balance', { registry_id: registryId }, ['cents']))?.cents ?? 0
  if (shortfall === before) return
  if (shortfall > before && (await hasOpenLowering(tx, registryId, attemptsBeforeTelling))) return
  await saveNegativeBalance(tx, registryId, shortfall, ctx.now)
  if (shortfall < before) return
  const cents = shortfall - before
  const receipt = (await findReceiptNumbers(tx, [orderId])).get(orderId)
  await ctx.tellStaff(tx, {
    cause: `money-owed:${registryId}:${orderId}:${ctx.now.getTime()}-${shortfall}`,
    template: 'money-owed',
    props: {
      ...(await findRegistryNames(tx, registryId)),
      order: orderId,
      ...(receipt && { receipt }),
      cents,
    },
  })
  const note = `${toEuro(cents).toFixed(2)} EUR of this refund had been paid out to the host already.`
  await appendStaffNote(tx, orderId, note, ctx.now)
}
