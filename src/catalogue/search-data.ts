import { type RawBuilder, sql } from 'kysely'
import type { QueryWord } from '../base/fold.ts'
import type { Cents } from '../base/money.ts'
import { isOneTypo, leastAlike } from '../base/names.ts'
import type { Db } from '../server/tables.ts'
import type { Sort } from './contract.ts'
import { forgivesTypo } from './rules.ts'

/** Searching the shelf, which shelf-data.ts keeps. */

export interface Wanted {
  words: QueryWord[]
  category?: number | undefined
  /** Cents, incl. VAT, both included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: Sort
  page: number
  perPage: number
}

export interface OnShelf {
  /** The products of the page, in order. */
  ids: number[]
  /** How many fit in all. */
  total: number
  /** Category id → how many fit the words and prices in it and below it, whichever category is chosen. */
  categories: Record<string, number>
  /** The lowest and the highest price of what fits the words and the category; null when none has a price. */
  priceMin: Cents | null
  priceMax: Cents | null
  /** Whether the words themselves are nowhere, and these differ from them by a typo. */
  near: boolean
}

/**
 * One page of the listed products that fit. Words are looked for as they are written, as the beginning of a word;
 * when that finds nothing, by their sound in the other alphabet too; and when that finds nothing, with one typo.
 */
export async function searchShelf(db: Db, wanted: Wanted): Promise<OnShelf> {
  if (wanted.words.length === 0) return browse(db, wanted)
  for (const keysOf of [written, sounding]) {
    const found = await withKeys(db, wanted, wanted.words.map(keysOf))
    if (found) return found
  }
  const found = await withKeys(db, wanted, await mistyped(db, wanted.words))
  return found ? { ...found, near: true } : nothing
}

const nothing: OnShelf = { ids: [], total: 0, categories: {}, priceMin: null, priceMax: null, near: false }

const written = ({ plain }: QueryWord) => [`'${plain}':*`]
const sounding = (word: QueryWord) => [...written(word), ...word.sounds.map(sound => `'~${sound}':*`)]

/** What has for each word one of its keys; null when nothing has, whatever the prices. */
async function withKeys(db: Db, wanted: Wanted, keys: string[][]): Promise<OnShelf | null> {
  if (keys.some(one => one.length === 0)) return null
  const query = keys.map(one => `(${one.join(' | ')})`).join(' & ')
  const found = await answered(
    db,
    sql`
    fits as materialized (
      select product_id, set_id, price_cents, ${sorting[wanted.sort].column} as place
      from shelf where keys @@ ${query}::tsquery),
    counted as (
      select set_id, count(*) filter (where ${priced(wanted)}) as products,
        min(price_cents) as price_min, max(price_cents) as price_max
      from fits group by set_id)`,
    sql`select product_id from fits where ${onPage(wanted)}
      order by place ${sorting[wanted.sort].direction}, product_id`,
    wanted,
  )
  return found.any ? found : null
}

/** Without words most is known beforehand. */
function browse(db: Db, wanted: Wanted): Promise<OnShelf> {
  const isPriced = wanted.priceMin !== undefined || wanted.priceMax !== undefined
  const { column, direction } = sorting[wanted.sort]
  return answered(
    db,
    sql`
    counted as (
      select id as set_id, ${isPriced ? sql`coalesce(within.products, 0)` : sql`category_set.products`} as products,
        price_min, price_max
      from category_set ${
        isPriced
          ? sql`left join (select set_id, count(*) as products from shelf where ${priced(wanted)} group by set_id) within
          on within.set_id = category_set.id`
          : sql``
      }
      where category_set.products > 0)`,
    sql`select product_id from shelf where ${onPage(wanted)} order by ${column} ${direction}, product_id`,
    wanted,
  )
}

/** `counted` has a row for each category set (products within the prices; prices of all); `page` gives ids in order. */
async function answered(
  db: Db,
  counted: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
  { category, page: number, perPage }: Wanted,
): Promise<OnShelf & { any: boolean }> {
  const inBranch = category === undefined ? sql`true` : sql`branch_ids @> array[${category}::int]`
  const { rows } = await sql<OnShelf & { any: boolean }>`
    with ${counted},
    known as materialized (select counted.*, branch_ids from counted join category_set on category_set.id = set_id),
    chosen as (select coalesce(sum(products), 0)::int as total, min(price_min) as low, max(price_max) as high
      from known where ${inBranch})
    select total, low as "priceMin", high as "priceMax", false as near,
      exists (select from known) as any,
      array(${page} limit ${perPage} offset ${(number - 1) * perPage}) as ids,
      (select coalesce(jsonb_object_agg(category, products), '{}') from (
        select category, sum(products) as products from known, unnest(branch_ids) category group by category) one
      ) as categories
    from chosen`.execute(db)
  return rows[0] ?? { ...nothing, any: false }
}

const sorting: Record<Sort, { column: RawBuilder<unknown>; direction: RawBuilder<unknown> }> = {
  newest: { column: sql`newest`, direction: sql`asc nulls last` },
  featured: { column: sql`featured`, direction: sql`asc nulls last` },
  'best-selling': { column: sql`sold`, direction: sql`asc nulls last` },
  'brand-a-z': { column: sql`brand_rank`, direction: sql`asc nulls last` },
  'brand-z-a': { column: sql`brand_rank`, direction: sql`desc nulls last` },
  'price-up': { column: sql`price_cents`, direction: sql`asc nulls last` },
  'price-down': { column: sql`price_cents`, direction: sql`desc nulls last` },
}

function priced({ priceMin, priceMax }: Wanted): RawBuilder<boolean> {
  const bounds = [
    priceMin === undefined ? null : sql<boolean>`price_cents >= ${priceMin}`,
    priceMax === undefined ? null : sql<boolean>`price_cents <= ${priceMax}`,
  ].filter(bound => bound !== null)
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql<boolean>`true`
}

function onPage(wanted: Wanted): RawBuilder<boolean> {
  if (wanted.category === undefined) return priced(wanted)
  return sql<boolean>`${priced(wanted)} and set_id = any(array(
    select id from category_set where branch_ids @> array[${wanted.category}::int]))`
}

const alikeMost = 200

/** For each word what it finds as it is written; for one that finds nothing, the keys one typo away from it. */
async function mistyped(db: Db, words: QueryWord[]): Promise<string[][]> {
  const alikeLeast = leastAlike(Math.min(...words.map(({ plain }) => Math.max(plain.length, 5))))
  return db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(alikeLeast)}, true)`.execute(tx)
    return Promise.all(words.map(word => withTypo(tx, word)))
  })
}

async function withTypo(tx: Db, word: QueryWord): Promise<string[]> {
  const keys = [word.plain, ...word.sounds.map(sound => `~${sound}`)]
  const { rows } = await sql<{ key: string; isWritten: boolean }>`
    select asked.key, true as "isWritten" from unnest(${keys}::text[]) as asked (key)
    where exists (select from shelf_key known where known.key >= asked.key and known.key < asked.key || ${afterAll})
    union all
    select known.key, false from unnest(${keys}::text[]) as asked (key) cross join lateral (
      select key from shelf_key where key % asked.key order by similarity(key, asked.key) desc limit ${alikeMost}) known`.execute(
    tx,
  )
  const there = rows.filter(({ isWritten }) => isWritten)
  if (there.length > 0) return there.map(({ key }) => `'${key}':*`)
  const meant = rows.filter(({ key }) =>
    keys.some(asked => forgivesTypo(asked, key) && isOneTypo(asked, key)),
  )
  return [...new Set(meant.map(({ key }) => `'${key}'`))]
}

const afterAll = '\u{10ffff}'
