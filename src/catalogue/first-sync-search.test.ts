import { beforeEach, expect, test } from 'vitest'
import { openCatalogueApp } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { goods } from '../../test/shop.ts'

const catalogueApp = opened(() => openCatalogueApp())
beforeEach(() => {
  catalogueApp.testShop.shop.faults.routes = []
})

test('until the first sync has finished, the shop’s own search answers', async () => {
  const { onSale } = goods
  const named = await catalogueApp.search({ lang: 'el', search: onSale.name.el })
  expect(named.data[0]).toMatchObject({ id: onSale.id, name: onSale.name.el, price: onSale.saleCents! / 100 })
  const expensive = await catalogueApp.search({ price_min: 200, sort: 'price-down' })
  expect(expensive.data.length).toBeGreaterThan(5)
  expect(expensive.data.every(({ price }) => price >= 200)).toBe(true)
  const [category] = onSale.categories
  const inCategory = await catalogueApp.search({ category: category!, sort: 'brand-a-z' })
  expect(inCategory.data.map(({ id }) => id)).toContain(onSale.id)
  const all = await catalogueApp.search({ page: 2 })
  expect([all.meta.total, all.data.length]).toEqual([50, 24])
})

test('what is stored so far answers while the shop can’t be reached', async () => {
  catalogueApp.testShop.shop.faults.routes = [{ path: '/graphql', answer: '500', times: 3 }]
  const { data } = await catalogueApp.search({ search: goods.onSale.sku })
  expect(data).toMatchObject([{ id: goods.onSale.id }])
})

test('afterwards the stored catalogue answers, with every count', async () => {
  await catalogueApp.sync()
  catalogueApp.testShop.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
  const { meta } = await catalogueApp.search()
  expect(meta.total).toBeGreaterThan(100)
  expect(meta.categories.length).toBeGreaterThan(20)
})
