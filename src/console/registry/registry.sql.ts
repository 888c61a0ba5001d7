import { type Insertable, type Selectable, sql } from 'kysely'
import { parseCode } from '../../base/fields.ts'
import { foldSlug } from '../../registry/slug.rules.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

const registryColumns = [
  ...(['id', 'code', 'slug', 'registry_name', 'name', 'surname', 'customer_id', 'co_host_id'] as const),
  ...(['event_type', 'event_day', 'event_place', 'closing_day', 'last_closed_day', 'created_at'] as const),
  ...(['removed_at', 'privacy', 'searchable', 'surprise', 'reveal_day', 'we_connect'] as const),
  ...(['guest_count', 'message', 'home_address', 'shipping_address'] as const),
]
export type StaffRegistry = Pick<Selectable<Tables['registry']>, (typeof registryColumns)[number]>

/** Deleted registries are found as well. */
export function findAnyRegistry(db: Db, typed: string, foldedSlug = foldSlug(typed)) {
  const code = parseCode(typed)
  return db
    .selectFrom('registry')
    .select(registryColumns)
    .where(where =>
      code === null
        ? where('id', '=', where.selectFrom('slug').select('registry_id').where('folded', '=', foldedSlug))
        : where('code', '=', code),
    )
    .executeTakeFirst()
}

export function findAnyRegistryById(db: Db, id: number): Promise<StaffRegistry | undefined> {
  return findRow(db, 'registry', { id }, registryColumns)
}

/** Last used first, at most ten of each host. */
export async function findHostSessions(
  db: Db,
  customerIds: number[],
  { now, idleSince }: { now: Date; idleSince: Date },
) {
  const { rows } = await sql<{ customer_id: number; agent: string; seen_at: Date }>`
    select customer_id, agent, seen_at from unnest(${customerIds}::bigint[]) as host (id)
    cross join lateral (
      select customer_id, agent, seen_at from session
      where customer_id = host.id and expires_at > ${now} and seen_at > ${idleSince}
      order by seen_at desc limit 10) as session`.execute(db)
  return rows
}

export function findStaffNotes(db: Db, registryId: number, max: number) {
  return db
    .selectFrom('staff_note')
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['staff_note.id', 'staff_person.name as person', 'staff_note.created_at as at', 'body'])
    .where('registry_id', '=', registryId)
    .orderBy('staff_note.id', 'desc')
    .limit(max)
    .execute()
}

/** Adds a note; false when the same form has added it before. */
export async function insertStaffNote(tx: Db, note: Insertable<Tables['staff_note']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_note')
    .values(note)
    .onConflict(conflict => conflict.columns(['person_id', 'draft_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Reservations of guests at the checkout, the first to end first. */
export async function findOpenReservations(
  db: Db,
  registryId: number,
  { now, max, language }: { now: Date; max: number; language: string },
) {
  const { rows } = await sql<{
    id: number
    reference: string
    giver: string | null
    gifts: string
    created_at: Date
    until: Date
  }>`
    select handoff.id, reference, giver_name as giver, handoff.created_at, reserved_until as until,
      array_to_string(array(
        select coalesce(text.name, gift.sku, '') from handoff_line
        join gift on gift.id = gift_id left join product_text_in(${language}) text on text.product_id = gift.product_id
        where handoff_id = handoff.id order by handoff_line.id), ', ') as gifts
    from handoff
    where registry_id = ${registryId} and state = 'open' and reserves and reserved_until > ${now}
    order by reserved_until, id limit ${max}`.execute(db)
  return rows
}

const lineColumns = [
  ...(['order_id', 'line_id', 'gift_id', 'handoff_id', 'kind', 'state', 'units', 'cents'] as const),
  ...(['credited_cents', 'is_money', 'message', 'giver_name', 'giver_email'] as const),
  ...(['visibility', 'ordered_at', 'thanked_at'] as const),
]
export type OrderLineRow = Pick<Selectable<Tables['purchase']>, (typeof lineColumns)[number]> & {
  gift: string
  /** Whether staff have placed it on its gift (R964). */
  is_placed: boolean
}

export async function hasNewerOrders(db: Db, registryId: number, orderId: number, least: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from purchase where registry_id = ${registryId} group by order_id
      having (max(ordered_at), order_id) > (
        select max(ordered_at), ${orderId}::bigint from purchase
        where registry_id = ${registryId} and order_id = ${orderId})
      limit ${least}) newer`.execute(db)
  return rows[0]?.count === least
}

/**
 * Lines of the registry's `max` newest orders and receipts, older than `before` or, with `isIncluded`, beginning with
 * it. Orders are never cut (R1029).
 */
export async function findOrderLines(
  db: Db,
  registryId: number,
  by: { before: number | undefined; isIncluded: boolean; max: number; language: string },
): Promise<OrderLineRow[]> {
  const { before, isIncluded, max, language } = by
  const { rows } = await sql<OrderLineRow>`
    select ${sql.join(lineColumns.map(column => sql.ref(`purchase.${column}`)))}, coalesce(text.name, gift.sku, '') as gift,
      exists (select from line_placement placed
        where placed.order_id = purchase.order_id and placed.line_id = purchase.line_id) as is_placed
    from purchase
    join gift on gift.id = purchase.gift_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id
    where purchase.order_id = any(array(
      select order_id from purchase where registry_id = ${registryId} group by order_id
      having ${before ?? null}::bigint is null or (max(ordered_at), order_id) < (
        select max(ordered_at), ${before ?? null}::bigint from purchase
        where registry_id = ${registryId} and order_id = ${before ?? null}) or (${isIncluded} and order_id = ${before ?? null})
      order by max(ordered_at) desc, order_id desc limit ${max})) and purchase.registry_id = ${registryId}
    order by max(ordered_at) over (partition by order_id) desc, order_id desc, line_id`.execute(db)
  return rows
}

/**
 * Payments of these orders. `refunded` is how far an order fell below the most that it brought, in cents; a refund may
 * wait for its line, or have been placed by staff (R512).
 */
export async function findOrderPayments(db: Db, registryId: number, orderIds: number[]) {
  const { rows } = await sql<{
    order_id: number
    status: string | null
    method: string | null
    is_paid: boolean | null
    refunded: number
    has_waiting_refund: boolean
    has_placed_refund: boolean
  }>`
    with total as (
      select order_id, created_at, sum(sum(cents)) over (partition by order_id order by created_at) as cents
      from ledger where registry_id = ${registryId} and order_id = any(${orderIds}::int[]) and cause not like '% unplaced %'
      group by order_id, created_at
    ), refund as (
      select order_id, max(cents) - (array_agg(cents order by created_at desc))[1] as cents from total group by order_id
    )
    select one.id as order_id, status, method, is_paid, coalesce(refund.cents, 0)::int as refunded,
      exists (select from unplaced_refund waiting where waiting.order_id = one.id) as has_waiting_refund,
      exists (select from refund_placement placed where placed.order_id = one.id) as has_placed_refund
    from unnest(${orderIds}::int[]) as one (id) left join order_payment on order_payment.order_id = one.id
    left join refund on refund.order_id = one.id`.execute(db)
  return rows
}

/** Paid orders of a registry that have not left and go to their buyers, the newest first, with the giver's name. */
export async function findUnsentElsewhere(db: Db, registryId: number, max: number) {
  const { rows } = await sql<{ order_id: number; giver: string | null }>`
    select order_id, (select max(nullif(giver_name, '')) from purchase
      where purchase.order_id = delivery.order_id and purchase.registry_id = delivery.registry_id) as giver
    from delivery where registry_id = ${registryId} and sent_at is null and for_hosts is false
    order by order_id desc limit ${max}`.execute(db)
  return rows
}

export function findWaitingPayouts(db: Db, registryId: number, max: number) {
  return db
    .selectFrom('payout')
    .select(['id', 'method', 'cents', 'attempts', 'error', 'trouble', 'next_attempt_at', 'created_at'])
    .where('registry_id', '=', registryId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(max)
    .execute()
}

/** Undefined for an order of another registry. */
export async function findGiverEmail(db: Db, registryId: number, orderId: number) {
  const row = await db
    .selectFrom('purchase')
    .select('giver_email')
    .where('registry_id', '=', registryId)
    .where('order_id', '=', orderId)
    .where('giver_email', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.giver_email ?? undefined
}

export function findListedGuests(db: Db, registryId: number, after: number, max: number) {
  return db
    .selectFrom('guest')
    .leftJoin('invitation', 'invitation.guest_id', 'guest.id')
    .select(['guest.id', 'name', 'email', 'people', 'reply', 'coming_count as coming', 'invited_at'])
    .where('registry_id', '=', registryId)
    .where('guest.id', '>', after)
    .orderBy('guest.id')
    .limit(max)
    .execute()
}

export async function findHostRegistryCodes(db: Db, customerId: number, max: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from registry where customer_id = ${customerId} or co_host_id = ${customerId}
    order by id desc limit ${max}`.execute(db)
  return rows.map(({ code }) => code)
}
