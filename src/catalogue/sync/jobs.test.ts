import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watched } from '../../../test/published-calls.ts'
import { goods, openTestShop, type TestShop } from '../../../test/shop.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { raiseRegistryVersion } from '../../registry/registry/version-data.ts'
import { connectShop } from '../../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../../shop/bigcommerce/connection.ts'
import { findProductsByIds } from '../products/data.ts'
import { syncCatalogue } from './jobs.ts'
import type { CatalogueSyncContext } from './service.ts'

const mount = 'http://shop.test/shop'
const { id } = goods.plain
const other = goods.twoOptions.id

let far: TestShop
let near: SingleTestApp
let parts: CatalogueSyncContext
let whole: number
const published = watched((url, init) => far.shop.app.request(url.slice(mount.length), init))
const later = (minutes: number) => {
  far.clock.now = new Date(far.clock.now.getTime() + minutes * 60_000)
}

beforeAll(async () => {
  far = await openTestShop()
  const address = embeddedShopConnection(mount, far.shop, { SHOP_CHANNEL_EN: 1, SHOP_CHANNEL_EL: 1481393 })
  const shop = connectShop(address, {
    fetch: published.fetch,
    sleep: async () => {},
    now: () => far.clock.now.getTime(),
  })
  near = await testApp({ shop })
  parts = { db: near.db, shop, now: () => far.clock.now, registryChanged: raiseRegistryVersion }
  whole = (await syncCatalogue(parts)).products
})
beforeEach(async () => {
  far.shop.faults.routes = []
  later(6)
  await syncCatalogue(parts)
})
afterAll(async () => {
  await near.close()
  await far.close()
})

const inShop = (path: string, change: object) => far.rest('PUT', `/v3/catalog/products/${path}`, change)
const kept = async () => (await findProductsByIds(near.db, [id], 'en')).get(id)

test('a mirror that is empty is filled', () => {
  expect(whole).toBeGreaterThan(100)
})

test('only what has changed is read, as the platform’s description has it', async () => {
  later(6)
  await inShop(`${id}`, { price: 12.34 })
  expect(await syncCatalogue(parts)).toEqual({ products: 1 })
  expect((await kept())?.price_cents).toBe(1234)
  later(6)
  await syncCatalogue(parts)
  later(6)
  expect(await syncCatalogue(parts)).toEqual({ products: 0 })
  expect(published.mistakes).toEqual([])
})

test('what is hidden has gone at the next look, and comes back', async () => {
  for (const is_visible of [false, true]) {
    later(6)
    await inShop(`${id}`, { is_visible })
    await syncCatalogue(parts)
    expect((await kept())?.listed).toBe(is_visible)
  }
})

test('a look that fails half-way is done again', async () => {
  later(6)
  await inShop(`${id}`, { price: 23.45 })
  far.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
  await expect(syncCatalogue(parts)).rejects.toMatchObject({ kind: 'unavailable' })
  far.shop.faults.routes = []
  later(30)
  await syncCatalogue(parts)
  expect((await kept())?.price_cents).toBe(2345)
})

test('a product that was deleted while nobody told us has gone within six hours', async () => {
  await far.rest('DELETE', `/v3/catalog/products/${other}`)
  later(6)
  expect(await syncCatalogue(parts)).toEqual({ products: 0 })
  later(6 * 60)
  expect(await syncCatalogue(parts)).toEqual({ products: whole - 1 })
  expect((await findProductsByIds(near.db, [other], 'en')).get(other)?.listed).toBe(false)
})

test('a new product stands among the newest within an hour', async () => {
  const place = async () =>
    (await near.db.selectFrom('product').select('newest').where('id', '=', id).executeTakeFirstOrThrow())
      .newest
  await near.db.updateTable('product').set({ newest: 0 }).where('id', '=', id).execute()
  later(6)
  await inShop(`${id}`, { price: 34.56 })
  await syncCatalogue(parts)
  expect(await place()).toBe(0)
  later(60)
  await syncCatalogue(parts)
  expect(await place()).toBeGreaterThan(0)
})
