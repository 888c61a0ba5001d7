import { describe, expect, test } from 'vitest'
import { contracts, mistakes } from '../../test/contracts.ts'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../test/shop.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Modifier } from '../catalogue/types.ts'

const testShop = opened(() => openTestShop())

const productOf = (slug: string) => catalogue.products.find(product => product.slug === slug)!
const modifierOf = <T extends Modifier['type']>(slug: string, type: T) =>
  productOf(slug).modifiers!.find((modifier): modifier is Modifier & { type: T } => modifier.type === type)!

const dish = productOf('ring-dish-with-a-name')
const dishName = modifierOf('ring-dish-with-a-name', 'text')
const wrapping = modifierOf('ring-dish-with-a-name', 'checkbox')
const plate = productOf('birth-plate')
const plateName = modifierOf('birth-plate', 'text')
const plateDate = modifierOf('birth-plate', 'date')
const chart = productOf('growth-chart')
const firstMark = modifierOf('growth-chart', 'numbers_only_text')
const letters = modifierOf('growth-chart', 'dropdown') as Extract<Modifier, { values: unknown }>
const day = { day: '5', month: '6', year: '2027' }

interface Selection {
  option_id: number
  option_value: unknown
}

const cartOf = (productId: number, option_selections: Selection[]) =>
  testShop.rest('POST', '/v3/carts?include=line_items.physical_items.options', {
    channel_id: 1,
    line_items: [{ product_id: productId, quantity: 1, option_selections }],
  })

const selection = ({ id }: Modifier, option_value: unknown): Selection => ({ option_id: id, option_value })

describe('a cart line', () => {
  test.each([
    ['nothing', dish.id, []],
    ['another option', dish.id, [selection(wrapping, wrapping.checkedId)]],
    ['an empty text', dish.id, [selection(dishName, '  ')]],
    ['too short a text', dish.id, [selection(dishName, 'M')]],
    ['too long a text', dish.id, [selection(dishName, 'M'.repeat(25))]],
    ['a second line in a line of text', dish.id, [selection(dishName, 'Maria\nNikos')]],
    ['a value that the checkbox has not', dish.id, [selection(dishName, 'Maria'), selection(wrapping, 1)]],
    ['a date as text', plate.id, [selection(plateName, 'Maria'), selection(plateDate, '2027-06-05')]],
    [
      'a day that is none',
      plate.id,
      [selection(plateName, 'Maria'), selection(plateDate, { ...day, day: '31' })],
    ],
    [
      'too late a date',
      plate.id,
      [selection(plateName, 'Maria'), selection(plateDate, { ...day, year: '2040' })],
    ],
    ['too small a number', chart.id, [selection(firstMark, 39), selection(letters, letters.values[0]!.id)]],
    ['too large a number', chart.id, [selection(firstMark, 121), selection(letters, letters.values[0]!.id)]],
    ['half a centimetre', chart.id, [selection(firstMark, 50.5), selection(letters, letters.values[0]!.id)]],
    ['no number', chart.id, [selection(firstMark, 'tall'), selection(letters, letters.values[0]!.id)]],
    ['an unknown choice', chart.id, [selection(firstMark, 50), selection(letters, firstMark.id)]],
    ['no file', productOf('photo-book').id, []],
    ['a name for a file', productOf('photo-book').id, [selection(modifierOf('photo-book', 'file'), 'a.jpg')]],
  ])('with %s is refused', async (_, productId, selections) => {
    const answer = await cartOf(productId, selections)
    expect(answer.status).toBe(422)
    expect(answer.json<{ errors: object }>().errors).toHaveProperty('option_selections')
  })

  test('keeps what was written, two texts are two lines, and the order tells all of it', async () => {
    const lines = ['Maria', 'Nikos'].map(name => ({
      product_id: plate.id,
      quantity: 1,
      option_selections: [selection(plateName, name), selection(plateDate, day)],
    }))
    const answer = await testShop.rest('POST', '/v3/carts?include=line_items.physical_items.options', {
      channel_id: 1,
      line_items: [
        ...lines,
        {
          product_id: chart.id,
          quantity: 1,
          option_selections: [selection(firstMark, '52'), selection(letters, letters.values[1]!.id)],
        },
        {
          product_id: dish.id,
          quantity: 1,
          option_selections: [selection(dishName, 'Ελένη'), selection(wrapping, wrapping.checkedId)],
        },
      ],
    })
    expect(answer.status).toBe(201)
    const { id } = answer.json<{ data: { id: string } }>().data
    if (contracts) expect(mistakes('carts.v3.yml', 'post /carts 201', answer.json())).toEqual([])

    const order = await testShop.shop.actions.pay(id)
    const products = await testShop.rest('GET', `/v2/orders/${order.id}/products`)
    const list = products.json<{ quantity: number; product_options: Record<string, string>[] }[]>()
    const told = list.map(line => [
      line.quantity,
      ...line.product_options.map(option => [option.type, option.value, option.display_value]),
    ])
    const date = String(Date.UTC(2027, 5, 5) / 1000)
    expect(told).toEqual(
      expect.arrayContaining([
        [1, ['Text field', 'Maria', 'Maria'], ['Date field', date, '2027-06-05']],
        [1, ['Text field', 'Nikos', 'Nikos'], ['Date field', date, '2027-06-05']],
        [
          1,
          ['Numbers only text field', '52', '52'],
          ['Multiple choice', String(letters.values[1]!.id), letters.values[1]!.label.en],
        ],
        [1, ['Text field', 'Ελένη', 'Ελένη'], ['Checkbox', String(wrapping.checkedId), 'Yes']],
      ]),
    )
  })

  test('takes a date in Unix seconds, and an order takes it as a day', async () => {
    const seconds = Date.UTC(2027, 5, 5, 12) / 1000
    const cart = await cartOf(plate.id, [selection(plateName, 'Maria'), selection(plateDate, seconds)])
    expect(cart.status).toBe(201)
    const order = await testShop.rest('POST', '/v2/orders', {
      billing_address: { first_name: 'A', last_name: 'B', email: 'a@example.org' },
      products: [
        {
          product_id: plate.id,
          quantity: 1,
          product_options: [
            { id: plateName.id, value: '2027-06-05' },
            { id: plateDate.id, value: '2027-06-05' },
          ],
        },
      ],
    })
    const { id } = order.json<{ id: number }>()
    const products = await testShop.rest('GET', `/v2/orders/${id}/products`)
    const [line] = products.json<{ product_options: { value: string }[] }[]>()
    expect(line?.product_options.map(option => option.value)).toEqual([
      '2027-06-05',
      String(Date.UTC(2027, 5, 5) / 1000),
    ])
  })
})

test('the storefront asks for them, and says when something is missing', async () => {
  const { go } = visitor(testShop.send)
  const page = (await go(`/${plate.slug}/`)).text
  expect(page).toContain(`name="option-${plateName.id}" minlength="2" maxlength="24"`)
  expect(page).toContain(`name="option-${plateDate.id}" type="date" min="2000-01-01" max="2039-12-31"`)
  expect((await go('/photo-book/')).text).toContain('This product needs a file.')
  const form = { action: 'add', product: String(plate.id), [`option-${plateName.id}`]: 'Maria' }
  expect((await go('/cart.php', form)).status).toBe(422)
  const added = await go('/cart.php', { ...form, [`option-${plateDate.id}`]: '2027-06-05' })
  expect(added.status).toBe(303)
  expect((await go('/cart.php')).text).toContain('Date on the plate: 2027-06-05')
})

describe('modifiers over REST', () => {
  const file = 'catalog/product-modifiers_catalog.v3.yml'
  const path = `/v3/catalog/products/${goods.plain.id}/modifiers`
  const values = [{ label: 'Red', sort_order: 0, is_default: true }]

  test.each([
    ['text', { text_characters_limited: true, text_min_length: 1, text_max_length: 10 }, []],
    ['multi_line_text', { text_lines_limited: true, text_max_lines: 3 }, []],
    ['numbers_only_text', { number_limited: true, number_limit_mode: 'lowest', number_lowest_value: 3 }, []],
    [
      'date',
      { date_limited: true, date_limit_mode: 'earliest', date_earliest_value: '2027-01-01T00:00:00+00:00' },
      [],
    ],
    ['checkbox', { checkbox_label: 'Wrap it', checked_by_default: true }, []],
    ['file', { file_types_mode: 'specific', file_types_other: ['pdf'], file_max_size: 5 }, []],
    ['dropdown', {}, values],
    ['radio_buttons', {}, values],
    ['rectangles', {}, values],
    ['swatch', {}, [{ label: 'Red', sort_order: 0, value_data: { colors: ['#ff0000'] } }]],
  ])('a modifier of the type %s is made, read, changed and removed', async (type, config, option_values) => {
    const made = await testShop.rest('POST', path, {
      type,
      display_name: 'X',
      required: true,
      config,
      option_values,
    })
    expect(made.status).toBe(200)
    const modifier = made.json<{ data: { id: number; config: object } }>().data
    expect(modifier.config).toMatchObject(config)
    if (contracts)
      expect(mistakes(file, 'post /catalog/products/{product_id}/modifiers 200', made.json())).toEqual([])

    const query = `query { site { product(entityId: ${goods.plain.id}) { productOptions { edges { node { __typename entityId isRequired } } } } } }`
    const reply = await testShop.graphql<{
      site: { product: { productOptions: { edges: { node: object }[] } } }
    }>(query)
    expect(reply.site.product.productOptions.edges.map(edge => edge.node)).toContainEqual(
      expect.objectContaining({ entityId: modifier.id, isRequired: true }),
    )
    const changed = await testShop.rest('PUT', `${path}/${modifier.id}`, { required: false })
    expect(changed.json<{ data: object }>().data).toMatchObject({ ...modifier, required: false })
    expect((await testShop.rest('DELETE', `${path}/${modifier.id}`)).status).toBe(204)
    expect((await testShop.rest('GET', `${path}/${modifier.id}`)).status).toBe(404)
  })

  test('what is not implemented is refused', async () => {
    const picklist = { type: 'product_list', display_name: 'X', required: true }
    expect((await testShop.rest('POST', path, picklist)).status).toBe(422)
    const adjusters = { price: { adjuster: 'relative', adjuster_value: 5 } }
    const priced = {
      type: 'dropdown',
      display_name: 'X',
      required: true,
      option_values: [{ label: 'A', adjusters }],
    }
    expect((await testShop.rest('POST', path, priced)).status).toBe(422)
  })
})
