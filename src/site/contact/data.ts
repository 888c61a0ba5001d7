import { type Insertable, sql } from 'kysely'
import type { Db, Tables } from '../../server/postgres/tables.ts'

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

/** Notes a message for the work list of the staff; the same one of a day once. */
export async function insertContactMessage(
  db: Db,
  message: Insertable<Tables['contact_message']>,
): Promise<void> {
  await db
    .insertInto('contact_message')
    .values(message)
    .onConflict(conflict => conflict.column('cause').doNothing())
    .execute()
}

/** Deletes what somebody wrote on the contact page, by their address (R125); answers how many messages. */
export async function deleteContactMessagesOf(tx: Db, address: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from contact_message where lower(email) = lower(${address})`.execute(tx)
  return Number(numAffectedRows)
}
