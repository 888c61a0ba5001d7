import type { Db } from '../../server/postgres/tables.ts'

/** How many registries one statement answers with. */
export const surpriseSlice = 500

/**
 * Ids above `after` of the registries whose surprise is over, in order, `surpriseSlice` at most: the day of the reveal has
 * come, or the closing day has passed.
 */
export async function findDueSurprises(db: Db, today: string, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registry')
    .select('id')
    .where('surprise', '=', true)
    .where('id', '>', after)
    .where('removed_at', 'is', null)
    .where(row => row.or([row('reveal_day', '<=', today), row('closing_day', '<', today)]))
    .orderBy('id')
    .limit(surpriseSlice)
    .execute()
  return rows.map(row => row.id)
}
