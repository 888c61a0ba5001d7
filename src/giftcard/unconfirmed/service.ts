import { AppError } from '../../base/app-error.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { hasUnclaimableMoney } from './data.ts'

/**
 * Whoever leaves is paid what is open, which needs a confirmed e-mail: they are asked to confirm it first (R129). Throws
 * `account_confirm_first` 409.
 */
export async function requireClaimableMoney(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  if (await hasUnclaimableMoney(tx, customerId)) throw new AppError('account_confirm_first', 409)
}
