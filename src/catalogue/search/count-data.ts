import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import { createStaleCache, type StaleCache } from '../../base/stale-cache.ts'
import type { Db } from '../../server/postgres/tables.ts'
import {
  categoryCondition,
  collectedPageSql,
  hasPriceFilter,
  type ProductPageQuery,
  priceCondition,
  sortColumn,
} from './page-data.ts'

export interface ProductCount {
  /** Within the price range. */
  products: number
  /** The lowest and highest price, in cents, whatever the price range; null when no product has a price. */
  lowestPrice: Cents | null
  highestPrice: Cents | null
}

export interface ProductCounts {
  /** In all categories, whichever one is searched. */
  allCategories: ProductCount
  /** Category id → the products in it and below it. */
  categories: Map<number, ProductCount>
  /** How many products match the words, whatever their price. */
  matching: number
  /** How many products are listed. */
  listed: number
}

/** `ids` is the page itself where the same query has read it; null where it hasn't. */
export type ProductCountsAndPage = ProductCounts & { ids: number[] | null }

/** Searches that match at least this many products answer with counts from memory. */
export const countCacheThreshold = 2000
const freshMs = 60_000
const expiresMs = 600_000
const maxCachedCounts = 300

const countCaches = new WeakMap<Db, StaleCache<ProductCounts>>()

/**
 * Counts the products that match (R306). Counts of a search with at least `cacheThreshold` matches are cached in
 * memory: older than a minute they still answer and are counted again in the background; older than ten minutes they
 * don't. All others are always exact.
 */
export async function countMatchingProducts(
  db: Db,
  query: ProductPageQuery,
  now: Date,
  cacheThreshold = countCacheThreshold,
): Promise<ProductCountsAndPage> {
  const cache = countCaches.get(db) ?? createStaleCache({ max: maxCachedCounts, freshMs, staleMs: expiresMs })
  countCaches.set(db, cache)
  const key = JSON.stringify([query.tsquery, query.priceMin, query.priceMax])
  const known = cache.peek(key)
  if (known && known.matching < cacheThreshold) cache.forget(key)
  let pageIds: number[] | null = null
  const counts = await cache.read(key, now, async () => {
    const { ids, ...others } = await readCounts(db, query)
    pageIds = ids
    return others
  })
  return { ...counts, ids: pageIds }
}

type CountRow = [category: number | null, products: number, low: Cents | null, high: Cents | null]

interface CountsRow {
  counts: CountRow[]
  matching: number
  listed: number
  ids: number[] | null
}

async function readCounts(db: Db, query: ProductPageQuery): Promise<ProductCountsAndPage> {
  const hasWords = query.tsquery !== null
  const { rows } = await sql<CountsRow>`
    with ${hasWords ? sql`matches as materialized (${matches(query)}),` : sql``}
    counted as (${hasWords ? countsOfMatches(query) : countsWithoutWords(query)}),
    by_set as materialized (select counted.*, branch_ids from counted join category_set on category_set.id = set_id),
    totals as (
      select null as category, coalesce(sum(products), 0) as products, min(low) as low, max(high) as high from by_set
      union all
      select category, sum(products), min(low), max(high) from by_set, unnest(branch_ids) category group by category)
    select json_agg(json_build_array(category, products, low, high)) as counts,
      (select coalesce(sum(matching), 0)::int from by_set) as matching,
      (select coalesce(sum(products), 0)::int from category_set) as listed,
      ${hasWords ? sql`array(${collectedPageSql(query, matchesInPage(query))})` : sql`null`} as ids
    from totals`.execute(db)
  const { counts = [], ...others } = rows[0] ?? { matching: 0, listed: 0, ids: null }
  const categories = new Map<number, ProductCount>()
  let allCategories = noMatchingProducts
  for (const [category, products, lowestPrice, highestPrice] of counts)
    if (category === null) allCategories = { products, lowestPrice, highestPrice }
    else categories.set(category, { products, lowestPrice, highestPrice })
  return { allCategories, categories, ...others }
}

export const noMatchingProducts: ProductCount = { products: 0, lowestPrice: null, highestPrice: null }

const matches = (query: ProductPageQuery) => sql`select product_id, set_id, price_cents,
    ${sortColumn(query)} as place
  from product_listing where keys @@ ${query.tsquery}::tsquery`

const matchesInPage = (query: ProductPageQuery) =>
  sql`(select * from matches where ${priceCondition(query)} and ${categoryCondition(query)})`

/** A row for each set of categories. */
const countsOfMatches = (query: ProductPageQuery) => sql`select set_id, count(*) as matching,
    count(*) filter (where ${priceCondition(query)}) as products, min(price_cents) as low, max(price_cents) as high
  from matches group by set_id`

/** The same without words: most of it stands in category_set. */
function countsWithoutWords(query: ProductPageQuery): RawBuilder<unknown> {
  const all = sql`select id as set_id, products as matching, price_min as low, price_max as high from category_set
    where products > 0`
  if (!hasPriceFilter(query)) return sql`select *, matching as products from (${all}) one`
  return sql`select one.*, coalesce(in_range.products, 0) as products from (${all}) one
    left join (
      select set_id, count(*) as products from product_listing where ${priceCondition(query)} group by set_id
    ) in_range using (set_id)`
}
