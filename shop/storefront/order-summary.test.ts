import { afterAll, beforeAll, expect, test } from 'vitest'
import { goods, openTestShop, type TestShop, visitor } from '../../test/shop.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

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
