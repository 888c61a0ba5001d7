import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift } from '../../../test/builders.ts'
import { aHostWithMoney, anExperience, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'

/** The confirmation of placing a line says where its parcel goes (R1152). */
const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => {
  app.shop.faults.routes = []
})

/** An order of the shop without a hand-off. */
async function anOutsideOrder(gift: { productId: number; variantId: number }, buyer: object = {}) {
  const answer = await app.staff('POST', '/v3/carts', {
    channel_id: 1,
    line_items: [{ product_id: gift.productId, variant_id: gift.variantId, quantity: 1 }],
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  const order = await app.shop.actions.pay(data.id, buyer)
  await app.deliver()
  const lines = (await app.processA.shop.fetchOrder(order.id))?.lines ?? []
  return { order: order.id, line: lines[0]!.id }
}
const look = (fields: { order: number; line: number }, gift: { id: number }) =>
  pages.look(pages.support, 'line_placed', { ...fields, registry: host.registry.code, gift: gift.id })
const toBuyer = (order: number) =>
  `The parcel of order ${order} goes to its buyer, not to the hosts’ address.`

test('that a parcel goes to its buyer is said before its order is placed, with the order in the shop', async () => {
  const gift = await aGift(app, host.registry, { quantity: 2, cents: 3000 })
  const fields = await anOutsideOrder(gift, { deliverToHosts: false })
  const { text, html } = await look(fields, gift)
  expect(text).toContain(toBuyer(fields.order))
  expect(html).toContain(`/shop/admin/orders/${fields.order}"`)
  await app.staff('PUT', `/v2/orders/${fields.order}`, { status_id: 2 })
  expect((await look(fields, gift)).text).not.toContain(toBuyer(fields.order))
})

test('of one that goes to the hosts, of what is no parcel, and of what the shop does not say, nothing is said', async () => {
  const gift = await aGift(app, host.registry, { quantity: 2, cents: 3000 })
  const toHosts = await anOutsideOrder(gift)
  expect((await look(toHosts, gift)).text).not.toContain('goes to its buyer')
  const experience = await anExperience(app, host.registry, 1)
  const digital = await anOutsideOrder(experience, { deliverToHosts: false })
  expect((await look(digital, experience)).text).not.toContain('goes to its buyer')
  const unknown = await anOutsideOrder(gift, { deliverToHosts: false })
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders/:id/shipping_addresses', answer: '500' }]
  const { text, hidden } = await look(unknown, gift)
  expect(text).not.toContain('goes to its buyer')
  expect(hidden.version).toBeDefined()
})
