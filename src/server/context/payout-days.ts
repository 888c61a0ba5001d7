import type { Config } from '../config.ts'
import { isDemonstration } from '../loopback.ts'

/** The term in which a buyer may withdraw from a contract. */
const defaultPayoutDays = 14

/** For how many days money waits after a payment (R511); not at all in a demonstration, where no days pass. */
export function payoutDays(config: Config): number {
  return config.PAYOUT_DAYS ?? (isDemonstration(config) ? 0 : defaultPayoutDays)
}
