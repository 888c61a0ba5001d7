import { expect, test } from 'vitest'
import { contracts, mistakes } from '../../../test/contracts.ts'
import { opened } from '../../../test/opened.ts'
import { type Answer, cartByApi, openTestShop } from '../../../test/shop.ts'

const testShop = opened(() => openTestShop())
const netShop = opened(() => openTestShop({ pricesEnteredWithTax: false }))

const data = <T>(answer: Answer): T => answer.json<{ data: T }>().data
const file = 'catalog/products_catalog.v3.yml'

let shirts = 0

/** A shirt of 20 € in two sizes that may be wrapped in paper or cloth. */
async function makeShirt(shop = testShop) {
  const catalog = (method: string, path: string, body?: unknown) =>
    shop.rest(method, `/v3/catalog/products${path}`, body)
  const sizes = ['S', 'M'].map(label => ({
    sku: label,
    option_values: [{ option_display_name: 'Size', label }],
  }))
  const name = `Shirt ${++shirts}`
  const shirt = { name, type: 'physical', weight: 0.3, price: 20, is_visible: true, variants: sizes }
  const { id } = data<{ id: number }>(await catalog('POST', '', shirt))
  const [small, medium] = data<{ id: number }[]>(await catalog('GET', `/${id}/variants`))
  const wrapping = data<{ id: number; option_values: { id: number }[] }>(
    await catalog('POST', `/${id}/modifiers`, {
      display_name: 'Wrapping',
      type: 'dropdown',
      required: false,
      option_values: [{ label: 'Paper' }, { label: 'Cloth' }],
    }),
  )
  const [paper, cloth] = wrapping.option_values.map(value => ({
    modifier_id: wrapping.id,
    modifier_value_id: value.id,
  }))
  return {
    id,
    small: small!.id,
    medium: medium!.id,
    paper: paper!,
    cloth: cloth!,
    rules: (method: string, path = '', body?: unknown) =>
      catalog(method, `/${id}/complex-rules${path}`, body),
    cart: (variant: { id: number }['id'], chosen?: typeof paper) =>
      cartByApi(shop, [
        {
          product_id: id,
          variant_id: variant,
          quantity: 1,
          ...(chosen && {
            option_selections: [{ option_id: chosen.modifier_id, option_value: chosen.modifier_value_id }],
          }),
        },
      ]),
  }
}

const priceIn = async (cart: Promise<Answer>) =>
  data<{ line_items: { physical_items: { list_price: number }[] } }>(await cart).line_items.physical_items[0]!
    .list_price

test('what is chosen changes the price, rule by rule in their order, until one stops', async () => {
  const { small, medium, paper, cloth, rules, cart } = await makeShirt()
  const add = (body: object) => rules('POST', '', body)
  const relative = (adjuster_value: number) => ({ adjuster: 'relative', adjuster_value })
  await add({
    sort_order: 1,
    price_adjuster: { adjuster: 'percentage', adjuster_value: 10 },
    conditions: [{ variant_id: medium }],
  })
  const stopping = data<{ id: number }>(
    await add({ sort_order: 0, price_adjuster: relative(4), conditions: [cloth] }),
  )
  await add({ sort_order: 2, price_adjuster: relative(-30), conditions: [paper, { variant_id: medium }] })
  expect(await priceIn(cart(small))).toBe(20)
  expect(await priceIn(cart(small, paper))).toBe(20)
  expect(await priceIn(cart(small, cloth))).toBe(24)
  expect(await priceIn(cart(medium))).toBe(22)
  expect(await priceIn(cart(medium, cloth))).toBe(26.4)
  expect(await priceIn(cart(medium, paper))).toBe(0)
  await rules('PUT', `/${stopping.id}`, { stop: true })
  expect(await priceIn(cart(medium, cloth))).toBe(24)
  await rules('PUT', `/${stopping.id}`, { enabled: false })
  expect(await priceIn(cart(medium, cloth))).toBe(22)
})

test('the storefront shows what is chosen at the price that the cart has', async () => {
  const { id, medium, cloth, rules } = await makeShirt()
  await rules('POST', '', {
    price_adjuster: { adjuster: 'relative', adjuster_value: 5 },
    conditions: [{ variant_id: medium }],
  })
  await rules('POST', '', { purchasing_hidden: true, conditions: [cloth] })
  await rules('POST', '', {
    price_adjuster: { adjuster: 'relative', adjuster_value: 1 },
    conditions: [cloth],
  })
  const chosen = (more: string) => `product(entityId: ${id} ${more}) {
    showCartAction prices(includeTax: true) { price { value } basePrice { value } salePrice { value } } }`
  const wrapped = `variantEntityId: ${medium}, optionValueIds: [{ optionEntityId: ${cloth.modifier_id},
    valueEntityId: ${cloth.modifier_value_id} }]`
  expect(
    await testShop.graphql(`{ site { plain: ${chosen('')} medium: ${chosen(`variantEntityId: ${medium}`)}
      wrapped: ${chosen(wrapped)} } }`),
  ).toMatchObject({
    site: {
      plain: { showCartAction: true, prices: { price: { value: 20 } } },
      medium: { showCartAction: true, prices: { price: { value: 25 }, basePrice: { value: 25 } } },
      wrapped: { showCartAction: false, prices: { price: { value: 26 }, salePrice: null } },
    },
  })
})

test('what a rule takes off sale is refused with its words, and can not be bought', async () => {
  const { id, small, medium, cloth, rules, cart } = await makeShirt()
  const words = 'Cloth is sold out.'
  await rules('POST', '', {
    purchasing_disabled: true,
    purchasing_disabled_message: words,
    conditions: [cloth],
  })
  await rules('POST', '', { purchasing_disabled: true, conditions: [{ variant_id: medium }] })
  const refused = await cart(small, cloth)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(words)])
  expect((await cart(small)).status).toBe(201)
  expect((await cart(medium)).status).toBe(422)
  const query = `{ site { product(entityId: ${id}) { variants { edges { node { entityId isPurchasable } } } } } }`
  expect(await testShop.graphql(query)).toMatchObject({
    site: {
      product: {
        variants: {
          edges: [
            { node: { entityId: small, isPurchasable: true } },
            { node: { entityId: medium, isPurchasable: false } },
          ],
        },
      },
    },
  })
})

test('an amount is as the merchant enters prices, also of several units and of groups', async () => {
  const { id, small, rules, cart } = await makeShirt(netShop)
  await rules('POST', '', {
    price_adjuster: { adjuster: 'relative', adjuster_value: 5 },
    conditions: [{ variant_id: small }],
  })
  expect(data<{ cart_amount: number }>(await cart(small)).cart_amount).toBe(31)
  const bulk = { quantity_min: 1, quantity_max: 0, type: 'fixed', amount: 5 }
  await netShop.rest('POST', `/v3/catalog/products/${id}/bulk-pricing-rules`, bulk)
  expect(data<{ cart_amount: number }>(await cart(small)).cart_amount).toBe(24.8)
  await netShop.rest('POST', '/v2/customer_groups', {
    name: 'Guests',
    is_group_for_guests: true,
    discount_rules: [{ type: 'product', product_id: id, method: 'fixed', amount: '10' }],
  })
  expect(data<{ cart_amount: number }>(await cart(small)).cart_amount).toBe(12.4)
})

test('rules are listed, read and deleted as published', async () => {
  const { paper, rules } = await makeShirt()
  const made = await rules('POST', '', { conditions: [paper] })
  const { id } = data<{ id: number }>(made)
  const listed = await rules('GET')
  expect(data<object[]>(listed)).toMatchObject([
    { id, enabled: true, conditions: [{ rule_id: id, ...paper }] },
  ])
  if (contracts) {
    const path = '/catalog/products/{product_id}/complex-rules'
    expect(mistakes(file, `post ${path} 200`, made.json())).toEqual([])
    expect(mistakes(file, `get ${path} 200`, listed.json())).toEqual([])
  }
  expect((await rules('DELETE', `/${id}`)).status).toBe(204)
  expect((await rules('GET', `/${id}`)).status).toBe(404)
})

test.each([
  ['no condition', { conditions: [] }],
  ['a condition of nothing', { conditions: [{}] }],
  ['a variant of another product', { conditions: [{ variant_id: 1 }] }],
  ['a value that the modifier has not', { conditions: [{ modifier_id: 1, modifier_value_id: 1 }] }],
  ['an unknown adjuster', { price_adjuster: { adjuster: 'absolute', adjuster_value: 1 } }],
  ['an amount that is no number', { price_adjuster: { adjuster: 'relative', adjuster_value: '1' } }],
])('a rule with %s is refused', async (_, body) => {
  const { paper, rules } = await makeShirt()
  expect((await rules('POST', '', { conditions: [paper], ...body })).status).toBe(422)
  expect(data(await rules('GET'))).toEqual([])
})
