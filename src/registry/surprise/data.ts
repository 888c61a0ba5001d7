import type { Db } from '../../server/postgres/tables.ts'

/** Ids of the registries whose surprise is over: the day of the reveal has come, or the closing day has passed. */
export async function findDueSurprises(db: Db, today: string): Promise<number[]> {
  const rows = await db
    .selectFrom('registry')
    .select('id')
    .where('surprise', '=', true)
    .where('removed_at', 'is', null)
    .where(row => row.or([row('reveal_day', '<=', today), row('closing_day', '<', today)]))
    .execute()
  return rows.map(row => row.id)
}
