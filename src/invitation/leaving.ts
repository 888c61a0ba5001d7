import type { Db } from '../server/tables.ts'
import * as data from './guest-data.ts'

/** Whoever leaves takes along whom he invited, what he wrote to them, and what they replied. */
export async function forgetGuests(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  await data.dropGuestsOf(tx, customerId)
}
