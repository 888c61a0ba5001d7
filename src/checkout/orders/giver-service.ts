import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { detachCustomer, eraseGiverWords, updateGiver } from '../hand-off/giver-data.ts'
import { eraseGiverOfPurchases } from './data.ts'

/** Writes the giver's name anew, of the hand-off and of all that was bought by it; the registry is locked. */
export async function updateGiverName(tx: Db, handoffId: number, name: string, now: Date): Promise<void> {
  await updateGiver(tx, handoffId, { giver_name: name })
  await updateRows(tx, 'purchase', {
    set: { giver_name: name, changed_at: now },
    where: { handoff_id: handoffId },
  })
}

/**
 * Takes name, address and words of a giver out of these hand-offs and what was bought by them; what was given stays
 * counted, and no later reading of the order brings them back (R125). The registries are locked.
 */
export async function eraseGiverOfHandoffs(tx: Db, ids: number[]): Promise<void> {
  await eraseGiverOfPurchases(tx, ids)
  await eraseGiverWords(tx, ids)
}

/** Erases the giver of every hand-off that was made with this account (R125). */
export async function eraseGiver(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  await eraseGiverOfHandoffs(tx, await detachCustomer(tx, customerId))
}
