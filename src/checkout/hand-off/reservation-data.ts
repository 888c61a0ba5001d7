import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { askPrepared } from '../../server/postgres/prepared.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { stockLockKeys } from '../stock/data.ts'
import type { HandoffRow } from './data.ts'
import { type Reserver, reserverLockKeys } from './reservation-limit-data.ts'

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
export type BasisQueries = Record<string, RawBuilder<unknown>>

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
