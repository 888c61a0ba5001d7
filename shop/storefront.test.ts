import { afterAll, beforeAll, expect, test } from 'vitest'
import { goods, openTestShop, type TestShop, visitor } from '../test/shop.ts'

let world: TestShop
beforeAll(async () => {
  world = await openTestShop({ returnUrl: id => `http://registry.test/back/${id}` })
})
afterAll(() => world.close())

const buyer = { email: 'guest@example.org', first_name: 'Άννα', last_name: 'Κ', delivery: 'hosts' }

interface MadeCart {
  data: { id: string; redirect_urls: { checkout_url: string; cart_url: string } }
}

async function aCart(channel = 1): Promise<MadeCart['data']> {
  const { productId, options } = world.shop.groupGift
  const answer = await world.rest('POST', '/v3/carts?include=redirect_urls', {
    channel_id: channel,
    line_items: [
      { product_id: goods.plain.id, quantity: 1 },
      {
        product_id: productId,
        quantity: 1,
        list_price: 40,
        name: 'Group gift: a fine pot',
        option_selections: [
          { option_id: options.product, option_value: String(goods.plain.id) },
          { option_id: options.variant, option_value: String(goods.plain.variants[0]!.id) },
          { option_id: options.reference, option_value: 'ref-1' },
        ],
      },
    ],
  })
  expect(answer.status).toBe(201)
  return answer.json<MadeCart>().data
}

test('a cart from the API is paid for and becomes an order', async () => {
  const cart = await aCart()
  const guest = visitor(world.send)
  const arrived = await guest.go(cart.redirect_urls.checkout_url)
  expect(guest.location(arrived)).toBe('/shop/checkout')
  const checkout = await guest.go('/checkout')
  expect(checkout.text).toContain('Group gift: a fine pot')
  expect(checkout.text).toContain('€40.00')
  const paid = await guest.go('/checkout', { ...buyer, payment: 'success' })
  expect(paid.status).toBe(303)
  const order = await guest.go(guest.location(paid))
  expect(order.text).toContain(`http://registry.test/back/${cart.id}`)
  const found = await world.rest('GET', `/v2/orders?cart_id=${cart.id}`)
  expect(found.json<{ status_id: number; total_inc_tax: string }[]>()).toMatchObject([
    { status_id: 11, total_inc_tax: (goods.plain.priceCents / 100 + 40).toFixed(4), cart_id: cart.id },
  ])
  expect((await world.rest('GET', `/v3/carts/${cart.id}`)).status).toBe(404)
})
