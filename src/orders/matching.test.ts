import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import type { MarkedOrigin } from '../checkout/mark.rules.ts'
import { signMark } from '../checkout/request.ts'
import { deleteRegistry } from '../registry/registry.contract.ts'
import { syncOrder } from './orders.ts'
import { findOrderDifferences } from './reconciliation/reconciliation.ts'
import { ensureWebhooks } from './webhooks/webhooks.ts'

let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
let onMatched: (() => Promise<void>) | null = null
const app = opened(() =>
  testApp({
    testHook: async name => {
      if (name === 'order matched') await onMatched?.()
    },
  }),
)
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
  onMatched = null
  await expectInvariants(app.db, registry.id)
})

const unmatchedLines = (orderId: number) =>
  app.db.selectFrom('unmatched_line').select(['reason', 'cents']).where('order_id', '=', orderId).execute()
/** What staff were told of lines of the order that find no place. */
const unmatchedLetters = (orderId: number) =>
  app.db
    .selectFrom('outbox')
    .select(['recipient', 'props'])
    .where('cause', 'like', `order-unmatched:${orderId}:%`)
    .execute()

describe('orders whose cart is not ours', () => {
  async function cartWith(group: AGift, reference: string, cents = 2000) {
    const { productId, options } = app.shop.groupGift
    const answer = await app.staff('POST', '/v3/carts', {
      channel_id: 1,
      line_items: [
        {
          product_id: productId,
          quantity: 1,
          list_price: cents / 100,
          option_selections: [
            { option_id: options.product, option_value: String(group.productId) },
            { option_id: options.variant, option_value: String(group.variantId) },
            { option_id: options.reference, option_value: reference },
          ],
        },
      ],
    })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }

  test('a signed reference finds the hand-off', async () => {
    const group = await aGift(app, registry, { group: true, cents: 9000 })
    const { reference } = await handOff(app, registry, [lineOf(group, { cents: 2000 })])
    const { id: giftId, productId, variantId } = group
    const origin: MarkedOrigin = {
      registryCode: registry.code,
      visibility: 'full',
      language: 'en',
      createdAt: app.clock.now,
      customerId: null,
      line: { kind: 'contribution', giftId, productId, variantId, cents: 2000 },
    }
    const order = await app.shop.actions.pay(await cartWith(group, signMark(reference, origin, app.config)))
    await app.deliver()
    expect(await purchasesOf(app, group)).toMatchObject([{ order_id: order.id, credited_cents: 2000 }])
    expect(await unmatchedLines(order.id)).toEqual([])
  })

  test('a forged reference counts for nothing and waits for staff', async () => {
    const group = await aGift(app, registry, { group: true, cents: 9000 })
    const { reference } = await handOff(app, registry, [lineOf(group, { cents: 2000 })])
    const forged = createHmac('sha256', 'guess').update(reference).digest('base64url').slice(0, 22)
    const order = await app.shop.actions.pay(await cartWith(group, `${reference}.${forged}`))
    await app.deliver()
    expect(await purchasesOf(app, group)).toEqual([])
    expect(await unmatchedLines(order.id)).toEqual([{ reason: 'reference', cents: 2000 }])
    expect(await unmatchedLetters(order.id)).toEqual([
      { recipient: app.config.STAFF_EMAIL, props: { order: order.id, cents: 2000 } },
    ])
  })

  test('ordinary shopping is neither counted nor listed', async () => {
    const gift = await aGift(app, registry)
    const answer = await app.staff('POST', '/v3/carts', {
      channel_id: 1,
      line_items: [{ product_id: gift.productId, variant_id: gift.variantId, quantity: 1 }],
    })
    const { data } = (await answer.json()) as { data: { id: string } }
    const order = await app.shop.actions.pay(data.id)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toEqual([])
    expect(await unmatchedLines(order.id)).toEqual([])
  })
})

describe('a registry that was deleted', () => {
  const remove = async () => {
    const deleted = await app.call(deleteRegistry, { registry_id: registry.code }, { as: host.token })
    expect(deleted.status).toBe(200)
  }
  const ledgerLines = () =>
    app.db.selectFrom('ledger').select(['cents']).where('registry_id', '=', registry.id).execute()

  test('paid afterwards: nothing is booked, staff are told and find the line until it is refunded', async () => {
    const group = await aGift(app, registry, { group: true, cents: 9000 })
    const { cartId } = await handOff(app, registry, [lineOf(group, { cents: 4000 })])
    app.later(20)
    await remove()
    const order = await app.shop.actions.pay(cartId)
    for (let time = 0; time < 2; time++) await syncOrder(order.id, await jobContextOf(app))
    expect([await purchasesOf(app, group), await ledgerLines()]).toEqual([[], []])
    expect(await unmatchedLines(order.id)).toEqual([{ reason: 'gone', cents: 4000 }])
    expect(await unmatchedLetters(order.id)).toMatchObject([{ props: { order: order.id, cents: 4000 } }])
    expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
    await app.shop.actions.refund(order.id)
    await app.deliver()
    expect(await unmatchedLines(order.id)).toEqual([])
  })

  test('deleted while the order is read: nothing is booked either', async () => {
    const gift = await aGift(app, registry)
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    app.later(20)
    const order = await app.shop.actions.pay(cartId)
    onMatched = async () => {
      onMatched = null
      await remove()
    }
    await syncOrder(order.id, await jobContextOf(app))
    expect(await purchasesOf(app, gift)).toEqual([])
    expect(await unmatchedLines(order.id)).toEqual([{ reason: 'gone', cents: gift.cents }])
  })

  test('what was counted before stays, and its refunds count', async () => {
    const gift = await aGift(app, registry, { quantity: 2 })
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 2 })])
    const order = await app.shop.actions.pay(cartId)
    await app.deliver()
    await remove()
    await app.shop.actions.changeStatus(order.id, 9)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 2 }])
    await app.shop.actions.refund(order.id)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', units: 0 }])
    expect([await unmatchedLines(order.id), await unmatchedLetters(order.id)]).toEqual([[], []])
  })
})

test('the database refuses a repeated cause, a changed ledger, a second hand-off of a key and a doubled line', async () => {
  const gift = await aGift(app, registry)
  const { cartId, reference } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  const line = {
    registry_id: registry.id,
    gift_id: gift.id,
    order_id: order.id,
    line_id: 1,
    kind: 'gift' as const,
    account: 'goods' as const,
  }
  const { cause } = await app.db
    .selectFrom('ledger')
    .select('cause')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await expect(
    app.db
      .insertInto('ledger')
      .values({ ...line, cents: 1, cause })
      .execute(),
  ).rejects.toThrow(/ledger_cause/)
  await expect(app.db.updateTable('ledger').set({ cents: 1 }).execute()).rejects.toThrow(/append-only/)
  await expect(app.db.deleteFrom('ledger').execute()).rejects.toThrow(/append-only/)
  const { id: _, ...handoff } = await app.db
    .selectFrom('handoff')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  await expect(
    app.db
      .insertInto('handoff')
      .values({ ...handoff, reference: 'x', cart_id: null })
      .execute(),
  ).rejects.toThrow(/idempotency_key/)
  const [purchase] = await purchasesOf(app, gift)
  await expect(app.db.insertInto('purchase').values(purchase!).execute()).rejects.toThrow(/purchase_pkey/)
})
