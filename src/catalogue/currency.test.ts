import { beforeAll, expect, test } from 'vitest'
import { openCatalogueApp } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { goods } from '../../test/shop.ts'
import { connectShop } from '../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../shop/bigcommerce/connection.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import { syncWholeCatalogue } from './sync.ts'

const base = 'http://shop.test/shop'
const catalogueApp = opened(() => openCatalogueApp())
let inDollars: Shop
beforeAll(async () => {
  const { shop } = catalogueApp.testShop
  inDollars = connectShop(
    embeddedShopConnection(base, shop, { SHOP_CHANNELS: { en: { id: 1 }, el: { id: 1481393 } } }),
    {
      fetch: async (url, init) => {
        const text = await (await shop.app.request(url.slice(base.length), init)).text()
        return new Response(text.replaceAll('"EUR"', '"USD"'))
      },
      sleep: async () => {},
    },
  )
})

const readiness = async () => (await catalogueApp.app.app.request('/readyz')).json()
const away = new ShopFailure('unavailable', 'the tax service is away')
const refusal = /amounts are in USD, not in EUR/

test('a shop in another currency is refused by name, until it is in euro', async () => {
  const { ctx } = catalogueApp
  await expect(syncWholeCatalogue({ ...ctx, shop: inDollars })).rejects.toThrow(refusal)
  expect(await readiness()).toMatchObject({
    catalogue_read_at: null,
    catalogue_problem: expect.stringMatching(refusal),
  })
  const warned: string[] = []
  const log = { info: () => {}, warn: (_: object, sentence: string) => void warned.push(sentence) }
  const withoutRates = { ...catalogueApp.shop, fetchTaxRates: () => Promise.reject(away) }
  await syncWholeCatalogue({ ...ctx, shop: withoutRates, log })
  expect(warned).toEqual(['tax rates not read; the last ones stand'])
  expect(await readiness()).not.toHaveProperty('catalogue_problem')
})

test('so are its prices at the hand-off, and its carts', async () => {
  const product = { productId: goods.plain.id, variantId: 0 }
  await expect(inDollars.fetchPrices([product], 'en')).rejects.toThrow(refusal)
  const line = { kind: 'contribution' as const, cents: 4000, name: 'Gift', reference: 'r', ...product }
  const cart = { language: 'en' as const, customerId: 0, lines: [line] }
  await expect(inDollars.createCart(cart)).rejects.toThrow(refusal)
})
