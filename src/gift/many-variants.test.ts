import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { type ProductDetailsView, showProductDetails } from '../catalogue/products.contract.ts'
import { addGifts } from './wish.contract.ts'

/** As many variants as the platform lets a product have (R1351): 120 colours in 5 sizes. */
const colours = Array.from({ length: 120 }, (_, index) => `Colour ${index + 1}`)
const sizes = ['XS', 'S', 'M', 'L', 'XL']

const app = opened(() => testApp())
let productId: number
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  await app.job('webhook-registration')
  const { id } = await created('/v3/catalog/products', {
    name: 'Blanket',
    type: 'physical',
    weight: 1,
    price: 30,
    variants: colours.flatMap((colour, index) =>
      sizes.map(size => ({
        sku: `BLANKET-${index + 1}-${size}`,
        price: 30 + index,
        option_values: [
          { option_display_name: 'Colour', label: colour },
          { option_display_name: 'Size', label: size },
        ],
      })),
    ),
  })
  productId = id
  const assignments = [1, 1481393].map(channel_id => ({ product_id: id, channel_id }))
  await app.staff('PUT', '/v3/catalog/products/channel-assignments', assignments)
  await created(`/v3/catalog/products/${id}/modifiers`, {
    type: 'dropdown',
    display_name: 'Thread',
    required: true,
    option_values: colours.map(label => ({ label })),
  })
  await (await jobContextOf(app)).refreshProducts([id])
})
beforeEach(async () => {
  host = await aHost(app)
  registry = await aRegistry(app, host)
})
afterEach(() => expectInvariants(app.db, registry.id))

async function created(path: string, body: unknown): Promise<{ id: number }> {
  const answer = await app.staff('POST', path, body)
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return ((await answer.json()) as { data: { id: number } }).data
}
const detailsOf = async (id = productId) =>
  (await app.call<ProductDetailsView>(showProductDetails, { id })).data

test('all values of its options, all variants and all choices of its questions are shown', async () => {
  const { options, variants, modifiers } = await detailsOf()
  expect(options.map(({ values }) => values.map(({ label }) => label))).toEqual([colours, sizes])
  expect(new Set(variants.map(({ id }) => id)).size).toBe(600)
  expect(new Set(variants.map(({ chosen }) => JSON.stringify(chosen))).size).toBe(600)
  expect(modifiers).toMatchObject([{ kind: 'choice', values: colours.map(label => ({ label })) }])
})

test('a product of twelve options is shown with all of them, and so are its variants', async () => {
  const choices = Array.from({ length: 12 }, (_, index) => ({
    option_display_name: `Part ${index + 1}`,
    label: 'Oak',
  }))
  const pine = { option_display_name: 'Part 12', label: 'Pine' }
  const { id } = await created('/v3/catalog/products', {
    name: 'Shelf',
    type: 'physical',
    weight: 1,
    price: 80,
    variants: [
      { sku: 'SHELF-OAK', option_values: choices },
      { sku: 'SHELF-PINE', option_values: [...choices.slice(0, -1), pine] },
    ],
  })
  await (await jobContextOf(app)).refreshProducts([id])
  const { options, variants } = await detailsOf(id)
  expect(options.map(({ name }) => name)).toEqual(choices.map(one => one.option_display_name))
  expect(variants.map(({ chosen }) => chosen.length)).toEqual([12, 12])
  const stored = app.db.selectFrom('variant').select('option_value_ids').where('product_id', '=', id)
  expect((await stored.execute()).map(one => one.option_value_ids.length)).toEqual([12, 12])
})

test('a host wishes for the last variant with the last choice, a guest gives it', async () => {
  const { variants, modifiers, options } = await detailsOf()
  const [colour, size] = options.map(({ id, values }) => ({ option_id: id, value_id: values.at(-1)?.id }))
  const variant = variants.find(({ chosen }) =>
    [colour, size].every(one => chosen.some(other => other.value_id === one?.value_id)),
  )!
  const thread = modifiers.find(one => one.kind === 'choice')!
  const value = String(thread.values.at(-1)?.id)
  const { status, data } = await app.call<{ added: { id: number }[] }>(
    addGifts,
    {
      registry_id: registry.code,
      products: [
        { product_id: productId, variant_id: variant.id, modifiers: [{ option_id: thread.id, value }] },
      ],
    },
    host.token,
  )
  expect([status, data]).toMatchObject([200, { added: [{ id: expect.any(Number) }] }])
  const gift = { id: data.added[0]!.id, productId, variantId: variant.id, cents: 14_900 }
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  expect(order.total_cents).toBe(14_900)
  expect(await purchasesOf(app, gift)).toMatchObject([{ units: 1, cents: 14_900 }])
  const lines = await (await app.staff('GET', `/v2/orders/${order.id}/products`)).json()
  expect(lines).toMatchObject([
    {
      sku: 'BLANKET-120-XL',
      product_options: expect.arrayContaining([expect.objectContaining({ display_value: 'Colour 120' })]),
    },
  ])
})
