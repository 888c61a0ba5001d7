import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchPlans } from '../../../test/plans.ts'
import { freshDatabase } from '../../../test/postgres.ts'
import { createDb, createPool } from '../../server/postgres/database.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { searchProductListings } from './data.ts'

const plans = watchPlans()
let own: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
beforeAll(async () => {
  own = await freshDatabase()
  const pool = createPool(own.url, { size: 1, timeoutFactor: 20 })
  plans.watch(pool)
  db = createDb(pool)
  // Only what is on disk is known to be visible to everybody, which reading from an index alone needs.
  await sql`set synchronous_commit = on`.execute(db)
  await sql`insert into category_set (category_ids, branch_ids, products, price_min, price_max)
    select array[one], array[one], 100, 1, 10000 from generate_series(1, 100) one`.execute(db)
  await sql`insert into product (id, sku, type, price_cents, category_ids, available, listed, has_options)
    select one, 'SKU' || one, 'physical', one * 7919 % 10000, '{}', true, true, false from generate_series(1, 10000) one`.execute(
    db,
  )
  await sql`insert into product_listing (product_id, set_id, price_cents, newest, keys)
    select product.id, category_set.id, product.price_cents, product.id, '' from product
    join category_set on category_set.category_ids = array[product.id % 100 + 1]`.execute(db)
  await sql`vacuum analyze product_listing`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await own.drop()
})

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
