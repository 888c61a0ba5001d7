import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { readBalance } from '../ledger/service.ts'
import { findCertificateToLower, hasOpenLowering, insertLowering, sumWaitingPayouts } from './data.ts'

/**
 * Handles every change that an order makes to a registry's money: what all its open money can't make up for is to be
 * taken off an unspent certificate (R513). A job asks the shop; call it under the registry's lock.
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

/** What certificates have to make up for: neither open money nor a payout that is still to be made covers it. */
export async function findLackingCents(tx: Db, registryId: number): Promise<number> {
  const { negativeBalance } = await readBalance(tx, registryId)
  return negativeBalance > 0 ? Math.max(0, negativeBalance - (await sumWaitingPayouts(tx, registryId))) : 0
}
