import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { idsOf, openCatalogueApp, visibleProducts } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { goods } from '../../test/shop.ts'
import { phoneticQueryKeys } from '../base/greek/phonetic-keys.ts'
import type { Language } from '../base/language.ts'
import { updateBrandOrder } from './product.sql.ts'
import { type ProductSort, productSorts } from './search.contract.ts'
import { searchProductListings } from './search.sql.ts'

const catalogueApp = opened(() => openCatalogueApp())
beforeAll(() => catalogueApp.sync())
afterEach(() => {
  catalogueApp.testShop.shop.faults.routes = []
})

describe('searching', () => {
  test('without a filter everything visible is found, page by page', async () => {
    const { data, meta } = await catalogueApp.search()
    expect(data).toHaveLength(24)
    expect(meta).toMatchObject({
      near: 0,
      page: 1,
      per_page: 24,
      total: visibleProducts.length,
      last_page: Math.ceil(visibleProducts.length / 24),
    })
    expect(idsOf(await catalogueApp.searchAll()).sort()).toEqual(idsOf(visibleProducts).sort())
    expect((await catalogueApp.search({ page: 99 })).data).toEqual([])
  })

  test('a product card is in the requested language', async () => {
    for (const language of ['en', 'el'] as const) {
      const card = (await catalogueApp.searchAll({ lang: language })).find(
        one => one.id === goods.twoOptions.id,
      )
      expect(card).toMatchObject({
        name: goods.twoOptions.name[language],
        price: Math.max(...goods.twoOptions.variants.map(one => one.priceCents)) / 100,
        type: 'physical',
        url: `/shop/${goods.twoOptions.slug}/?lang=${language}`,
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
      expect(idsOf(await catalogueApp.searchAll({ search: word, lang }))).toContain(goods.twoOptions.id)
  })

  test('accents, case, alphabet and the end of a word make no difference', async () => {
    const teapots = idsOf(await catalogueApp.searchAll({ search: 'τσαγιέρα' })).sort()
    expect(teapots.length).toBeGreaterThan(0)
    for (const typed of ['ΤΣΑΓΙΕΡΑ', 'τσαγιερα', 'tsagiera', 'Tsagiera', 'τσαγι', 'tsagie']) {
      const found = idsOf(await catalogueApp.searchAll({ search: typed }))
      expect(teapots.filter(id => !found.includes(id))).toEqual([])
    }
  })

  test('all words must match; unknown ones find nothing, punctuation is ignored', async () => {
    expect((await catalogueApp.search({ search: 'τσαγιέρα xyzzy' })).meta.total).toBe(0)
    expect((await catalogueApp.search({ search: '!!! ...' })).meta.total).toBe(visibleProducts.length)
    expect((await catalogueApp.search({ search: `'":*&|!() \\ %_` })).meta.total).toBe(visibleProducts.length)
  })

  test('a product is found by brand and by SKU', async () => {
    const brand = catalogue.brands.find(one => one.id === goods.plain.brand)!
    expect(idsOf(await catalogueApp.searchAll({ search: brand.name }))).toContain(goods.plain.id)
    expect(idsOf(await catalogueApp.searchAll({ search: goods.plain.sku }))).toContain(goods.plain.id)
  })

  test('a category includes the categories below it', async () => {
    const top = catalogue.categories.find(one => one.parent === 0)!
    const below = (id: number): number[] => [
      id,
      ...catalogue.categories.filter(one => one.parent === id).flatMap(one => below(one.id)),
    ]
    const branch = below(top.id)
    expect(branch.length).toBeGreaterThan(2)
    const expected = visibleProducts.filter(one => one.categories.some(id => branch.includes(id)))
    expect(idsOf(await catalogueApp.searchAll({ category: top.id })).sort()).toEqual(idsOf(expected).sort())
  })

  test('a price range includes its ends', async () => {
    const prices = (await catalogueApp.searchAll()).map(card => card.price).sort((a, b) => a - b)
    const [low, high] = [prices[20]!, prices[60]!]
    const found = await catalogueApp.searchAll({ price_min: low, price_max: high })
    expect(found.length).toBe(prices.filter(price => price >= low && price <= high).length)
    expect(Math.min(...found.map(card => card.price))).toBe(low)
  })

  test('one typo in a long word matches when nothing else does, and the answer says so', async () => {
    const right = await catalogueApp.search({ search: 'τσαγιέρα' })
    expect(right.meta.near).toBe(0)
    for (const typed of ['τσαγέρα', 'τσαγιρέα', 'τσαγιέδα', 'tsagidra']) {
      const { data, meta } = await catalogueApp.search({ search: typed })
      const missing = idsOf(right.data).filter(id => !idsOf(data).includes(id))
      expect([typed, missing, meta.near]).toEqual([typed, [], 1])
    }
    expect((await catalogueApp.search({ search: 'τσαβγδερα' })).meta.total).toBe(0)
  })

  test('every category counts its matches, whichever is searched; prices span the matches', async () => {
    const { meta } = await catalogueApp.search({ search: 'ξύλ' })
    expect(meta.total).toBeGreaterThan(1)
    for (const { entityId, count } of meta.categories.slice(0, 8)) {
      const narrowed = await catalogueApp.search({ search: 'ξύλ', category: entityId })
      expect([entityId, narrowed.meta.total]).toEqual([entityId, count])
      expect(narrowed.meta.categories).toEqual(meta.categories)
    }
    const cards = await catalogueApp.searchAll({ search: 'ξύλ' })
    const prices = cards.map(card => card.price)
    expect([meta.price_min, meta.price_max]).toEqual([Math.min(...prices), Math.max(...prices)])
    const dear = await catalogueApp.search({ search: 'ξύλ', price_min: meta.price_max })
    expect([dear.meta.price_min, dear.meta.price_max]).toEqual([meta.price_min, meta.price_max])
    const counts = dear.meta.categories.map(({ count }) => count)
    expect(Math.max(...counts)).toBe(dear.meta.total)
  })

  test('categories count their matches without words too, within the price range', async () => {
    const { meta } = await catalogueApp.search({ price_min: 20, price_max: 60 })
    for (const { entityId, count } of meta.categories.slice(0, 8))
      expect(
        (await catalogueApp.search({ price_min: 20, price_max: 60, category: entityId })).meta.total,
      ).toBe(count)
  })

  test('all wrong parameters are refused at once', async () => {
    const { status, body } = await catalogueApp.app.get(
      '/bigcommerce/products?category=x&price_min=-1&sort=best&last=1,,2',
    )
    expect(status).toBe(422)
    expect(Object.keys((body.data as { fields: object }).fields).sort()).toEqual([
      'category',
      'last.1',
      'price_min',
      'sort',
    ])
  })

  test('an id that no shop can have is a wrong field', async () => {
    const answers = [
      await catalogueApp.app.get('/bigcommerce/products?category=2147483648'),
      await catalogueApp.app.get('/bigcommerce/product?id=2147483648'),
    ]
    expect(answers.map(answer => answer.status)).toEqual([422, 422])
  })
})

describe('sort orders', () => {
  const orderOf = async (sort: ProductSort) => catalogueApp.searchAll({ sort })

  test.each([
    ['newest', 'newest'],
    ['featured', 'featured'],
    ['best-selling', 'best-selling'],
  ] as const)('%s is the shop’s own order', async (sort, ranking) => {
    expect(idsOf(await orderOf(sort))).toEqual(await catalogueApp.shop.fetchListingOrder(ranking))
  })

  test('prices go up and down', async () => {
    const up = (await orderOf('price-up')).map(card => card.price)
    expect(up).toEqual(up.toSorted((a, b) => a - b))
    const down = (await orderOf('price-down')).map(card => card.price)
    expect(down).toEqual(down.toSorted((a, b) => b - a))
  })

  test('brands sort from A to Z and back; products without one come last', async () => {
    const { compare } = new Intl.Collator('el', { sensitivity: 'base', numeric: true })
    const brandsIn = async (sort: ProductSort) => (await orderOf(sort)).map(card => card.brand)
    const up = await brandsIn('brand-a-z')
    const known = up.filter(brand => brand !== null)
    expect(up).toEqual([...known.toSorted(compare), ...up.slice(known.length).fill(null)])
    const down = await brandsIn('brand-z-a')
    expect(down.slice(0, known.length)).toEqual(known.toSorted((a, b) => compare(b, a)))
  })

  test('Greek brands sort the way Greek readers expect', async () => {
    const names = ['ώμεγα', 'Άλφα', 'βήτα', 'ΑΜΦΟΡΑ', 'Έψιλον']
    const ids = idsOf(visibleProducts).slice(0, names.length)
    await catalogueApp.app.db.updateTable('product').set({ brand: null }).execute()
    for (const [index, brand] of names.entries())
      await catalogueApp.app.db.updateTable('product').set({ brand }).where('id', '=', ids[index]!).execute()
    await updateBrandOrder(catalogueApp.app.db)
    const { data } = await catalogueApp.search({ sort: 'brand-a-z' })
    const brands = data.slice(0, names.length).map(card => card.brand)
    expect(brands).toEqual(['Άλφα', 'ΑΜΦΟΡΑ', 'βήτα', 'Έψιλον', 'ώμεγα'])
    await catalogueApp.sync()
  })
})

test('what comes last follows everything else, over all pages of every search (R1060)', async () => {
  const top = catalogue.categories.find(one => one.parent === 0)!
  const searches = [
    {},
    { text: 'σετ' },
    { category: top.id },
    { priceMin: 2000 },
    { text: 'σ', priceMax: 9000 },
  ]
  for (const { text = '', ...filter } of searches)
    for (const sort of productSorts) {
      const readAll = async (last: number[]) => {
        const ids: number[] = []
        for (let page = 1; ; page++) {
          const query = { words: phoneticQueryKeys(text), ...filter, sort, page, perPage: 10, last }
          // Every second page takes the count from the cache and reads the page in a query of its own.
          const at = { now: catalogueApp.app.clock.now, cacheThreshold: page % 2 ? 1_000_000 : 1 }
          const found = await searchProductListings(catalogueApp.app.db, query, at)
          ids.push(...found.ids)
          if (found.ids.length < 10) return ids
        }
      }
      const all = await readAll([])
      const last = all.filter((_, index) => index % 3 === 0)
      const others = all.filter(id => !last.includes(id))
      expect(await readAll([...last, 999_999]), `${sort} ${text} ${JSON.stringify(filter)}`).toEqual([
        ...others,
        ...last,
      ])
    }
})
