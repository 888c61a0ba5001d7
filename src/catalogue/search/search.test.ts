import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/shop.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { phoneticQueryKeys } from '../../base/greek/phonetic-keys.ts'
import { raiseRegistryVersion } from '../../registry/registry/version-data.ts'
import { connectShop } from '../../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../../shop/bigcommerce/connection.ts'
import { syncWholeCatalogue } from '../sync/service.ts'
import { productSorts } from './contract.ts'
import { type ProductSearchFilter, type ProductSearchResult, searchProductListings } from './data.ts'

const mount = 'http://shop.test/shop'
const now = new Date('2026-11-21T10:00:00Z')
const moment = (seconds: number) => new Date(now.getTime() + seconds * 1000)

let far: TestShop
let near: SingleTestApp

beforeAll(async () => {
  far = await openTestShop()
  const address = embeddedShopConnection(mount, far.shop, { SHOP_CHANNEL_EN: 1, SHOP_CHANNEL_EL: 1481393 })
  const shop = connectShop(address, {
    fetch: (url, init) => far.shop.app.request(url.slice(mount.length), init),
    sleep: async () => {},
  })
  near = await testApp({ shop })
  await syncWholeCatalogue({ db: near.db, shop, now: () => now, registryChanged: raiseRegistryVersion })
})
afterAll(async () => {
  await near.close()
  await far.close()
})

function find(
  wanted: Partial<ProductSearchFilter> & { text?: string },
  at: { now: Date; cacheThreshold?: number },
) {
  const { text = '', ...others } = wanted
  const words = phoneticQueryKeys(text)
  return searchProductListings(near.db, { words, sort: 'featured', page: 1, perPage: 24, ...others }, at)
}

describe('what is common', () => {
  const questions: (Partial<ProductSearchFilter> & { text?: string })[] = [
    { text: 'σετ' },
    { text: 'se' },
    { text: 'κ' },
    { text: 'κ', priceMin: 2000, priceMax: 9000 },
    { priceMin: 2000 },
    { priceMin: 2000, priceMax: 9000, page: 2 },
    { text: 'σ', page: 2, perPage: 5 },
    { text: 'σ', page: 90, perPage: 5 },
  ]
  const asked = questions.flatMap(question => productSorts.map(sort => ({ ...question, sort })))

  test.each(asked)('is told the same the second time: %j', async question => {
    const { rows } = await sql<{ id: number }>`select id from category where parent_id = 0 limit 2`.execute(
      near.db,
    )
    for (const category of [undefined, ...rows.map(row => row.id)]) {
      const wanted = { ...question, category }
      const first = await find(wanted, { now: moment(0), cacheThreshold: 1_000_000 })
      await find(wanted, { now: moment(0), cacheThreshold: 1 })
      expect(await find(wanted, { now: moment(1), cacheThreshold: 1 })).toEqual(first)
    }
  })

  test('is counted anew behind the answer after a minute, and before it after ten', async () => {
    const found = (seconds: number): Promise<ProductSearchResult> =>
      find({ text: 'πι' }, { now: moment(seconds), cacheThreshold: 1 })
    const { total, ids } = await found(0)
    await sql`delete from product_listing where product_id = ${ids[0]}`.execute(near.db)
    expect((await found(59)).total).toBe(total)
    expect((await found(61)).total).toBe(total)
    await expect.poll(async () => (await found(62)).total).toBe(total - 1)
    await sql`delete from product_listing where product_id = ${ids[1]}`.execute(near.db)
    expect((await found(62 + 601)).total).toBe(total - 2)
  })

  test('never shows a product that is no longer there', async () => {
    const { ids } = await find({ text: 'τσ' }, { now, cacheThreshold: 1 })
    await sql`delete from product_listing where product_id = ${ids[0]}`.execute(near.db)
    expect((await find({ text: 'τσ' }, { now, cacheThreshold: 1 })).ids).toEqual(ids.slice(1))
  })
})

test('what is rare is exact at every moment', async () => {
  const { total, ids } = await find({ text: 'ποτήρι' }, { now })
  await sql`delete from product_listing where product_id = ${ids[0]}`.execute(near.db)
  expect((await find({ text: 'ποτήρι' }, { now })).total).toBe(total - 1)
})
