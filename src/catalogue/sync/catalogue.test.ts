import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../../shop/catalogue/index.ts'
import { goods, openTestShop, type TestShop } from '../../../test/shop.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import type { Language } from '../../base/language.ts'
import { raiseRegistryVersion } from '../../registry/registry/version-data.ts'
import { connectShop } from '../../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../../shop/bigcommerce/connection.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'
import type { ProductCard } from '../products/contract.ts'
import { findProductsByIds } from '../products/data.ts'
import { priceOf } from '../products/rules.ts'
import type { ProductSort } from '../search/contract.ts'
import { updateBrandOrder } from './listing-order-data.ts'
import {
  type CatalogueSyncContext,
  isCatalogueStale,
  refreshProducts,
  syncWholeCatalogue,
} from './service.ts'

const mount = 'http://shop.test/shop'
const channels = { SHOP_CHANNEL_EN: 1, SHOP_CHANNEL_EL: 1481393 }
const visible = catalogue.products.filter(product => product.visible)

/** Every look at the clock is a second later. */
function tick(): Date {
  far.clock.now = new Date(far.clock.now.getTime() + 1000)
  return far.clock.now
}

let far: TestShop
let shop: Shop
let near: SingleTestApp
let parts: CatalogueSyncContext

beforeAll(async () => {
  far = await openTestShop()
  shop = connectShop(embeddedShopConnection(mount, far.shop, channels), {
    fetch: (url, init) => far.shop.app.request(url.slice(mount.length), init),
    sleep: async () => {},
  })
  near = await testApp({ shop })
  parts = { db: near.db, shop, now: tick, registryChanged: raiseRegistryVersion }
  expect(await syncWholeCatalogue(parts)).toEqual({ products: visible.length })
})
afterAll(async () => {
  await near.close()
  await far.close()
})
afterEach(() => {
  far.shop.faults.routes = []
})

interface Found {
  data: (Omit<ProductCard, 'price' | 'available' | 'has_options'> & { price: number; available: 0 | 1 })[]
  meta: {
    page: number
    per_page: number
    total: number
    last_page: number
    near: 0 | 1
    categories: { entityId: number; count: number }[]
    price_min: number
    price_max: number
  }
}

/** A search over HTTP; amounts are decimal euro there. */
async function search(input: Record<string, string | number> = {}): Promise<Found> {
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const { status, body } = await near.get(`/bigcommerce/products?${query}`)
  expect(status).toBe(200)
  return body as unknown as Found
}

/** Every page of a search. */
async function all(input: Record<string, string | number> = {}): Promise<Found['data']> {
  const found: Found['data'] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await search({ ...input, page })
    found.push(...data)
    if (page >= meta.last_page) return found
  }
}

const idsOf = (cards: { id: number }[]) => cards.map(card => card.id)

describe('searching', () => {
  test('without a wish everything visible is there, page by page', async () => {
    const { data, meta } = await search()
    expect(data).toHaveLength(24)
    expect(meta).toMatchObject({
      near: 0,
      page: 1,
      per_page: 24,
      total: visible.length,
      last_page: Math.ceil(visible.length / 24),
    })
    expect(idsOf(await all()).sort()).toEqual(idsOf(visible).sort())
    expect((await search({ page: 99 })).data).toEqual([])
  })

  test('a card speaks the language asked for', async () => {
    for (const language of ['en', 'el'] as const) {
      const card = (await all({ lang: language })).find(one => one.id === goods.twoOptions.id)
      expect(card).toMatchObject({
        name: goods.twoOptions.name[language],
        price: Math.max(...goods.twoOptions.variants.map(one => one.priceCents)) / 100,
        type: 'physical',
        url: `/shop/${goods.twoOptions.slug}/${language === 'el' ? '?lang=el' : ''}`,
        has_options: 1,
        available: 1,
      })
    }
  })

  test.each<[string, string]>([
    ['one word of its English name', 'en'],
    ['one word of its Greek name', 'el'],
  ])('a product is found by %s, whatever the page’s language', async (_what, language) => {
    const words = goods.twoOptions.name[language as Language].split(/\s+/)
    const word = words.find(one => one.length > 4) ?? words[0]!
    for (const lang of ['en', 'el'])
      expect(idsOf(await all({ search: word, lang }))).toContain(goods.twoOptions.id)
  })

  test('accents, case, alphabet and the end of a word make no difference', async () => {
    const teapots = idsOf(await all({ search: 'τσαγιέρα' })).sort()
    expect(teapots.length).toBeGreaterThan(0)
    for (const typed of ['ΤΣΑΓΙΕΡΑ', 'τσαγιερα', 'tsagiera', 'Tsagiera', 'τσαγι', 'tsagie']) {
      const found = idsOf(await all({ search: typed }))
      expect(teapots.filter(id => !found.includes(id))).toEqual([])
    }
  })

  test('all words must be found; unknown ones find nothing, signs are no words', async () => {
    expect((await search({ search: 'τσαγιέρα xyzzy' })).meta.total).toBe(0)
    expect((await search({ search: '!!! ...' })).meta.total).toBe(visible.length)
    expect((await search({ search: `'":*&|!() \\ %_` })).meta.total).toBe(visible.length)
  })

  test('by brand and by SKU', async () => {
    const brand = catalogue.brands.find(one => one.id === goods.plain.brand)!
    expect(idsOf(await all({ search: brand.name }))).toContain(goods.plain.id)
    expect(idsOf(await all({ search: goods.plain.sku }))).toContain(goods.plain.id)
  })

  test('a category holds what lies in its branches', async () => {
    const top = catalogue.categories.find(one => one.parent === 0)!
    const below = (id: number): number[] => [
      id,
      ...catalogue.categories.filter(one => one.parent === id).flatMap(one => below(one.id)),
    ]
    const branch = below(top.id)
    expect(branch.length).toBeGreaterThan(2)
    const expected = visible.filter(one => one.categories.some(id => branch.includes(id)))
    expect(idsOf(await all({ category: top.id })).sort()).toEqual(idsOf(expected).sort())
  })

  test('a price range includes its ends', async () => {
    const prices = (await all()).map(card => card.price).sort((a, b) => a - b)
    const [low, high] = [prices[20]!, prices[60]!]
    const found = await all({ price_min: low, price_max: high })
    expect(found.length).toBe(prices.filter(price => price >= low && price <= high).length)
    expect(Math.min(...found.map(card => card.price))).toBe(low)
  })

  test('one typo is forgiven in a long word when nothing else is found, and said', async () => {
    const right = await search({ search: 'τσαγιέρα' })
    expect(right.meta.near).toBe(0)
    for (const typed of ['τσαγέρα', 'τσαγιρέα', 'τσαγιέδα', 'tsagidra']) {
      const { data, meta } = await search({ search: typed })
      const missing = idsOf(right.data).filter(id => !idsOf(data).includes(id))
      expect([typed, missing, meta.near]).toEqual([typed, [], 1])
    }
    expect((await search({ search: 'τσαβγδερα' })).meta.total).toBe(0)
  })

  test('every category tells how many fit, whichever is chosen; prices span what fits', async () => {
    const { meta } = await search({ search: 'ξύλ' })
    expect(meta.total).toBeGreaterThan(1)
    for (const { entityId, count } of meta.categories.slice(0, 8)) {
      const narrowed = await search({ search: 'ξύλ', category: entityId })
      expect([entityId, narrowed.meta.total]).toEqual([entityId, count])
      expect(narrowed.meta.categories).toEqual(meta.categories)
    }
    const cards = await all({ search: 'ξύλ' })
    const prices = cards.map(card => card.price)
    expect([meta.price_min, meta.price_max]).toEqual([Math.min(...prices), Math.max(...prices)])
    const dear = await search({ search: 'ξύλ', price_min: meta.price_max })
    expect([dear.meta.price_min, dear.meta.price_max]).toEqual([meta.price_min, meta.price_max])
    const counts = dear.meta.categories.map(({ count }) => count)
    expect(Math.max(...counts)).toBe(dear.meta.total)
  })

  test('without words, too: each category tells how many it holds, also within prices', async () => {
    const { meta } = await search({ price_min: 20, price_max: 60 })
    for (const { entityId, count } of meta.categories.slice(0, 8))
      expect((await search({ price_min: 20, price_max: 60, category: entityId })).meta.total).toBe(count)
  })

  test('what cannot be asked is refused, every field at once', async () => {
    const { status, body } = await near.get('/bigcommerce/products?category=x&price_min=-1&sort=best')
    expect(status).toBe(422)
    expect(Object.keys((body.data as { fields: object }).fields).sort()).toEqual([
      'category',
      'price_min',
      'sort',
    ])
  })

  test('a key that no shop can have is a wrong field', async () => {
    const answers = [
      await near.get('/bigcommerce/products?category=2147483648'),
      await near.get('/bigcommerce/product?id=2147483648'),
    ]
    expect(answers.map(answer => answer.status)).toEqual([422, 422])
  })
})

describe('the seven orders', () => {
  const orderOf = async (sort: ProductSort) => all({ sort })

  test.each([
    ['newest', 'newest'],
    ['featured', 'featured'],
    ['best-selling', 'best-selling'],
  ] as const)('%s is the shop’s own', async (sort, ranking) => {
    expect(idsOf(await orderOf(sort))).toEqual(await shop.fetchListingOrder(ranking))
  })

  test('prices go up and down', async () => {
    const up = (await orderOf('price-up')).map(card => card.price)
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    const down = (await orderOf('price-down')).map(card => card.price)
    expect(down).toEqual(down.toSorted((a, b) => b - a))
  })

  test('brands go from A to Z and back; what has none comes last', async () => {
    const { compare } = new Intl.Collator('el', { sensitivity: 'base', numeric: true })
    const brandsIn = async (sort: ProductSort) => (await orderOf(sort)).map(card => card.brand)
    const up = await brandsIn('brand-a-z')
    const known = up.filter(brand => brand !== null)
    expect(up).toEqual([...known.toSorted(compare), ...up.slice(known.length).fill(null)])
    const down = await brandsIn('brand-z-a')
    expect(down.slice(0, known.length)).toEqual(known.toSorted((a, b) => compare(b, a)))
  })

  test('Greek brands stand where Greek readers look for them', async () => {
    const names = ['ώμεγα', 'Άλφα', 'βήτα', 'ΑΜΦΟΡΑ', 'Έψιλον']
    const ids = idsOf(visible).slice(0, names.length)
    await near.db.updateTable('product').set({ brand: null }).execute()
    for (const [index, brand] of names.entries())
      await near.db.updateTable('product').set({ brand }).where('id', '=', ids[index]!).execute()
    await updateBrandOrder(near.db)
    const { data } = await search({ sort: 'brand-a-z' })
    const brands = data.slice(0, names.length).map(card => card.brand)
    expect(brands).toEqual(['Άλφα', 'ΑΜΦΟΡΑ', 'βήτα', 'Έψιλον', 'ώμεγα'])
    await syncWholeCatalogue(parts)
  })
})

test('the category tree, parents before children, in both languages', async () => {
  const { body } = await near.get('/bigcommerce/categories?lang=el')
  const tree = body.data as unknown as { entityId: number; parentEntityId: number; name: string }[]
  expect(tree).toHaveLength(catalogue.categories.length)
  const known = new Set([0])
  for (const { entityId, parentEntityId, name } of tree) {
    expect(known.has(parentEntityId)).toBe(true)
    known.add(entityId)
    expect(name).toBe(catalogue.categories.find(one => one.id === entityId)?.name.el)
  }
})

describe('a product whole', () => {
  const details = async (id: number) => near.get(`/bigcommerce/product?id=${id}&lang=en`)

  test('has its options, and the price of each variant', async () => {
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

  test('comes from the mirror while the shop is away', async () => {
    const live = await details(goods.twoOptions.id)
    far.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
    const kept = await details(goods.twoOptions.id)
    expect(kept.status).toBe(200)
    const withoutColours = (data: object) => JSON.parse(JSON.stringify(data).replace(/"#\w+"/g, 'null'))
    expect(kept.body.data).toEqual(withoutColours(live.body.data))
  })

  test('that is not there is not available', async () => {
    const { status, body } = await details(999_999_999)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, message: 'Product is Not Available' })
  })

  test('shows no HTML that could do harm', async () => {
    const real = await shop.fetchProduct(goods.plain.id, 'en')
    const description =
      '<p onclick="x()">Fine <script>alert(1)</script><a href="javascript:x">cup</a></p><img src=x>'
    const evil = { ...shop, fetchProduct: async () => ({ ...real!, description }) }
    const other = await testApp({ shop: evil })
    const { body } = await other.get(`/bigcommerce/product?id=${goods.plain.id}`)
    expect(body.data.description).toBe('<p>Fine cup</p>')
    await other.close()
  })
})

describe('what other features read', () => {
  test('products with their variants, in words of the language', async () => {
    const known = await findProductsByIds(near.db, [goods.twoOptions.id, 999_999_999], 'el')
    expect([...known.keys()]).toEqual([goods.twoOptions.id])
    const product = known.get(goods.twoOptions.id)!
    expect(product.name).toBe(goods.twoOptions.name.el)
    const [variant] = product.variants
    expect(variant?.options.map(one => one.option)).toEqual(goods.twoOptions.options.map(one => one.name.el))
    expect(priceOf(product, variant)).toBe(goods.twoOptions.variants[0]!.priceCents)
    expect(priceOf(product)).toBe(Math.max(...goods.twoOptions.variants.map(one => one.priceCents)))
    expect(priceOf({ price_cents: null }, { price_cents: null })).toBeNull()
  })
})

describe('keeping up with the shop', () => {
  const { id } = goods.plain
  const inShop = (change: string) => far.rest('PUT', `/v3/catalog/products/${id}`, JSON.parse(change))
  const kept = async () => (await findProductsByIds(near.db, [id], 'en')).get(id)

  test('a new price is seen by freshening and by sweeping', async () => {
    await inShop('{"price": 12.34}')
    await refreshProducts(parts, [id])
    expect((await kept())?.price_cents).toBe(1234)
    await inShop('{"price": 56.78}')
    await syncWholeCatalogue(parts)
    expect((await kept())?.price_cents).toBe(5678)
  })

  test('registries that wish for it are told, when something about it changed', async () => {
    const registry = await aRegistryWishing(id)
    const version = async () => {
      const row = near.db.selectFrom('registry').select('version').where('id', '=', registry)
      return (await row.executeTakeFirstOrThrow()).version
    }
    const before = await version()
    await syncWholeCatalogue(parts)
    await refreshProducts(parts, [id, goods.twoOptions.id])
    expect(await version()).toBe(before)
    await inShop('{"price": 43.21}')
    await refreshProducts(parts, [id])
    expect(await version()).toBe(before + 1)
    await inShop('{"price": 56.78}')
    await syncWholeCatalogue(parts)
    expect(await version()).toBe(before + 2)
  })

  test('a product that is hidden has gone, and comes back', async () => {
    for (const look of [() => refreshProducts(parts, [id]), () => syncWholeCatalogue(parts)]) {
      await inShop('{"is_visible": false}')
      await look()
      expect((await kept())?.listed).toBe(false)
      expect(idsOf(await all())).not.toContain(id)
      await inShop('{"is_visible": true}')
      await look()
      expect((await kept())?.listed).toBe(true)
    }
  })

  test('the mirror is old when it was never filled, or a quarter of an hour ago', async () => {
    await syncWholeCatalogue(parts)
    expect(await isCatalogueStale(parts)).toBe(false)
    const later = new Date(far.clock.now.getTime() + 16 * 60_000)
    expect(await isCatalogueStale({ ...parts, now: () => later })).toBe(true)
    await near.db.deleteFrom('catalogue_sync').where('language', '=', 'el').execute()
    expect(await isCatalogueStale(parts)).toBe(true)
    await syncWholeCatalogue(parts)
  })

  test('a sweep that fails half-way loses nothing', async () => {
    far.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
    await expect(syncWholeCatalogue(parts)).rejects.toMatchObject({ kind: 'unavailable' })
    expect((await search()).meta.total).toBe(visible.length)
  })

  test('a product without price, picture, brand or Greek text shows what it has', async () => {
    const bare = {
      ...shop,
      fetchProducts: async (ids: number[], language: Language) =>
        language === 'el'
          ? []
          : (await shop.fetchProducts(ids, language)).map(one => ({
              ...one,
              brand: null,
              image: null,
              priceCents: null,
              description: '<img src=x onerror=alert(1)>',
              variants: [],
            })),
    }
    await near.db.deleteFrom('product_text').where('product_id', '=', id).execute()
    await refreshProducts({ ...parts, shop: bare }, [id])
    const { data } = await search({ search: goods.plain.sku, lang: 'el' })
    expect(data).toMatchObject([
      { id, name: goods.plain.name.en, brand: null, image: null, price: null, available: 1 },
    ])
    expect(idsOf(await all({ price_min: 0 }))).not.toContain(id)
    for (const sort of ['price-up', 'price-down', 'brand-a-z', 'brand-z-a'])
      expect(idsOf(await all({ sort })).indexOf(id)).toBeGreaterThan(visible.length / 2)
    far.shop.faults.routes = [{ path: '/graphql', answer: '500' }]
    const { body } = await near.get(`/bigcommerce/product?id=${id}&lang=el`)
    expect(body.data).toMatchObject({ description: '', images: [], price: null, options: [] })
    far.shop.faults.routes = []
    await refreshProducts(parts, [id])
  })

  test('a sweep that is cut off goes on where it was, and tells how far it came', async () => {
    const asked: string[] = []
    const cut = {
      ...shop,
      fetchCataloguePage: async (language: Language, after: string | null) => {
        if (asked.length === 3) throw new ShopFailure('unavailable', 'gone for a while')
        asked.push(`${language} ${after ?? 'first'}`)
        return shop.fetchCataloguePage(language, after)
      },
    }
    await expect(syncWholeCatalogue({ ...parts, shop: cut })).rejects.toThrow('gone for a while')
    const again: string[] = []
    const told: object[] = []
    const whole = {
      ...shop,
      fetchCataloguePage: async (language: Language, after: string | null) => {
        again.push(`${language} ${after ?? 'first'}`)
        return shop.fetchCataloguePage(language, after)
      },
    }
    const log = { info: (facts: object) => void told.push(facts) }
    expect(await syncWholeCatalogue({ ...parts, shop: whole, log })).toEqual({ products: visible.length })
    expect(again.filter(page => asked.includes(page))).toEqual([])
    expect(again.length).toBeGreaterThan(0)
    for (const language of ['en', 'el'])
      expect(told).toContainEqual({ language, products: visible.length, done: true })
  })

  test('whoever watches sees how many products there are, and how many have gone', async () => {
    const ready = async () => (await near.app.request('/readyz')).json()
    expect(await ready()).toMatchObject({ products: { listed: visible.length, gone: 0 } })
    await inShop('{"is_visible": false}')
    await refreshProducts(parts, [id])
    expect(await ready()).toMatchObject({ products: { listed: visible.length - 1, gone: 1 } })
    await inShop('{"is_visible": true}')
    await refreshProducts(parts, [id])
    expect(await ready()).toMatchObject({ products: { listed: visible.length, gone: 0 } })
  })

  test('a shop that shows nothing at all is a mistake, not an empty shop', async () => {
    const empty = {
      ...shop,
      fetchCataloguePage: async () => ({ products: [], next: null }),
      fetchCategories: async () => [],
    }
    await expect(syncWholeCatalogue({ ...parts, shop: empty })).rejects.toThrow('the shop shows no products')
    expect((await search()).meta.total).toBe(visible.length)
    await syncWholeCatalogue(parts)
  })
})

/** A registry with that product as its one gift. */
async function aRegistryWishing(product_id: number): Promise<number> {
  const { id: customer_id } = await near.db
    .insertInto('customer')
    .values({
      email: 'a@b.c',
      email_key: 'a@b.c',
      name: 'A',
      surname: 'B',
      password_hash: '',
      language: 'en',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: registry_id } = await near.db
    .insertInto('registry')
    .values({
      code: 'ABEZHKMNPTYX',
      customer_id,
      event_type: 'wedding',
      name: 'A',
      surname: 'B',
      registry_name: 'A & B',
      guest_count: 2,
      privacy: 'public',
      terms_version: '1',
      terms_at: far.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const gift = {
    sku: '',
    quantity: 1,
    is_group: false,
    price_cents: 100,
    selected_options: '[]',
    position: 1,
  }
  await near.db
    .insertInto('gift')
    .values({ ...gift, registry_id, product_id, variant_id: 0 })
    .execute()
  return registry_id
}
