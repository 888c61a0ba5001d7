import { describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { goods, openTestShop, visitor } from '../../test/shop.ts'
import { catalogue } from '../catalogue/index.ts'

const testShop = opened(() => openTestShop({ returnUrl: id => `http://registry.test/back/${id}` }))

const buyer = { email: 'guest@example.org', first_name: 'Άννα', last_name: 'Κ', delivery: 'hosts' }

interface Cart {
  id: string
  redirect_urls: { checkout_url: string; cart_url: string }
}
interface Order {
  id: number
  status_id: number
}

async function createCart(
  lines: object[] = [{ product_id: goods.plain.id, quantity: 1 }],
  channel = 1,
): Promise<Cart> {
  const answer = await testShop.rest('POST', '/v3/carts?include=redirect_urls', {
    channel_id: channel,
    line_items: lines,
  })
  expect(answer.status).toBe(201)
  return answer.json<{ data: Cart }>().data
}

async function openCheckout(cart: Cart) {
  const guest = visitor(testShop.send)
  expect(guest.location(await guest.go(cart.redirect_urls.checkout_url))).toBe('/shop/checkout')
  return guest
}

const ordersOf = async (cart: Cart): Promise<Order[]> => {
  const answer = await testShop.rest('GET', `/v2/orders?cart_id=${cart.id}`)
  return answer.status === 204 ? [] : answer.json<Order[]>()
}

const contributionLine = () => {
  const { productId, options } = testShop.shop.groupGift
  return {
    product_id: productId,
    quantity: 1,
    list_price: 40,
    name: 'Group gift: a fine pot',
    option_selections: [
      { option_id: options.product, option_value: String(goods.plain.id) },
      { option_id: options.variant, option_value: String(goods.plain.variants[0]!.id) },
      { option_id: options.reference, option_value: 'ref-1' },
    ],
  }
}

test('a cart made through the API is paid for and becomes an order', async () => {
  const cart = await createCart([{ product_id: goods.plain.id, quantity: 1 }, contributionLine()])
  const guest = await openCheckout(cart)
  const checkout = await guest.go('/checkout')
  expect(checkout.text).toContain('Group gift: a fine pot')
  expect(checkout.text).toContain('€40.00')
  const paid = await guest.go('/checkout', { ...buyer, payment: 'success' })
  expect((await guest.go(guest.location(paid))).text).toContain(`http://registry.test/back/${cart.id}`)
  expect(await ordersOf(cart)).toMatchObject([
    { status_id: 11, cart_id: cart.id, total_inc_tax: (goods.plain.priceCents / 100 + 40).toFixed(4) },
  ])
  expect((await testShop.rest('GET', `/v3/carts/${cart.id}`)).status).toBe(404)
})

test('paying several times at once makes one order', async () => {
  const cart = await createCart([contributionLine()])
  const guest = await openCheckout(cart)
  const pay = () => guest.go('/checkout', { ...buyer, payment: 'success' })
  const answers = await Promise.all([pay(), pay(), pay()])
  expect(new Set(answers.map(guest.location)).size).toBe(1)
  expect(await ordersOf(cart)).toMatchObject([{ status_id: 10, order_is_digital: true }])
})

test('a declined payment leaves an incomplete order, and the next attempt completes it', async () => {
  const cart = await createCart()
  const guest = await openCheckout(cart)
  const declined = await guest.go('/checkout', { ...buyer, payment: 'decline' })
  expect(declined.text).toContain('The payment was declined')
  const [incomplete] = await ordersOf(cart)
  expect(incomplete).toMatchObject({ status_id: 0, payment_status: 'declined' })
  await guest.go('/checkout', { ...buyer, payment: 'success' })
  expect(await ordersOf(cart)).toMatchObject([
    { id: incomplete!.id, status_id: 11, payment_status: 'captured' },
  ])
})

test('a cart that ended after a declined payment has no thanks', async () => {
  const cart = await createCart()
  const guest = await openCheckout(cart)
  await guest.go('/checkout', { ...buyer, payment: 'decline' })
  await testShop.rest('DELETE', `/v3/carts/${cart.id}`)
  for (const form of [undefined, { ...buyer, payment: 'success' }])
    expect(guest.location(await guest.go('/checkout', form))).toBe('/shop/cart.php')
  expect((await guest.go('/cart.php')).text).toContain('Your cart is empty')
})

test.each([
  ['Incomplete', 0, 'was not completed', 'δεν ολοκληρώθηκε'],
  ['Cancelled', 5, 'was cancelled', 'ακυρώθηκε'],
  ['Declined', 6, 'was cancelled', 'ακυρώθηκε'],
  ['Awaiting Payment', 7, 'waiting for the payment', 'περιμένουμε την πληρωμή'],
])('the page of an order says what became of it: %s', async (_name, status_id, english, greek) => {
  const cart = await createCart()
  const guest = await openCheckout(cart)
  const page = guest.location(await guest.go('/checkout', { ...buyer, payment: 'success' }))
  expect((await guest.go(page)).text).toContain('Thank you! Your order is in.')
  const [order] = await ordersOf(cart)
  await testShop.rest('PUT', `/v2/orders/${order!.id}`, { status_id })
  const texts = [await guest.go(page), await guest.go(`${page}?lang=el`)].map(one => one.text)
  expect(texts).toEqual([expect.stringContaining(english), expect.stringContaining(greek)])
  for (const text of texts) expect(text).not.toMatch(/Your order is in|Λάβαμε/)
})

test('a pending payment is captured later', async () => {
  const cart = await createCart()
  const guest = await openCheckout(cart)
  const paid = await guest.go('/checkout', { ...buyer, payment: 'pending' })
  expect((await guest.go(guest.location(paid))).text).toContain('waiting for the payment')
  const [order] = await ordersOf(cart)
  expect(order).toMatchObject({ status_id: 1, payment_status: 'pending' })
  await testShop.rest('PUT', `/v2/orders/${order!.id}`, { status_id: 11 })
  expect(await ordersOf(cart)).toMatchObject([{ status_id: 11, payment_status: 'captured' }])
})

test('wrong fields have their errors beside them; delivery to the buyer needs an address', async () => {
  const guest = await openCheckout(await createCart())
  const answer = await guest.go('/checkout', { ...buyer, email: 'nobody', delivery: 'own' })
  expect(answer.status).toBe(422)
  for (const field of ['email', 'street', 'city', 'zip']) expect(answer.text).toContain(`id="${field}-wrong"`)
})

test('a link to the checkout works once for another visitor, and can carry a return address', async () => {
  const cart = await createCart()
  const created = await testShop.rest('POST', `/v3/carts/${cart.id}/redirect_urls`, {
    query_params: { return_url: 'https://gifts.example/thanks' },
  })
  const { checkout_url } = created.json<{ data: { checkout_url: string } }>().data
  const guest = visitor(testShop.send)
  await guest.go(checkout_url)
  expect((await visitor(testShop.send).go(checkout_url)).status).toBe(410)
  const paid = await guest.go('/checkout', { ...buyer, payment: 'success', back: '1' })
  expect(guest.location(paid)).toBe('https://gifts.example/thanks')
})

test('the order of a cart that came through the API is a gift, and leads nowhere but back', async () => {
  const cart = await createCart()
  const query_params = { return_url: 'https://gifts.example/thanks' }
  const made = await testShop.rest('POST', `/v3/carts/${cart.id}/redirect_urls`, { query_params })
  const guest = visitor(testShop.send)
  await guest.go(made.json<{ data: { checkout_url: string } }>().data.checkout_url)
  const paid = await guest.go('/checkout', { ...buyer, payment: 'success' })
  const { text } = await guest.go(guest.location(paid))
  expect(text).toMatch(/<h2 id="summary">(?:Your gift|Το δώρο σας)</)
  expect(text).not.toMatch(/Continue shopping|Συνέχεια αγορών/)
})

test('the last unit is sold once; the second checkout says so and keeps the cart', async () => {
  await testShop.rest('PUT', `/v3/catalog/products/${goods.tracked.id}`, { inventory_level: 1 })
  const line = { product_id: goods.tracked.id, quantity: 1 }
  const carts = [await createCart([line]), await createCart([line])]
  const answers = await Promise.all(
    carts.map(async cart => (await openCheckout(cart)).go('/checkout', { ...buyer, payment: 'success' })),
  )
  expect(answers.map(answer => answer.status).sort()).toEqual([303, 422])
  const orders = (await Promise.all(carts.map(ordersOf))).flat()
  expect(orders.filter(order => order.status_id === 11)).toHaveLength(1)
})

test('a gift certificate pays as much as it can and keeps the rest', async () => {
  const person = { to_name: 'a', to_email: 'a@example.org', from_name: 'b', from_email: 'b@example.org' }
  await testShop.rest('POST', '/v2/gift_certificates', { ...person, amount: '100.00', code: 'REG-PAYS' })
  const cart = await createCart([contributionLine()])
  const guest = await openCheckout(cart)
  const refused = await guest.go('/checkout', { ...buyer, payment: 'success', certificate: 'REG-NONE' })
  expect(refused.text).toContain('can’t be used')
  await guest.go('/checkout', { ...buyer, payment: 'success', certificate: 'reg-pays' })
  expect(await ordersOf(cart)).toMatchObject([
    { gift_certificate_amount: '40.0000', payment_method: 'Gift Certificate' },
  ])
  expect((await testShop.rest('GET', '/v2/gift_certificates?code=REG-PAYS')).json()).toMatchObject([
    { balance: '60.0000' },
  ])
  const [order] = await ordersOf(cart)
  await testShop.rest('PUT', `/v2/orders/${order!.id}`, { status_id: 5 })
  const restored = await testShop.rest('GET', '/v2/gift_certificates?code=REG-PAYS')
  expect(restored.json()).toMatchObject([{ balance: '100.0000' }])
})

test('a refund goes to the gift certificate first', async () => {
  const person = { to_name: 'a', to_email: 'a@example.org', from_name: 'b', from_email: 'b@example.org' }
  await testShop.rest('POST', '/v2/gift_certificates', { ...person, amount: '30.00', code: 'REG-BACK' })
  const balance = async () =>
    (await testShop.rest('GET', '/v2/gift_certificates?code=REG-BACK')).json<{ balance: string }[]>()[0]!
      .balance
  const cart = await createCart([contributionLine()])
  const { id } = await testShop.shop.actions.pay(cart.id, { certificate: 'REG-BACK' })
  expect(await balance()).toBe('0.0000')
  await testShop.shop.actions.refund(id)
  expect(await balance()).toBe('30.0000')
  await testShop.shop.actions.cancel(id)
  expect(await balance()).toBe('30.0000')
})

describe('gift cards bought in the shop', () => {
  const [product] = catalogue.products.filter(candidate => candidate.type === 'giftcertificate')
  const option = product!.options[0]!

  async function buyGiftCards(payment: string, units = '2') {
    const guest = visitor(testShop.send)
    const choice = { [`option-${option.id}`]: String(option.values[1]!.id) }
    await guest.go('/cart.php', { action: 'add', product: String(product!.id), quantity: units, ...choice })
    const { headers } = await guest.go('/checkout', { ...buyer, payment })
    const path = headers.get('location')!.replace('/shop', '')
    const id = Number(/<h1>Order (\d+)/.exec((await guest.go(path)).text)![1])
    const shownCodes = async () =>
      (await guest.go(path)).text.match(/<code>[^<]+/g)?.map(match => match.slice(6)) ?? []
    return { id, shownCodes, page: async () => (await guest.go(path)).text }
  }

  test('have their codes on the order’s page, and the codes can pay', async () => {
    const { shownCodes, page, id } = await buyGiftCards('success')
    const codes = await shownCodes()
    expect([codes.length, new Set(codes).size]).toEqual([2, 2])
    expect(await page()).toContain('€50.00')
    const cart = await createCart([contributionLine()])
    await testShop.shop.actions.pay(cart.id, { certificate: codes[0] })
    expect((await testShop.rest('GET', `/v2/gift_certificates?code=${codes[0]}`)).json()).toMatchObject([
      { order_id: id, amount: '50.0000', balance: '10.0000', status: 'active' },
    ])
  })

  test('are issued when the payment is captured, and disabled by a refund or cancellation', async () => {
    const { id, shownCodes, page } = await buyGiftCards('pending')
    expect(await shownCodes()).toEqual([])
    await testShop.shop.actions.changeStatus(id, 11)
    const codes = await shownCodes()
    expect(codes).toHaveLength(2)
    await testShop.shop.actions.cancel(id)
    expect((await page()).match(/No longer valid/g)).toHaveLength(2)
    await testShop.shop.actions.changeStatus(id, 11)
    expect(await page()).not.toContain('No longer valid')
    const line = (await testShop.rest('GET', `/v2/orders/${id}/products`)).json<{ id: number }[]>()[0]!.id
    await testShop.shop.actions.refund(id, { lineId: line, quantity: 1 })
    expect((await page()).match(/No longer valid/g)).toHaveLength(1)
    expect(await shownCodes()).toEqual(codes)
  })

  test('can’t be bought with a gift card, and a cart made through the API gets no codes', async () => {
    const variant = product!.variants[0]!.id
    const cart = await createCart([{ product_id: product!.id, variant_id: variant, quantity: 1 }])
    const person = { to_name: 'a', to_email: 'a@example.org', from_name: 'b', from_email: 'b@example.org' }
    await testShop.rest('POST', '/v2/gift_certificates', { ...person, amount: '99.00', code: 'REG-CARD' })
    await expect(testShop.shop.actions.pay(cart.id, { certificate: 'REG-CARD' })).rejects.toThrow('not valid')
    const { id } = await testShop.shop.actions.pay(cart.id)
    expect((await testShop.rest('GET', `/v2/gift_certificates?order_id=${id}`)).status).toBe(204)
  })
})

test('a cart of the Greek channel is paid for in Greek', async () => {
  const guest = await openCheckout(await createCart(undefined, 1481393))
  expect((await guest.go('/checkout')).text).toContain('Ταμείο')
})
