import { expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { goods, openTestShop, orderByApi } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

interface Brand {
  id: number
  name: string
  custom_url: { url: string; is_customized: boolean }
}
const path = '/v3/catalog/brands'
const rest = (method: string, where: string, body?: object) => testShop.rest(method, where, body)
const statusOf = async (method: string, where: string, body?: object) =>
  (await rest(method, where, body)).status
const listed = async (query = '') => (await rest('GET', `${path}?${query}`)).json<{ data: Brand[] }>().data
const make = async (body: object) => (await rest('POST', path, body)).json<{ data: Brand }>().data
const product = `/v3/catalog/products/${goods.plain.id}`
const write = async (body: object) =>
  (await rest('PUT', product, body)).json<{ data: { brand_id: number; brand_name?: string } }>().data

test('the catalogue’s brands come first, and staff add others', async () => {
  expect((await listed('limit=250')).length).toBe(24)
  expect(await listed('id=2')).toMatchObject([
    { id: 2, name: 'Keramos', custom_url: { url: '/brands/keramos/', is_customized: false } },
  ])
  const sent = {
    name: 'Thames & Hudson',
    page_title: 'Books',
    meta_keywords: ['books', 'art'],
    meta_description: 'Books of art.',
    search_keywords: 'books, art',
  }
  const made = await rest('POST', path, sent)
  const brand = made.json<{ data: Brand }>().data
  expect(brand).toMatchObject({ ...sent, image_url: '', custom_url: { url: '/brands/thames-hudson/' } })
  if (contracts)
    expect(mistakes('catalog/brands_catalog.v3.yml', 'post /catalog/brands 200', made.json())).toEqual([])
  for (const query of ['name=thames %26 hudson', 'name:like=hudson', 'page_title=books', 'id:min=25'])
    expect(await listed(query), query).toMatchObject([{ id: brand.id }])
  expect(await listed(`id=${brand.id}&include_fields=name`)).toEqual([{ id: brand.id, name: sent.name }])
  expect(
    await testShop.graphql(`query { site { brand(entityId: ${brand.id}) {
      name path pageTitle metaDesc metaKeywords searchKeywords seo { pageTitle metaDescription metaKeywords }
    } } }`),
  ).toEqual({
    site: {
      brand: {
        name: sent.name,
        path: '/brands/thames-hudson/',
        pageTitle: 'Books',
        metaDesc: 'Books of art.',
        metaKeywords: ['books', 'art'],
        searchKeywords: ['books', 'art'],
        seo: { pageTitle: 'Books', metaDescription: 'Books of art.', metaKeywords: 'books, art' },
      },
    },
  })
  expect((await testShop.send('/brands/thames-hudson/')).text).toContain('<h1>Thames &amp; Hudson</h1>')
})

test('a name is there once, and what is no brand is refused', async () => {
  const { id } = await make({ name: 'Once' })
  const one = `${path}/${id}`
  const refused = [
    [409, 'POST', path, { name: 'ONCE' }],
    [409, 'PUT', `${path}/2`, { name: 'once' }],
    [422, 'POST', path, {}],
    [422, 'POST', path, { name: '' }],
    [422, 'POST', path, { name: 'n'.repeat(256) }],
    [422, 'POST', path, { name: 'New', page_title: 'n'.repeat(256) }],
    [422, 'POST', path, { name: 'New', meta_keywords: [1] }],
    [422, 'POST', path, { name: 'New', image_url: 'https://example.org/a.png' }],
    [422, 'PUT', one, { page_title: 'Without its name' }],
    [422, 'POST', path, { name: 'New', custom_url: { url: 'no-slash' } }],
    [422, 'POST', path, { name: 'New', custom_url: { url: '/' } }],
    [422, 'POST', path, { name: 'New', custom_url: { url: '/with space' } }],
    [422, 'POST', path, { name: 'New', custom_url: { url: `/${'n'.repeat(257)}` } }],
    [422, 'POST', path, { name: 'New', custom_url: { url: '/new'.repeat(257) } }],
    [422, 'POST', path, { name: 'New', custom_url: { url: '/new', is_customized: 'yes' } }],
    [409, 'POST', path, { name: 'New', custom_url: { url: `/${goods.plain.slug}/` } }],
    [409, 'POST', path, { name: 'New', custom_url: { url: '/brands/keramos' } }],
    [422, 'DELETE', path, undefined],
    [404, 'GET', `${path}/999999`, undefined],
    [404, 'DELETE', `${path}/999999`, undefined],
  ] as const
  for (const [status, method, where, body] of refused)
    expect([method, where, body, await statusOf(method, where, body)]).toEqual([method, where, body, status])
  expect(await statusOf('PUT', one, { name: 'Once', page_title: 'Its own name again' })).toBe(200)
})

test('a brand is at its own URL, or at the next that its name leads to', async () => {
  const [own, next] = [await make({ name: 'A & B' }), await make({ name: 'A-B' })]
  expect([own.custom_url.url, next.custom_url.url]).toEqual(['/brands/a-b/', '/brands/a-b-1/'])
  const moved = { name: 'A & B', custom_url: { url: '/makers/a-b', is_customized: true } }
  expect((await rest('PUT', `${path}/${own.id}`, moved)).json()).toMatchObject({
    data: { custom_url: { url: '/makers/a-b/', is_customized: true } },
  })
  expect((await rest('PUT', `${path}/${own.id}`, { name: 'C' })).json()).toMatchObject({
    data: { name: 'C', custom_url: { url: '/makers/a-b/' } },
  })
  expect((await testShop.send('/makers/a-b/')).text).toContain('<h1>C</h1>')
  const taken = { custom_url: { url: '/makers/a-b', is_customized: true } }
  expect(await statusOf('PUT', product, taken)).toBe(409)
  const again = { name: 'C', custom_url: { url: '', is_customized: false } }
  expect((await rest('PUT', `${path}/${own.id}`, again)).json()).toMatchObject({
    data: { custom_url: { url: '/brands/c/', is_customized: false } },
  })
})

test('a product names its brand, which is made where there is none', async () => {
  const { brand_id: id, brand_name } = await write({ brand_name: 'Common Good' })
  expect(brand_name).toBeUndefined()
  expect(await listed(`id=${id}`)).toMatchObject([{ name: 'Common Good' }])
  const sent = { name: 'Soap', type: 'physical', weight: 1, price: 5, brand_id: 0, brand_name: 'COMMON good' }
  const soap = (await rest('POST', '/v3/catalog/products', sent)).json<{ data: { brand_id: number } }>().data
  expect(soap.brand_id).toBe(id)
  for (const body of [{ brand_name: '' }, { brand_name: 'n'.repeat(256) }, { brand_id: 2, brand_name: 'D' }])
    expect(await statusOf('PUT', product, body)).toBe(422)
  expect(await statusOf('PUT', product, { brand_name: 'Unpaid', price: 1, sale_price: 2 })).toBe(422)
  expect(await listed('name=unpaid')).toEqual([])
})

test('the name of a brand is the same everywhere, and goes with it', async () => {
  const { brand_id: id } = await write({ brand_name: 'Earlier' })
  const order = await orderByApi(testShop, { products: [{ product_id: goods.plain.id, quantity: 1 }] })
  await rest('PUT', `${path}/${id}`, { name: 'Zephyrine' })
  const query = `query { site {
    product(entityId: ${goods.plain.id}) { brand { name } }
    brands(entityIds: [${id}]) { edges { node { name } } }
    search { searchProducts(filters: { searchTerm: "zephyrine" }) {
      products { edges { node { entityId } } }
      filters { edges { node { ... on BrandSearchFilter { brands { edges { node { entityId name } } } } } } }
    } }
  } }`
  const answer = await testShop.graphql(query)
  expect(answer).toMatchObject({
    site: {
      product: { brand: { name: 'Zephyrine' } },
      brands: { edges: [{ node: { name: 'Zephyrine' } }] },
      search: { searchProducts: { products: { edges: [{ node: { entityId: goods.plain.id } }] } } },
    },
  })
  expect(JSON.stringify(answer)).toContain(JSON.stringify({ node: { entityId: id, name: 'Zephyrine' } }))
  const brandsOfLines = async () =>
    (await rest('GET', `/v2/orders/${order.id}/products`)).json<{ brand: string }[]>().map(line => line.brand)
  expect(await brandsOfLines()).toEqual(['Zephyrine'])
  const found = await rest('GET', '/v3/catalog/products?keyword=zephyrine&include_fields=brand_id')
  expect(found.json()).toMatchObject({ data: [{ id: goods.plain.id, brand_id: id }] })
  expect(await statusOf('DELETE', `${path}?name=zephyrine`)).toBe(204)
  expect((await rest('GET', product)).json()).toMatchObject({ data: { brand_id: 0 } })
  expect(await brandsOfLines()).toEqual([''])
  expect(await statusOf('DELETE', `${path}/3`)).toBe(204)
  expect(await listed('id:in=3')).toEqual([])
})

test('what has the same id as a brand and is none stays as it is', async () => {
  const currencies = async () => (await rest('GET', '/v2/currencies')).json()
  const before = await currencies()
  expect(await statusOf('PUT', `${path}/2`, { name: 'Keramos & Sons' })).toBe(200)
  expect(await statusOf('DELETE', `${path}/1`)).toBe(204)
  expect(await currencies()).toEqual(before)
})
