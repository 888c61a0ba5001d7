import { sql } from 'kysely'
import type { Visibility } from '../../server/postgres/tables.generated.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Writes the giver's words anew in what was bought; a missing name stays, and a gift's own message goes before the common one. */
export async function updateGiverOfPurchases(
  tx: Db,
  handoffId: number,
  details: { giver_name: string | null; visibility: Visibility; message: string | null },
): Promise<void> {
  const { giver_name, visibility, message } = details
  await sql`
    update purchase set visibility = ${visibility}, giver_name = coalesce(${giver_name}, giver_name),
      changed_at = now(),
      message = coalesce((
        select line.message from handoff_line line
        where line.handoff_id = purchase.handoff_id and line.gift_id = purchase.gift_id limit 1), ${message}::text)
    where handoff_id = ${handoffId}`.execute(tx)
}
