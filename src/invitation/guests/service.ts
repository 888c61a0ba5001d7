import type { Db } from '../../server/postgres/tables.ts'
import { deleteInvitationContentOfCustomer } from '../content/data.ts'
import { deleteGuestsOfCustomer } from './data.ts'

/** Whoever leaves takes along whom he invited, what he wrote to them and its picture, and what they replied. */
export async function eraseCustomerInvitations(
  tx: Db,
  { customerId }: { customerId: number },
): Promise<void> {
  await deleteGuestsOfCustomer(tx, customerId)
  await deleteInvitationContentOfCustomer(tx, customerId)
}
