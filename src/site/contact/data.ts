import type { Db } from '../../server/postgres/tables.ts'

/** How many messages of the contact page were put into letters of their own since then. */
export async function countContactLetters(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('kind', '=', 'contact')
    .where('template', '=', 'contact')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
