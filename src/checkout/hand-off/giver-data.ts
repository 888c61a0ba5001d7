import { type RawBuilder, sql } from 'kysely'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { HandoffRow } from './data.ts'
import { unpaidGiversSince } from './giver-rules.ts'

/** Writes anew what a giver says of themselves, and to all of their gifts; the registry is locked. */
export async function updateGiver(
  tx: Db,
  id: number,
  set: Partial<Pick<HandoffRow, 'giver_name' | 'visibility' | 'message'>>,
): Promise<void> {
  await updateRows(tx, 'handoff', { set, where: { id } })
}

/** Writes anew what a giver says to one of the gifts. */
export async function updateLineMessage(
  tx: Db,
  handoffId: number,
  line: { id: number; message: string | null },
): Promise<void> {
  const { id, message } = line
  await updateRows(tx, 'handoff_line', { set: { message }, where: { handoff_id: handoffId, id } })
}

/** The hand-offs whose giver has that address, by their own word or by the shop's order; with their registries. */
export async function findHandoffsOfAddress(
  db: Db,
  address: string,
): Promise<{ id: number; registry_id: number; giver_email: string | null }[]> {
  const { rows } = await sql<{ id: number; registry_id: number; giver_email: string | null }>`
    select id, registry_id, giver_email from handoff where id = any(array(
      select id from handoff where giver_email is not null and lower(giver_email) = lower(${address})
      union select handoff_id from purchase where giver_email is not null and lower(giver_email) = lower(${address})))
    order by id`.execute(db)
  return rows
}

/** Takes name, address and words of their giver out of these hand-offs; no later reading of an order brings them back. */
export async function eraseGiverWords(tx: Db, ids: number[]): Promise<void> {
  const ofThese = sql<number>`any(${ids}::bigint[])`
  await tx
    .updateTable('handoff_line')
    .set({ message: null })
    .where('handoff_id', '=', ofThese)
    .where('message', 'is not', null)
    .execute()
  await tx
    .updateTable('handoff')
    .set({ giver_name: '', giver_email: null, visibility: 'anonymous', message: null, erased: true })
    .where('id', '=', ofThese)
    .execute()
}

/** Forgets with which account hand-offs were made; answers with their ids. */
export async function detachCustomer(tx: Db, customerId: number): Promise<number[]> {
  const handoffs = await tx
    .updateTable('handoff')
    .set({ customer_id: null })
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  return handoffs.map(({ id }) => id)
}

/** Clears name, e-mail and messages of up to `max` hand-offs without an order. Answers how many. */
export function clearUnpaidGivers(db: Db, now: Date, max: number): Promise<number> {
  return clearGivers(
    db,
    sql`select id from handoff where state <> 'ordered' and created_at < ${unpaidGiversSince(now)}
      and (giver_name is not null or giver_email is not null or message is not null)
    order by created_at limit ${max} for update skip locked`,
  )
}

/**
 * The same of the hand-offs whose ids a query finds. Reference, cart and amounts stay, so that a late order is still
 * matched; it brings the buyer's name itself.
 */
export async function clearGivers(db: Db, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with cleared as (
      update handoff set giver_name = null, giver_email = null, message = null
      where id = any (array(${ids}))
      returning id),
    lines as (
      update handoff_line set message = null
      where handoff_id in (select id from cleared) and message is not null)
    select id from cleared`.execute(db)
  return rows.length
}
