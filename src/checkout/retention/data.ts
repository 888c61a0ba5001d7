import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

const dayMs = 86_400_000
/** Names and messages of guests who did not pay, or whose order came to nothing. */
const unpaidDays = 30
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
