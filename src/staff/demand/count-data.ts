import { type Selectable, sql } from 'kysely'
import { addDays, type Day } from '../../base/dates.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { demandPriceBands } from './rules.ts'

export type DemandBuild = Pick<
  Selectable<Tables['demand_build']>,
  'position' | 'day' | 'started_at' | 'finished_at' | 'shown_day'
>

/** The state of the count, for this transaction alone; undefined while another process counts. */
export function lockDemandBuild(tx: Db): Promise<DemandBuild | undefined> {
  return tx
    .selectFrom('demand_build')
    .select(['position', 'day', 'started_at', 'finished_at', 'shown_day'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Begins to count anew, for registries as they are on that day. */
export async function beginDemand(tx: Db, day: Day, now: Date): Promise<void> {
  await sql`truncate demand_count`.execute(tx)
  await tx.updateTable('demand_build').set({ position: 0, day, started_at: now }).execute()
}

/**
 * Adds the gifts of up to `max` registries above the position; answers the new position, null at the end. What was given
 * is never removed.
 */
export async function addDemandSlice(
  tx: Db,
  position: number,
  day: Day,
  max: number,
): Promise<number | null> {
  const dueWithin = (days: number) =>
    sql`coalesce(sum(open) filter (where event_day between ${day}::date and ${addDays(day, days)}::date), 0)`
  const { rows } = await sql<{ id: number; removed_at: Date | null }>`
    select id from registry where id > ${position} order by id limit ${max}`.execute(tx)
  const ids = rows.map(row => row.id)
  await sql`
    with gifts as materialized (
      select gift::gift as gift, registry.event_day,
        registry.removed_at is null and (closing_day is null or closing_day >= ${day}::date) as is_open
      from registry cross join lateral (
        select * from gift where registry_id = registry.id and gift.removed_at is null offset 0) as gift
      where registry.id = any(${ids}::bigint[])),
    units as (
      select (gift).product_id, (gift).quantity, event_day, is_open, case
        when not (gift).is_group then coalesce(given.units, 0)
        when is_gift_given(gift, product, variant, given.units, given.cents) then (gift).quantity else 0 end as given
      from gifts
      left join product on product.id = (gift).product_id left join variant on variant.id = (gift).variant_id
      left join gift_given(array(select (gift).id from gifts)) as given on given.gift_id = (gift).id
      where coalesce(product.type, '') <> 'giftcertificate'),
    counted as (
      select product_id, event_day, quantity as wished, given,
        case when is_open then greatest(quantity - given, 0) else 0 end as open
      from units)
    insert into demand_count as former (product_id, month, wished, open, given, due_30, due_60, due_90)
    select product_id, coalesce(to_char(event_day, 'YYYY-MM'), ''), sum(wished), sum(open), sum(given),
      ${dueWithin(30)}, ${dueWithin(60)}, ${dueWithin(90)}
    from counted group by 1, 2
    on conflict (product_id, month) do update set wished = former.wished + excluded.wished,
      open = former.open + excluded.open, given = former.given + excluded.given,
      due_30 = former.due_30 + excluded.due_30, due_60 = former.due_60 + excluded.due_60,
      due_90 = former.due_90 + excluded.due_90`.execute(tx)
  const next = ids.length < max ? null : (ids.at(-1) ?? null)
  await tx.updateTable('demand_build').set({ position: next }).execute()
  return next
}

const unitColumns = sql`wished, open, given, swapped, due_30, due_60, due_90`
const unitSums = sql`sum(wished), sum(open), sum(given), sum(swapped), sum(due_30), sum(due_60), sum(due_90)`

/** Shows staff what was counted in place of what was before. */
export async function showCountedDemand(tx: Db, now: Date): Promise<void> {
  const bands = [...demandPriceBands]
    .reverse()
    .map(from => sql`when product.price_cents >= ${from}::int then ${from}::int`)
  await sql`delete from demand_line`.execute(tx)
  await sql`
    insert into demand_line (dimension, key, brand, category_ids, price_from, ${unitColumns}, stock, keys)
    select 'product', counted.product_id::text, product.brand, coalesce(product.category_ids, '{}'),
      case when product.id is not null then case ${sql.join(bands, sql` `)} else 0 end end, counted.wished,
      counted.open, counted.given, coalesce(product_swap.count, 0), counted.due_30, counted.due_60, counted.due_90,
      coalesce(product.stock, (select sum(stock) from variant where variant.product_id = counted.product_id)),
      product_listing.keys
    from (
      select product_id, sum(wished) as wished, sum(open) as open, sum(given) as given, sum(due_30) as due_30,
        sum(due_60) as due_60, sum(due_90) as due_90
      from demand_count group by product_id) as counted
    left join product on product.id = counted.product_id
    left join product_listing on product_listing.product_id = counted.product_id
    left join product_swap on product_swap.product_id = counted.product_id`.execute(tx)
  await sql`
    insert into demand_line (dimension, key, ${unitColumns}, stock)
    select 'category', category_id::text, ${unitSums}, sum(stock)
    from demand_line cross join unnest(category_ids) as category_id where dimension = 'product' group by category_id
    union all
    select 'brand', brand, ${unitSums}, sum(stock)
    from demand_line where dimension = 'product' and brand is not null group by brand
    union all
    select 'price', price_from::text, ${unitSums}, sum(stock)
    from demand_line where dimension = 'product' and price_from is not null group by price_from
    union all
    select 'month', month, sum(wished), sum(open), sum(given), 0, sum(due_30), sum(due_60), sum(due_90), null
    from demand_count group by month`.execute(tx)
  await showCountedMonths(tx)
  await sql`update demand_build set finished_at = ${now}, shown_day = day, position = null`.execute(tx)
}

const monthColumns = sql`wished, open, given, due_30, due_60, due_90, stock, to_order`
const monthSums = sql`sum(wished), sum(open), sum(given), sum(due_30), sum(due_60), sum(due_90), sum(stock), sum(to_order)`

/** The same by month of the event: the stock goes to the earliest events first, to those without a day last (R1032). */
async function showCountedMonths(tx: Db): Promise<void> {
  await sql`delete from demand_month_line`.execute(tx)
  await sql`
    insert into demand_month_line (dimension, key, month, brand, category_ids, price_from, ${monthColumns})
    select 'product', line.key, counted.month, line.brand, line.category_ids, line.price_from, counted.wished,
      counted.open, counted.given, counted.due_30, counted.due_60, counted.due_90, line.stock,
      least(counted.open, greatest(0, until - line.stock))
    from (
      select demand_count.*, sum(open) over (partition by product_id order by month = '', month) as until
      from demand_count) as counted
    join demand_line as line on line.dimension = 'product' and line.key = counted.product_id::text`.execute(
    tx,
  )
  await sql`
    insert into demand_month_line (dimension, key, month, ${monthColumns})
    select 'category', category_id::text, month, ${monthSums}
    from demand_month_line cross join unnest(category_ids) as category_id where dimension = 'product'
    group by category_id, month
    union all
    select 'brand', brand, month, ${monthSums}
    from demand_month_line where dimension = 'product' and brand is not null group by brand, month
    union all
    select 'price', price_from::text, month, ${monthSums}
    from demand_month_line where dimension = 'product' and price_from is not null group by price_from, month`.execute(
    tx,
  )
}

/** A host has put another product in the place of this one. */
export async function countProductSwap(tx: Db, { productId }: { productId: number }): Promise<void> {
  await sql`
    insert into product_swap as former (product_id, count) values (${productId}, 1)
    on conflict (product_id) do update set count = former.count + 1`.execute(tx)
}
