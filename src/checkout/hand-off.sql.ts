import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { askPrepared } from '../server/postgres/prepared.ts'
import { findRow, findRows, getRow, updateRows } from '../server/postgres/rows.ts'
import type { LineKind } from '../server/postgres/tables.generated.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

export type HandoffRow = Selectable<Tables['handoff']>
type HandoffLineRow = Selectable<Tables['handoff_line']>

/** True for the hand-off that has this cart, or had it before it was gone from the shop. */
const matchesCart = (row: ExpressionBuilder<Tables, 'handoff'>, cartId: string) =>
  row.or([
    row('cart_id', '=', cartId),
    row('id', '=', row.selectFrom('former_cart').select('handoff_id').where('cart_id', '=', cartId)),
  ])

export function findHandoffById(db: Db, id: number): Promise<HandoffRow | undefined> {
  return findRow(db, 'handoff', { id })
}

/** The hand-offs of an order: by its cart (also in `byCart`), by references and by ids. */
export async function findHandoffsOfOrder(
  db: Db,
  cartId: string | null,
  { references, ids }: { references: string[]; ids: number[] },
): Promise<{ byCart: HandoffRow | undefined; handoffs: HandoffRow[] }> {
  const all = db.selectFrom('handoff').selectAll()
  const byCart =
    cartId === null ? undefined : await all.where(row => matchesCart(row, cartId)).executeTakeFirst()
  const byReference = references.length === 0 ? [] : await all.where('reference', 'in', references).execute()
  const byId = ids.length === 0 ? [] : await all.where('id', 'in', ids).execute()
  return {
    byCart,
    handoffs: [...(byCart ? [byCart] : []), ...byReference.filter(one => one.id !== byCart?.id), ...byId],
  }
}

/** By its reference or its shop cart id, both unguessable; the shop's order page knows only the cart. */
export async function findHandoffByReference(db: Db, reference: string): Promise<HandoffRow | undefined> {
  return db
    .selectFrom('handoff')
    .selectAll()
    .where(row => row.or([row('reference', '=', reference), matchesCart(row, reference)]))
    .executeTakeFirst()
}

/** The hand-off of this reference, and those of this device that reserve something now; the newest first. */
export async function findOwnHandoffs(
  db: Db,
  { reference, device }: { reference: string | null; device: Buffer | null },
  now: Date,
): Promise<HandoffRow[]> {
  const ofDevice = sql<number>`any(array(select handoff_id from reservation_log where device = ${device}))`
  return db
    .selectFrom('handoff')
    .selectAll()
    .where(row =>
      row.or([
        row('reference', '=', reference),
        row.and([
          row('id', '=', ofDevice),
          row('state', '=', 'open'),
          row('reserves', '=', true),
          row('reserved_until', '>', now),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
}

export async function isReservedWith(db: Db, handoffId: number, device: Buffer): Promise<boolean> {
  const where = { handoff_id: handoffId, device }
  return (await findRow(db, 'reservation_log', where)) !== undefined
}

/**
 * Ends a hand-off for good whose cart is gone from the shop: an unfinished order of that cart reserves nothing any
 * more. False when it was bought or is being handed off again.
 */
export async function endReservation(tx: Db, { id, cart_id }: HandoffRow, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with ended as (
      update handoff set state = 'expired', reserves = false, cart_id = null, cart_creation_until = null,
        unfinished_order_id = null, unfinished_order_at = null
      where id = ${id} and state <> 'ordered' and (cart_id is null or cart_id = ${cart_id})
        and (cart_creation_until is null or cart_creation_until <= ${now})
      returning id),
    former as (
      insert into former_cart (cart_id, handoff_id)
      select ${cart_id}::text, id from ended where ${cart_id}::text is not null on conflict do nothing)
    select id from ended`.execute(tx)
  return rows.length === 1
}

/** Its lines stay, as a record of what was asked for. */
export async function releaseReservation(tx: Db, id: number): Promise<void> {
  await tx.updateTable('handoff').set({ state: 'expired' }).where('id', '=', id).execute()
}

/** Releases the reservation of a hand-off without a cart, unless another process has taken the hand-off over. */
export async function markHandoffFailed(tx: Db, { id, cart_creation_until }: HandoffRow): Promise<void> {
  await tx
    .updateTable('handoff')
    .set({ state: 'failed', cart_creation_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('cart_creation_until', '=', cart_creation_until)
    .execute()
}

export async function markOrdered(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await updateRows(tx, 'handoff', {
    set: { state: 'ordered', cart_creation_until: null },
    where: { id: { in: ids }, state: { '<>': 'ordered' } },
  })
}

/** Records that the giver withdraws from the contract (R517); false when they have done so before. */
export async function markWithdrawn(tx: Db, id: number, now: Date): Promise<boolean> {
  const set = { cancel_requested_at: now }
  return (await updateRows(tx, 'handoff', { set, where: { id, cancel_requested_at: null } })) > 0
}

/** False when another process has taken the hand-off over. */
export async function saveShopCart(db: Db, handoff: HandoffRow, cartId: string): Promise<boolean> {
  const query = db
    .updateTable('handoff')
    .set({ cart_id: cartId, cart_creation_until: null })
    .where('id', '=', handoff.id)
    .where('cart_creation_until', '=', handoff.cart_creation_until)
    .returning('id')
  const saved = await askPrepared(db, query)
  return saved.length === 1
}

/** Stores it as a former cart, because an order of it may still come. Nothing if the hand-off has another cart now. */
export async function detachShopCart(db: Db, { id, cart_id }: HandoffRow): Promise<void> {
  await sql`
    with detached as (
      update handoff set cart_id = null where id = ${id} and cart_id = ${cart_id} returning id)
    insert into former_cart (cart_id, handoff_id) select ${cart_id}, id from detached on conflict do nothing`.execute(
    db,
  )
}

export async function findHandoffLines(db: Db, handoffIds: number[]): Promise<HandoffLineRow[]> {
  if (handoffIds.length === 0) return []
  return findRows(db, 'handoff_line', { where: { handoff_id: { in: handoffIds } }, orderBy: ['id'] })
}

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

/** Ends every reservation at `latest` at the latest, except those that an unfinished order of the shop holds (R515). */
export async function shortenReservations(db: Db, latest: Date): Promise<void> {
  await updateRows(db, 'handoff', {
    set: { reserved_until: latest },
    where: { state: 'open', reserved_until: { '>': latest }, unfinished_order_id: null },
  })
}

/** Returns the ids of the unfinished orders that held some of the expired reservations. */
export async function expireReservations(tx: Db, registryId: number, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('handoff')
    .set({ state: 'expired' })
    .where('registry_id', '=', registryId)
    .where('state', '=', 'open')
    .where('reserved_until', '<=', now)
    .returning('unfinished_order_id')
    .execute()
  return [...new Set(rows.flatMap(row => row.unfinished_order_id ?? []))]
}

/**
 * Up to `max` shop cart ids of open hand-offs without an order that were made before `before`, the first to expire
 * first. Those with an unfinished order are left out: its changes are read anyway.
 */
export async function findCartsAwaitingOrder(db: Db, before: Date, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('handoff')
    .select('cart_id')
    .where('state', '=', 'open')
    .where('cart_id', 'is not', null)
    .where('unfinished_order_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('reserved_until')
    .limit(max)
    .execute()
  return rows.flatMap(row => row.cart_id ?? [])
}

/** `cents` are of the whole line: paid or, before an order, requested (R422: after payment). */
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

/** Joins name and picture from the stored catalogue to a row with `product_id` and `variant_id`. */
const joinProductName = (language: string, row: string) => sql`
  left join product on product.id = ${sql.ref(`${row}.product_id`)}
  left join variant on variant.id = ${sql.ref(`${row}.variant_id`)}
  left join product_text_in(${language}) text on text.product_id = ${sql.ref(`${row}.product_id`)}`

const productNameColumns = sql`coalesce(text.name, '') as name,
  product_image(product, variant) as image, coalesce(product.category_ids, '{}') as category_ids`

export async function findNamedHandoffLines(
  db: Db,
  handoffId: number,
  language: string,
): Promise<NamedHandoffLine[]> {
  const { rows } = await sql<NamedHandoffLine>`
    select line.gift_id, line.kind, coalesce(bought.units, line.units) as units,
      coalesce(bought.cents, line.units * line.cents) as cents, line.product_id, ${productNameColumns}
    from handoff_line line ${joinProductName(language, 'line')}
    left join lateral (select sum(units)::int as units, sum(cents) as cents from purchase
      where handoff_id = line.handoff_id and gift_id = line.gift_id and kind = line.kind and state <> 'void') bought
      on true
    where line.handoff_id = ${handoffId} order by line.id`.execute(db)
  return rows
}

interface AskedLine extends NamedHandoffLine {
  id: number
  message: string | null
}

/** The lines of a hand-off as they were requested, with the giver's message to each; `cents` are those of one unit. */
export async function findAskedLines(db: Db, handoffId: number, language: string): Promise<AskedLine[]> {
  const { rows } = await sql<AskedLine>`
    select line.id, line.message, line.gift_id, line.kind, line.units, line.cents, line.product_id, ${productNameColumns}
    from handoff_line line ${joinProductName(language, 'line')}
    where line.handoff_id = ${handoffId} order by line.id`.execute(db)
  return rows
}

/** `words` are the giver's messages: first the common one, then those for single gifts. */
interface CartNote {
  recipient: string
  words: string[]
}

/** The note of a cart that was handed off here, for the page where it is paid; null for any other cart. */
export async function findCartNote(db: Db, cartId: string): Promise<CartNote | null> {
  const handoff = await findHandoffByReference(db, cartId)
  if (!handoff) return null
  const { registry_name } = await getRow(db, 'registry', { id: handoff.registry_id }, ['registry_name'])
  const lines = await findRows(db, 'handoff_line', {
    where: { handoff_id: handoff.id },
    columns: ['message'],
    orderBy: ['id'],
  })
  const words = [handoff.message, ...lines.map(({ message }) => message)]
  return { recipient: registry_name, words: [...new Set(words)].filter(text => text !== null) }
}

interface UnfinishedOrder {
  id: number
  orderedAt: Date
  /** Until when it holds what its hand-offs reserved. */
  heldUntil: Date
}

/** Which of these hand-offs had a reservation that has ended, and no unfinished order that held it. */
export async function findExpiredHandoffs(tx: Db, handoffIds: number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from handoff where id = any(${handoffIds}) and state in ('open', 'expired') and reserves
      and reserved_until <= ${now} and unfinished_order_id is null
    order by id`.execute(tx)
  return rows.map(row => row.id)
}

/**
 * Extends the reservations of these hand-offs for an unfinished order, and renews those in `expired`. Only the first
 * order of a hand-off does so, so that nobody holds a gift by beginning one order after the other. Returns the ids of
 * the registries concerned.
 */
export async function extendForUnfinishedOrder(
  tx: Db,
  handoffIds: number[],
  { id, orderedAt, heldUntil }: UnfinishedOrder,
  { expired, now }: { expired: number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ registry_id: number }>`
    update handoff set state = 'open', unfinished_order_id = ${id}, unfinished_order_at = ${orderedAt},
      reserved_until = greatest(reserved_until, ${heldUntil})
    where id = any(${handoffIds}) and reserves and unfinished_order_id is null
      and ((state = 'open' and reserved_until > ${now}) or id = any(${expired}))
    returning registry_id`.execute(tx)
  return rows.map(row => row.registry_id)
}

/** The card was declined: what the order held is reserved until `latest` at most. Repeating it changes nothing. */
export async function shortenForDeclined(tx: Db, orderId: number, latest: Date): Promise<number[]> {
  const { rows } = await sql<{ registry_id: number }>`
    update handoff set reserved_until = ${latest}
    where unfinished_order_id = ${orderId} and state = 'open' and reserved_until > ${latest}
    returning registry_id`.execute(tx)
  return rows.map(row => row.registry_id)
}

/** The order came to nothing: what it held is reserved until `latest` at most, so that the guest may try again. */
export async function endUnfinishedOrder(tx: Db, orderId: number, latest: Date): Promise<number[]> {
  const { rows } = await sql<{ registry_id: number }>`
    update handoff set unfinished_order_id = null, unfinished_order_at = null,
      reserved_until = least(reserved_until, ${latest})
    where unfinished_order_id = ${orderId} and state = 'open'
    returning registry_id`.execute(tx)
  return rows.map(row => row.registry_id)
}

/** Keyed digests of the guest's device, its network and its wide network (`wideNetworkOf`). */
export interface Reserver {
  device: Buffer
  network: Buffer
  wide_network: Buffer
}

/** Advisory lock keys, so that hand-offs of one device or network count one at a time; in an order without deadlocks. */
export const reserverLockKeys = ({ device, network, wide_network }: Reserver): string[] =>
  [device, network, wide_network].map(digest => digest.readBigInt64BE().toString())

/**
 * Counts open hand-offs, and lines reserved since `since` without buying, as JSON within another query. `+ interval
 * '0'` keeps the planner from the index on `reserved_at`: a plan made on a quiet day would read everybody's
 * reservations.
 */
export function countReservations(
  { device, network, wide_network }: Reserver,
  { registryId, since, now }: { registryId: number; since: Date; now: Date },
): RawBuilder<unknown> {
  const isOpen = sql`handoff.state = 'open' and handoff.reserves and handoff.reserved_until > ${now}`
  const countOpen = (who: RawBuilder<unknown>) =>
    sql`count(distinct handoff.id) filter (where ${isOpen} and ${who})::int`
  return sql`(
    select json_build_object(
      'open', json_build_object(
        'device', ${countOpen(sql`log.device = ${device}`)},
        'networkAndRegistry',
          ${countOpen(sql`log.network = ${network} and handoff.registry_id = ${registryId}`)},
        'network', ${countOpen(sql`log.network = ${network}`)},
        'wideNetwork', ${countOpen(sql`log.wide_network = ${wide_network}`)}),
      'lines', json_build_object(
        'network', count(*) filter (where log.network = ${network})::int,
        'wideNetwork', count(*) filter (where log.wide_network = ${wide_network})::int))
    from reservation_log log join handoff on handoff.id = log.handoff_id
    where (log.device = ${device} or log.network = ${network} or log.wide_network = ${wide_network})
      and log.reserved_at + interval '0' > ${since} and handoff.state <> 'ordered')`
}

/** Units or cents of each gift that were reserved since `since` without being bought, as JSON within another query. */
export function sumUnpaidByGift(
  giftIds: number[],
  { network, wide_network }: Reserver,
  since: Date,
): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(unpaid), '[]') from (
      select log.gift_id, sum(log.amount)::float8 as everybody,
        coalesce(sum(log.amount) filter (where log.network = ${network}), 0)::float8 as network,
        coalesce(sum(log.amount) filter (where log.wide_network = ${wide_network}), 0)::float8 as "wideNetwork"
      from reservation_log log join handoff on handoff.id = log.handoff_id
      where log.gift_id = any(${giftIds}::bigint[]) and log.reserved_at > ${since} and handoff.state <> 'ordered'
      group by log.gift_id) unpaid)`
}
