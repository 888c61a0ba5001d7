import { sql } from 'kysely'
import type { Db, Visibility } from '../server/tables.ts'
import { type HandoffRow, type NamedLine, named, namedColumns } from './data.ts'

export async function handoffById(db: Db, id: number): Promise<HandoffRow | undefined> {
  return db.selectFrom('handoff').selectAll().where('id', '=', id).executeTakeFirst()
}

export interface GivenLine extends NamedLine {
  id: number
  message: string | null
}

export async function givenLines(db: Db, handoffId: number, language: string): Promise<GivenLine[]> {
  const { rows } = await sql<GivenLine>`
    select line.id, line.message, line.gift_id, line.kind, line.units, line.cents, line.product_id, ${namedColumns}
    from handoff_line line ${named(language, 'line')}
    where line.handoff_id = ${handoffId} order by line.id`.execute(db)
  return rows
}

export interface Words {
  giver_name: string | null
  visibility: Visibility
  message: string | null
}

/** The giver's words on the hand-off and on all that came of it; a name that is left out stays. */
export async function changeWords(tx: Db, handoffId: number, words: Words): Promise<void> {
  const { giver_name, visibility, message } = words
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

/** Words for one gift alone; null for none. */
export async function changeLineWords(
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

/** Notes that the giver asks for cancellation; false when he did before. */
export async function askToCancel(tx: Db, handoffId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('handoff')
    .set({ cancel_asked_at: now })
    .where('id', '=', handoffId)
    .where('cancel_asked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
