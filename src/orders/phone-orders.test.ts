import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { jobContextOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { findOrderDifferences } from './reconciliation/reconciliation.ts'

/**
 * Orders that staff take by phone in the shop have no cart and no hand-off: nothing of them counts (R505) until staff
 * place it (R964).
 */
const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
  await expectInvariants(app.db, host.registry.id)
})

const price = (euros: number) => ({ price_inc_tax: euros, price_ex_tax: euros })

async function takeOrder(products: object[]): Promise<number> {
  const answer = await app.staff('POST', '/v2/orders', {
    billing_address: { email: 'caller@example.org', first_name: 'Άννα', last_name: 'Φ' },
    status_id: 11,
    products,
  })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  await app.deliver()
  await app.job('order-sync')
  return ((await answer.json()) as { id: number }).id
}
const shareOf = (gift: AGift, euros: number) => {
  const { productId, options } = app.shop.groupGift
  return {
    product_id: productId,
    quantity: 1,
    ...price(euros),
    product_options: [
      { id: options.product, value: String(gift.productId) },
      { id: options.variant, value: String(gift.variantId) },
    ],
  }
}
const unmatched = (order: number) =>
  app.db.selectFrom('unmatched_line').select(['reason', 'cents']).where('order_id', '=', order).execute()

test('the very product of a gift, ordered by phone, is nobody’s gift and no work', async () => {
  const gift = await aGift(app, host.registry, { quantity: 2, cents: 2000 })
  const order = await takeOrder([{ product_id: gift.productId, variant_id: gift.variantId, quantity: 2 }])
  expect([await purchasesOf(app, gift), await unmatched(order), await host.ledgerSums()]).toEqual([
    [],
    [],
    {},
  ])
})

test('a share by phone is work for staff, whatever becomes of the order, and money of nobody', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const order = await takeOrder([shareOf(gift, 30)])
  const isWork = async () => [await purchasesOf(app, gift), await unmatched(order), await host.ledgerSums()]
  expect(await isWork()).toEqual([[], [{ reason: 'reference', cents: 3000 }], {}])
  await app.shop.actions.changeStatus(order, 2)
  await app.deliver()
  expect(await isWork()).toEqual([[], [{ reason: 'reference', cents: 3000 }], {}])
  await app.staff('PUT', `/v2/orders/${order}`, { products: [shareOf(gift, 12)] })
  await app.deliver()
  expect((await unmatched(order)).map(({ cents }) => cents).sort()).toEqual([1200, 3000])
  await app.shop.actions.cancel(order)
  await app.deliver()
  expect([await purchasesOf(app, gift), await host.ledgerSums()]).toEqual([[], {}])
  expect((await host.collect({ id: gift.id, amount: 1 })).status).not.toBe(200)
})
