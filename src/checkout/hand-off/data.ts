import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import type { Db, HandoffLineTable, HandoffTable, LineKind, Tables } from '../../server/postgres/tables.ts'

export type HandoffRow = Selectable<HandoffTable>
export type HandoffLineRow = Selectable<HandoffLineTable>

/**
 * Keeps everyone else who gives to, holds of or changes these registries waiting until the transaction ends.
 * All locks are taken here, in the order of ids, before any other row is touched; removed registries included.
 */
export async function lockRegistries(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('registry').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export async function findHandoffByKey(
  db: Db,
  registryId: number,
  key: string,
): Promise<HandoffRow | undefined> {
  return db
    .selectFrom('handoff')
    .selectAll()
    .where('registry_id', '=', registryId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Whose cart that is, or was before it was given up. */
export const matchesCart = (row: ExpressionBuilder<Tables, 'handoff'>, cartId: string) =>
  row.or([
    row('cart_id', '=', cartId),
    row('id', '=', row.selectFrom('former_cart').select('handoff_id').where('cart_id', '=', cartId)),
  ])

/** By its reference, or by the shop's cart: an order page knows only that. Both are unguessable. */
export async function findHandoffByReference(db: Db, reference: string): Promise<HandoffRow | undefined> {
  return db
    .selectFrom('handoff')
    .selectAll()
    .where(row => row.or([row('reference', '=', reference), matchesCart(row, reference)]))
    .executeTakeFirst()
}

type Held = Pick<HandoffRow, 'reserved_until' | 'cart_creation_until'>
type Line = Omit<Insertable<HandoffLineTable>, 'handoff_id'>

/** A new hand-off with its holds. */
export async function insertHandoff(
  tx: Db,
  handoff: Omit<Insertable<HandoffTable>, 'state' | 'cart_id'>,
  lines: Line[],
): Promise<HandoffRow> {
  const row = await tx
    .insertInto('handoff')
    .values({ ...handoff, state: 'open', cart_id: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertLines(tx, row.id, lines)
  return row
}

/** Holds anew what a hand-off asked for, after it failed or its time ran out. */
export async function reserveAgain(tx: Db, id: number, held: Held, lines: Line[]): Promise<HandoffRow> {
  await tx.deleteFrom('handoff_line').where('handoff_id', '=', id).execute()
  await insertLines(tx, id, lines)
  return tx
    .updateTable('handoff')
    .set({ ...held, state: 'open' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function insertLines(tx: Db, handoffId: number, lines: Line[]): Promise<void> {
  await tx
    .insertInto('handoff_line')
    .values(lines.map(line => ({ ...line, handoff_id: handoffId })))
    .execute()
}

/** Lets go of what a hand-off holds, for it is to be set aside anew. */
export async function releaseReservation(tx: Db, id: number): Promise<void> {
  await tx.updateTable('handoff').set({ state: 'expired' }).where('id', '=', id).execute()
}

/** No cart came of it: lets go, unless another process has taken over. */
export async function markHandoffFailed(tx: Db, { id, cart_creation_until }: HandoffRow): Promise<void> {
  await tx
    .updateTable('handoff')
    .set({ state: 'failed', cart_creation_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('cart_creation_until', '=', cart_creation_until)
    .execute()
}

/** Keeps the shop's cart; false when another process made one in the meantime. */
export async function saveShopCart(db: Db, handoff: HandoffRow, cartId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('handoff')
    .set({ cart_id: cartId, cart_creation_until: null })
    .where('id', '=', handoff.id)
    .where('cart_creation_until', '=', handoff.cart_creation_until)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * That cart is gone from the shop, and the hand-off needs another; it may have one by now, which stays. The old one is
 * remembered, for an order may come of it yet.
 */
export async function detachShopCart(db: Db, { id, cart_id }: HandoffRow): Promise<void> {
  await sql`
    with gone as (
      update handoff set cart_id = null where id = ${id} and cart_id = ${cart_id} returning id)
    insert into former_cart (cart_id, handoff_id) select ${cart_id}, id from gone on conflict do nothing`.execute(
    db,
  )
}

export async function findHandoffLines(db: Db, handoffIds: number[]): Promise<HandoffLineRow[]> {
  if (handoffIds.length === 0) return []
  return db
    .selectFrom('handoff_line')
    .selectAll()
    .where('handoff_id', 'in', handoffIds)
    .orderBy('id')
    .execute()
}

/** Registries with hand-offs whose time ran out. */
export async function findRegistriesWithExpiredReservations(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('handoff')
    .select('registry_id')
    .distinct()
    .where('state', '=', 'open')
    .where('reserved_until', '<=', now)
    .execute()
  return rows.map(row => row.registry_id)
}

/** No hold lasts beyond that moment. */
export async function shortenReservations(db: Db, latest: Date): Promise<void> {
  await db
    .updateTable('handoff')
    .set({ reserved_until: latest })
    .where('state', '=', 'open')
    .where('reserved_until', '>', latest)
    .execute()
}

export async function expireReservations(tx: Db, registryId: number, now: Date): Promise<void> {
  await tx
    .updateTable('handoff')
    .set({ state: 'expired' })
    .where('registry_id', '=', registryId)
    .where('state', '=', 'open')
    .where('reserved_until', '<=', now)
    .execute()
}

/** Carts of hand-offs that wait for an order, made before that moment; those whose time runs out first. */
export async function findCartsAwaitingOrder(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('handoff')
    .select('cart_id')
    .where('state', '=', 'open')
    .where('cart_id', 'is not', null)
    .where('created_at', '<', before)
    .orderBy('reserved_until')
    .limit(most)
    .execute()
  return rows.flatMap(row => row.cart_id ?? [])
}

/** A line of a hand-off with its gift's name and picture. */
export interface NamedHandoffLine {
  gift_id: number
  kind: LineKind
  units: number
  cents: number
  name: string
  image: string | null
  product_id: number
  category_ids: number[]
}

/** Name and picture of a gift by the catalogue's mirror, in that language; for joins on a row with `product_id`. */
export const joinProductName = (language: string, row: string) => sql`
  left join product on product.id = ${sql.ref(`${row}.product_id`)}
  left join variant on variant.id = ${sql.ref(`${row}.variant_id`)}
  left join product_text said on said.product_id = ${sql.ref(`${row}.product_id`)} and said.language = ${language}
  left join product_text english on english.product_id = ${sql.ref(`${row}.product_id`)} and english.language = 'en'`

export const productNameColumns = sql`coalesce(said.name, english.name, '') as name,
  coalesce(variant.image, product.image) as image, coalesce(product.category_ids, '{}') as category_ids`

export async function findNamedHandoffLines(
  db: Db,
  handoffId: number,
  language: string,
): Promise<NamedHandoffLine[]> {
  const { rows } = await sql<NamedHandoffLine>`
    select line.gift_id, line.kind, line.units, line.cents, line.product_id, ${productNameColumns}
    from handoff_line line ${joinProductName(language, 'line')}
    where line.handoff_id = ${handoffId} order by line.id`.execute(db)
  return rows
}

/** The states of a hand-off's purchases. */
export async function findPurchaseStates(
  db: Db,
  handoffId: number,
): Promise<('paid' | 'pending' | 'void')[]> {
  const rows = await db.selectFrom('purchase').select('state').where('handoff_id', '=', handoffId).execute()
  return rows.map(row => row.state)
}
