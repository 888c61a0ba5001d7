import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Writes the giver's name anew, of the hand-off and of all that was bought by it; the registry is locked. */
export async function updateGiverName(tx: Db, handoffId: number, name: string, now: Date): Promise<void> {
  await tx.updateTable('handoff').set({ giver_name: name }).where('id', '=', handoffId).execute()
  await updateRows(tx, 'purchase', {
    set: { giver_name: name, changed_at: now },
    where: { handoff_id: handoffId },
  })
}
