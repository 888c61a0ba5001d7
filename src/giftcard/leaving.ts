import { Refusal } from '../base/refusal.ts'
import type { Db } from '../server/tables.ts'
import * as kept from './payout-data.ts'

/**
 * Before a person is erased his money has to be with him: while some is open or under way he is asked for again
 * later (`giftcard_unsettled` 409). Then his name goes from what was paid to him; the amounts stay.
 */
export async function settleLeaver(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  if (await kept.isUnsettled(tx, customerId)) throw new Refusal('giftcard_unsettled', 409)
  await kept.forgetPayee(tx, customerId)
}
