import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { notifyOfRaised, raisedVersion } from '../registry/registry.sql.ts'
import { askPrepared } from '../server/postgres/prepared.ts'
import { insertRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type HandoffRow, type Reserver, reserverLockKeys } from './hand-off.sql.ts'
import { type MarkedLine, type MarkedOrigin, unpaidGiversSince } from './mark.rules.ts'

/** What a hand-off locks besides its registry: the stock of products, and the device and networks of the guest. */
export interface HandoffLocks {
  productIds: number[]
  reserver: Reserver | null
}

export type LockedRegistry = Pick<Selectable<Tables['registry']>, 'closing_day' | 'last_closed_day'>

/** The registry as JSON within another query; null if it was removed. */
export const findUnremoved = (registryId: number): RawBuilder<LockedRegistry | null> => sql`(
  select json_build_object('closing_day', closing_day, 'last_closed_day', last_closed_day)
  from registry where id = ${registryId} and removed_at is null)`

/**
 * The advisory lock keys by which hand-offs of these products wait for each other across registries, in the order of
 * ids so that two carts can't deadlock; taken after the registry's lock.
 */
const stockLockKeys = (productIds: number[]): RawBuilder<number[]> =>
  sql`array(select hashtextextended('stock of ' || id, 0)
    from (select distinct id from unnest(${productIds}::bigint[]) id) product order by id)`

/**
 * Locks the registry, then the stock, then the reserver until the transaction ends, always in this order. It has to
 * be a statement of its own before those that read under the locks, because a statement sees the database as it was
 * before it waited.
 */
export function handoffLock(
  registryId: number,
  { productIds, reserver }: HandoffLocks,
): RawBuilder<{ locks: number }> {
  const reserverKeys = reserver ? reserverLockKeys(reserver) : []
  const keys = sql`${stockLockKeys(productIds)} || ${reserverKeys}::bigint[]`
  // Depends on the locked row, so that it is not evaluated before the registry is locked.
  const locks = sql`(select count(pg_advisory_xact_lock(key)) from unnest(${keys}) key where locked.id is not null)`
  return sql<{ locks: number }>`
    with locked as materialized (select id from registry where id = ${registryId} for update)
    select ${locks} as locks from locked`
}

/** Queries, each a JSON value, whose answers decide whether a hand-off may reserve. */
type BasisQueries = Record<string, RawBuilder<unknown>>

/** The answers by the names of their queries, and the hand-off with the idempotency key, as JSON. */
export type BasisJson<T> = T & { existing: HandoffRow | null }

/** All queries as one JSON value, so that they take one round trip. */
export function reservationBasisQuery<T>(
  { registryId, idempotencyKey }: { registryId: number | RawBuilder<number>; idempotencyKey: string },
  queries: BasisQueries,
): RawBuilder<BasisJson<T>> {
  const answers = Object.entries(queries).map(([name, query]) => sql`${sql.lit(name)}, ${query}`)
  const existing = sql`(select to_json(handoff) from handoff
    where handoff.registry_id = ${registryId} and idempotency_key = ${idempotencyKey})`
  return sql`json_build_object('existing', ${existing}, ${sql.join(answers)})`
}

/** Sent together with the lock in `before`, and prepared, because planning takes ten times as long as reading. */
export async function readReservationBasis<T>(
  tx: Db,
  basis: RawBuilder<BasisJson<T>>,
  before: RawBuilder<unknown>[] = [],
) {
  const [row] = await askPrepared(tx, sql<{ basis: BasisJson<T> }>`select ${basis} as basis`, { before })
  return basisOfJson(row!.basis)
}

export const basisOfJson = <T>({ existing, ...basis }: BasisJson<T>) => ({
  ...basis,
  existing: existing ? withDates(existing) : undefined,
})

type DateColumn = { [K in keyof HandoffRow]: Date extends HandoffRow[K] ? K : never }[keyof HandoffRow]

const dateColumns: Record<DateColumn, true> = {
  created_at: true,
  reserved_until: true,
  unfinished_order_at: true,
  cart_creation_until: true,
  cancel_requested_at: true,
  recovered_at: true,
}

/** Turns the times of a row that came as JSON back into dates. */
function withDates(row: HandoffRow): HandoffRow {
  const dates = (Object.keys(dateColumns) as DateColumn[]).map(name => {
    const text = row[name]
    return [name, text === null ? null : new Date(text)]
  })
  return { ...row, ...Object.fromEntries(dates) }
}

/**
 * Units of these products that are reserved in all registries, as one JSON array within another query. An unfinished
 * order holds its own registry's gifts for a day (R515), but the shop reserves no stock for it, so it counts here
 * only if its hand-off was made after `since`.
 */
export function sumUnitsSetAside(
  productIds: number[],
  { now, since }: { now: Date; since: Date },
): RawBuilder<unknown> {
  if (productIds.length === 0) return sql`'[]'::json`
  return sql`(
    select coalesce(json_agg(aside), '[]') from (
      select line.product_id, line.variant_id, sum(line.units)::int as units
      from handoff join handoff_line line on line.handoff_id = handoff.id
      where handoff.state = 'open' and handoff.reserves and handoff.reserved_until > ${now}
        and (handoff.unfinished_order_id is null or handoff.created_at > ${since})
        and line.kind = 'units' and line.product_id = any(${productIds}::bigint[])
      group by line.product_id, line.variant_id) aside)`
}

/** Releases a reservation that is about to be made again, and deletes its lines. */
export async function clearReservation(tx: Db, id: number): Promise<void> {
  await tx
    .with('without_lines', query => query.deleteFrom('handoff_line').where('handoff_id', '=', id))
    .updateTable('handoff')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .execute()
}

type Reservation = Pick<HandoffRow, 'reserves' | 'reserved_until' | 'cart_creation_until'>

export interface NewReservation {
  /** The hand-off whose reservation is made again; undefined for a new one. */
  existing: HandoffRow | undefined
  reservation: Reservation
  /** The other columns of a new hand-off; ignored with `existing`. */
  handoff: Omit<Insertable<Tables['handoff']>, 'state' | 'cart_id' | keyof Reservation>
  lines: Omit<Insertable<Tables['handoff_line']>, 'handoff_id'>[]
  noted: Omit<Insertable<Tables['reservation_log']>, 'handoff_id'>[]
}

/** Each number of lines is another prepared statement on every connection, and nearly all carts have few. */
const maxPreparedLines = 3

/**
 * Stores an open hand-off with its lines (the reservation) and rows for the limits, and raises the version of the
 * registry, in one statement, which has to be the last of its transaction.
 */
export async function saveReservation(tx: Db, saved: NewReservation): Promise<HandoffRow> {
  const { existing, reservation, handoff, lines, noted } = saved
  const handoff_id = sql<number>`(select id from saved)`
  const again = {
    ...reservation,
    state: 'open',
    unfinished_order_id: null,
    unfinished_order_at: null,
  } as const
  const first = { ...handoff, ...reservation, state: 'open', cart_id: null } as const
  const withHandoff = existing
    ? tx.with('saved', query =>
        query.updateTable('handoff').set(again).where('id', '=', existing.id).returningAll(),
      )
    : tx.with('saved', query => query.insertInto('handoff').values(first).returningAll())
  const withLines = withHandoff.with('with_lines', query =>
    query.insertInto('handoff_line').values(lines.map(line => ({ ...line, handoff_id }))),
  )
  const withNotes =
    noted.length === 0
      ? withLines
      : withLines.with('with_notes', query =>
          query.insertInto('reservation_log').values(noted.map(note => ({ ...note, handoff_id }))),
        )
  const query = withNotes
    .with('raised', () => sql<{ id: number }>`(${raisedVersion(handoff.registry_id)})`)
    .selectFrom('saved')
    .select([sql<HandoffRow>`to_json(saved)`.as('saved'), notifyOfRaised.as('notified')])
  const rows =
    lines.length <= maxPreparedLines ? await askPrepared(tx, query, { isLast: true }) : await query.execute()
  return withDates(rows[0]!.saved)
}

/** Changes name, visibility and common message of a giver. Call it under the registry's lock. */
export async function updateGiver(
  tx: Db,
  id: number,
  set: Partial<Pick<HandoffRow, 'giver_name' | 'visibility' | 'message'>>,
): Promise<void> {
  await updateRows(tx, 'handoff', { set, where: { id } })
}

export async function updateLineMessage(
  tx: Db,
  handoffId: number,
  line: { id: number; message: string | null },
): Promise<void> {
  const { id, message } = line
  await updateRows(tx, 'handoff_line', { set: { message }, where: { handoff_id: handoffId, id } })
}

/** The hand-offs whose giver has that e-mail address, as entered here or in the shop's order. */
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

/** Erases the giver's name, e-mail and messages; `erased` keeps a later sync of the order from storing them again. */
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

/** Detaches the hand-offs of an account from it; answers their ids. */
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
 * Clears name, e-mail and messages of the hand-offs that the query `ids` selects. Reference, cart and amounts stay,
 * so that a late order is still matched; the order itself has the buyer's name.
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

type StaffHandoff = Pick<
  Insertable<Tables['handoff']>,
  | ('reference' | 'idempotency_key' | 'registry_id' | 'language' | 'channel_id')
  | ('giver_name' | 'giver_email' | 'message')
> & { created_at: Date }

/** Stores a hand-off that staff make, which reserves nothing, with its one line; answers its id. */
export async function insertStaffHandoff(
  tx: Db,
  handoff: StaffHandoff,
  gift: { id: number; product_id: number; variant_id: number },
  asked: Pick<Insertable<Tables['handoff_line']>, 'kind' | 'units' | 'cents'>,
): Promise<number> {
  const { registry_id } = handoff
  const { id: gift_id, product_id, variant_id } = gift
  const { id } = await tx
    .insertInto('handoff')
    .values({
      ...handoff,
      fingerprint: '',
      customer_id: null,
      visibility: 'full',
      cart_id: null,
      state: 'ordered',
      reserved_until: handoff.created_at,
      reserves: false,
      made_by_staff: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { handoff_id: id, registry_id, gift_id, product_id, variant_id, message: null }
  await insertRow(tx, 'handoff_line', { ...line, ...asked })
  return id
}

/**
 * Recreates an expired hand-off from the marks of an order after a restore (R522). If it is stored already but
 * without a cart, it gets the order's cart. Repeating it changes nothing.
 */
export async function insertRecoveredHandoff(
  tx: Db,
  origin: MarkedOrigin,
  lines: MarkedLine[],
  handoff: {
    reference: string
    registryId: number
    cartId: string | null
    channelId: number
    giver: { id: number; erased_at: Date | null } | undefined
  },
  now: Date,
): Promise<void> {
  const { reference, registryId, cartId, giver } = handoff
  const row = await tx
    .insertInto('handoff')
    .values({
      reference,
      idempotency_key: `recovered ${reference}`,
      fingerprint: '',
      registry_id: registryId,
      customer_id: giver && !giver.erased_at ? giver.id : null,
      erased: Boolean(giver?.erased_at),
      language: origin.language,
      channel_id: handoff.channelId,
      giver_name: null,
      giver_email: null,
      visibility: giver?.erased_at ? 'anonymous' : origin.visibility,
      message: null,
      cart_id: cartId,
      state: 'expired',
      created_at: origin.createdAt,
      reserved_until: origin.createdAt,
      recovered_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return attachCart(tx, reference, cartId)
  await tx
    .insertInto('handoff_line')
    .values(
      lines.map(({ kind, giftId, productId, variantId, cents }) => ({
        handoff_id: row.id,
        registry_id: registryId,
        gift_id: giftId,
        kind,
        units: 1,
        cents,
        product_id: productId,
        variant_id: variantId,
        message: null,
      })),
    )
    .execute()
}

async function attachCart(tx: Db, reference: string, cartId: string | null): Promise<void> {
  await sql`
    update handoff set cart_id = ${cartId}, cart_creation_until = null
    where reference = ${reference} and cart_id is null
      and not exists (select from handoff other where other.cart_id = ${cartId})`.execute(tx)
}
