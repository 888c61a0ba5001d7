import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openCatalogueApp } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { goods } from '../../test/shop.ts'
import { syncCatalogue } from './sync.ts'

const { id } = goods.plain
const otherId = goods.twoOptions.id

const catalogueApp = opened(() => openCatalogueApp({ connectorUsesClock: true }))
let productCount: number
beforeAll(async () => {
  productCount = (await syncCatalogue(catalogueApp.ctx))?.products ?? 0
})
beforeEach(async () => {
  catalogueApp.testShop.shop.faults.routes = []
  catalogueApp.advance(6)
  await syncCatalogue(catalogueApp.ctx)
})

test('an empty catalogue is synced', () => {
  expect(productCount).toBeGreaterThan(100)
})

test('only what has changed is read, by requests that the platform’s description allows', async () => {
  catalogueApp.advance(6)
  await catalogueApp.changeInShop(id, { price: 12.34 })
  expect(await syncCatalogue(catalogueApp.ctx)).toEqual({ products: 1 })
  expect((await catalogueApp.findStored(id))?.price_cents).toBe(1234)
  catalogueApp.advance(6)
  await syncCatalogue(catalogueApp.ctx)
  catalogueApp.advance(6)
  expect(await syncCatalogue(catalogueApp.ctx)).toEqual({ products: 0 })
  expect(catalogueApp.mistakes).toEqual([])
})

test('a product that is hidden is gone at the next run, and comes back', async () => {
  for (const is_visible of [false, true]) {
    catalogueApp.advance(6)
    await catalogueApp.changeInShop(id, { is_visible })
    await syncCatalogue(catalogueApp.ctx)
    expect((await catalogueApp.findStored(id))?.listed).toBe(is_visible)
  }
})

test('a run that fails half-way is done again', async () => {
  catalogueApp.advance(6)
  await catalogueApp.changeInShop(id, { price: 23.45 })
  catalogueApp.testShop.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
  await expect(syncCatalogue(catalogueApp.ctx)).rejects.toMatchObject({ kind: 'unavailable' })
  catalogueApp.testShop.shop.faults.routes = []
  catalogueApp.advance(30)
  await syncCatalogue(catalogueApp.ctx)
  expect((await catalogueApp.findStored(id))?.price_cents).toBe(2345)
})

test('a product that was deleted without a webhook is gone within six hours', async () => {
  await catalogueApp.testShop.rest('DELETE', `/v3/catalog/products/${otherId}`)
  catalogueApp.advance(6)
  expect(await syncCatalogue(catalogueApp.ctx)).toEqual({ products: 0 })
  catalogueApp.advance(6 * 60)
  expect(await syncCatalogue(catalogueApp.ctx)).toEqual({ products: productCount - 1 })
  expect((await catalogueApp.findStored(otherId))?.listed).toBe(false)
})

test('a new product gets its place among the newest within an hour', async () => {
  const newestPlace = async () =>
    (
      await catalogueApp.app.db
        .selectFrom('product')
        .select('newest')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).newest
  await catalogueApp.app.db.updateTable('product').set({ newest: 0 }).where('id', '=', id).execute()
  catalogueApp.advance(6)
  await catalogueApp.changeInShop(id, { price: 34.56 })
  await syncCatalogue(catalogueApp.ctx)
  expect(await newestPlace()).toBe(0)
  catalogueApp.advance(60)
  await syncCatalogue(catalogueApp.ctx)
  expect(await newestPlace()).toBeGreaterThan(0)
})
