import { type RawBuilder, type Selectable, sql } from 'kysely'
import { phoneticSearchKeys } from '../base/greek/phonetic-keys.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

/**
 * The registries with these ids, by that code, with that slug now or before, or with an address whose phone ends so;
 * removed ones too, newest first.
 */
export function findStaffRegistries(
  db: Db,
  by: { ids: number[]; code: string | null; slug: string | null; phoneEnd: string | null },
  max: number,
) {
  const { ids, code, slug, phoneEnd } = by
  return (
    db
      .selectFrom('registry')
      .select(['id', 'code', 'registry_name', 'name', 'surname', 'partner_name', 'partner_surname'])
      .select(['event_day', 'closing_day', 'removed_at'])
      // A union, so that each condition uses its own index; those of the phones are on exactly these expressions.
      .where(
        'id',
        '=',
        sql<number>`any(array(
        select unnest(${ids}::bigint[])
        union select id from registry where code = ${code}
        union select registry_id from slug where folded = ${slug}
        union (select id from registry
          where right(regexp_replace(home_address ->> 'phone', '\\D', '', 'g'), 10) = ${phoneEnd} limit 500)
        union (select id from registry
          where right(regexp_replace(shipping_address ->> 'phone', '\\D', '', 'g'), 10) = ${phoneEnd} limit 500)))`,
      )
      .orderBy('id', 'desc')
      .limit(max)
      .execute()
  )
}

export type StaffRegistryRow = Pick<
  Selectable<Tables['registry']>,
  'closing_day' | 'removed_at' | 'name' | 'surname' | 'partner_name' | 'partner_surname'
>

/** The hosts with these ids, that e-mail or that phone, each with the codes of the newest registries. */
export async function findStaffHosts(
  db: Db,
  { ids, emailKey, phone }: { ids: number[]; emailKey: string | null; phone: string | null },
) {
  const { rows } = await sql<{
    id: number
    name: string
    email: string
    phone: string | null
    registries: string[]
  }>`
    select id, concat_ws(' ', name, surname) as name, email, phone, array(
      select code from registry where customer_id = customer.id or co_host_id = customer.id
      order by id desc limit 5) as registries
    from customer
    where erased_at is null
      and (id = any(${ids}::bigint[]) or email_key = ${emailKey} or (phone = ${phone} and phone is not null))
    order by id desc`.execute(db)
  return rows
}

/** What the shop's order is to us: gifts of registries, lines without a place, an order for a host. */
export async function findStaffOrders(db: Db, orderId: number, max: number) {
  const { rows } = await sql<{
    kind: 'gifts' | 'unmatched' | 'host'
    registry: string | null
    payer: string | null
    lines: number
    cents: number
  }>`
    select 'gifts' as kind, registry.code as registry,
      string_agg(distinct nullif(giver_name, ''), ', ') as payer, count(*)::int as lines, sum(cents)::int as cents
      from purchase join registry on registry.id = registry_id where order_id = ${orderId} group by registry.code
    union all
    select 'unmatched', null, null, count(*)::int, sum(cents)::int
      from unmatched_line where order_id = ${orderId} having count(*) > 0
    union all
    select 'host', registry.code, null, 1, cents from payout join registry on registry.id = registry_id
      where shop_id = ${orderId} and method = 'order'
    limit ${max}`.execute(db)
  return rows
}

/** Receipts that were taken back are found as well; newest first. */
export async function findStaffReceipts(db: Db, keys: string[], max: number) {
  const { rows } = await sql<{
    /** In the place of an order's number, below zero (R967). */
    order_id: number
    number: string
    registry: string
    lines: number
    cents: number
    at: Date
    /** Whether it was not taken back. */
    counts: boolean
  }>`
    select (-till_receipt.id)::int as order_id, number, registry.code as registry, lines, cents, recorded_at as at,
      reversed_at is null as counts
    from till_receipt
    join registry on registry.id = registry_id
    cross join lateral (
      select count(*)::int as lines, coalesce(sum(purchase.cents), 0)::int as cents
      from purchase where order_id = -till_receipt.id) as total
    where number_key = any(${keys}::text[])
    order by till_receipt.id desc limit ${max}`.execute(db)
  return rows
}

/** Checkouts with these ids, by the guest's e-mail, the shop's cart now or before, or our reference; newest first. */
export async function findStaffCheckouts(
  db: Db,
  by: { ids: number[]; email: string | null; cartId: string | null; reference: string | null },
  max: number,
) {
  const { ids, email, cartId, reference } = by
  const { rows } = await sql<{
    reference: string
    registry: string
    giver: string | null
    email: string | null
    state: 'open' | 'ordered' | 'failed' | 'expired'
    orders: number[]
    at: Date
  }>`
    select reference, registry.code as registry, coalesce(giver_name, bought.giver) as giver,
      coalesce(giver_email, bought.email) as email, state, coalesce(bought.orders, '{}') as orders, handoff.created_at as at
    from handoff
    join registry on registry.id = registry_id
    cross join lateral (
      select max(nullif(purchase.giver_name, '')) as giver, max(purchase.giver_email) as email,
        array_agg(distinct order_id order by order_id) filter (where order_id > 0) as orders
      from purchase where handoff_id = handoff.id) as bought
    where handoff.id = any(array(
      (select id from handoff where giver_email is not null and lower(giver_email) = lower(${email}) limit 500)
      union (select handoff_id from purchase where giver_email is not null and lower(giver_email) = lower(${email}) limit 500)
      union select id from handoff where cart_id = ${cartId}
      union select handoff_id from former_cart where cart_id = ${cartId}
      union select id from handoff where reference = ${reference}
      union select unnest(${ids}::bigint[])))
    order by handoff.id desc limit ${max}`.execute(db)
  return rows
}

/** The gift cards and host orders with that code of ours, or whose code ends so; newest first. */
export function findStaffCards(
  db: Db,
  { whole, end }: { whole: string | null; end: string | null },
  max: number,
) {
  return db
    .selectFrom('payout')
    .innerJoin('registry', 'registry.id', 'registry_id')
    .select(['payout.id', 'payout.code', 'registry.code as registry', 'cents', 'state'])
    .where(where =>
      where.or([where('payout.code', '=', whole ?? ''), sql<boolean>`right(payout.code, 4) = ${end}`]),
    )
    .orderBy('payout.id', 'desc')
    .limit(max)
    .execute()
}

/** Newest first. */
export async function findStaffGuests(
  db: Db,
  { emailKey, phone }: { emailKey: string | null; phone: string | null },
  max: number,
) {
  const { rows } = await sql<{ id: number; registry: string; name: string; email: string | null }>`
    select guest.id, registry.code as registry, guest.name, guest.email
    from guest join registry on registry.id = registry_id
    where (email_key = ${emailKey} and email_key is not null) or (guest.phone = ${phone} and guest.phone is not null)
    order by guest.id desc limit ${max}`.execute(db)
  return rows
}

type Kind = 'registry' | 'host' | 'giver'
interface Named {
  id: number
  names: string
}

/**
 * Updates the entries of up to `max` changed registries, hosts and givers in one transaction; answers how many changes
 * it took. Changes that another process has locked are skipped.
 */
export function indexStaffSearchChanges(db: Db, max: number): Promise<number> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ kind: Kind; ref_id: number }>`
      delete from staff_search_change where id = any(array(
        select id from staff_search_change order by id limit ${max} for update skip locked))
      returning kind, ref_id`.execute(tx)
    for (const kind of ['registry', 'host', 'giver'] as const) {
      const ids = [...new Set(rows.filter(row => row.kind === kind).map(row => row.ref_id))]
      if (ids.length > 0) await replaceEntries(tx, kind, ids)
    }
    return rows.length
  })
}

async function replaceEntries(tx: Db, kind: Kind, ids: number[]): Promise<void> {
  const { rows: named } = await namesOf[kind](ids).execute(tx)
  const gone = ids.filter(id => !named.some(row => row.id === id))
  await sql`delete from staff_search_entry where kind = ${kind} and ref_id = any(${gone}::bigint[])`.execute(
    tx,
  )
  const keys = named.map(({ names }) => phoneticSearchKeys(names))
  // In the order of the ids, so that two processes never wait for one another.
  await sql`
    insert into staff_search_entry (kind, ref_id, words)
    select ${kind}::staff_search_kind, id, array_to_tsvector(array_remove(string_to_array(keys, ' '), ''))
    from unnest(${named.map(({ id }) => id)}::bigint[], ${keys}::text[]) as named (id, keys)
    order by id
    on conflict (kind, ref_id) do update set words = excluded.words`.execute(tx)
}

const namesOf: Record<Kind, (ids: number[]) => RawBuilder<Named>> = {
  registry: ids => sql<Named>`
    select id, concat_ws(' ', registry_name, name, surname, partner_name, partner_surname) as names
    from registry where id = any(${ids}::bigint[])`,
  host: ids => sql<Named>`
    select id, concat_ws(' ', name, surname) as names
    from customer where id = any(${ids}::bigint[]) and erased_at is null`,
  /** Names that the giver gave, and that the order has. */
  giver: ids => sql<Named>`
    select id, names from (
      select id, concat_ws(' ', giver_name, (
        select string_agg(distinct giver_name, ' ') from purchase where handoff_id = handoff.id)) as names
      from handoff where id = any(${ids}::bigint[])) as giver
    where trim(names) <> ''`,
}

/**
 * Ids of that kind whose names have every word of the query, newest first; of rare names the newest of `maxMatches`.
 */
export async function findIdsByNames(db: Db, kind: Kind, query: string, max: number): Promise<number[]> {
  const newest = await findNewestIds(db, kind, query, max)
  return newest.length === max ? newest : findAnyIds(db, kind, query, max)
}

/** Common names are found among the newest entries, without reading their long list in the index. */
const newestEntries = 2000

async function findNewestIds(db: Db, kind: Kind, query: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ ref_id: number }>`
    select ref_id from (
      select ref_id, words from staff_search_entry where kind = ${kind} order by ref_id desc limit ${newestEntries}
    ) newest where words @@ ${query}::tsquery order by ref_id desc limit ${max}`.execute(db)
  return rows.map(({ ref_id }) => ref_id)
}

/** A short beginning of a name may match thousands; only so many are read. */
const maxMatches = 500

/**
 * The kind is written into the statement, so that its partial index is used. The query is a subselect, so that the
 * planner doesn't take its words for common and read the whole table.
 */
async function findAnyIds(db: Db, kind: Kind, query: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ ref_id: number }>`
    with matches as materialized (
      select ref_id from staff_search_entry
      where kind = ${sql.lit(kind)} and words @@ (select ${query}::tsquery))
    select ref_id from (select ref_id from matches limit ${maxMatches}) found order by ref_id desc limit ${max}`.execute(
    db,
  )
  return rows.map(({ ref_id }) => ref_id)
}
