import { sql } from 'kysely'
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
  await tx
    .updateTable('handoff')
    .set({ visibility, message, ...(giver_name && { giver_name }) })
    .where('id', '=', handoffId)
    .execute()
  await sql`
    update purchase set visibility = ${visibility}, giver_name = coalesce(${giver_name}, giver_name),
      changed_at = now(),
      message = coalesce((
        select line.message from handoff_line line
        where line.handoff_id = purchase.handoff_id and line.gift_id = purchase.gift_id limit 1), ${message}::text)
    where handoff_id = ${handoffId}`.execute(tx)
}

/** Sets the message for one gift alone; null for none. */
export async function updateLineMessage(
  tx: Db,
  handoffId: number,
  lineId: number,
  message: string | null,
): Promise<void> {
  await tx
    .updateTable('handoff_line')
    .set({ message })
    .where('handoff_id', '=', handoffId)
    .where('id', '=', lineId)
    .execute()
}

/** Stores that the giver has withdrawn; false when they had before. */
export async function saveWithdrawal(tx: Db, handoffId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('handoff')
    .set({ cancel_requested_at: now })
    .where('id', '=', handoffId)
    .where('cancel_requested_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
