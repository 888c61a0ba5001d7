import { expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { type Answer, cartByApi, goods, openTestShop } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())

const data = <T>(answer: Answer): T => answer.json<{ data: T }>().data
const catalog = (method: string, path: string, body?: unknown) =>
  testShop.rest(method, `/v3/catalog/${path}`, body)
let shirts = 0
const makeProduct = async (more = {}) => {
  const made = { name: `Shirt ${++shirts}`, type: 'physical', weight: 0.3, price: 20 }
  return data<{ id: number }>(await catalog('POST', 'products', { ...made, ...more })).id
}
const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)

interface Option {
  id: number
  option_values: { id: number; label: string }[]
}

test('a product has 600 variants of an option with 120 values, and every page of them', async () => {
  const [sizes, colours] = [numbered(120, 'size'), numbered(5, 'colour')]
  const variants = sizes.flatMap(size =>
    colours.map(colour => ({
      sku: `${size} ${colour}`,
      option_values: [
        { option_display_name: 'Size', label: size },
        { option_display_name: 'Colour', label: colour },
      ],
    })),
  )
  const id = await makeProduct({ variants })
  const pages = [1, 2, 3].map(page => catalog('GET', `products/${id}/variants?limit=250&page=${page}`))
  const listed = (await Promise.all(pages)).flatMap(answer => data<{ id: number }[]>(answer))
  expect(new Set(listed.map(variant => variant.id)).size).toBe(600)
  const [size] = data<Option[]>(await catalog('GET', `products/${id}/options`))
  expect(size!.option_values).toHaveLength(120)
  const values = data<object[]>(
    await catalog('GET', `products/${id}/options/${size!.id}/values?limit=50&page=3`),
  )
  expect(values).toHaveLength(20)
  const extra = { label: 'size 121', sort_order: 120 }
  const value = data<{ id: number }>(
    await catalog('POST', `products/${id}/options/${size!.id}/values`, extra),
  )
  const [, colour] = data<Option[]>(await catalog('GET', `products/${id}/options`))
  const option_values = [
    { option_id: size!.id, id: value.id },
    { option_id: colour!.id, id: colour!.option_values[0]!.id },
  ]
  expect((await catalog('POST', `products/${id}/variants`, { sku: 'one more', option_values })).status).toBe(
    422,
  )
})

test('options, values and variants are written, and carts follow', async () => {
  const id = await makeProduct()
  const option_values = [
    { label: 'S', sort_order: 0 },
    { label: 'M', sort_order: 1 },
  ]
  const option = data<Option>(
    await catalog('POST', `products/${id}/options`, {
      display_name: 'Size',
      type: 'rectangles',
      option_values,
    }),
  )
  const variantOf = (label: string, more = {}) =>
    catalog('POST', `products/${id}/variants`, {
      sku: label,
      option_values: [{ option_display_name: 'Size', label }],
      ...more,
    })
  const small = data<{ id: number; price: number }>(await variantOf('S', { price: 25, weight: 2 }))
  expect(small).toMatchObject({ price: 25, weight: 2 })
  expect((await variantOf('S')).status).toBe(409)
  const medium = data<{ id: number }>(await variantOf('M'))
  expect(data<object[]>(await catalog('GET', `products/${id}/variants`))).toHaveLength(2)
  await catalog('PUT', 'variants', [{ id: medium.id, price: 30, purchasing_disabled: true }])
  expect(data(await catalog('GET', `variants?product_id:in=${id}&sku=M`))).toMatchObject([
    { id: medium.id, price: 30, purchasing_disabled: true },
  ])
  const buy = (variant_id: number) => cartByApi(testShop, [{ product_id: id, variant_id, quantity: 1 }])
  expect((await buy(medium.id)).status).toBe(422)
  expect(data(await buy(small.id))).toMatchObject({ cart_amount: 25 })
  await catalog('PUT', `products/${id}/variants/${small.id}`, { sale_price: 19 })
  expect(data(await buy(small.id))).toMatchObject({ cart_amount: 19 })
  await catalog('DELETE', `products/${id}/options/${option.id}/values/${option.option_values[0]!.id}`)
  expect(data(await catalog('GET', `products/${id}/variants`))).toMatchObject([{ id: medium.id }])
  await catalog('DELETE', `products/${id}/options/${option.id}`)
  expect(data(await catalog('GET', `products/${id}/variants`))).toMatchObject([{ option_values: [] }])
})

test('pictures, own fields and prices of several units are written, and read everywhere', async () => {
  const { id } = goods.plain
  const image_url = 'https://pictures.example/one.jpg'
  const picture = data<{ id: number }>(
    await catalog('POST', `products/${id}/images`, { image_url, is_thumbnail: true }),
  )
  const field = data<{ id: number }>(
    await catalog('POST', `products/${id}/custom-fields`, { name: 'Made in', value: 'Volos' }),
  )
  await catalog('PUT', `products/${id}/custom-fields/${field.id}`, { value: 'Syros' })
  const query = `{ site { product(entityId: ${id}) { defaultImage { url(width: 80) }
    customFields(names: ["Made in"]) { edges { node { value } } } } } }`
  expect(await testShop.graphql(query)).toEqual({
    site: {
      product: {
        defaultImage: { url: image_url },
        customFields: { edges: [{ node: { value: 'Syros' } }] },
      },
    },
  })
  const rule = { quantity_min: 3, quantity_max: 0, type: 'percent', amount: 50 }
  const { id: ruleId } = data<{ id: number }>(
    await catalog('POST', `products/${id}/bulk-pricing-rules`, rule),
  )
  const price = async (quantity: number) =>
    data<{ cart_amount: number }>(await cartByApi(testShop, [{ product_id: id, quantity }])).cart_amount
  const cents = goods.plain.priceCents
  expect([await price(2), await price(3)]).toEqual([(cents * 2) / 100, (Math.round(cents / 2) * 3) / 100])
  for (const path of [`images/${picture.id}`, `custom-fields/${field.id}`, `bulk-pricing-rules/${ruleId}`])
    expect([path, (await catalog('DELETE', `products/${id}/${path}`)).status]).toEqual([path, 204])
  expect(await price(3)).toBe((cents * 3) / 100)
})

test('a product is at the URL that staff give it, until they give its own back', async () => {
  const { id, slug } = goods.plain
  const put = (custom_url: unknown) => catalog('PUT', `products/${id}`, { custom_url })
  const productAt = async (path: string) => {
    const query = `{ site { route(path: "${path}") { node { ... on Product { entityId path } } } } }`
    return (await testShop.graphql<{ site: { route: { node: object | null } } }>(query)).site.route.node
  }
  const custom = { url: '/kitchen/white-pot/', is_customized: true }
  expect(data(await put(custom))).toMatchObject({ custom_url: custom })
  expect(await productAt(custom.url)).toEqual({ entityId: id, path: custom.url })
  expect(await productAt(`/${slug}/`)).toBeNull()
  expect((await testShop.send(custom.url)).status).toBe(200)
  await catalog('PUT', `products/${id}`, { weight: 1 })
  expect(await productAt(custom.url)).not.toBeNull()
  for (const [wrong, status] of [
    [{ url: '', is_customized: true }, 422],
    [{ url: '/a b/', is_customized: true }, 422],
    [{ url: '/white-pot/' }, 422],
    [{ url: `/${goods.digital.slug}/`, is_customized: true }, 409],
    [{ url: '/events/wedding/', is_customized: true }, 409],
    [{ ...custom, create_redirect: true }, 422],
  ] as const)
    expect([wrong, (await put(wrong)).status]).toEqual([wrong, status])
  expect((await put(custom)).status).toBe(200)
  await put({ url: `/${slug}/`, is_customized: false })
  expect(await productAt(`/${slug}/`)).toEqual({ entityId: id, path: `/${slug}/` })
})

test('a pre-order is bought and says when it comes; a back-order is bought beyond the stock', async () => {
  const message = 'Comes in May'
  const release = { preorder_message: message, preorder_release_date: '2027-05-01T00:00:00+00:00' }
  await catalog('PUT', `products/${goods.plain.id}`, { availability: 'preorder', ...release })
  const query = `{ site { product(entityId: ${goods.plain.id}) { availabilityV2 { status ... on ProductPreOrder { message } } } } }`
  expect(await testShop.graphql(query)).toEqual({
    site: { product: { availabilityV2: { status: 'Preorder', message } } },
  })
  expect((await cartByApi(testShop, [{ product_id: goods.plain.id, quantity: 1 }])).status).toBe(201)
  await catalog('PUT', `products/${goods.plain.id}`, { availability: 'available' })
  const { id } = goods.tracked
  await catalog('PUT', `products/${id}`, { inventory_level: 1 })
  const buy = () => cartByApi(testShop, [{ product_id: id, quantity: 3 }])
  expect((await buy()).status).toBe(422)
  await testShop.shop.actions.allowBackorder(id, 2)
  const cart = await buy()
  await testShop.shop.actions.pay(data<{ id: string }>(cart).id)
  expect(data(await catalog('GET', `products/${id}`))).toMatchObject({ inventory_level: -2 })
  expect((await cartByApi(testShop, [{ product_id: id, quantity: 1 }])).status).toBe(422)
})

test('values of a modifier are written one by one', async () => {
  const id = await makeProduct({ sku: 'WRAPPED' })
  const modifier = data<Option>(
    await catalog('POST', `products/${id}/modifiers`, {
      display_name: 'Paper',
      type: 'dropdown',
      required: false,
      option_values: [{ label: 'Blue', sort_order: 0 }],
    }),
  )
  const path = `products/${id}/modifiers/${modifier.id}/values`
  const red = data<{ id: number }>(await catalog('POST', path, { label: 'Red', sort_order: 1 }))
  await catalog('PUT', `${path}/${red.id}`, { label: 'Green' })
  expect(data(await catalog('GET', path))).toMatchObject([{ label: 'Blue' }, { id: red.id, label: 'Green' }])
  expect((await catalog('DELETE', `${path}/${red.id}`)).status).toBe(204)
  expect((await catalog('GET', `${path}/${red.id}`)).status).toBe(404)
})

test('many products are written and deleted at once, and their categories assigned', async () => {
  const ids = [await makeProduct({ sku: 'A1' }), await makeProduct({ sku: 'B1' })]
  const written = await catalog(
    'PUT',
    'products',
    ids.map(id => ({ id, price: 5, weight: 4 })),
  )
  expect(data(written)).toMatchObject(ids.map(id => ({ id, price: 5, weight: 4 })))
  await catalog(
    'PUT',
    'products/category-assignments',
    ids.map(product_id => ({ product_id, category_id: 111 })),
  )
  const assigned = () => catalog('GET', `products/category-assignments?product_id:in=${ids}`)
  expect(data<object[]>(await assigned())).toHaveLength(2)
  await catalog('DELETE', `products/category-assignments?product_id:in=${ids[0]}&category_id:in=111`)
  expect(data<object[]>(await assigned())).toHaveLength(1)
  expect((await catalog('DELETE', 'products')).status).toBe(422)
  expect((await catalog('DELETE', `products?id:in=${ids}`)).status).toBe(204)
  expect((await catalog('GET', `products/${ids[1]}`)).status).toBe(404)
})
