import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import type { Db } from '../server/tables.ts'
import { type Asked, inCategory, inOrder, isPriced, placeIn, priced } from './page-data.ts'

/** How many products of the shelf fit what is asked, in all and in each category. */

export interface Count {
  /** Within the prices. */
  products: number
  /** The lowest and the highest price whatever was asked of prices; null when none has a price. */
  low: Cents | null
  high: Cents | null
}

export interface Counts {
  /** In every category, whichever is asked for. */
  whole: Count
  /** Category id → what is in it and below it. */
  categories: Map<number, Count>
  /** How many fit the words, whatever their price. */
  found: number
  /** How many products the shelf has. */
  stock: number
}

/** With `ids`, the page itself, where it was read along; null where it wasn't. */
export type Counted = Counts & { ids: number[] | null }

/** From so many on, what fits is common: counted once in a while and not for everybody. */
export const commonFrom = 2000
const freshMs = 60_000
const keptMs = 600_000
const keptMost = 300

/** Counts by what was asked, and when they were counted or began to be counted anew (ms). */
type Kept = Map<string, { counts: Counts; at: number }>
const keptOf = new WeakMap<Db, Kept>()

/**
 * Counts what fits. Counts of what is common are kept in memory: older than a minute they still answer, and are
 * counted anew behind the answer; older than ten they do not. All others are exact at every moment.
 */
export async function countsOf(db: Db, asked: Asked, now: Date, common = commonFrom): Promise<Counted> {
  const kept: Kept = keptOf.get(db) ?? new Map()
  keptOf.set(db, kept)
  const key = JSON.stringify([asked.query, asked.priceMin, asked.priceMax])
  const known = kept.get(key)
  const age = known ? now.getTime() - known.at : Number.POSITIVE_INFINITY
  if (known && age < freshMs) return { ...known.counts, ids: null }
  const counting = counted(db, asked).then(({ ids, ...counts }) => {
    kept.delete(key)
    if (counts.found >= common) kept.set(key, { counts, at: now.getTime() })
    for (const oldest of kept.keys()) if (kept.size > keptMost) kept.delete(oldest)
    return { ...counts, ids }
  })
  if (!known || age >= keptMs) return counting
  known.at = now.getTime()
  counting.catch(() => {})
  return { ...known.counts, ids: null }
}

type Row = [category: number | null, products: number, low: Cents | null, high: Cents | null]

async function counted(db: Db, asked: Asked): Promise<Counted> {
  const { rows } = await sql<{ counts: Row[]; found: number; stock: number; ids: number[] | null }>`
    with ${asked.query === null ? sql`` : sql`fits as materialized (${fits(asked)}),`}
    counted as (${asked.query === null ? beforehand(asked) : amongFits(asked)}),
    known as materialized (select counted.*, branch_ids from counted join category_set on category_set.id = set_id),
    totals as (
      select null as category, coalesce(sum(products), 0) as products, min(low) as low, max(high) as high from known
      union all
      select category, sum(products), min(low), max(high) from known, unnest(branch_ids) category group by category)
    select json_agg(json_build_array(category, products, low, high)) as counts,
      (select coalesce(sum(found), 0)::int from known) as found,
      (select coalesce(sum(products), 0)::int from category_set) as stock,
      ${asked.query === null ? sql`null` : sql`array(${inOrder(asked, pageAmong(asked))})`} as ids
    from totals`.execute(db)
  const { counts = [], ...others } = rows[0] ?? { found: 0, stock: 0, ids: null }
  const categories = new Map<number, Count>()
  let whole = none
  for (const [category, products, low, high] of counts)
    if (category === null) whole = { products, low, high }
    else categories.set(category, { products, low, high })
  return { whole, categories, ...others }
}

export const none: Count = { products: 0, low: null, high: null }

const fits = (asked: Asked) => sql`select product_id, set_id, price_cents, ${placeIn(asked)} as place
  from shelf where keys @@ ${asked.query}::tsquery`

const pageAmong = (asked: Asked) => sql`(select * from fits where ${priced(asked)} and ${inCategory(asked)})`

/** A row for each set of categories. */
const amongFits = (asked: Asked) => sql`select set_id, count(*) as found,
    count(*) filter (where ${priced(asked)}) as products, min(price_cents) as low, max(price_cents) as high
  from fits group by set_id`

/** The same without words: most is known beforehand. */
function beforehand(asked: Asked): RawBuilder<unknown> {
  const all = sql`select id as set_id, products as found, price_min as low, price_max as high from category_set
    where products > 0`
  if (!isPriced(asked)) return sql`select *, found as products from (${all}) one`
  return sql`select one.*, coalesce(within.products, 0) as products from (${all}) one
    left join (select set_id, count(*) as products from shelf where ${priced(asked)} group by set_id) within
    using (set_id)`
}
