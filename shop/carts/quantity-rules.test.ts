import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cartByApi, goods, openTestShop, visitor } from '../../test/shop.ts'

/** A product that is sold by 2 or 3, of which 5 are left; and one whose variants are counted apart. */
const { plain, twoOptions } = goods
const shop = opened(() => openTestShop())
beforeEach(async () => {
  const limits = { order_quantity_minimum: 2, order_quantity_maximum: 3 }
  const stock = { inventory_tracking: 'product', inventory_level: 5 }
  await shop.rest('PUT', `/v3/catalog/products/${plain.id}`, { ...limits, ...stock })
})

const line = (quantity: number) => ({ product_id: plain.id, quantity })
const name = plain.name.en

test.each([
  ['fewer', 1, `You need to purchase a minimum of 2 of the ${name} per order.`],
  ['more', 4, `You can only purchase a maximum of 3 of the ${name} per order.`],
  ['more than is left', 6, `We don't have enough ${name} stock on hand for the quantity you selected.`],
])('%s in one order is refused, and the title names the product', async (_, quantity, title) => {
  const answer = await cartByApi(shop, [line(quantity)])
  expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ status: 422, title })])
  const greek = await shop.rest('POST', '/v3/carts', { channel_id: 1481393, line_items: [line(quantity)] })
  expect(greek.json().title).toContain(plain.name.el)
})

test('all lines of a product count together', async () => {
  const priced = { ...line(2), list_price: 1 }
  expect((await cartByApi(shop, [line(2), priced])).status).toBe(422)
  expect((await cartByApi(shop, [line(1), { ...priced, quantity: 1 }])).status).toBe(201)
  const { data } = (await cartByApi(shop, [line(3)])).json<{ data: { id: string } }>()
  expect((await cartByApi(shop, [line(1)], `/v3/carts/${data.id}/items`)).status).toBe(422)
})

test('a variant has a stock of its own', async () => {
  const [first, second] = twoOptions.variants
  await shop.rest('PUT', `/v3/catalog/products/${twoOptions.id}`, {
    inventory_tracking: 'variant',
    inventory_level: 1,
  })
  const of = (variant_id: number, quantity: number) => ({ product_id: twoOptions.id, variant_id, quantity })
  expect((await cartByApi(shop, [of(first!.id, 2)])).status).toBe(422)
  expect((await cartByApi(shop, [of(first!.id, 1), of(second!.id, 1)])).status).toBe(201)
})

test('the storefront says the rules, and why it refuses, in the language', async () => {
  const { go } = visitor(shop.send)
  expect((await go(`/${plain.slug}/?lang=el`)).text).toContain(
    'Τουλάχιστον 2 σε μία παραγγελία · Το πολύ 3 σε μία παραγγελία · Διαθέσιμα: 5',
  )
  const refused = await go('/cart.php', { action: 'add', product: String(plain.id), quantity: '4' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Το πολύ 3 σε')])
  await go('/cart.php', { action: 'add', product: String(plain.id), quantity: '2' })
  const [, lineId = ''] = /name="line" value="([^"]+)"/.exec((await go('/cart.php')).text) ?? []
  const changed = await go('/cart.php', { line: lineId, quantity: '1' })
  expect([changed.status, changed.text]).toEqual([422, expect.stringContaining('Τουλάχιστον 2 σε')])
})

test('GraphQL and REST tell the rules', async () => {
  const asked = `{ site { product(entityId: ${plain.id}) { minPurchaseQuantity maxPurchaseQuantity
    inventory { isInStock hasVariantInventory aggregated { availableToSell } } } } }`
  expect(await shop.graphql(asked)).toEqual({
    site: {
      product: {
        minPurchaseQuantity: 2,
        maxPurchaseQuantity: 3,
        inventory: { isInStock: true, hasVariantInventory: false, aggregated: { availableToSell: 5 } },
      },
    },
  })
  const { data } = (await shop.rest('GET', `/v3/catalog/products/${plain.id}`)).json<{ data: object }>()
  expect(data).toMatchObject({
    order_quantity_minimum: 2,
    order_quantity_maximum: 3,
    inventory_tracking: 'product',
    inventory_level: 5,
  })
})
