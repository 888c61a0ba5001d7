import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../../shop/catalogue/index.ts'
import { goods } from '../../../../test/shop.ts'
import { connectTestShop } from '../../../../test/shop-connector.ts'
import { fetchModifiers } from '../options.ts'
import { modifiersSchema } from '../wire-graphql.ts'

const connected = connectTestShop()
const idOf = (slug: string) => catalogue.products.find(product => product.slug === slug)?.id ?? 0
const path = `/v3/catalog/products/${goods.plain.id}/modifiers`
const modifiersOf = async (id: number, language: 'en' | 'el' = 'en') =>
  (await connected.shop.fetchProducts([id], language)).products[0]?.modifiers ?? []

describe('the modifiers of a product', () => {
  test('are read with their limits, in the page’s language, also one product at a time', async () => {
    const plate = await modifiersOf(idOf('birth-plate'), 'el')
    expect(plate).toMatchObject([
      { kind: 'text', name: 'Όνομα στο πιάτο', required: true, min: 2, max: 24, lines: 1 },
      { kind: 'date', name: 'Ημερομηνία στο πιάτο', required: true, from: '2000-01-01', to: '2039-12-31' },
      { kind: 'text', name: 'Λόγια στο πίσω μέρος', required: false, min: 0, max: 120, lines: 3 },
    ])
    expect((await connected.shop.fetchProduct(idOf('birth-plate'), 'el'))?.modifiers).toEqual(plate)
    expect(await modifiersOf(idOf('growth-chart'))).toMatchObject([
      { kind: 'number', min: 40, max: 120, whole: true },
      { kind: 'choice', values: [{ label: 'Olive' }, { label: 'Honey' }, { label: 'Sea blue' }] },
    ])
    expect(await modifiersOf(idOf('ring-dish-with-a-name'))).toMatchObject([
      { kind: 'text' },
      { kind: 'checkbox', required: false, label: 'Wrap it as a gift', initial: '' },
    ])
    expect(await modifiersOf(idOf('photo-book'))).toMatchObject([{ kind: 'file', required: true }])
    expect(await modifiersOf(goods.twoOptions.id)).toEqual([])
  })

  test('are all read where there are many, defaults and limits that are off included', async () => {
    const config = { default_value: '3', number_limited: false, number_lowest_value: 5 }
    const all = [
      { type: 'numbers_only_text', display_name: 'Number', required: true, config },
      {
        type: 'date',
        display_name: 'Day',
        required: true,
        config: { default_value: '2027-03-04T00:00:00+00:00' },
      },
      { type: 'checkbox', display_name: 'Box', required: false, config: { checked_by_default: true } },
      { type: 'file', display_name: 'Optional file', required: false },
      ...Array.from({ length: 9 }, (_, n) => ({ type: 'text', display_name: `Text ${n}`, required: false })),
    ]
    for (const modifier of all) await connected.far.rest('POST', path, modifier)
    const read = await modifiersOf(goods.plain.id)
    expect(read).toHaveLength(all.length - 1)
    expect(read.slice(0, 3)).toMatchObject([
      { kind: 'number', initial: '3', min: null, max: null, whole: false },
      { kind: 'date', initial: '2027-03-04', from: null, to: null },
      { kind: 'checkbox', initial: expect.stringMatching(/^\d+$/) },
    ])
    expect(read[3]).toMatchObject({ kind: 'text', min: 0, max: 255, lines: 1, initial: '' })
  })

  test('of a kind that the platform has since added can’t be asked, unless nobody has to answer', async () => {
    const option = {
      entityId: 1,
      displayName: 'Hologram',
      isVariantOption: false,
      __typename: 'HologramOption',
    }
    const product = {
      entityId: idOf('birth-plate'),
      productOptions: { pageInfo: { hasNextPage: false, endCursor: null } },
    }
    const reply = (isRequired: boolean) => ({
      data: {
        site: {
          products: {
            edges: [
              {
                node: {
                  ...product,
                  productOptions: {
                    ...product.productOptions,
                    edges: [{ cursor: 'first', node: { ...option, isRequired } }],
                  },
                },
              },
            ],
          },
        },
      },
    })
    const node = {
      entityId: product.entityId,
      productOptions: { nodes: [{ isVariantOption: false }], next: null },
    }
    const read = (isRequired: boolean) =>
      fetchModifiers(async () => modifiersSchema.parse(reply(isRequired).data) as never, [node], 'en')
    expect((await read(true)).get(product.entityId)).toMatchObject([{ kind: 'file', name: 'Hologram' }])
    expect((await read(false)).get(product.entityId)).toEqual([])
  })
})

test('a cart and a host’s order carry the answers as the platform wants them', async () => {
  const plate = catalogue.products.find(product => product.slug === 'birth-plate')
  const chart = catalogue.products.find(product => product.slug === 'growth-chart')
  const [name, day] = plate?.modifiers ?? []
  const [mark, letters] = chart?.modifiers ?? []
  const values = letters && 'values' in letters ? letters.values : []
  const plateAnswers = [
    { option_id: name?.id ?? 0, kind: 'text' as const, value: '2027' },
    { option_id: day?.id ?? 0, kind: 'date' as const, value: '2027-06-05' },
  ]
  const chartAnswers = [
    { option_id: mark?.id ?? 0, kind: 'number' as const, value: '52' },
    { option_id: letters?.id ?? 0, kind: 'choice' as const, value: String(values[1]?.id) },
  ]
  const line = { kind: 'product' as const, variantId: 0, quantity: 1, options: [] }
  const cart = await connected.shop.createCart({
    language: 'en',
    customerId: 0,
    lines: [
      { ...line, productId: plate?.id ?? 0, modifiers: plateAnswers },
      { ...line, productId: chart?.id ?? 0, modifiers: chartAnswers },
    ],
  })
  const paid = await connected.far.shop.actions.pay(cart.id)
  const placed = await connected.shop.placeOrder({
    externalId: 'redeem-plate',
    language: 'en',
    customerId: 0,
    customer: { name: 'Maria', surname: 'Papa', email: 'maria@example.org', phone: null },
    shipTo: null,
    lines: [
      {
        productId: plate?.id ?? 0,
        variantId: 0,
        quantity: 1,
        cents: 5400,
        options: [],
        modifiers: plateAnswers,
      },
    ],
    staffNote: '',
  })
  const optionsOf = async (order: number) => {
    const list = (await connected.far.rest('GET', `/v2/orders/${order}/products`)).json<
      { product_options: { display_value: string }[] }[]
    >()
    return list.map(product => product.product_options.map(option => option.display_value))
  }
  expect(await optionsOf(paid.id)).toEqual([
    ['2027', '2027-06-05'],
    ['52', values[1]?.label.en],
  ])
  expect(await optionsOf(placed)).toEqual([['2027', '2027-06-05']])
})
