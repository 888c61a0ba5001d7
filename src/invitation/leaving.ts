import type { Db } from '../server/tables.ts'
import { dropContentsOf } from './content-data.ts'
import { dropGuestsOf } from './guest-data.ts'

/** Whoever leaves takes along whom he invited, what he wrote to them and its picture, and what they replied. */
export async function forgetGuests(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  await dropGuestsOf(tx, customerId)
  await dropContentsOf(tx, customerId)
}
