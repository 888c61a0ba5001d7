import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { askPrepared } from '../server/postgres/prepared.ts'
import { insertRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type HandoffRow, type Reserver, reserverLockKeys } from './hand-off.sql.ts'
import { type MarkedLine, type MarkedOrigin, unpaidGiversSince } from './mark.rules.ts'
import { stockLockKeys } from './stock.sql.ts'

/** What a hand-off waits for besides its registry: those who want the same stock, and those of the same device or network. */
export interface HandoffLocks {
  productIds: number[]
  reserver: Reserver | null
}

/** What of the locked registry decides whether gifts can be reserved. */
export type LockedRegistry = Pick<Selectable<Tables['registry']>, 'closing_day' | 'last_closed_day'>

/** The registry as JSON within another query; null for one that was removed. */
export const findUnremoved = (registryId: number): RawBuilder<LockedRegistry | null> => sql`(
  select json_build_object('closing_day', closing_day, 'last_closed_day', last_closed_day)
  from registry where id = ${registryId} and removed_at is null)`

/**
 * Locks the registry, then the stock, then the reserver until the transaction ends: always in this order, in one
 * statement. What is read under the locks is read by a later one: this one sees the database as it was before it waited.
 */
export function handoffLock(
  registryId: number,
  { productIds, reserver }: HandoffLocks,
): RawBuilder<{ locks: number }> {
  const reserverKeys = reserver ? reserverLockKeys(reserver) : []
  const keys = sql`${stockLockKeys(productIds)} || ${reserverKeys}::bigint[]`
  // Once for the locked row, so never before it is locked.
  const locks = sql`(select count(pg_advisory_xact_lock(key)) from unnest(${keys}) key where locked.id is not null)`
  return sql<{ locks: number }>`
    with locked as materialized (select id from registry where id = ${registryId} for update)
    select ${locks} as locks from locked`
}

/**
 * Queries within one statement whose answers decide, before and under the locks, whether a hand-off may reserve; each is
 * JSON.
 */
type BasisQueries = Record<string, RawBuilder<unknown>>

/** The answers by the names of their queries, and the hand-off of the same idempotency key; as JSON. */
export type BasisJson<T> = T & { existing: HandoffRow | null }

/** The same as one value of a query. */
export function reservationBasis<T>(
  { registryId, idempotencyKey }: { registryId: number | RawBuilder<number>; idempotencyKey: string },
  queries: BasisQueries,
): RawBuilder<BasisJson<T>> {
  const answers = Object.entries(queries).map(([name, query]) => sql`${sql.lit(name)}, ${query}`)
  const existing = sql`(select to_json(handoff) from handoff
    where handoff.registry_id = ${registryId} and idempotency_key = ${idempotencyKey})`
  return sql`json_build_object('existing', ${existing}, ${sql.join(answers)})`
}

/** Read in one statement, with which the lock leaves `before`: planning it takes ten times as long as reading, so it is prepared. */
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

/** A row that came as JSON, whose times are texts. */
function withDates(row: HandoffRow): HandoffRow {
  const dates = (Object.keys(dateColumns) as DateColumn[]).map(name => {
    const text = row[name]
    return [name, text === null ? null : new Date(text)]
  })
  return { ...row, ...Object.fromEntries(dates) }
}

/** Releases a reservation that is about to be made again, with its lines. */
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
  /** The hand-off whose reservation was released and is made again; undefined for a new one. */
  existing: HandoffRow | undefined
  reservation: Reservation
  /** What a new hand-off has besides. */
  handoff: Omit<Insertable<Tables['handoff']>, 'state' | 'cart_id' | keyof Reservation>
  lines: Omit<Insertable<Tables['handoff_line']>, 'handoff_id'>[]
  noted: Omit<Insertable<Tables['reservation_log']>, 'handoff_id'>[]
  /** Raises the version of the registry (R519). */
  raised: RawBuilder<{ id: number }>
  /** Tells of what `raised` has raised. */
  notify: RawBuilder<unknown>
}

/** Nearly all carts have so few; each number of lines is a query of its own, which every connection would keep. */
const maxPreparedLines = 3

/**
 * Stores an open hand-off with its lines, which are the reservation, and what the limits note of it, and raises the
 * version of the registry: all in one statement, the last of its transaction.
 */
export async function saveReservation(tx: Db, saved: NewReservation): Promise<HandoffRow> {
  const { existing, reservation, handoff, lines, noted, raised, notify } = saved
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
    .with('raised', () => sql<{ id: number }>`(${raised})`)
    .selectFrom('saved')
    .select([sql<HandoffRow>`to_json(saved)`.as('saved'), notify.as('notified')])
  const rows =
    lines.length <= maxPreparedLines ? await askPrepared(tx, query, { isLast: true }) : await query.execute()
  return withDates(rows[0]!.saved)
}

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

/** Stores a hand-off that staff make, which reserves nothing, with its one line; answers its id. */
export async function insertStaffHandoff(
  tx: Db,
  handoff: Pick<
    Insertable<Tables['handoff']>,
    | 'reference'
    | 'idempotency_key'
    | 'registry_id'
    | 'language'
    | 'channel_id'
    | 'giver_name'
    | 'giver_email'
    | 'message'
  > & { created_at: Date },
  line: Omit<Insertable<Tables['handoff_line']>, 'handoff_id'>,
): Promise<number> {
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
  await insertRow(tx, 'handoff_line', { ...line, handoff_id: id })
  return id
}

/**
 * Makes a hand-off again, with the cart of the order that names it; its reservation is over. One that was stored before
 * its cart gets the cart. Nothing happens when another process was faster.
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
        ...{ handoff_id: row.id, registry_id: registryId, gift_id: giftId, kind, units: 1, cents },
        ...{ product_id: productId, variant_id: variantId, message: null },
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
