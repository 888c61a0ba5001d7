import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { type RanStatement, watchPlans } from '../../test/plans.ts'
import { freshDatabase } from '../../test/postgres.ts'
import { phoneticQueryKeys } from '../base/greek/phonetic-keys.ts'
import { createDb, createPool } from '../server/postgres/database.ts'
import type { Db } from '../server/postgres/tables.ts'
import { type ProductSort, productSorts } from './search.contract.ts'
import { searchProductListings } from './search.sql.ts'

const keyOf = (word: string) => phoneticQueryKeys(word)[0]?.plain ?? ''

const plans = watchPlans()
const own = opened(() => freshDatabase())
let db: Db
beforeAll(async () => {
  const pool = createPool(own.url, { size: 1, timeoutFactor: 20 })
  plans.watch(pool)
  db = createDb(pool)
  // Index-only scans need pages marked as all-visible, which VACUUM does only for commits that are on disk.
  await sql`set synchronous_commit = on`.execute(db)
  await sql`insert into category_set (category_ids, branch_ids, products, price_min, price_max)
    select array[one], array[one], 100, 1, 10000 from generate_series(1, 100) one`.execute(db)
  await sql`insert into product (id, sku, type, price_cents, category_ids, available, listed, has_options)
    select one, 'SKU' || one, 'physical', nullif(one * 7919 % 10000, 0), '{}', true, true, false from generate_series(1, 10000) one`.execute(
    db,
  )
  // Cups are cheap, so that reading from the most expensive product on takes long to find one; every fifth product is
  // white.
  await sql`insert into product_listing (product_id, set_id, price_cents, newest, featured, sold, keys)
    select product.id, category_set.id, nullif(product.price_cents, 5000), product.id, nullif(product.id * 7 % 1009, 0),
      product.id * 31 % 997, array_to_tsvector(
        case when product.price_cents < 3000 and product.id % 3 > 0 then array[${keyOf('κούπα')}] else '{}' end
        || case when product.id % 5 = 0 then array[${keyOf('λευκή')}] else '{}' end)
    from product join category_set on category_set.category_ids = array[product.id % 100 + 1]`.execute(db)
  await sql`vacuum analyze product_listing`.execute(db)
})
afterAll(() => db.destroy())

test('what each category has within prices is counted from an index of that range alone', async () => {
  plans.take()
  const filter = { sort: 'newest', page: 1, perPage: 24, priceMin: 1000, priceMax: 1999 } as const
  const { total, categories } = await searchProductListings(db, { ...filter, words: [] }, { now: new Date() })
  expect(total).toBe(1000)
  expect(categories.get(1)).toBeGreaterThan(0)
  const counting = plans.take().find(({ query }) => query.includes('in_range'))
  const plan = JSON.stringify(counting?.plan)
  expect(plan).toContain('"Index Name":"product_listing_price_sets"')
  expect(plan).not.toMatch(
    /"Node Type":"(Seq|Index|Bitmap Heap) Scan","[^{}]*"Relation Name":"product_listing"/,
  )
})

interface Listing {
  product_id: number
  category: number
  price_cents: number | null
  newest: number | null
  featured: number | null
  sold: number | null
  keys: string
}

const placeOf: Record<ProductSort, (one: Listing) => number | null> = {
  newest: one => one.newest,
  featured: one => one.featured,
  'best-selling': one => one.sold,
  'brand-a-z': () => null,
  'brand-z-a': () => null,
  'price-up': one => one.price_cents,
  'price-down': one => one.price_cents && -one.price_cents,
}

test('a page is what sorting every match gives, however it is read', async () => {
  const { rows: listings } =
    await sql<Listing>`select product_listing.*, keys::text, branch_ids[1] as category
    from product_listing join category_set on category_set.id = set_id`.execute(db)
  plans.take()
  for (const [i, text] of ['', 'κούπα', 'λευκή', 'λευκή κούπα', 'λευκ', 'κου'].entries())
    for (const [at, sort] of productSorts.entries()) {
      const words = phoneticQueryKeys(text)
      const priceMin = [undefined, 1000][(i + at) % 2]
      const priceMax = [undefined, 8000, 2500][at % 3]
      const category = [undefined, 17, undefined][(i + at) % 3]
      const matches = listings.filter(
        one =>
          words.every(({ plain }) => one.keys.includes(`'${plain}`)) &&
          (category === undefined || one.category === category) &&
          (priceMin === undefined || (one.price_cents ?? -1) >= priceMin) &&
          (priceMax === undefined || (one.price_cents ?? priceMax + 1) <= priceMax),
      )
      const place = (one: Listing) => placeOf[sort](one) ?? Number.POSITIVE_INFINITY
      const sorted = matches.toSorted((one, other) =>
        place(one) === place(other) ? one.product_id - other.product_id : place(one) - place(other),
      )
      // Every other search puts some products at the end.
      const last = (i + at) % 2 ? sorted.filter((_, n) => n % 7 === 0).map(one => one.product_id) : []
      const isLast = (one: Listing) => Number(last.includes(one.product_id))
      const ordered = sorted.toSorted((one, other) => isLast(one) - isLast(other))
      for (const page of [1, 2, 9, Math.max(1, Math.ceil(matches.length / 24))]) {
        const filter = { words, sort, page, perPage: 24, category, priceMin, priceMax, last }
        const { ids, total } = await searchProductListings(db, filter, {
          now: new Date(),
          cacheThreshold: 500,
        })
        const expected = ordered.slice((page - 1) * 24, page * 24).map(one => one.product_id)
        expect([text, filter, total, ids]).toEqual([text, filter, matches.length, expected])
      }
    }
  const pages = plans.take().filter(({ query }) => query.startsWith('select product_id'))
  const isStretch = ({ query }: RanStatement) => query.includes('select * from product_listing')
  expect(pages.filter(isStretch).length).toBeGreaterThan(10)
  expect(pages.filter(one => !isStretch(one)).length).toBeGreaterThan(10)
})

test('reading along the order ends once the page is full', async () => {
  const filter = { words: phoneticQueryKeys('λευκή'), sort: 'featured', page: 1, perPage: 24 } as const
  for (let i = 0; i < 2; i++)
    await searchProductListings(db, filter, { now: new Date(), cacheThreshold: 500 })
  const stretch = plans.take().findLast(({ query }) => query.includes('select * from product_listing'))
  expect(JSON.stringify(stretch?.plan)).not.toContain('"Node Type":"Sort"')
})

test('products that come last leave the order to its index, and are read by their own numbers', async () => {
  plans.take()
  const last = Array.from({ length: 500 }, (_, index) => index + 1)
  const filter = { sort: 'newest', page: 2, perPage: 24, last } as const
  const { ids } = await searchProductListings(db, { ...filter, words: [] }, { now: new Date() })
  expect(ids).toEqual(Array.from({ length: 24 }, (_, index) => 525 + index))
  const pages = plans.take().filter(({ query }) => query.startsWith('select product_id from'))
  const [readLast, readPage] = pages.map(({ plan }) => JSON.stringify(plan))
  expect(readLast).toContain('"Index Cond":"(product_id = ANY')
  expect(readPage).toContain('"Index Name":"product_listing_newest"')
  expect(pages.every(({ plan }) => !JSON.stringify(plan).includes('"Node Type":"Seq Scan"'))).toBe(true)
})
