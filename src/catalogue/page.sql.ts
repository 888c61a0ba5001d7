import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ProductSort } from './search.contract.ts'

export interface ProductPageQuery {
  /** In PostgreSQL's tsquery syntax; null without words. */
  tsquery: string | null
  category?: number | undefined
  /** Cents incl. VAT, both bounds included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: ProductSort
  page: number
  perPage: number
  /** Products that come after all others, whatever the order. */
  last?: number[] | undefined
}

interface ProductTotals {
  /** Match words, price and category. */
  total: number
  /** Match the words. */
  matching: number
  listed: number
}

/** Products that come last have a query of their own, so that the others can be read in index order. */
export async function findProductPage(
  db: Db,
  query: ProductPageQuery,
  totals: ProductTotals,
): Promise<number[]> {
  const last = await findLastProducts(db, query)
  const total = totals.total - last.length
  const ids = await findPageOfOthers(db, query, { ...totals, total })
  const end = query.page * query.perPage - total
  return [...ids, ...last.slice(Math.max(0, end - query.perPage), Math.max(0, end))]
}

async function findLastProducts(db: Db, query: ProductPageQuery): Promise<number[]> {
  const { last = [] } = query
  if (last.length === 0) return []
  const all = { ...query, last: [], page: 1, perPage: last.length }
  return readIds(db, orderedPageSql(all, matchingRows(all, sql`product_id = any(${last}::int[])`)))
}

/** Collects and sorts all matches; where it is cheaper, first scans a part of the index in sort order. */
async function findPageOfOthers(
  db: Db,
  query: ProductPageQuery,
  { total, matching, listed }: ProductTotals,
): Promise<number[]> {
  const { page, perPage, tsquery, category } = query
  const expected = Math.min(perPage, total - (page - 1) * perPage)
  if (expected <= 0) return []
  const isEverything = tsquery === null && category === undefined && !hasPriceFilter(query)
  if (isEverything)
    return readIds(
      db,
      orderedPageSql(
        query,
        sql`(select product_id, ${sortColumn(query)} as place from product_listing where ${isNotLast(query)})`,
      ),
    )
  const rowsToRead = (page * perPage * listed) / total
  const rowsToCollect = total + (tsquery === null ? 0 : matching * lookUpShare)
  const ids = rowsToRead < rowsToCollect ? await readIds(db, stretchPageSql(query, 4 * rowsToRead)) : []
  return ids.length >= expected ? ids : readIds(db, orderedPageSql(query, matchingRows(query)))
}

/** Finding a product by its words in the index takes about a third of the time of reading its row. */
const lookUpShare = 1 / 3

async function readIds(db: Db, page: RawBuilder<{ product_id: number }>): Promise<number[]> {
  const { rows } = await page.execute(db)
  return rows.map(row => row.product_id)
}

function orderedPageSql(
  query: ProductPageQuery,
  rows: RawBuilder<unknown>,
): RawBuilder<{ product_id: number }> {
  const { page, perPage } = query
  return sql`select product_id from ${rows} one
    order by place ${sortDirection(query)}, product_id limit ${perPage} offset ${(page - 1) * perPage}`
}

/** Selects the page out of all matching rows with a column `place`, those that come last included. */
export function collectedPageSql(
  query: ProductPageQuery,
  rows: RawBuilder<unknown>,
): RawBuilder<{ product_id: number }> {
  const { page, perPage, last = [] } = query
  const isLast = last.length > 0 ? sql`product_id = any(${last}::int[]),` : sql``
  return sql`select product_id from ${rows} one
    order by ${isLast} place ${sortDirection(query)}, product_id limit ${perPage} offset ${(page - 1) * perPage}`
}

/** The matching listings, without those that come last, with a column `place`. */
function matchingRows(query: ProductPageQuery, condition = sql`true`): RawBuilder<unknown> {
  // `offset 0` keeps the planner from scanning all listings in sort order where few match.
  return sql`(select product_id, ${sortColumn(query)} as place from product_listing
    where ${matchCondition(query)} and ${condition} offset 0)`
}

function isNotLast({ last = [] }: ProductPageQuery): RawBuilder<boolean> {
  return last.length > 0 ? sql`product_id <> all(${last}::int[])` : sql`true`
}

const matchCondition = (query: ProductPageQuery) => {
  const words = query.tsquery === null ? sql`true` : sql`keys @@ ${query.tsquery}::tsquery`
  return sql<boolean>`${words} and ${priceCondition(query)} and ${categoryCondition(query)} and ${isNotLast(query)}`
}

/**
 * Selects the page out of the first `rowCount` rows in sort order (sorted by price: of the price range). Inner and
 * outer query have the same order, so that the scan ends once the page is full.
 */
function stretchPageSql(query: ProductPageQuery, rowCount: number): RawBuilder<{ product_id: number }> {
  const { page, perPage, sort } = query
  const isByPrice = sort === 'price-up' || sort === 'price-down'
  const order = sql`${sortColumn(query)} ${sortDirection(query)}, product_id`
  return sql`select product_id from (select * from product_listing
      where ${isByPrice ? priceCondition(query) : sql`true`} order by ${order} limit ${Math.ceil(rowCount)}) product_listing
    where ${matchCondition(query)} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`
}

export function categoryCondition({ category }: ProductPageQuery): RawBuilder<boolean> {
  if (category === undefined) return sql`true`
  return sql`set_id = any(array(select id from category_set where branch_ids @> array[${category}::int]))`
}

type PriceRange = Pick<ProductPageQuery, 'priceMin' | 'priceMax'>

export const hasPriceFilter = ({ priceMin, priceMax }: PriceRange) =>
  priceMin !== undefined || priceMax !== undefined

export function priceCondition({ priceMin, priceMax }: PriceRange): RawBuilder<boolean> {
  const bounds = [
    priceMin === undefined ? null : sql<boolean>`price_cents >= ${priceMin}`,
    priceMax === undefined ? null : sql<boolean>`price_cents <= ${priceMax}`,
  ].filter(bound => bound !== null)
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql<boolean>`true`
}

/** The column of product_listing that holds a product's place in the sort order. */
export const sortColumn = ({ sort }: ProductPageQuery) => sql.ref(sortColumns[sort][0])
const sortDirection = ({ sort }: ProductPageQuery) =>
  sortColumns[sort][1] === 'up' ? sql`asc nulls last` : sql`desc nulls last`

const sortColumns: Record<ProductSort, [column: string, direction: 'up' | 'down']> = {
  newest: ['newest', 'up'],
  featured: ['featured', 'up'],
  'best-selling': ['sold', 'up'],
  'brand-a-z': ['brand_rank', 'up'],
  'brand-z-a': ['brand_rank', 'down'],
  'price-up': ['price_cents', 'up'],
  'price-down': ['price_cents', 'down'],
}
