import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../base/money.ts'
import type { Db } from '../server/tables.ts'
import type { Sort } from './contract.ts'

/** One page of what fits on the shelf, in the order that was asked for. */

export interface Asked {
  /** In the words of tsquery; null without words. */
  query: string | null
  category?: number | undefined
  /** Cents, incl. VAT, both included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: Sort
  page: number
  perPage: number
}

/**
 * The ids of the page, of which so many fit in all. What fits is taken and put in order; but where so much of the
 * stock fits that the page is sooner full by going along the shelf in that order, a stretch of it is looked through
 * first.
 */
export async function pageOf(
  db: Db,
  asked: Asked,
  { total, stock }: { total: number; stock: number },
): Promise<number[]> {
  const { page, perPage, query, category } = asked
  const expected = Math.min(perPage, total - (page - 1) * perPage)
  if (expected <= 0) return []
  const isAll = query === null && category === undefined && !isPriced(asked)
  if (isAll) return idsOf(db, inOrder(asked, sql`(select product_id, ${placeIn(asked)} as place from shelf)`))
  const steps = (page * perPage * stock) / total
  const ids = steps < total ? await idsOf(db, inOrder(asked, fitting(asked, stretch(asked, 4 * steps)))) : []
  return ids.length >= expected ? ids : idsOf(db, inOrder(asked, fitting(asked, sql`shelf`)))
}

async function idsOf(db: Db, page: RawBuilder<{ product_id: number }>): Promise<number[]> {
  const { rows } = await page.execute(db)
  return rows.map(row => row.product_id)
}

/** The page out of rows that have a `place`. */
export function inOrder(asked: Asked, rows: RawBuilder<unknown>): RawBuilder<{ product_id: number }> {
  const { page, perPage } = asked
  return sql`select product_id from ${rows} one
    order by place ${directionOf(asked)}, product_id limit ${perPage} offset ${(page - 1) * perPage}`
}

/** What of those rows fits, with its place. */
function fitting(asked: Asked, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = asked.query === null ? sql`true` : sql`keys @@ ${asked.query}::tsquery`
  // The offset keeps the planner from going along the whole shelf where little fits.
  return sql`(select product_id, ${placeIn(asked)} as place from ${rows}
    where ${words} and ${priced(asked)} and ${inCategory(asked)} offset 0)`
}

/** So many rows from the beginning of the order; by price, from the beginning of the prices asked for. */
function stretch(asked: Asked, rows: number): RawBuilder<unknown> {
  const isByPrice = asked.sort === 'price-up' || asked.sort === 'price-down'
  return sql`(select * from shelf where ${isByPrice ? priced(asked) : sql`true`}
    order by ${placeIn(asked)} ${directionOf(asked)}, product_id limit ${Math.ceil(rows)}) shelf`
}

/** Of rows of the shelf, or of others that tell their `set_id`. */
export function inCategory({ category }: Asked): RawBuilder<boolean> {
  if (category === undefined) return sql`true`
  return sql`set_id = any(array(select id from category_set where branch_ids @> array[${category}::int]))`
}

type Prices = Pick<Asked, 'priceMin' | 'priceMax'>

export const isPriced = ({ priceMin, priceMax }: Prices) => priceMin !== undefined || priceMax !== undefined

export function priced({ priceMin, priceMax }: Prices): RawBuilder<boolean> {
  const bounds = [
    priceMin === undefined ? null : sql<boolean>`price_cents >= ${priceMin}`,
    priceMax === undefined ? null : sql<boolean>`price_cents <= ${priceMax}`,
  ].filter(bound => bound !== null)
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql<boolean>`true`
}

/** The column of the shelf that tells a product's place in the order. */
export const placeIn = ({ sort }: Asked) => sql.ref(sorting[sort][0])
const directionOf = ({ sort }: Asked) =>
  sorting[sort][1] === 'up' ? sql`asc nulls last` : sql`desc nulls last`

const sorting: Record<Sort, [column: string, direction: 'up' | 'down']> = {
  newest: ['newest', 'up'],
  featured: ['featured', 'up'],
  'best-selling': ['sold', 'up'],
  'brand-a-z': ['brand_rank', 'up'],
  'brand-z-a': ['brand_rank', 'down'],
  'price-up': ['price_cents', 'up'],
  'price-down': ['price_cents', 'down'],
}
