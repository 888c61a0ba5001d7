import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import type { Product } from '../../shop/catalogue/types.ts'
import { openCatalogueApp } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { goods } from '../../test/shop.ts'
import { testApp } from '../../test/test-app.ts'
import { priceOf } from './products.rules.ts'
import { findProductsByIds } from './products.ts'

const catalogueApp = opened(() => openCatalogueApp())
beforeAll(() => catalogueApp.sync())
afterEach(() => {
  catalogueApp.testShop.shop.faults.routes = []
})

test('categories are listed parents before children, in the requested language', async () => {
  const { body } = await catalogueApp.app.get('/bigcommerce/categories?lang=el')
  const tree = body.data as unknown as {
    entityId: number
    parentEntityId: number
    name: string
    path: string
    slug: string
    children: number[]
    node: object
  }[]
  expect(tree).toHaveLength(catalogue.categories.length)
  const known = new Set([0])
  for (const { entityId, parentEntityId, name, path, slug, children, node } of tree) {
    expect(path.endsWith(`/${slug}/`)).toBe(true)
    expect(node).toEqual({ parentEntityId })
    expect(children).toEqual(tree.filter(one => one.parentEntityId === entityId).map(one => one.entityId))
    expect(known.has(parentEntityId)).toBe(true)
    known.add(entityId)
    expect(name).toBe(catalogue.categories.find(one => one.id === entityId)?.name.el)
  }
})

describe('product details', () => {
  const details = async (id: number) => catalogueApp.app.get(`/bigcommerce/product?id=${id}&lang=en`)

  test('have the options and the price of each variant', async () => {
    const { body } = await details(goods.twoOptions.id)
    expect(body.data).toMatchObject({
      id: goods.twoOptions.id,
      options: goods.twoOptions.options.map(({ id, values }) => ({
        id,
        values: values.map(value => ({ id: value.id, label: value.label.en })),
      })),
      variants: goods.twoOptions.variants.map(({ id, priceCents }) => ({ id, price: priceCents / 100 })),
    })
  })

  test('come from the stored catalogue while the shop can’t be reached', async () => {
    const isUnread = (product: Product) => product.options.length === 2 && product !== goods.twoOptions
    const unread = catalogue.products.find(product => product.visible && isUnread(product))!
    catalogueApp.testShop.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
    const stored = await details(unread.id)
    expect(stored.status).toBe(200)
    catalogueApp.testShop.shop.faults.routes = []
    const live = await details(unread.id)
    const withoutColours = (data: object) => JSON.parse(JSON.stringify(data).replace(/"#\w+"/g, 'null'))
    expect(stored.body.data).toEqual(withoutColours(live.body.data))
  })

  test('of an unknown product are not available', async () => {
    const { status, body } = await details(999_999_999)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, message: 'Product is Not Available' })
  })

  test('contain no harmful HTML', async () => {
    const real = await catalogueApp.shop.fetchProduct(goods.plain.id, 'en')
    const description =
      '<p onclick="x()">Fine <script>alert(1)</script><a href="javascript:x">cup</a></p><img src=x>'
    const evil = { ...catalogueApp.shop, fetchProduct: async () => ({ ...real!, description }) }
    const otherApp = await testApp({ shop: evil })
    const { body } = await otherApp.get(`/bigcommerce/product?id=${goods.plain.id}`)
    expect(body.data.description).toBe('<p>Fine cup</p>')
    await otherApp.close()
  })
})

test('entities in a name are read once, and what they spell is text', async () => {
  const { id } = goods.plain
  const { name } = (await catalogueApp.shop.fetchProduct(id, 'en'))!
  await catalogueApp.changeInShop(id, { name: 'Teapot &amp; &quot;K&quot; &amp;amp; &lt;b&gt;new&lt;/b&gt;' })
  expect((await catalogueApp.shop.fetchProduct(id, 'en'))?.name).toBe('Teapot & "K" &amp; <b>new</b>')
  await catalogueApp.changeInShop(id, { name })
})

test('products are read with their variants, in one language', async () => {
  const products = await findProductsByIds(catalogueApp.app.db, [goods.twoOptions.id, 999_999_999], 'el')
  expect([...products.keys()]).toEqual([goods.twoOptions.id])
  const product = products.get(goods.twoOptions.id)!
  expect(product.name).toBe(goods.twoOptions.name.el)
  const [variant] = product.variants
  expect(variant?.options.map(one => one.option)).toEqual(goods.twoOptions.options.map(one => one.name.el))
  expect(priceOf(product, variant)).toBe(goods.twoOptions.variants[0]!.priceCents)
  expect(priceOf(product)).toBe(Math.max(...goods.twoOptions.variants.map(one => one.priceCents)))
  expect(priceOf({ price_cents: null }, { price_cents: null })).toBeNull()
})
