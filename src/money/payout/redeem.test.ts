import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { jobContextOf } from '../../../test/orders.ts'
import { findBlocked } from '../../../test/postgres.ts'
import { again, testApp } from '../../../test/test-app.ts'
import { lockRegistry } from '../../registry/registry.sql.ts'
import { ShopFailure } from '../../shop/port.ts'
import { processDuePayouts } from './redeem.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

/** Updates a product from the shop, as after its webhook. */
async function refreshProduct(id: number): Promise<void> {
  await (await app.processA.createContext(new Request(app.config.SITE_URL))).refreshProducts([id])
}

/** The shop's cart behind a checkout address that works once. */
async function cartOf(url: string) {
  const id = new URL(url).searchParams.get('id')
  type Cart = { data: { line_items: { physical_items: object[] } } }
  return (await (await app.staff('GET', `/v3/carts/${id}`)).json()) as Cart
}

describe('redeeming', () => {
  test('a covered group gift is ordered for the host, and delivered to the address of the registry', async () => {
    const gift = await host.fundedGift(10_000)
    expect(await host.collected()).toMatchObject({ group: [{ can_redeem: 1, short: 0 }] })
    const { data } = await host.redeem({ id: gift.id })
    expect(data).toMatchObject({ way: 'order', state: 'done', amount: 100, checkout_url: null })
    const [order] = await host.orders()
    expect(order).toMatchObject({ cents: 10_000 })
    const shipped = await (await app.staff('GET', `/v2/orders/${order?.id}/shipping_addresses`)).json()
    expect(shipped).toMatchObject([{ street_1: 'Αμαλίας 12', city: 'Ναύπλιο' }])
    expect(await host.collected()).toMatchObject({ group: [{ state: 'redeemed', open: 0 }], open: 0 })
    expect(await host.ledgerSums()).toEqual({ contribution: 10_000, redeemed: -10_000 })
    expect(await host.emails('giftcard-redeemed')).toMatchObject([
      { props: { digital: false, cents: 10_000 } },
    ])
  })

  test('ten requests at once, with equal and with different keys, make one order', again, async () => {
    const gift = await host.fundedGift(10_000)
    const keys = Array.from({ length: 10 }, (_, index) => `redeem-key-${index % 2 === 0 ? 'same' : index}`)
    const replies = await Promise.all(keys.map(key => host.redeem({ id: gift.id, idempotency_key: key })))
    expect(replies.filter(reply => reply.status === 200).length).toBeGreaterThan(0)
    expect(new Set(replies.filter(reply => reply.status === 200).map(reply => reply.data.id)).size).toBe(1)
    app.later(2)
    await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
    expect(await host.orders()).toHaveLength(1)
  })

  test('collecting and redeeming the same money at once: one wins', again, async () => {
    const gift = await host.fundedGift(10_000)
    const replies = await Promise.all([host.redeem({ id: gift.id }), host.collect({ id: gift.id })])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
    expect((await host.certificates()).length + (await host.orders()).length).toBe(1)
  })

  test('an order whose reply is lost is found by its reference', async () => {
    const gift = await host.fundedGift(10_000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: 'lost' }]
    expect((await host.redeem({ id: gift.id })).data).toMatchObject({ state: 'requested' })
    app.shop.faults.routes = []
    app.later(2)
    await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
    expect(await host.orders()).toHaveLength(1)
    expect(await host.collected()).toMatchObject({ group: [{ state: 'redeemed' }] })
  })

  test('an experience is sent to the e-mail of the host, once', async () => {
    const gift = await host.experience(2)
    expect(await host.collected()).toMatchObject({
      virtual: [{ id: gift.id, collected: gift.cents / 50, is_digital: 1, can_redeem: 1 }],
    })
    await host.redeem({ id: gift.id, type: 'virtual' })
    const [order] = await host.orders()
    expect(order?.cents).toBe(2 * gift.cents)
    expect(await host.emails('giftcard-redeemed')).toMatchObject([{ props: { digital: true, units: 2 } }])
    expect(await host.redeem({ id: gift.id })).toMatchObject({
      status: 409,
      data: { code: 'giftcard_nothing' },
    })
  })

  test('where the money does not suffice it becomes a certificate, and the host pays the rest', async () => {
    const gift = await host.fundedGift(4000)
    expect(await host.redeem({ id: gift.id })).toMatchObject({
      status: 409,
      data: { code: 'giftcard_short', short: 60 },
    })
    const { data } = await host.redeem({
      id: gift.id,
      with_own_money: true,
      idempotency_key: 'the-rest-myself',
    })
    expect(data).toMatchObject({ way: 'certificate', reason: 'own', state: 'done', amount: 40 })
    expect(data.checkout_url).toContain('/shop/')
    const repeated = await host.redeem({
      id: gift.id,
      with_own_money: true,
      idempotency_key: 'the-rest-myself',
    })
    expect(repeated.data).toMatchObject({ id: data.id, code: data.code })
    // Paying with the existing certificate takes none of the money that came in later.
    await giveGifts(app, host.registry, [lineOf(gift, { cents: 2000 })])
    const payment = await host.redeem({ id: gift.id, with_own_money: true })
    expect(payment.data).toMatchObject({ id: data.id, checkout_url: expect.stringContaining('/shop/') })
    expect(await host.certificates()).toHaveLength(1)
    expect(await host.collected()).toMatchObject({ open: 20 })
  })

  test('of what the shop sells by two, two are ordered, or the host pays the rest of two', async () => {
    const gift = await host.fundedGift(10_000)
    const setShopRule = (rule: object) => app.staff('PUT', `/v3/catalog/products/${gift.productId}`, rule)
    await setShopRule({ order_quantity_minimum: 2 })
    await refreshProduct(gift.productId)
    expect(await host.collected()).toMatchObject({ group: [{ can_redeem: 0, short: 100, min_quantity: 2 }] })
    expect(await host.redeem({ id: gift.id })).toMatchObject({
      status: 409,
      data: { code: 'giftcard_short', short: 100 },
    })
    const { data } = await host.redeem({ id: gift.id, with_own_money: true })
    const { data: cart } = await cartOf(data.checkout_url ?? '')
    expect(cart.line_items.physical_items).toMatchObject([{ product_id: gift.productId, quantity: 2 }])
    await setShopRule({ order_quantity_minimum: 0 })
  })

  test('an order that the shop refuses gives the money back', async () => {
    const gift = await host.fundedGift(10_000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: '500', times: 1 }]
    expect((await host.redeem({ id: gift.id })).data).toMatchObject({ state: 'requested' })
    await app.db.updateTable('gift').set({ product_id: 99_999 }).where('id', '=', gift.id).execute()
    app.later(2)
    await app.job('payouts')
    await app.db.updateTable('gift').set({ product_id: gift.productId }).where('id', '=', gift.id).execute()
    expect(await host.orders()).toEqual([])
    expect(await host.collected()).toMatchObject({ group: [{ open: 100, state: 'collected' }], open: 100 })
    expect(await host.emails('giftcard-refused')).toHaveLength(1)
    await host.collect({ id: gift.id })
    expect((await host.certificates()).map(card => card.cents)).toEqual([10_000])
  })

  test('the money of a refused order comes back under the registry’s lock', async () => {
    const gift = await host.fundedGift(10_000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: '500', times: 1 }]
    await host.redeem({ id: gift.id })
    app.later(2)
    const asked = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<void>()
    const ctx = await jobContextOf(app, 'B')
    const placeOrder = async () => {
      asked.resolve()
      await refused.promise
      throw new ShopFailure('invalid', 'refused')
    }
    const work = processDuePayouts({ ...ctx, shop: { ...ctx.shop, placeOrder } })
    await asked.promise
    await app.db.transaction().execute(async tx => {
      await lockRegistry(tx, host.registry.id)
      refused.resolve()
      await expect
        .poll(() => findBlocked(app.db))
        .toEqual([expect.stringMatching(/from "registry" .* for update$/)])
    })
    await work
    expect(await host.collected()).toMatchObject({ open: 100 })
  })
})
