import { sql } from 'kysely'
import type { Db } from '../postgres/tables.ts'

const dayMs = 86_400_000
/** For so long a host sees why an invitation was not delivered, and staff can look into a complaint. */
const recipientDays = 30
/** The cause alone stays for two years, so that no letter about an order comes twice. */
const causeDays = 730
const mailboxDays = 30

/** Clears recipient and contents of up to `max` messages that were sent or have failed; answers how many. */
export async function clearOldMessages(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - recipientDays * dayMs)
  const { numAffectedRows } = await sql`
    update outbox set recipient = '', props = '{}', error = null, recipient_key = null, sender_id = null, sender_address = null
    where ctid = any (array(
      select ctid from outbox where state <> 'waiting' and recipient <> '' and created_at < ${before}
      order by created_at limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes up to `max` messages whose cause can't come again; answers how many. */
export async function deleteOldMessages(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - causeDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from outbox where ctid = any (array(
      select ctid from outbox where state <> 'waiting' and created_at < ${before}
      order by created_at limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes up to `max` e-mails and as many text messages of the demonstration; answers how many. */
export async function deleteOldDemoMessages(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - mailboxDays * dayMs)
  const emails = await sql`
    delete from mailbox where ctid = any (array(
      select ctid from mailbox where received_at < ${before} limit ${max} for update skip locked))`.execute(
    db,
  )
  const texts = await sql`
    delete from text_message where ctid = any (array(
      select ctid from text_message where received_at < ${before} limit ${max}
      for update skip locked))`.execute(db)
  return Math.max(Number(emails.numAffectedRows), Number(texts.numAffectedRows))
}
