import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { idsOf, openCatalogueApp, visibleProducts } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { goods } from '../../test/shop.ts'
import type { Language } from '../base/language.ts'
import { ShopFailure } from '../shop/port.ts'
import { catalogueLease, isCatalogueStale, refreshProducts, syncWholeCatalogue } from './sync.ts'

const { id } = goods.plain

const catalogueApp = opened(() => openCatalogueApp())
beforeAll(async () => {
  expect(await catalogueApp.sync()).toEqual({ products: visibleProducts.length })
})
afterEach(() => {
  catalogueApp.testShop.shop.faults.routes = []
})

test('a new price is read by a refresh and by a whole sync', async () => {
  await catalogueApp.changeInShop(id, { price: 12.34 })
  await refreshProducts(catalogueApp.ctx, [id])
  expect((await catalogueApp.findStored(id))?.price_cents).toBe(1234)
  await catalogueApp.changeInShop(id, { price: 56.78 })
  await catalogueApp.sync()
  expect((await catalogueApp.findStored(id))?.price_cents).toBe(5678)
})

test('the version of registries with a product rises only when the product changed', async () => {
  const registry = await createRegistryWithGift(id)
  const version = async () => {
    const row = catalogueApp.app.db.selectFrom('registry').select('version').where('id', '=', registry)
    return (await row.executeTakeFirstOrThrow()).version
  }
  const before = await version()
  await catalogueApp.sync()
  await refreshProducts(catalogueApp.ctx, [id, goods.twoOptions.id])
  expect(await version()).toBe(before)
  await catalogueApp.changeInShop(id, { price: 43.21 })
  await refreshProducts(catalogueApp.ctx, [id])
  expect(await version()).toBe(before + 1)
  await catalogueApp.changeInShop(id, { price: 56.78 })
  await catalogueApp.sync()
  expect(await version()).toBe(before + 2)
})

test('a product that is hidden is no longer listed, and comes back', async () => {
  for (const update of [() => refreshProducts(catalogueApp.ctx, [id]), () => catalogueApp.sync()]) {
    await catalogueApp.changeInShop(id, { is_visible: false })
    await update()
    expect((await catalogueApp.findStored(id))?.listed).toBe(false)
    expect(idsOf(await catalogueApp.searchAll())).not.toContain(id)
    await catalogueApp.changeInShop(id, { is_visible: true })
    await update()
    expect((await catalogueApp.findStored(id))?.listed).toBe(true)
  }
})

test('a product that one language’s storefront lacks is not listed, also while all are read again', async () => {
  const stored = async () => (await catalogueApp.findStored(id))?.listed
  const readShop = async (
    lacking: Language | null,
    update: 'refresh' | 'sync',
    duringSync?: () => Promise<void>,
  ) => {
    const without = (language: Language) => (one: { id: number }) => language !== lacking || one.id !== id
    const shop = {
      ...catalogueApp.shop,
      async fetchProducts(ids: number[], language: Language) {
        const read = await catalogueApp.shop.fetchProducts(ids, language)
        return { ...read, products: read.products.filter(without(language)) }
      },
      async fetchCataloguePage(language: Language, after: string | null) {
        await duringSync?.()
        const page = await catalogueApp.shop.fetchCataloguePage(language, after)
        return { ...page, products: page.products.filter(without(language)) }
      },
    }
    const ctx = { ...catalogueApp.ctx, shop }
    await (update === 'sync' ? syncWholeCatalogue(ctx) : refreshProducts(ctx, [id]))
  }
  for (const update of ['refresh', 'sync'] as const)
    for (const lacking of ['el', 'en'] as const) {
      await readShop(lacking, update)
      expect([update, lacking, await stored()]).toEqual([update, lacking, false])
      expect(idsOf(await catalogueApp.searchAll())).not.toContain(id)
      await readShop(lacking, 'sync', async () => expect(await stored()).toBe(false))
      await readShop(null, update)
      expect(await stored()).toBe(true)
    }
})

test('the catalogue is stale when it was never synced, or a quarter of an hour ago', async () => {
  await catalogueApp.sync()
  expect(await isCatalogueStale(catalogueApp.ctx)).toBe(false)
  const later = new Date(catalogueApp.testShop.clock.now.getTime() + 16 * 60_000)
  expect(await isCatalogueStale({ ...catalogueApp.ctx, now: () => later })).toBe(true)
  await catalogueApp.app.db.deleteFrom('catalogue_sync').where('language', '=', 'el').execute()
  expect(await isCatalogueStale(catalogueApp.ctx)).toBe(true)
  await catalogueApp.sync()
})

test('a sync that fails half-way loses nothing', async () => {
  catalogueApp.testShop.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
  await expect(catalogueApp.sync()).rejects.toMatchObject({ kind: 'unavailable' })
  expect((await catalogueApp.search()).meta.total).toBe(visibleProducts.length)
})

test('a product without price, picture, brand or Greek text shows what it has', async () => {
  const bareShop = {
    ...catalogueApp.shop,
    fetchProducts: async (ids: number[], language: Language) => ({
      // Its Greek text can't be read.
      unread: language === 'el' ? ids : [],
      products:
        language === 'el'
          ? []
          : (await catalogueApp.shop.fetchProducts(ids, language)).products.map(one => ({
              ...one,
              brand: null,
              image: null,
              priceCents: null,
              description: '<img src=x onerror=alert(1)>',
              variants: [],
            })),
    }),
  }
  await catalogueApp.app.db.deleteFrom('product_text').where('product_id', '=', id).execute()
  await refreshProducts({ ...catalogueApp.ctx, shop: bareShop }, [id])
  const { data } = await catalogueApp.search({ search: goods.plain.sku, lang: 'el' })
  expect(data).toMatchObject([
    { id, name: goods.plain.name.en, brand: null, image: null, price: null, available: 1 },
  ])
  expect(idsOf(await catalogueApp.searchAll({ price_min: 0 }))).not.toContain(id)
  for (const sort of ['price-up', 'price-down', 'brand-a-z', 'brand-z-a'])
    expect(idsOf(await catalogueApp.searchAll({ sort })).indexOf(id)).toBeGreaterThan(
      visibleProducts.length / 2,
    )
  catalogueApp.testShop.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
  const { body } = await catalogueApp.app.get(`/bigcommerce/product?id=${id}&lang=el`)
  expect(body.data).toMatchObject({ description: '', images: [], price: null, options: [] })
  catalogueApp.testShop.shop.faults.routes = []
  await refreshProducts(catalogueApp.ctx, [id])
})

test('an interrupted sync is resumed where it was, and logs its progress', async () => {
  const readPages: string[] = []
  const interruptedShop = {
    ...catalogueApp.shop,
    fetchCataloguePage: async (language: Language, after: string | null) => {
      if (readPages.length === 2) throw new ShopFailure('unavailable', 'gone for a while')
      readPages.push(`${language} ${after ?? 'first'}`)
      return catalogueApp.shop.fetchCataloguePage(language, after)
    },
  }
  await expect(syncWholeCatalogue({ ...catalogueApp.ctx, shop: interruptedShop })).rejects.toThrow(
    'gone for a while',
  )
  const resumedPages: string[] = []
  const logged: object[] = []
  const workingShop = {
    ...catalogueApp.shop,
    fetchCataloguePage: async (language: Language, after: string | null) => {
      resumedPages.push(`${language} ${after ?? 'first'}`)
      return catalogueApp.shop.fetchCataloguePage(language, after)
    },
  }
  const log = { info: (facts: object) => void logged.push(facts) }
  expect(await syncWholeCatalogue({ ...catalogueApp.ctx, shop: workingShop, log })).toEqual({
    products: visibleProducts.length,
  })
  expect(resumedPages.filter(page => readPages.includes(page))).toEqual([])
  expect(resumedPages.length).toBeGreaterThan(0)
  for (const language of ['en', 'el'])
    expect(logged).toContainEqual({ language, products: visibleProducts.length, done: true })
})

test('of processes that read the whole shop at once one does; a killed one is made up for', async () => {
  const results = await Promise.all([1, 2, 3].map(() => syncWholeCatalogue(catalogueApp.ctx)))
  expect(results.filter(Boolean)).toEqual([{ products: visibleProducts.length }])
  const leave = (held_until: Date) =>
    catalogueApp.ctx.db
      .insertInto('lease')
      .values({ name: catalogueLease, holder: randomUUID(), held_until })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ held_until }))
      .execute()
  await leave(new Date(Date.now() + 60_000))
  expect(await syncWholeCatalogue(catalogueApp.ctx)).toBeUndefined()
  await leave(new Date(Date.now() - 1000))
  expect(await syncWholeCatalogue(catalogueApp.ctx)).toEqual({ products: visibleProducts.length })
})

test('the health report counts the products that are listed and gone', async () => {
  const ready = async () => (await catalogueApp.app.app.request('/readyz')).json()
  expect(await ready()).toMatchObject({ products: { listed: visibleProducts.length, gone: 0 } })
  await catalogueApp.changeInShop(id, { is_visible: false })
  await refreshProducts(catalogueApp.ctx, [id])
  expect(await ready()).toMatchObject({ products: { listed: visibleProducts.length - 1, gone: 1 } })
  await catalogueApp.changeInShop(id, { is_visible: true })
  await refreshProducts(catalogueApp.ctx, [id])
  expect(await ready()).toMatchObject({ products: { listed: visibleProducts.length, gone: 0 } })
})

test('a shop that shows nothing at all is a mistake, not an empty shop', async () => {
  const emptyShop = {
    ...catalogueApp.shop,
    fetchCataloguePage: async () => ({ products: [], unread: [], next: null }),
    fetchCategories: async () => [],
  }
  await expect(syncWholeCatalogue({ ...catalogueApp.ctx, shop: emptyShop })).rejects.toThrow(
    'the shop shows no products',
  )
  expect((await catalogueApp.search()).meta.total).toBe(visibleProducts.length)
  await catalogueApp.sync()
})

async function createRegistryWithGift(product_id: number): Promise<number> {
  const { app } = catalogueApp
  const registry = await aRegistry(app, await aHost(app))
  await app.db
    .insertInto('gift')
    .values({
      registry_id: registry.id,
      product_id,
      variant_id: 0,
      sku: '',
      quantity: 1,
      is_group: false,
      price_cents: 100,
      selected_options: '[]',
      position: 1,
    })
    .execute()
  return registry.id
}
