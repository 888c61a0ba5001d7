import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ProductSort } from './contract.ts'

/** What a page of listed products is searched by. */
export interface ProductPageQuery {
  /** As PostgreSQL's tsquery reads it; null without words. */
  tsquery: string | null
  category?: number | undefined
  /** Cents incl. VAT, both bounds included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: ProductSort
  page: number
  perPage: number
}

/**
 * The product ids of one page, of `total` products that match among `listed` in all. Usually the matches are collected
 * and sorted; but where so many products match that reading along the sort order fills the page sooner, a stretch of
 * that order is tried first.
 */
export async function findProductPage(
  db: Db,
  query: ProductPageQuery,
  { total, listed }: { total: number; listed: number },
): Promise<number[]> {
  const { page, perPage, tsquery, category } = query
  const expected = Math.min(perPage, total - (page - 1) * perPage)
  if (expected <= 0) return []
  const isEverything = tsquery === null && category === undefined && !hasPriceFilter(query)
  if (isEverything)
    return readIds(
      db,
      orderedPageSql(query, sql`(select product_id, ${sortColumn(query)} as place from product_listing)`),
    )
  const rowsToRead = (page * perPage * listed) / total
  const ids =
    rowsToRead < total
      ? await readIds(db, orderedPageSql(query, matchingRows(query, firstRows(query, 4 * rowsToRead))))
      : []
  return ids.length >= expected
    ? ids
    : readIds(db, orderedPageSql(query, matchingRows(query, sql`product_listing`)))
}

async function readIds(db: Db, page: RawBuilder<{ product_id: number }>): Promise<number[]> {
  const { rows } = await page.execute(db)
  return rows.map(row => row.product_id)
}

/** Selects the page out of rows that have a `place`. */
export function orderedPageSql(
  query: ProductPageQuery,
  rows: RawBuilder<unknown>,
): RawBuilder<{ product_id: number }> {
  const { page, perPage } = query
  return sql`select product_id from ${rows} one
    order by place ${sortDirection(query)}, product_id limit ${perPage} offset ${(page - 1) * perPage}`
}

/** Those of the rows that match, with their `place`. */
function matchingRows(query: ProductPageQuery, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = query.tsquery === null ? sql`true` : sql`keys @@ ${query.tsquery}::tsquery`
  // The offset keeps the planner from reading all listings in order where little matches.
  return sql`(select product_id, ${sortColumn(query)} as place from ${rows}
    where ${words} and ${priceCondition(query)} and ${categoryCondition(query)} offset 0)`
}

/** So many rows from the start of the sort order; sorted by price, from the start of the price range. */
function firstRows(query: ProductPageQuery, rowCount: number): RawBuilder<unknown> {
  const isByPrice = query.sort === 'price-up' || query.sort === 'price-down'
  return sql`(select * from product_listing where ${isByPrice ? priceCondition(query) : sql`true`}
    order by ${sortColumn(query)} ${sortDirection(query)}, product_id
    limit ${Math.ceil(rowCount)}) product_listing`
}

/** For rows of product_listing, or others that have its `set_id`. */
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
