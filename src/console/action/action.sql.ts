import { type Selectable, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

/** Waits while the same form is handled at the same time. */
export async function lockForm(tx: Db, formKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 0))`.execute(tx)
}

/** Waits while the same certificate of the shop is taken for a payout at the same time. */
export async function lockCertificate(tx: Db, certificateId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certificate ${certificateId}`}, 0))`.execute(tx)
}

export function findHandoffToRelease(tx: Db, id: number) {
  return tx
    .selectFrom('handoff')
    .select(['id', 'registry_id', 'state', 'reserves', 'reserved_until', 'giver_name'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const letterColumns = [
  ...(['cause', 'template', 'channel', 'language', 'recipient', 'props', 'parts'] as const),
  ...(['state', 'attempts', 'sent_at', 'first_sent_at'] as const),
]

export type StoredLetter = Pick<Selectable<Tables['outbox']>, (typeof letterColumns)[number]>

/** Locks a letter; undefined when there is none. */
export function lockLetter(tx: Db, id: number): Promise<StoredLetter | undefined> {
  return tx.selectFrom('outbox').select(letterColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function isLetterKept(tx: Db, cause: string): Promise<boolean> {
  const kept = tx.selectFrom('outbox').select('id').where('cause', '=', cause)
  return (await kept.executeTakeFirst()) !== undefined
}

/** The registry that a letter is about, else the newest one of the host whom it goes to; undefined for none. */
export async function findRegistryOfLetter(db: Db, letter: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select id from registry where code = any(string_to_array(cause, ':')) limit 1),
      (select registry_id from invitation join guest on guest.id = guest_id
        where invitation.cause = outbox.cause limit 1),
      (select max(registry.id) from customer join registry on registry.customer_id = customer.id
        where email_key = lower(recipient) and recipient <> '')) as id
    from outbox where id = ${letter}`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Cents of a registry that closing it would pay out. */
export async function sumOpenMoney(tx: Db, registryId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select greatest(coalesce(sum(cents), 0), 0)::int as cents from ledger
    where registry_id = ${registryId} and account <> 'goods'`.execute(tx)
  return rows[0]?.cents ?? 0
}
