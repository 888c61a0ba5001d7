import { describe, expect, test } from 'vitest'
import { goods } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'
import type { CartRequestLine } from '../port-orders.ts'

const connected = connectTestShop()

async function statusOf(orderId: number): Promise<number> {
  const answer = await connected.far.rest('GET', `/v2/orders/${orderId}`)
  return (answer.json() as { status_id: number }).status_id
}

describe('from the cart to the order', () => {
  const contribution = {
    kind: 'contribution',
    cents: 4001,
    name: 'Ομαδικό δώρο: κατσαρόλα',
    productId: goods.twoOptions.id,
    variantId: goods.twoOptions.variants[0]!.id,
    reference: 'ref.signed',
  } as const
  const plain: CartRequestLine = {
    kind: 'product',
    productId: goods.plain.id,
    variantId: goods.plain.variants[0]!.id,
    quantity: 2,
    options: [],
    modifiers: [],
  }

  test('products and contributions are on the order, to the cent', async () => {
    const before = new Date(connected.far.clock.now.getTime() - 1000)
    const cart = await connected.shop.createCart({
      language: 'el',
      customerId: 0,
      lines: [plain, contribution],
    })
    expect(new URL(cart.checkoutUrl).origin).toBe('http://shop.test')
    const paid = await connected.far.shop.actions.pay(cart.id, { email: 'anna@example.org' })
    const order = await connected.shop.fetchOrder(paid.id)
    expect(order).toMatchObject({
      id: paid.id,
      cartId: cart.id,
      state: 'paid',
      channelId: 1481393,
      email: 'anna@example.org',
      totalCents: goods.plain.priceCents * 2 + 4001,
    })
    expect(order?.lines).toMatchObject([
      { productId: goods.plain.id, quantity: 2, totalCents: goods.plain.priceCents * 2, contribution: null },
      { totalCents: 4001, contribution: { productId: contribution.productId, reference: 'ref.signed' } },
    ])
    expect(await connected.shop.fetchOrderIdsOfCart(cart.id)).toEqual([paid.id])
    expect((await connected.shop.fetchChangedOrders(before)).map(one => one.id)).toContain(paid.id)
    expect(await connected.shop.createCartRedirects(cart.id)).toBeNull()
  })

  test('what a program takes off the checkout is off the lines, and a fee is of none of them', async () => {
    const cart = await connected.shop.createCart({
      language: 'en',
      customerId: 0,
      lines: [{ ...plain, quantity: 1 }, contribution],
    })
    const adjust = (path: string, body: object) =>
      connected.far.rest('POST', `/v3/checkouts/${cart.id}/${path}`, body)
    const off = goods.plain.priceCents / 2 + 2000.5
    await adjust('discounts', { cart: { discounts: [{ discounted_amount: off / 100 }] } })
    const fee = { type: 'custom_fee', name: 'fee', display_name: 'Fee', cost: 5, source: 'test' }
    await adjust('fees', { fees: [fee] })
    const { id } = await connected.far.shop.actions.pay(cart.id)
    const order = (await connected.shop.fetchOrder(id))!
    const [product, share] = order.lines.map(line => line.totalCents)
    expect(Math.abs(product! - goods.plain.priceCents / 2)).toBeLessThan(1)
    expect(Math.abs(share! - 2000.5)).toBeLessThan(1)
    expect(order.totalCents).toBe(product! + share! + 500)
    const items = [{ item_type: 'FEE', item_id: 1, amount: 5 }]
    await connected.far.rest('POST', `/v3/orders/${id}/payment_actions/refunds`, { items, payments: [] })
    const refunded = (await connected.shop.fetchOrder(id))!
    expect(refunded.lines.map(line => line.refundedCents)).toEqual([0, 0])
  })

  test('a refund of one unit is on its line', async () => {
    const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const { id } = await connected.far.shop.actions.pay(cart.id)
    const lineId = (await connected.shop.fetchOrder(id))!.lines[0]!.id
    await connected.far.shop.actions.refund(id, { lineId, quantity: 1 })
    const order = await connected.shop.fetchOrder(id)
    expect(await statusOf(id)).toBe(14)
    expect(order).toMatchObject({ state: 'paid' })
    expect(order?.lines[0]).toMatchObject({ refundedQuantity: 1, refundedCents: goods.plain.priceCents })
    await connected.far.shop.actions.refund(id)
    expect(await connected.shop.fetchOrder(id)).toMatchObject({ state: 'void' })
    expect(await statusOf(id)).toBe(4)
  })

  test.each([
    [11, { isShipped: false, isCompleted: false }],
    [2, { isShipped: true, isCompleted: false }],
    [3, { isShipped: true, isCompleted: false }],
    [10, { isShipped: false, isCompleted: true }],
  ])('status %i says whether goods are on their way', async (status, expected) => {
    const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const { id } = await connected.far.shop.actions.pay(cart.id)
    await connected.far.shop.actions.changeStatus(id, status)
    expect(await connected.shop.fetchOrder(id)).toMatchObject(expected)
  })

  test('an open cart gets new URLs; unknown carts and orders are null or none', async () => {
    const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const redirects = await connected.shop.createCartRedirects(cart.id)
    expect(redirects?.checkoutUrl).not.toBe(cart.checkoutUrl)
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await connected.shop.createCartRedirects(unknown)).toBeNull()
    expect(await connected.shop.fetchOrderIdsOfCart(unknown)).toEqual([])
    expect(await connected.shop.fetchOrder(999_999)).toBeNull()
  })

  test('a note is added once, below the existing ones', async () => {
    const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    const { id } = await connected.far.shop.actions.pay(cart.id)
    await connected.shop.addStaffNote(id, 'Registry KH7M')
    await connected.shop.addStaffNote(id, 'Registry KH7M')
    await connected.shop.addStaffNote(id, 'Send to the hosts')
    const { staff_notes } = (await connected.far.rest('GET', `/v2/orders/${id}`)).json<{
      staff_notes: string
    }>()
    expect(staff_notes).toBe('Registry KH7M\nSend to the hosts')
  })

  test('a refusal carries the message of the shop', async () => {
    const lines = [{ ...plain, productId: 999_999_999 }]
    await expect(connected.shop.createCart({ language: 'en', customerId: 0, lines })).rejects.toMatchObject({
      kind: 'invalid',
      shopMessage: expect.any(String),
    })
  })

  test('a cart whose reply is lost is not created twice', async () => {
    connected.far.shop.faults.routes = [
      { path: '/stores/:hash/v3/carts', method: 'POST', answer: 'lost', times: 1 },
    ]
    const failure = connected.shop.createCart({ language: 'en', customerId: 0, lines: [plain] })
    await expect(failure).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
