import { sql } from 'kysely'
import { addDays, type Day } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { Db } from '../server/postgres/tables.ts'
import { closingReminderDays } from './money.rules.ts'

/**
 * No guest is at the shop's checkout with a reservation in the registry. A closing doesn't wait for unfinished orders,
 * which keep their reservation for a day (R515, pending orders).
 */
export const hasNoReservation = (now: Date) => sql`not exists (
  select from handoff where handoff.registry_id = registry.id and handoff.state = 'open' and handoff.reserves
    and handoff.unfinished_order_id is null and handoff.reserved_until > ${now})`

/**
 * Whether the owner may be paid at this moment, as far as a query can tell: confirmed (R129), on no hold after changes
 * (R130) and without a change that can still be stopped (R1224). Others are left out here, so that they don't fill the
 * slices.
 */
export const mayBePaid = ({ now, heldBefore }: PayableMoments) => sql<boolean>`exists (
  select from customer where customer.id = registry.customer_id and confirmed_at is not null
    and (payout_hold_until is null or payout_hold_until <= ${now}
      or payout_hold_since <= ${heldBefore})
    and stoppable_until(customer.id, ${now}) is null)`

/** `heldBefore`: a hold that began before it has ended by now. */
export interface PayableMoments {
  now: Date
  heldBefore: Date
}

export interface DueCursor {
  /** The closing day, or the moment at which a settlement was due, by which slices are sorted. */
  at: Day | Date
  id: number
}

/** Up to `limit` registries whose closing day is over and that were not closed, without guests at the checkout. */
export async function findRegistriesDueToClose(
  db: Db,
  { today, now }: { today: Day; now: Date },
  limit: number,
  after: DueCursor | undefined,
): Promise<DueCursor[]> {
  const isAfter = after ? sql`(closing_day, id) > (${after.at}, ${after.id})` : sql`true`
  const { rows } = await sql<DueCursor>`
    select closing_day as at, id from registry
    where removed_at is null and closing_day < ${today} and last_closed_day is distinct from closing_day
      and ${isAfter} and ${hasNoReservation(now)}
    order by closing_day, id limit ${limit}`.execute(db)
  return rows
}

/** Up to `limit` closed registries whose certificate is due (R614); not those that were opened again. */
export async function findDueSettlements(
  db: Db,
  moments: PayableMoments,
  limit: number,
  after: DueCursor | undefined,
): Promise<DueCursor[]> {
  const isAfter = after ? sql`(due_at, registry.id) > (${after.at}, ${after.id})` : sql`true`
  const { rows } = await sql<DueCursor>`
    select due_at as at, registry.id from closing join registry on registry.id = closing.registry_id
    where settled_at is null and due_at <= ${moments.now} and removed_at is null
      and last_closed_day = closing_day and ${mayBePaid(moments)} and ${isAfter}
    order by due_at, registry.id limit ${limit}`.execute(db)
  return rows
}

/** Whether a guest is at the checkout with a reservation; call it under the registry's lock. */
export async function hasReservation(tx: Db, registryId: number, now: Date): Promise<boolean> {
  const { rows } =
    await sql`select from registry where id = ${registryId} and ${hasNoReservation(now)}`.execute(tx)
  return rows.length === 0
}

export interface ClosingRow {
  number: number
  due_at: Date
  settled_at: Date | null
}

export async function findLastClosing(db: Db, registryId: number): Promise<ClosingRow | undefined> {
  return db
    .selectFrom('closing')
    .select(['number', 'due_at', 'settled_at'])
    .where('registry_id', '=', registryId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Orders without thanks, which the page of gifts counts as one gift each. */
export async function countGiftsToThank(db: Db, registryId: number): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(distinct order_id)::int as orders
    from purchase where registry_id = ${registryId} and state = 'paid' and thanked_at is null`.execute(db)
  return rows[0]?.orders ?? 0
}

export interface UpcomingClosing {
  id: number
  code: string
  registry_name: string
  closing_day: Day
  created_at: Date
  email: string
  language: Language
  open: Cents
  surprise: boolean
  reveal_day: Day | null
}

/**
 * Up to `limit` registries after `after` that close within a week, today included, and whose reminder was not sent.
 * Hosts who asked for their account's deletion closed theirs themselves and get none.
 */
export async function findUpcomingClosings(
  db: Db,
  today: Day,
  limit: number,
  after: DueCursor | undefined,
): Promise<UpcomingClosing[]> {
  const isAfter = after ? sql`(closing_day, registry.id) > (${after.at}, ${after.id})` : sql`true`
  const { rows } = await sql<UpcomingClosing>`
    select registry.id, code, registry_name, closing_day, registry.created_at, surprise, reveal_day, customer.email, customer.language,
      (select coalesce(sum(cents), 0)::int from ledger
        where registry_id = registry.id and account <> 'goods') as open
    from registry cross join lateral (
      select email, language from customer
      where id = registry.customer_id and deletion_requested_at is null offset 0) customer
    where ${isAfter} and removed_at is null
      and closing_day between ${today} and ${addDays(today, closingReminderDays.first)}
      and not exists (select from closing_notice
        where registry_id = registry.id and day = closing_day
          and kind = case when closing_day = ${today} then 'day'::closing_notice_kind else 'week' end)
    order by closing_day, registry.id limit ${limit}`.execute(db)
  return rows
}

export async function findOverdueClosings(db: Db, before: Day) {
  return db
    .selectFrom('registry')
    .select(['id', 'code', 'closing_day'])
    .where('removed_at', 'is', null)
    .where('closing_day', '<', before)
    .where(row => row('last_closed_day', 'is distinct from', row.ref('closing_day')))
    .orderBy('id')
    .execute()
}
