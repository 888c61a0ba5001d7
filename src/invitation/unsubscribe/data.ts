import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** The number of an address in the list of those written to, and whether it wants no more. */
export async function upsertSuppressionEntry(
  tx: Db,
  digest: Buffer,
): Promise<{ id: number; stopped: boolean }> {
  const { id, suppressed_at } = await tx
    .insertInto('email_suppression')
    .values({ address_digest: digest })
    .onConflict(conflict => conflict.column('address_digest').doUpdateSet({ address_digest: digest }))
    .returning(['id', 'suppressed_at'])
    .executeTakeFirstOrThrow()
  return { id, stopped: suppressed_at !== null }
}

/** Nothing more goes to that address; letters that have not left yet do not leave. */
export async function suppressInvitationEmails(tx: Db, id: number, now: Date): Promise<void> {
  await tx.updateTable('email_suppression').set({ suppressed_at: now }).where('id', '=', id).execute()
  await sql`
    update outbox set state = 'failed', error = 'stopped'
    where template = 'invitation' and state = 'waiting' and props ->> 'stop_id' = ${String(id)}`.execute(tx)
}
