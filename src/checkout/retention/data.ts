import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

const dayMs = 86_400_000
/** Names and messages of guests who did not pay, or whose order came to nothing. */
const unpaidDays = 30
/** As long as a giver's private link opens. */
const giverEmailDays = 732
/** The shop repeats a webhook for two days; a month is for whoever looks for a fault. */
const eventDays = 30
/** An event that could not be processed for so long never will; the job that asks for changed orders has caught up. */
const lostEventDays = 90

/**
 * Clears name, e-mail and messages of up to `max` hand-offs without an order. Reference, cart and amounts stay, so that
 * a late order is still matched; it brings the buyer's name itself. Answers how many.
 */
export async function clearUnpaidGivers(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - unpaidDays * dayMs)
  const { rows } = await sql<{ id: number }>`
    with cleared as (
      update handoff set giver_name = null, giver_email = null, message = null
      where ctid = any (array(
        select ctid from handoff where state <> 'ordered' and created_at < ${before}
          and (giver_name is not null or giver_email is not null or message is not null)
        order by created_at limit ${max} for update skip locked))
      returning id),
    lines as (
      update handoff_line set message = null
      where handoff_id in (select id from cleared) and message is not null)
    select id from cleared`.execute(db)
  return rows.length
}

/**
 * The same for up to `max` purchases that came to nothing, and for their hand-offs unless another line of them counts.
 * Answers how many.
 */
export async function clearVoidGivers(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - unpaidDays * dayMs)
  const { rows } = await sql<{ handoff_id: number }>`
    with cleared as (
      update purchase set giver_name = '', giver_email = null, message = null
      where ctid = any (array(
        select ctid from purchase where state = 'void' and changed_at < ${before}
          and (giver_name <> '' or giver_email is not null or message is not null)
        order by changed_at limit ${max} for update skip locked))
      returning order_id, line_id, handoff_id),
    handoffs as (
      update handoff set giver_name = null, giver_email = null, message = null
      where id in (select handoff_id from cleared) and not exists (
        select from purchase where purchase.handoff_id = handoff.id
          and (state <> 'void' or changed_at >= ${before}))
      returning id),
    lines as (
      update handoff_line set message = null
      where handoff_id in (select id from handoffs) and message is not null)
    select handoff_id from cleared`.execute(db)
  return rows.length
}

/** Clears the givers' e-mails of up to `max` purchases older than their private links; answers how many. */
export async function clearOldGiverEmails(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - giverEmailDays * dayMs)
  const { numAffectedRows } = await sql`
    update purchase set giver_email = null
    where ctid = any (array(
      select ctid from purchase where giver_email is not null and ordered_at < ${before}
      order by ordered_at limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** The same for hand-offs. */
export async function clearOldHandoffEmails(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - giverEmailDays * dayMs)
  const { numAffectedRows } = await sql`
    update handoff set giver_email = null
    where ctid = any (array(
      select ctid from handoff where giver_email is not null and created_at < ${before}
      order by created_at limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes up to `max` webhook events that were processed a month ago; answers how many. */
export async function deleteOldWebhookEvents(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - eventDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from webhook_event where ctid = any (array(
      select ctid from webhook_event where processed_at < ${before} order by processed_at limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` webhook events that could not be processed for three months; answers how many. */
export async function deleteLostWebhookEvents(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - lostEventDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from webhook_event where ctid = any (array(
      select ctid from webhook_event where received_at < ${before} order by received_at limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `max` rows that nobody has met again for a month; answers how many. */
export async function deleteOldUnreadableRows(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - eventDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from unreadable_row where ctid = any (array(
      select ctid from unreadable_row where last_seen_at < ${before} limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
