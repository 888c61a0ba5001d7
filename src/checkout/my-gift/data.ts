import { sql } from 'kysely'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Visibility } from '../../server/postgres/tables.generated.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { joinProductName, type NamedHandoffLine, productNameColumns } from '../hand-off/data.ts'

export interface MyGiftLine extends NamedHandoffLine {
  id: number
  message: string | null
}

export async function findMyGiftLines(db: Db, handoffId: number, language: string): Promise<MyGiftLine[]> {
  const { rows } = await sql<MyGiftLine>`
    select line.id, line.message, line.gift_id, line.kind, line.units, line.cents, line.product_id, ${productNameColumns}
    from handoff_line line ${joinProductName(language, 'line')}
    where line.handoff_id = ${handoffId} order by line.id`.execute(db)
  return rows
}

export interface GiverDetails {
  giver_name: string | null
  visibility: Visibility
  message: string | null
}

/** Updates the hand-off and its purchases; a missing name stays, and a gift's own message goes before the common one. */
export async function updateGiverDetails(tx: Db, handoffId: number, details: GiverDetails): Promise<void> {
  const { giver_name, visibility, message } = details
  await updateRows(tx, 'handoff', {
    set: { visibility, message, ...(giver_name && { giver_name }) },
    where: { id: handoffId },
  })
  await sql`
    update purchase set visibility = ${visibility}, giver_name = coalesce(${giver_name}, giver_name),
      changed_at = now(),
      message = coalesce((
        select line.message from handoff_line line
        where line.handoff_id = purchase.handoff_id and line.gift_id = purchase.gift_id limit 1), ${message}::text)
    where handoff_id = ${handoffId}`.execute(tx)
}
