import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCatalogueApp } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { phoneticQueryKeys } from '../base/greek/phonetic-keys.ts'
import { productSorts } from './search.contract.ts'
import { type ProductSearchFilter, type ProductSearchResult, searchProductListings } from './search.sql.ts'

const now = new Date('2026-11-21T10:00:00Z')
const moment = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const catalogueApp = opened(() => openCatalogueApp())
beforeAll(() => catalogueApp.sync())

type Query = Partial<ProductSearchFilter> & { text?: string }

function search({ text = '', ...others }: Query, at: { now: Date; cacheThreshold?: number }) {
  const words = phoneticQueryKeys(text)
  return searchProductListings(
    catalogueApp.app.db,
    { words, sort: 'featured', page: 1, perPage: 24, ...others },
    at,
  )
}

describe('counts of a common search', () => {
  const searches: Query[] = [
    { text: 'σετ' },
    { text: 'se' },
    { text: 'κ' },
    { text: 'κ', priceMin: 2000, priceMax: 9000 },
    { priceMin: 2000 },
    { priceMin: 2000, priceMax: 9000, page: 2 },
    { text: 'σ', page: 2, perPage: 5 },
    { text: 'σ', page: 90, perPage: 5 },
  ]
  const sortedSearches = searches.flatMap(query => productSorts.map(sort => ({ ...query, sort })))

  test.each(sortedSearches)('are the same from the cache: %j', async query => {
    const { rows } = await sql<{ id: number }>`select id from category where parent_id = 0 limit 2`.execute(
      catalogueApp.app.db,
    )
    for (const category of [undefined, ...rows.map(row => row.id)]) {
      const inCategory = { ...query, category }
      const first = await search(inCategory, { now: moment(0), cacheThreshold: 1_000_000 })
      await search(inCategory, { now: moment(0), cacheThreshold: 1 })
      expect(await search(inCategory, { now: moment(1), cacheThreshold: 1 })).toEqual(first)
    }
  })

  test('are counted again in the background after a minute, and before the answer after ten', async () => {
    const searchAt = (seconds: number): Promise<ProductSearchResult> =>
      search({ text: 'πι' }, { now: moment(seconds), cacheThreshold: 1 })
    const { total, ids } = await searchAt(0)
    await sql`delete from product_listing where product_id = ${ids[0]}`.execute(catalogueApp.app.db)
    expect((await searchAt(59)).total).toBe(total)
    expect((await searchAt(61)).total).toBe(total)
    await expect.poll(async () => (await searchAt(62)).total).toBe(total - 1)
    await sql`delete from product_listing where product_id = ${ids[1]}`.execute(catalogueApp.app.db)
    expect((await searchAt(62 + 601)).total).toBe(total - 2)
  })

  test('never show a product that is gone', async () => {
    const { ids } = await search({ text: 'τσ' }, { now, cacheThreshold: 1 })
    await sql`delete from product_listing where product_id = ${ids[0]}`.execute(catalogueApp.app.db)
    expect((await search({ text: 'τσ' }, { now, cacheThreshold: 1 })).ids).toEqual(ids.slice(1))
  })
})

test('counts of a rare search are always exact', async () => {
  const { total, ids } = await search({ text: 'ποτήρι' }, { now })
  await sql`delete from product_listing where product_id = ${ids[0]}`.execute(catalogueApp.app.db)
  expect((await search({ text: 'ποτήρι' }, { now })).total).toBe(total - 1)
})
