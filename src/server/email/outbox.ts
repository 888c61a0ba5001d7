import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OutgoingEmail } from '../context/emails.ts'
import type { Db } from '../postgres/tables.ts'
import { mailboxKey } from './email-policy.ts'

/** The channel that PostgreSQL notifies of new messages. */
export const outboxChannel = 'doron_outbox'

/** The error of a message that was one too many for its recipient when it would have left. */
export const limitReached = 'limit reached'

/** What a message counts against, and when it may leave. */
interface MessageAccount {
  kind: string
  recipient_key: string
  sender_id: number | null
  sender_address: Buffer | null
  at: Date
}

/** Puts a message into the outbox within the transaction of its cause; a repeated cause changes nothing; answers whether it is new. */
export async function insertOutboxMessage(
  tx: Db,
  email: OutgoingEmail,
  host: string,
  now: Date,
  account?: MessageAccount,
): Promise<boolean> {
  const { at = now, ...counted } = account ?? {}
  const inserted = await tx
    .insertInto('outbox')
    .values({
      cause: email.cause,
      template: email.template,
      channel: email.channel ?? 'mail',
      language: email.language,
      recipient: email.to,
      props: JSON.stringify(email.props),
      message_id: `<${randomUUID()}@${host}>`,
      state: 'waiting',
      parts: email.parts ?? 1,
      next_attempt_at: at,
      created_at: now,
      first_sent_at: email.firstSentAt ?? null,
      ...counted,
    })
    .onConflict(conflict => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  await sql`select pg_notify(${outboxChannel}, '')`.execute(tx)
  return inserted !== undefined
}

/** Adds items to the list of a waiting message with that cause; false when there is none, or it has `max`. */
export async function appendToMessage(
  tx: Db,
  { cause, props }: Pick<OutgoingEmail, 'cause' | 'props'>,
  max: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox set props = jsonb_set(props, '{messages}', props -> 'messages' || ${JSON.stringify(props.messages)}::jsonb)
    where cause = ${cause} and state = 'waiting' and attempts = 0
      and jsonb_array_length(props -> 'messages') < ${max}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Notes that an e-mail came back after the mail server had taken it; answers its number and template, undefined for none
 * of ours and for one that was noted before. One whose recipient is not kept any more stays as it is.
 */
export async function markEmailReturned(
  db: Db,
  messageIds: string[],
  error: string,
): Promise<{ id: number; template: string } | undefined> {
  return db
    .updateTable('outbox')
    .set({ state: 'failed', error })
    .where('message_id', '=', sql<string>`any(${messageIds}::text[])`)
    .where('channel', '=', 'mail')
    .where('state', '=', 'sent')
    .where('recipient', '<>', '')
    .returning(['id', 'template'])
    .executeTakeFirst()
}

/** To whom the letter with one of these ids went; undefined for none of ours, or where that is not kept any more. */
export async function findRecipient(db: Db, messageIds: string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select('recipient')
    .where('message_id', '=', sql<string>`any(${messageIds}::text[])`)
    .where('channel', '=', 'mail')
    .where('recipient', '<>', '')
    .executeTakeFirst()
  return row?.recipient
}

/** The newest `max` messages to that address in capitals or not, or as its account's key spells it. */
export async function findEmailsTo(db: Db, { address, key }: { address: string; key: string }, max: number) {
  return db
    .selectFrom('outbox')
    .select(['template', 'state', 'created_at', 'sent_at'])
    .where('recipient_key', '=', mailboxKey(address))
    .where(sql<boolean>`lower(recipient) in (lower(${address}), ${key})`)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** The newest `max` e-mails of the demonstration's mailbox. */
export async function listMailbox(db: Db, max: number) {
  return db
    .selectFrom('mailbox')
    .select(['message_id', 'recipient', 'subject', 'received_at'])
    .orderBy('received_at', 'desc')
    .limit(max)
    .execute()
}

/** The newest `max` text messages of the demonstration. */
export async function listTextMessages(db: Db, max: number) {
  return db
    .selectFrom('text_message')
    .select(['recipient', 'body'])
    .orderBy('received_at', 'desc')
    .limit(max)
    .execute()
}

/** Deletes every message to that address in capitals or not, from the outbox and from the demonstration's mailbox. */
export async function deleteEmailsTo(tx: Db, address: string): Promise<void> {
  // Two statements, so that each can use an index: one on `recipient`, the other on `recipient_key`.
  await tx.deleteFrom('outbox').where('recipient', '=', address).where('recipient', '<>', '').execute()
  const isSame = sql<boolean>`lower(recipient) = lower(${address})`
  await tx.deleteFrom('outbox').where('recipient_key', '=', mailboxKey(address)).where(isSame).execute()
  await tx.deleteFrom('mailbox').where(isSame).execute()
}

export async function deleteSentEmails(tx: Db, template: string): Promise<void> {
  await tx.deleteFrom('outbox').where('template', '=', template).where('state', '<>', 'waiting').execute()
}

export async function deleteEmails(tx: Db, causes: string[], state?: 'waiting'): Promise<void> {
  const deletion = tx.deleteFrom('outbox').where('cause', '=', sql<string>`any(${causes}::text[])`)
  await (state ? deletion.where('state', '=', state) : deletion).execute()
}

/** Letters that have not left keep their contents; each state has an index of its own. */
const isUnsent = sql`(state = 'waiting' or state = 'failed')`

/**
 * Takes the giver and their words out of letters to hosts that have not left (R125): what was given is told without
 * them. `orders` as in the causes of these letters: `order:1234:CODE`.
 */
export async function eraseGiverFromEmails(tx: Db, orders: string[]): Promise<void> {
  const order = sql`concat_ws(':', split_part(cause, ':', 2), split_part(cause, ':', 3), split_part(cause, ':', 4))`
  await sql`
    update outbox set props = jsonb_set(jsonb_set(props, '{giver}', '""', false), '{message}', '""', false)
    where ${isUnsent} and template in ('gift-given', 'gift-returned') and ${order} = any(${orders}::text[])`.execute(
    tx,
  )
}

/** Deletes letters to anybody that name one of these registries, by its code, and have not left (R125). */
export async function deleteEmailsAbout(tx: Db, codes: string[]): Promise<void> {
  await sql`
    delete from outbox where ${isUnsent} and (string_to_array(cause, ':') && ${codes}::text[]
      or props ->> 'code' = any(${codes}::text[]) or props ->> 'id' = any(${codes}::text[]))`.execute(tx)
}

/** Marks the messages of these causes that are still waiting as failed, so that they are never sent. */
export async function failQueuedEmails(tx: Db, causes: string[], error: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state: 'failed', error })
    .where('cause', '=', sql<string>`any(${causes}::text[])`)
    .where('state', '=', 'waiting')
    .execute()
}
