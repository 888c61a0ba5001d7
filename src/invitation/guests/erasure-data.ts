import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/**
 * Deletes a person from all guest lists, by the key of their address (R125); answers whose lists they were on, and what
 * names their letters, and where letters and text messages went.
 */
export async function deleteGuestsOfAddress(
  tx: Db,
  key: string,
): Promise<{ registryIds: number[]; causes: string[]; recipients: string[] }> {
  const { rows: letters } = await sql<{ cause: string }>`
    select invitation.cause from guest join invitation on guest_id = guest.id where email_key = ${key}
    union all
    select outbox.cause from guest
    join outbox on outbox.cause >= 'reply-kept:' || guest.id || ':' and outbox.cause < 'reply-kept:' || guest.id || ';'
    where email_key = ${key}`.execute(tx)
  const guests = await tx
    .deleteFrom('guest')
    .where('email_key', '=', key)
    .returning(['registry_id', 'email', 'phone'])
    .execute()
  return {
    registryIds: guests.map(({ registry_id }) => registry_id),
    causes: letters.map(({ cause }) => cause),
    recipients: guests.flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat()),
  }
}
