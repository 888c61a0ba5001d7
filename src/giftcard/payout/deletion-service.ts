import { AppError } from '../../base/app-error.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as kept from './data.ts'

/**
 * Before a person is erased his money has to be with him: while some is open or under way he is asked for again
 * later (`giftcard_unsettled` 409). Then his name goes from what was paid to him; the amounts stay.
 */
export async function erasePayee(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  if (await kept.hasOpenMoneyOrPayout(tx, customerId)) throw new AppError('giftcard_unsettled', 409)
  await kept.erasePayeeDetails(tx, customerId)
}
