import { sql } from 'kysely'
import type { Db } from '../server/postgres/tables.ts'

/**
 * The entry of an address, by its keyed digest (R707): made when nothing was sent there before, as unsubscribe links
 * name it. `isSuppressed` when no more invitations may go there.
 */
export async function upsertSuppressionEntry(
  tx: Db,
  digest: Buffer,
): Promise<{ id: number; isSuppressed: boolean }> {
  const { id, suppressed_at } = await tx
    .insertInto('email_suppression')
    .values({ address_digest: digest })
    .onConflict(conflict => conflict.column('address_digest').doUpdateSet({ address_digest: digest }))
    .returning(['id', 'suppressed_at'])
    .executeTakeFirstOrThrow()
  return { id, isSuppressed: suppressed_at !== null }
}

/** Suppresses an address; returns the causes of the invitations to it that are still in the outbox. */
export async function suppressAddress(tx: Db, id: number, now: Date): Promise<string[]> {
  await tx.updateTable('email_suppression').set({ suppressed_at: now }).where('id', '=', id).execute()
  const queued = await tx
    .selectFrom('outbox')
    .select('cause')
    .where('template', '=', 'invitation')
    .where('state', '=', 'waiting')
    .where(sql`props ->> 'stop_id'`, '=', String(id))
    .execute()
  return queued.map(({ cause }) => cause)
}
