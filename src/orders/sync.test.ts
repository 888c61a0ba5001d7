import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { emailsOf, handOff, jobContextOf, ledgerOf, purchasesOf } from '../../test/orders.ts'
import { again, testApp } from '../../test/test-app.ts'
import { syncOrder } from './orders.ts'
import { ensureWebhooks } from './webhooks/webhooks.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
  await ensureWebhooks(await jobContextOf(app))
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
  await app.deliver()
})
afterEach(async () => {
  app.shop.faults.routes = []
  app.shop.faults.hooks = {}
  await expectInvariants(app.db, registry.id)
})

const version = async () =>
  (
    await app.db
      .selectFrom('registry')
      .select('version')
      .where('id', '=', registry.id)
      .executeTakeFirstOrThrow()
  ).version

describe('webhooks in any number and order', () => {
  test('each webhook ten times in both processes has one effect', again, async () => {
    const gift = await aGift(app, registry, { quantity: 2 })
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 2 })])
    const order = await app.shop.actions.pay(cartId)
    app.shop.faults.hooks = { duplicate: true }
    await app.deliver()
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        syncOrder(order.id, await jobContextOf(app, index % 2 ? 'A' : 'B')),
      ),
    )
    expect(await purchasesOf(app, gift)).toMatchObject([{ units: 2, credited_units: 2 }])
    expect(await ledgerOf(app, order.id)).toHaveLength(1)
    expect(await emailsOf(app, order.id)).toHaveLength(2)
  })

  test('a repeated sync raises no version', async () => {
    const gift = await aGift(app, registry)
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId)
    await app.deliver()
    const before = await version()
    await syncOrder(order.id, await jobContextOf(app))
    expect(await version()).toBe(before)
  })

  test('with every webhook lost the order-sync job finds the order', async () => {
    const gift = await aGift(app, registry)
    app.shop.faults.hooks = { drop: true }
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    await app.shop.actions.pay(cartId)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toEqual([])
    await app.job('order-sync')
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid' }])
  })

  test('an order that can’t be read is tried again', async () => {
    const gift = await aGift(app, registry)
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId)
    app.shop.faults.routes = [{ path: `/stores/:hash/v2/orders/${order.id}`, answer: '500', times: 3 }]
    await app.deliver()
    expect(await purchasesOf(app, gift)).toEqual([])
    app.later(1)
    await app.job('webhook-events', 'B')
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid' }])
  })

  test('a slow sync of an old state does not overwrite a newer one', async () => {
    const gift = await aGift(app, registry)
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId)
    const slow = await jobContextOf(app)
    const old = await slow.shop.fetchOrder(order.id)
    let answer = (_: typeof old) => {}
    const late = new Promise<typeof old>(resolve => {
      answer = resolve
    })
    const slowSync = syncOrder(order.id, { ...slow, shop: { ...slow.shop, fetchOrder: () => late } })
    await app.shop.actions.cancel(order.id)
    await app.deliver()
    answer(old)
    await slowSync
    expect(await purchasesOf(app, gift)).toEqual([])
  })

  test('any sequence of changes and syncs ends in the state of the shop', async () => {
    const actions = ['pay', 'pend', 'settle', 'refundOne', 'cancel', 'sync'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...actions), { minLength: 2, maxLength: 7 }), async plan => {
        const gift = await aGift(app, registry, { quantity: 2 })
        const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 2 })])
        let order: number | undefined
        for (const action of plan) {
          if (action === 'pay' || action === 'pend')
            order ??= (await app.shop.actions.pay(cartId, {}, action === 'pay' ? 'success' : 'pending')).id
          if (!order) continue
          const { lines, state } = (await app.processA.shop.fetchOrder(order))!
          const [line] = lines
          if (action === 'settle' && state === 'pending') await app.shop.actions.changeStatus(order, 11)
          if (action === 'cancel') await app.shop.actions.cancel(order)
          if (action === 'refundOne' && state === 'paid' && line && line.refundedQuantity < line.quantity)
            await app.shop.actions.refund(order, { lineId: line.id, quantity: 1 })
          if (action === 'sync') await syncOrder(order, await jobContextOf(app, 'B'))
        }
        app.shop.faults.hooks = { reorder: true, duplicate: true }
        await app.deliver()
        if (!order) return
        const { state, lines } = (await app.processA.shop.fetchOrder(order))!
        const unitsLeft = state === 'paid' ? lines[0]!.quantity - lines[0]!.refundedQuantity : 0
        const stored = await purchasesOf(app, gift)
        expect(stored.reduce((sum, one) => sum + one.credited_units, 0)).toBe(unitsLeft)
        expect(stored.some(one => one.state === 'pending')).toBe(state === 'pending')
        await expectInvariants(app.db, registry.id)
      }),
      { numRuns: 20 },
    )
  })
})
