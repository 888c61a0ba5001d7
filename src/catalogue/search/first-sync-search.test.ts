import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watched } from '../../../test/published-calls.ts'
import { goods, openTestShop, type TestShop } from '../../../test/shop.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { raiseRegistryVersion } from '../../registry/registry/version-data.ts'
import { connectShop } from '../../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../../shop/bigcommerce/connection.ts'
import type { Shop } from '../../shop/port.ts'
import { syncWholeCatalogue } from '../sync/service.ts'

const mount = 'http://shop.test/shop'

let far: TestShop
let near: SingleTestApp
let shop: Shop

beforeAll(async () => {
  far = await openTestShop()
  const { fetch } = watched((url, init) => far.shop.app.request(url.slice(mount.length), init))
  const address = embeddedShopConnection(mount, far.shop, { SHOP_CHANNEL_EN: 1, SHOP_CHANNEL_EL: 1481393 })
  shop = connectShop(address, { fetch, sleep: async () => {} })
  near = await testApp({ shop })
})
beforeEach(() => {
  far.shop.faults.routes = []
})
afterAll(async () => {
  await near.close()
  await far.close()
})

async function search(query: string) {
  const { status, body } = await near.get(`/bigcommerce/products?${query}`)
  expect(status).toBe(200)
  return body as unknown as {
    data: { id: number; name: string; price: number }[]
    meta: { total: number; categories: object[] }
  }
}

test('until the shop has been read once, its own search answers', async () => {
  const { onSale } = goods
  const named = await search(`lang=el&search=${encodeURIComponent(onSale.name.el)}`)
  expect(named.data[0]).toMatchObject({ id: onSale.id, name: onSale.name.el, price: onSale.saleCents! / 100 })
  const dear = await search('price_min=200&sort=price-down')
  expect(dear.data.length).toBeGreaterThan(5)
  expect(dear.data.every(({ price }) => price >= 200)).toBe(true)
  const [one] = onSale.categories
  const inCategory = await search(`category=${one}&sort=brand-a-z`)
  expect(inCategory.data.map(({ id }) => id)).toContain(onSale.id)
  const all = await search('page=2')
  expect([all.meta.total, all.data.length]).toEqual([50, 24])
})

test('what the mirror has so far answers while the shop is away', async () => {
  far.shop.faults.routes = [{ path: '/graphql', answer: '500', times: 3 }]
  const { data } = await search(`search=${goods.onSale.sku}`)
  expect(data).toMatchObject([{ id: goods.onSale.id }])
})

test('afterwards the mirror answers, with every count', async () => {
  await syncWholeCatalogue({
    db: near.db,
    shop,
    now: () => new Date(),
    registryChanged: raiseRegistryVersion,
  })
  far.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
  const { meta } = await search('')
  expect(meta.total).toBeGreaterThan(100)
  expect(meta.categories.length).toBeGreaterThan(20)
})
