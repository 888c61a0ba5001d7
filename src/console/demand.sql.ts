import { type Selectable, sql } from 'kysely'
import { addDays, type Day } from '../base/dates.ts'
import { phoneticQueryKeys } from '../base/greek/phonetic-keys.ts'
import type { Language } from '../base/language.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { type DemandDimension, type DemandSort, demandPriceBands } from './console.rules.ts'
import { toTextQuery } from './search.rules.ts'

interface DemandRow extends Record<DemandSort, number> {
  key: string
  /** `YYYY-MM`, empty while it is undecided; null for all months together. */
  month: string | null
  /** Of a product, category or brand; empty where the shop has none any more. */
  name: string
  /** Null where the shop does not count it. */
  stock: number | null
  /** Units needed beyond the stock, within 90 days or for the month; null where the stock is not counted. */
  to_order: number | null
}

interface DemandFilter {
  by: DemandDimension
  words?: string | undefined
  brand?: string | undefined
  category?: number | undefined
  /** The lower end of a price band, in cents. */
  price?: string | undefined
  /** `YYYY-MM`, `none` or `each` (demand by month: R1032). */
  month?: string | undefined
}

/** Demand by month has no further filter by month. */
const monthOf = ({ by, month }: DemandFilter) => (by === 'month' ? undefined : month)

/** Swaps are not counted by month. */
export function sortFor(filter: DemandFilter, sort: DemandSort): DemandSort {
  return sort === 'swapped' && monthOf(filter) !== undefined ? 'open' : sort
}

const tableFor = (filter: DemandFilter) =>
  monthOf(filter) === undefined ? sql`demand_line` : sql`demand_month_line`

/** Only lines of products have a brand, categories and a price to filter by. */
function matching(filter: DemandFilter) {
  const { by, words, brand, category, price } = filter
  const month = monthOf(filter)
  const ofMonth =
    month === undefined || month === 'each' ? sql`` : sql`and month = ${month === 'none' ? '' : month}`
  if (by !== 'product') return sql`dimension = ${sql.lit(by)} ${ofMonth}`
  const ofBrand = brand === undefined ? sql`` : sql`and brand = ${brand}`
  const ofCategory = category === undefined ? sql`` : sql`and category_ids && ${[category]}::int[]`
  const ofPrice = price === undefined ? sql`` : sql`and price_from = ${Number(price)}`
  return sql`dimension = 'product' ${ofMonth} ${ofBrand} ${ofCategory} ${hasWords(words, month !== undefined)} ${ofPrice}`
}

/** Each word has to begin a word of the product, as it is written or as it sounds in the other alphabet. */
function hasWords(words: string | undefined, isOfMonths: boolean) {
  if (words === undefined) return sql``
  const query = toTextQuery(phoneticQueryKeys(words))
  if (query === '') return sql`and false`
  return isOfMonths
    ? sql`and exists (select from demand_line line where line.dimension = 'product'
        and line.key = demand_month_line.key and line.keys @@ ${query}::tsquery)`
    : sql`and keys @@ ${query}::tsquery`
}

export async function findDemandLines(
  db: Db,
  filter: DemandFilter,
  { sort, offset, limit }: { sort: DemandSort; offset: number; limit: number },
  language: Language,
): Promise<DemandRow[]> {
  const byMonth = monthOf(filter) !== undefined
  const order = sql`${sql.ref(sort)} desc, key ${byMonth ? sql`, month` : sql``}`
  const more = byMonth ? sql`month, 0 as swapped` : sql`null as month, swapped`
  const { rows } = await sql<DemandRow>`
    with page as (
      select * from ${tableFor(filter)} where ${matching(filter)}
      order by ${order} limit ${limit} offset ${offset})
    select key, wished, open, given, due_30, due_60, due_90, stock, to_order, ${more},
      coalesce(case dimension
        when 'product' then (select name from product_text_in(${language}) as text where text.product_id = key::int)
        when 'category' then (select name from category where id = key::int and language = ${language})
        when 'brand' then key end, '') as name
    from page order by ${order}`.execute(db)
  return rows
}

/** `total` is counted up to `max`; `most` is the largest number of units in the column, for its bars. */
export async function summarizeDemand(db: Db, filter: DemandFilter, sort: DemandSort, max: number) {
  const units = sql.ref(sort)
  const table = tableFor(filter)
  const matches = matching(filter)
  // With words, counting by their index is faster than looking for them in each line that is counted.
  const { rows } =
    filter.words !== undefined
      ? await sql<{ total: number; most: number }>`
        select coalesce((select ${units} from ${table} where ${matches} order by ${units} desc limit 1), 0) as most,
          (select count(*) from (
            select from ${table} where ${matches} limit ${max}) as lines) as total`.execute(db)
      : await sql<{ total: number; most: number }>`
        select count(*) as total, coalesce(max(units), 0) as most from (
          select ${units} as units from ${table} where ${matches} order by ${units} desc limit ${max}) as lines`.execute(
          db,
        )
  return rows[0] ?? { total: 0, most: 0 }
}

/** The latest months of events, the undecided as an empty one. */
export async function findDemandMonths(db: Db, max: number): Promise<string[]> {
  const lines = await db
    .selectFrom('demand_line')
    .select('key')
    .where('dimension', '=', 'month')
    .orderBy('key', 'desc')
    .limit(max)
    .execute()
  return lines.map(({ key }) => key)
}

/** The brands with most open units, sorted by name; the chosen one is always among them. */
export async function findDemandBrands(db: Db, { brand }: DemandFilter, max: number): Promise<string[]> {
  const lines = await db
    .selectFrom('demand_line')
    .select('key')
    .where('dimension', '=', 'brand')
    .orderBy('open', 'desc')
    .orderBy('key')
    .limit(max)
    .execute()
  const brands = new Set([...lines.map(({ key }) => key), ...(brand === undefined ? [] : [brand])])
  return [...brands].sort((a, b) => a.localeCompare(b, 'el'))
}

/** The categories with most open units, below their parents' names; the chosen one is always among them. */
export async function findDemandCategories(
  db: Db,
  { category }: DemandFilter,
  max: number,
  language: Language,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with chosen as (
      (select key::int as id from demand_line where dimension = 'category' order by open desc, key limit ${max})
      union select ${category ?? null}::int)
    select own.id, concat_ws(' › ', parent.name, own.name) as name
    from chosen join category as own on own.id = chosen.id and own.language = ${language}
    left join category as parent on parent.id = own.parent_id and parent.language = own.language
    limit ${max + 1}`.execute(db)
  return rows.sort((a, b) => a.name.localeCompare(b.name, language))
}

export function findEmptyProductSearches(db: Db, max: number) {
  return db
    .selectFrom('empty_product_search')
    .select(['words', 'count', 'last_at'])
    .orderBy('count', 'desc')
    .orderBy('words')
    .limit(max)
    .execute()
}

export function findEmptyRegistrySearches(db: Db, max: number) {
  return db
    .selectFrom('empty_registry_search')
    .select(['length', 'count', 'last_at'])
    .orderBy('length')
    .limit(max)
    .execute()
}

type DemandBuild = Pick<
  Selectable<Tables['demand_build']>,
  'position' | 'day' | 'started_at' | 'finished_at' | 'shown_day'
>

/** Locks the state of the count for this transaction; undefined while another process has it. */
export function lockDemandBuild(tx: Db): Promise<DemandBuild | undefined> {
  return tx
    .selectFrom('demand_build')
    .select(['position', 'day', 'started_at', 'finished_at', 'shown_day'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Starts a new count of registries as they are on that day. */
export async function beginDemand(tx: Db, day: Day, now: Date): Promise<void> {
  await sql`truncate demand_count`.execute(tx)
  await tx.updateTable('demand_build').set({ position: 0, day, started_at: now }).execute()
}

/**
 * Adds the gifts of up to `max` registries above the position; answers the new position, null at the end. A gift that
 * was given is never removed, so removed ones are left out.
 */
export async function addDemandSlice(tx: Db, position: number, day: Day, max: number) {
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

export async function showCountedDemand(tx: Db, now: Date): Promise<void> {
  const bands = [...demandPriceBands]
    .reverse()
    .map(from => sql`when product.price_cents >= ${from}::int then ${from}::int`)
  await sql`delete from demand_line`.execute(tx)
  await sql`
    insert into demand_line (dimension, key, brand, category_ids, price_from, ${unitColumns}, stock, to_order, keys)
    select 'product', counted.product_id::text, product.brand, coalesce(product.category_ids, '{}'),
      case when product.id is not null then case ${sql.join(bands, sql` `)} else 0 end end, counted.wished,
      counted.open, counted.given, coalesce(product_swap.count, 0), counted.due_30, counted.due_60, counted.due_90,
      shop.stock, case when shop.stock is not null then greatest(0, counted.due_90 - shop.stock) end,
      product_listing.keys
    from (
      select product_id, sum(wished) as wished, sum(open) as open, sum(given) as given, sum(due_30) as due_30,
        sum(due_60) as due_60, sum(due_90) as due_90
      from demand_count group by product_id) as counted
    left join product on product.id = counted.product_id
    left join product_listing on product_listing.product_id = counted.product_id
    left join product_swap on product_swap.product_id = counted.product_id
    cross join lateral (
      select coalesce(product.stock, (select sum(stock) from variant where variant.product_id = counted.product_id)) as stock
    ) as shop`.execute(tx)
  await sql`
    insert into demand_line (dimension, key, ${unitColumns}, stock, to_order)
    select 'category', category_id::text, ${unitSums}, sum(stock), sum(to_order)
    from demand_line cross join unnest(category_ids) as category_id where dimension = 'product' group by category_id
    union all
    select 'brand', brand, ${unitSums}, sum(stock), sum(to_order)
    from demand_line where dimension = 'product' and brand is not null group by brand
    union all
    select 'price', price_from::text, ${unitSums}, sum(stock), sum(to_order)
    from demand_line where dimension = 'product' and price_from is not null group by price_from
    union all
    select 'month', month, sum(wished), sum(open), sum(given), 0, sum(due_30), sum(due_60), sum(due_90), null, null
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
      case when line.stock is not null then least(counted.open, greatest(0, until - line.stock)) end
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

/** `productId` is the product that a host swapped for another one. */
export async function countProductSwap(tx: Db, { productId }: { productId: number }): Promise<void> {
  await sql`
    insert into product_swap as former (product_id, count) values (${productId}, 1)
    on conflict (product_id) do update set count = former.count + 1`.execute(tx)
}
