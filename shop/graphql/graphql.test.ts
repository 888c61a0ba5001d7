import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'
import { catalogue } from '../catalogue/index.ts'

const testShop = opened(() => openTestShop())

interface ProductNode {
  entityId: number
  name: string
}
interface Connection {
  pageInfo: { hasNextPage: boolean; endCursor: string }
  edges: { node: ProductNode; cursor: string }[]
}

test('the token decides the language', async () => {
  const query = `query { site { product(entityId: ${goods.plain.id}) { name } } }`
  expect(await testShop.graphql(query)).toEqual({ site: { product: { name: goods.plain.name.en } } })
  expect(await testShop.graphql(query, {}, 1481393)).toEqual({
    site: { product: { name: goods.plain.name.el } },
  })
})

test('the token decides the products: those of its channel, by id and in lists', async () => {
  const made = await testShop.rest('POST', '/v3/catalog/products', {
    name: 'Lantern',
    type: 'physical',
    weight: 1,
    price: 20,
    is_visible: true,
  })
  const { id } = made.json<{ data: { id: number } }>().data
  const query = `query { site { product(entityId: ${id}) { path } products(entityIds: [${id}]) { edges { node { entityId } } } } }`
  const read = async (channel: number) => {
    const { site } = await testShop.graphql<{
      site: { product: { path: string } | null; products: Connection }
    }>(query, {}, channel)
    return [site.product !== null, site.products.edges.length]
  }
  expect([await read(1), await read(1481393)]).toEqual([
    [true, 1],
    [false, 0],
  ])
  const assignment = [{ product_id: id, channel_id: 1481393 }]
  await testShop.rest('PUT', '/v3/catalog/products/channel-assignments', assignment)
  expect(await read(1481393)).toEqual([true, 1])
  await testShop.rest('DELETE', `/v3/catalog/products/${id}`)
})

test('an unknown token, or one of another channel than the address, answers 401', async () => {
  const post = (path: string, token: string) =>
    testShop.send(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ channel { entityId } }' }),
    })
  const greek = testShop.shop.credentials.storefrontTokens['1481393']!
  expect((await post('/graphql', 'nobody')).text).toContain('Unknown JWT token')
  expect((await post('/graphql', 'nobody')).status).toBe(401)
  expect((await post('/graphql/1', greek)).text).toContain(
    "JWT channel id doesn't match channel id of the URL",
  )
  expect((await post('/graphql/1481393', greek)).status).toBe(200)
})

test('aliases, fragments and variables work', async () => {
  const { twoOptions: product } = goods
  const wanted = product.variants.at(-1)!
  const found = await testShop.graphql<{ site: { chosen: Record<string, unknown>; none: null } }>(
    `query Two($id: Int!, $values: [OptionValueId!]) @shopperPreferences(locale: "en") {
      site {
        chosen: product(entityId: $id, optionValueIds: $values) { ...Goods variants(first: 1) { edges { node { sku isPurchasable } } } }
        none: product(entityId: 1) { ...Goods }
      }
    }
    fragment Goods on Product {
      sku brand { name } defaultImage { url(width: 300) altText }
      prices(includeTax: true) { price { value currencyCode } priceRange { min { value } max { value } } }
      productOptions(first: 5) { edges { node { __typename entityId displayName
        ... on MultipleChoiceOption { values { edges { node { entityId label ... on SwatchOptionValue { hexColors } } } } } } } }
    }`,
    {
      id: product.id,
      values: wanted.values.map((valueEntityId, i) => ({
        optionEntityId: product.options[i]!.id,
        valueEntityId,
      })),
    },
  )
  expect(found.site.none).toBeNull()
  expect(found.site.chosen).toMatchObject({
    sku: wanted.sku,
    prices: { price: { value: wanted.priceCents / 100, currencyCode: 'EUR' } },
    defaultImage: { url: 'http://shop.test/shop/images/stencil/300w/cast-iron-casserole.webp' },
  })
})

test('products are paged by cursor; a page of more than fifty is refused', async () => {
  const query = `query ($after: String) { site { products(first: 2, after: $after) {
    pageInfo { hasNextPage endCursor } edges { node { entityId name } cursor } } } }`
  const first = await testShop.graphql<{ site: { products: Connection } }>(query)
  const after = first.site.products.pageInfo.endCursor
  const second = await testShop.graphql<{ site: { products: Connection } }>(query, { after })
  const ids = [...first.site.products.edges, ...second.site.products.edges].map(edge => edge.node.entityId)
  expect(new Set(ids).size).toBe(4)
  await expect(testShop.graphql('{ site { products(first: 51) { edges { cursor } } } }')).rejects.toThrow(
    '50',
  )
})

test('a sale has the old price, and net prices are exact', async () => {
  const { onSale: product } = goods
  const [now, before, lowest] = [product.saleCents!, product.priceCents, product.lowest30dCents!]
  const query = `query ($tax: Boolean) { site { product(entityId: ${product.id}) { prices(includeTax: $tax) {
    price { value } basePrice { value } salePrice { value } } customFields { edges { node { name value } } } } } }`
  expect(await testShop.graphql(query, { tax: true })).toEqual({
    site: {
      product: {
        prices: {
          price: { value: now / 100 },
          basePrice: { value: before / 100 },
          salePrice: { value: now / 100 },
        },
        customFields: { edges: [{ node: { name: 'lowest_30d', value: (lowest / 100).toFixed(2) } }] },
      },
    },
  })
  const net = await testShop.graphql<{ site: { product: { prices: { price: { value: number } } } } }>(query)
  expect(Math.round(net.site.product.prices.price.value * 1.24 * 100)).toBe(now)
})

interface FoundProduct {
  entityId: number
  name: string
  prices: { price: { value: number } }
}

test('search filters and sorts', async () => {
  const find = async (filters: object, sort?: string) => {
    const found = await testShop.graphql<{
      site: { search: { searchProducts: { products: { edges: { node: FoundProduct }[] } } } }
    }>(
      `query ($filters: SearchProductsFiltersInput!, $sort: SearchProductsSortInput) {
        site { search { searchProducts(filters: $filters, sort: $sort) { products(first: 50) {
          edges { node { entityId name prices(includeTax: true) { price { value } } } } } } } } }`,
      { filters, sort },
    )
    return found.site.search.searchProducts.products.edges.map(edge => edge.node)
  }
  const upperCaseName = goods.plain.name.el.toLocaleUpperCase('el')
  expect((await find({ searchTerm: upperCaseName }))[0]?.entityId).toBe(goods.plain.id)
  const top = catalogue.categories.find(category => category.parent === 0)!
  const directly = await find({ categoryEntityId: top.id })
  const withSubcategories = await find(
    { categoryEntityId: top.id, searchSubCategories: true },
    'LOWEST_PRICE',
  )
  expect(withSubcategories.length).toBeGreaterThan(directly.length)
  const inPriceRange = await find(
    { price: { minPrice: 20, maxPrice: 60 }, hideOutOfStock: true },
    'LOWEST_PRICE',
  )
  expect(inPriceRange.length).toBeGreaterThan(3)
  const ofBrand = await find({ brandEntityIds: [goods.plain.brand] }, 'Z_TO_A')
  const names = ofBrand.map(product => product.name)
  expect(names).toEqual([...names].sort(new Intl.Collator('en').compare).reverse())
})

test('the category tree is three levels deep; pages are filtered, and found by path', async () => {
  const about = catalogue.pages.find(page => page.path === '/about-us')!
  const found = await testShop.graphql<SiteAnswer>(`{ site {
    categoryTree { entityId path children { path children { path hasChildren productCount } } }
    content { pages(filters: { isVisibleInNavigation: true }, sortBy: SORT_ORDER) { edges { node { entityId } } } }
    about: route(path: "/about-us/") { node { __typename ... on NormalPage { name htmlBody } } }
    settings { currency { defaultCurrency } }
  } }`)
  const { categoryTree, content } = found.site
  const deepest = categoryTree.flatMap(top => top.children).flatMap(middle => middle.children)
  expect(categoryTree.length).toBe(catalogue.categories.filter(category => category.parent === 0).length)
  expect(deepest.length).toBeGreaterThan(0)
  expect(deepest.every(leaf => leaf.path.split('/').length === 5)).toBe(true)
  expect(found.site.about.node).toMatchObject({ __typename: 'NormalPage', name: about.title.en })
  const navigationPages = content.pages.edges.map(
    edge => catalogue.pages.find(page => page.id === edge.node.entityId)!,
  )
  expect(navigationPages.every(page => page.inNavigation)).toBe(true)
  const leaf = await testShop.graphql(
    `{ site { route(path: "${deepest[0]!.path}") { node { ... on Category { path } } } } }`,
  )
  expect(leaf).toEqual({ site: { route: { node: { path: deepest[0]!.path } } } })
})

interface LeafCategory {
  path: string
  productCount: number
}
interface SiteAnswer {
  site: {
    categoryTree: { children: { children: LeafCategory[] }[] }[]
    content: { pages: { edges: { node: { entityId: number } }[] } }
    about: { node: object }
  }
}

test('every answer has its complexity in a header, and a query that is too complex is refused', async () => {
  const post = (query: string) =>
    testShop.send('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${testShop.shop.credentials.storefrontTokens['1']}` },
      body: JSON.stringify({ query }),
    })
  const light = await post('{ site { products(first: 50) { edges { node { name } } } } }')
  expect(Number(light.headers.get('x-bc-graphql-complexity'))).toBeGreaterThan(50)
  const heavy = await post(
    '{ site { products(first: 50) { edges { node { variants(first: 250) { edges { node { prices { price { value } } } } } } } } } }',
  )
  expect(heavy.text).toContain('The query is too complex as it has a complexity score of')
})

test('sold out products are hidden wherever a list is asked to', async () => {
  const { tracked } = goods
  const lists = `newestProducts(first: 50, hideOutOfStock: $hide) { edges { node { entityId } } }
    products(entityIds: [${tracked.id}], hideOutOfStock: $hide) { edges { node { entityId } } }
    brand(entityId: ${tracked.brand}) { products(first: 50, hideOutOfStock: $hide) { edges { node { entityId } } } }
    category(entityId: ${tracked.categories[0]}) { products(first: 50, hideOutOfStock: $hide) { edges { node { entityId } } } }`
  const setStock = (units: number) =>
    testShop.rest('PUT', `/v3/catalog/products/${tracked.id}`, { inventory_level: units })
  const read = async (hide: boolean) =>
    JSON.stringify(await testShop.graphql(`query ($hide: Boolean) { site { ${lists} } }`, { hide }))
  const count = (text: string) => text.split(`"entityId":${tracked.id}}`).length - 1
  const before = await read(true)
  expect((await setStock(0)).status).toBe(200)
  const [shown, hidden] = [await read(false), await read(true)]
  await setStock(tracked.variants[0]!.stock!)
  expect(count(shown)).toBe(count(before))
  expect(count(before)).toBeGreaterThanOrEqual(3)
  expect(count(hidden)).toBe(0)
})
