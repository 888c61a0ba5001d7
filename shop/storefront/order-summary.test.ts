import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../test/shop.ts'
import { catalogue } from '../catalogue/index.ts'

const testShop = opened(() => openTestShop())

/** A line of the generic product: a share of a product. */
function genericLine(name: string, euro: number, product: number) {
  const { productId, options } = testShop.shop.groupGift
  const option_selections = [
    { option_id: options.product, option_value: String(product) },
    { option_id: options.variant, option_value: '0' },
  ]
  return { product_id: productId, quantity: 1, list_price: euro, name, option_selections }
}

test('the checkout says for whom, with the pictures and the words, and leads nowhere else', async () => {
  const share = genericLine('Group gift: a fine pot', 40, goods.plain.id)
  const made = await testShop.rest('POST', '/v3/carts?include=redirect_urls', { line_items: [share] })
  const { id, redirect_urls } = made.json<{
    data: { id: string; redirect_urls: { checkout_url: string } }
  }>().data
  const guest = visitor(testShop.send)
  await guest.go(redirect_urls.checkout_url)
  const unnamed = await guest.go('/checkout')
  expect(unnamed.text).toContain(`/images/${goods.plain.image}`)
  expect(unnamed.text).not.toMatch(/categories|subscribe/)
  expect(unnamed.text).toMatch(/14 days.*payment-delivery-returns-policy[\s\S]*tel:\+30/)
  testShop.shop.showCartNotes(async cart =>
    cart === id ? { recipient: 'A & B', words: ['<b>Long life!</b>'] } : null,
  )
  const named = await guest.go('/checkout')
  expect(named.text).toContain('A gift for: A &amp; B')
  expect(named.text).toContain('<blockquote>&lt;b&gt;Long life!&lt;/b&gt;</blockquote>')

  testShop.shop.showCartNotes(() => Promise.reject(new Error('away')))
  expect((await guest.go('/checkout')).status).toBe(200)
})

const card = catalogue.products.find(({ type }) => type === 'giftcertificate')!

/** A visitor at the checkout of a cart with these lines. */
async function atCheckout(lines: object[], channel_id = 1) {
  const body = { line_items: lines, channel_id }
  const made = await testShop.rest('POST', '/v3/carts?include=redirect_urls', body)
  const { redirect_urls } = made.json<{ data: { redirect_urls: { checkout_url: string } } }>().data
  const guest = visitor(testShop.send)
  await guest.go(redirect_urls.checkout_url)
  return guest
}

const pagesOf = async (lines: object[], channel?: number) => {
  const guest = await atCheckout(lines, channel)
  const checkout = await guest.go('/checkout')
  const cart = await guest.go('/cart.php')
  const buyer = { email: 'a@b.example', first_name: 'Α', last_name: 'Β', payment: 'success' }
  const order = await guest.go(guest.location(await guest.go('/checkout', buyer)))
  return { checkout: checkout.text, cart: cart.text, order: order.text }
}

const cardLine = (quantity: number) => ({ product_id: card.id, variant_id: card.variants[0]!.id, quantity })

test.each([
  ['en', 1, /Quantity:/, /send it back/, 'withdraw from the contract', 'What you ordered'],
  ['el', 1481393, /Ποσότητα:/, /επιστρέψετε/, 'υπαναχωρήσετε από τη σύμβαση', 'Τι παραγγείλατε'],
])('money has no quantity and is no parcel (%s)', async (_, channel, quantity, back, withdraw, title) => {
  const share = genericLine('Group gift: a fine pot', 40, goods.plain.id)
  for (const text of Object.values(await pagesOf([share, cardLine(1)], channel)))
    expect(text).not.toMatch(quantity)
  const { checkout, order, cart } = await pagesOf([share], channel)
  for (const text of [checkout, order]) {
    expect(text).toContain(withdraw)
    expect(text).not.toMatch(back)
  }
  expect(cart).not.toContain('type="number"')
  expect(order).toContain(title)
})

test('goods, and several gift cards, are counted, and goods can be sent back', async () => {
  const things = await pagesOf([{ product_id: goods.plain.id, quantity: 1 }])
  for (const text of [things.checkout, things.order]) {
    expect(text).toContain('Quantity: 1')
    expect(text).toContain('send it back')
    expect(text).not.toContain('withdraw from the contract')
  }
  expect(things.cart).toContain('type="number"')
  const cards = await pagesOf([cardLine(3)])
  expect(cards.checkout).toContain('Quantity: 3')
  expect(cards.cart).toContain('type="number"')
})

test('codes are folded until one is used, and open where one is refused', async () => {
  const guest = await atCheckout([{ product_id: goods.plain.id, quantity: 1 }])
  const folded = /<details class="codes" >[\s\S]*name="certificate"[\s\S]*name="coupon"/
  expect((await guest.go('/checkout')).text).toMatch(folded)
  const refused = await guest.go('/checkout', { coupon: 'NONE', apply: '1' })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/<details class="codes" open>/)
})

test('the page of an order adds up: fees, delivery and what is paid in all', async () => {
  const { id: product_id, priceCents } = goods.plain
  const made = await testShop.rest('POST', '/v3/carts?include=redirect_urls', {
    line_items: [{ product_id, quantity: 1 }],
  })
  const cart = made.json<{ data: { id: string; redirect_urls: { checkout_url: string } } }>().data
  const fee = { type: 'custom_fee', name: 'wrap', display_name: 'Wrapping', cost: 5, source: 'AA' }
  await testShop.rest('POST', `/v3/checkouts/${cart.id}/fees`, { fees: [fee] })
  const guest = visitor(testShop.send)
  await guest.go(cart.redirect_urls.checkout_url)
  const buyer = { email: 'a@b.example', first_name: 'Α', last_name: 'Β', payment: 'success' }
  const page = guest.location(await guest.go('/checkout', buyer))
  const [order] = (await testShop.rest('GET', `/v2/orders?cart_id=${cart.id}`)).json<{ id: number }[]>()
  const linesOf = async () =>
    [...(await guest.go(page)).text.matchAll(/<p>(?:<strong>)?((?:Wrapping|Delivery|Total): [^<]+)/g)].map(
      ([, line]) => line,
    )
  const euro = (cents: number) => `€${(cents / 100).toFixed(2)}`
  expect(await linesOf()).toEqual(['Wrapping: €5.00', `Total: ${euro(priceCents + 500)}`])
  const cost = { shipping_cost_inc_tax: 6.2, shipping_cost_ex_tax: 5 }
  expect((await testShop.rest('PUT', `/v2/orders/${order!.id}`, cost)).status).toBe(200)
  expect(await linesOf()).toEqual([
    'Wrapping: €5.00',
    'Delivery: €6.20',
    `Total: ${euro(priceCents + 500 + 620)}`,
  ])
})
