import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OutgoingEmail } from '../context/request-context.ts'
import type { Db } from '../postgres/tables.ts'

/** Puts a letter into the outbox within the transaction of its cause; the same cause a second time changes nothing. */
export async function insertOutboxMessage(
  tx: Db,
  letter: OutgoingEmail,
  host: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      cause: letter.cause,
      template: letter.template,
      channel: letter.channel ?? 'mail',
      language: letter.language,
      recipient: letter.to,
      props: JSON.stringify(letter.props),
      message_id: `<${randomUUID()}@${host}>`,
      state: 'waiting',
      next_attempt_at: now,
    })
    .onConflict(conflict => conflict.column('cause').doNothing())
    .execute()
  await sql`select pg_notify('doron_outbox', '')`.execute(tx)
}
