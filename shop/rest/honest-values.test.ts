import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop } from '../../test/shop.ts'

const testShop = opened(() => openTestShop())

const product = `/v3/catalog/products/${goods.plain.id}`
const newProduct = { name: 'New', type: 'digital', weight: 0, price: 5 }
const person = { first_name: 'a', last_name: 'b' }
const certificate = {
  to_name: 'a',
  to_email: 'a@b.example',
  from_name: 'c',
  from_email: 'c@d.example',
  amount: '5',
}
const line = { product_id: goods.digital.id, quantity: 1 }

test.each([
  ['PUT', product, { is_visible: 'yes' }],
  ['PUT', product, { availability: 'sometimes' }],
  ['PUT', product, { categories: [999_999] }],
  ['PUT', product, { brand_id: 999_999 }],
  ['PUT', product, { tax_class_id: 77 }],
  ['POST', '/v3/catalog/products', { ...newProduct, weight: 'heavy' }],
  ['POST', '/v3/catalog/products', { ...newProduct, categories: [999_999] }],
  ['PUT', '/v3/catalog/products/channel-assignments', [{ product_id: goods.plain.id, channel_id: 7 }]],
  ['PUT', '/v3/catalog/products/channel-assignments', [{ product_id: 1, channel_id: 1 }]],
  ['POST', '/v3/customers', [{ ...person, email: 'one@example.org', channel_ids: [7] }]],
  ['POST', '/v3/customers', [{ ...person, email: 'one@example.org', channel_ids: [] }]],
  ['POST', '/v2/gift_certificates', { ...certificate, currency_code: 'USD' }],
  ['POST', '/v2/orders', { products: [line], channel_id: 7 }],
  ['POST', '/v3/carts', { line_items: [line], channel_id: 7 }],
  ['POST', '/v3/carts', { line_items: [line], currency: { code: 'USD' } }],
])('%s %s with %j is refused', async (method, path, body) => {
  expect((await testShop.rest(method, path, body)).status).toBeOneOf([400, 422])
})

test.each([
  '/v2/orders?sort=total',
  '/v2/orders?page=first',
  '/v3/catalog/products?sort=colour',
  '/v3/catalog/products?include=videos',
  '/v3/content/pages?include=everything',
  '/v3/carts/00000000-0000-4000-8000-000000000000?include=promotions.banners',
])('GET %s is refused', async path => {
  expect((await testShop.rest('GET', path)).status).toBeOneOf([400, 422])
})

test('a new product is what was sent, in its categories and of its brand', async () => {
  const sent = {
    ...newProduct,
    sku: 'NEW',
    categories: [111],
    brand_id: 2,
    tax_class_id: 1,
    description: '<p>a</p>',
  }
  const made = await testShop.rest('POST', '/v3/catalog/products', sent)
  const { data } = made.json<{ data: { id: number } }>()
  expect(data).toMatchObject(sent)
  const ids = async (query: string) =>
    (await testShop.rest('GET', `/v3/catalog/products?${query}&include_fields=name`))
      .json<{ data: { id: number }[] }>()
      .data.map(({ id }) => id)
  for (const query of ['keyword=new', 'categories:in=111', 'sku=NEW', 'brand_id=2', `id=${data.id}`])
    expect(await ids(`${query}&limit=250`), query).toContain(data.id)
  expect(await ids('sort=price&direction=desc&limit=1')).not.toContain(data.id)
  const [row] = (await testShop.rest('GET', `/v3/catalog/products?id=${data.id}&include_fields=sku`)).json<{
    data: object[]
  }>().data
  expect(row).toEqual({ id: data.id, sku: 'NEW' })
})

test('categories have a tree, and brands and parts of products are read one by one', async () => {
  const read = async (path: string) => {
    const answer = await testShop.rest('GET', `/v3/catalog/${path}`)
    return [answer.status, answer.status === 200 ? answer.json<{ data: unknown }>().data : null] as const
  }
  const [, [tree]] = (await read('trees?channel_id:in=1')) as readonly [number, { id: number }[]]
  const [, top] = (await read(`trees/${tree!.id}/categories?depth=1`)) as readonly [
    number,
    { id: number; children: { id: number; children: unknown[] }[] }[],
  ]
  expect(top[0]!.children[0]!.children).toEqual([])
  expect(await read(`categories/${top[0]!.id}`)).toEqual([200, expect.objectContaining({ parent_id: 0 })])
  expect(await read(`categories?parent_id=${top[0]!.id}&limit=1`)).toEqual([
    200,
    [expect.objectContaining({ id: top[0]!.children[0]!.id })],
  ])
  expect((await read('categories/424242'))[0]).toBe(404)
  expect(await read('brands/2')).toEqual([200, expect.objectContaining({ name: 'Keramos' })])
  const option = goods.twoOptions.options[0]!
  expect(await read(`products/${goods.twoOptions.id}/options/${option.id}`)).toEqual([
    200,
    expect.objectContaining({ display_name: option.name.en }),
  ])
  expect((await read(`products/${goods.plain.id}/images`))[1]).toHaveLength(2)
  expect((await read(`products/${goods.plain.id}/images/7`))[0]).toBe(404)
})
