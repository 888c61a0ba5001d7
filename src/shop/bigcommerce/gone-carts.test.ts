import { expect, test } from 'vitest'
import { goods, orderByApi } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'

const connected = connectTestShop()

test('a cart that is answered 410 is gone, as one that is answered 404', async () => {
  const { id: productId, variants } = goods.plain
  const line = { kind: 'product' as const, productId, variantId: variants[0]!.id, quantity: 1 }
  const lines = [{ ...line, options: [], modifiers: [] }]
  const cart = await connected.shop.createCart({ language: 'en', customerId: 0, lines })
  expect(await connected.shop.createCartRedirects(cart.id)).not.toBeNull()
  const path = '/stores/:hash/v3/carts/:id/redirect_urls'
  connected.far.shop.faults.routes = [{ path, answer: '410' }]
  expect(await connected.shop.createCartRedirects(cart.id)).toBeNull()
})

test('a note that the order has no more room for leaves the staff’s own words', async () => {
  const own = 'n'.repeat(65_535)
  const { id } = await orderByApi(connected.far, { staff_notes: own })
  await connected.shop.addStaffNote(id, 'Registry ABC').catch(() => {})
  const order = (await connected.far.rest('GET', `/v2/orders/${id}`)).json<{ staff_notes: string }>()
  expect(order.staff_notes).toHaveLength(65_535)
  expect(order.staff_notes).toContain('n'.repeat(65_000))
})
