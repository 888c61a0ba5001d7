import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { again, type TestApp, testApp } from '../../../test/test-app.ts'
import { webhookPath } from '../../shop/port.ts'
import { createCart, getHandoffStatus } from '../hand-off/contract.ts'
import { signReference } from '../hand-off/reference-service.ts'
import { listReceivedGifts } from '../received/contract.ts'
import { ensureWebhooks } from '../webhooks/jobs.ts'
import { syncOrder } from './service.ts'

let w: TestApp
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  w = await testApp()
  host = await aHost(w)
  await ensureWebhooks(await w.processA.createContext(new Request(w.config.SITE_URL)))
})
beforeEach(async () => {
  registry = await aRegistry(w, host)
  await w.deliver()
})
afterEach(async () => {
  w.shop.faults.routes = []
  w.shop.faults.hooks = {}
  await expectInvariants(w.db, registry.id)
})
afterAll(() => w.close())

/** A hand-off and the shop's cart it led to. */
async function handed(lines: object[], more: object = {}) {
  const { data } = await w.call<{ reference: string }>(createCart, {
    registry_id: registry.code,
    line_items: lines,
    giver_name: 'Άννα Δοκιμή',
    ...more,
  })
  const { cart_id } = await w.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  return { reference: data.reference, cartId: cart_id! }
}

const purchases = (gift: AGift) =>
  w.db
    .selectFrom('purchase')
    .selectAll()
    .where('gift_id', '=', gift.id)
    .orderBy('order_id')
    .orderBy('line_id')
    .execute()
const ledger = (orderId: number) =>
  w.db.selectFrom('ledger').select(['kind', 'cents']).where('order_id', '=', orderId).orderBy('id').execute()
/** What the ledger says of an order, by kind, whatever corrections led there. */
async function standing(orderId: number) {
  const sums: Record<string, number> = {}
  for (const { kind, cents } of await ledger(orderId)) sums[kind] = (sums[kind] ?? 0) + cents
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}
const letters = (orderId: number) =>
  w.db
    .selectFrom('outbox')
    .select(['template', 'recipient', 'language'])
    .where('cause', 'like', `%order:${orderId}:%`)
    .orderBy('template')
    .execute()
const jobContext = (process: 'A' | 'B' = 'A') =>
  (process === 'A' ? w.processA : w.processB).createContext(new Request(w.config.SITE_URL))
const version = async () =>
  (
    await w.db
      .selectFrom('registry')
      .select('version')
      .where('id', '=', registry.id)
      .executeTakeFirstOrThrow()
  ).version

test('paid: the gift is bought, the share collected, people and staff are told once', async () => {
  const whole = await aGift(w, registry, { quantity: 2, cents: 3000 })
  const group = await aGift(w, registry, { group: true, cents: 9500 })
  const { cartId, reference } = await handed([lineOf(whole, { units: 1 }), lineOf(group, { cents: 4000 })], {
    message: 'Να ζήσετε!',
    lang: 'en',
  })
  const order = await w.shop.actions.pay(cartId, { email: 'anna@example.com' })
  await w.deliver()
  expect(await purchases(whole)).toMatchObject([{ state: 'paid', units: 1, credited_units: 1, cents: 3000 }])
  expect(await purchases(group)).toMatchObject([{ state: 'paid', credited_cents: 4000 }])
  expect(await standing(order.id)).toEqual({ gift: 3000, contribution: 4000 })
  expect(await ledger(order.id)).toHaveLength(2)
  expect(await w.call(getHandoffStatus, { reference: cartId })).toMatchObject({ data: { state: 'paid' } })
  expect(await w.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'paid' } })
  expect(await letters(order.id)).toEqual([
    { template: 'gift-given', recipient: host.email, language: 'el' },
    { template: 'gift-thanks', recipient: 'anna@example.com', language: 'en' },
  ])
  await w.job('staff-notes')
  const seen = (await (await w.staff('GET', `/v2/orders/${order.id}`)).json()) as { staff_notes: string }
  expect(seen.staff_notes).toMatch(/Registry .* Αμαλίας 12, 21100 Ναύπλιο/)
})

test('the hosts’ address goes on no order that is delivered elsewhere, nor on one of money alone', async () => {
  const whole = await aGift(w, registry)
  const group = await aGift(w, registry, { group: true, cents: 9500 })
  const own = await handed([lineOf(whole, { units: 1 })])
  const money = await handed([lineOf(group, { cents: 4000 })])
  const orders = [
    await w.shop.actions.pay(own.cartId, { deliverToHosts: false }),
    await w.shop.actions.pay(money.cartId),
  ]
  await w.deliver()
  await w.job('staff-notes')
  for (const { id } of orders) {
    const seen = (await (await w.staff('GET', `/v2/orders/${id}`)).json()) as { staff_notes: string }
    expect(seen.staff_notes).toMatch(/^Registry /)
    expect(seen.staff_notes).not.toContain('Αμαλίας')
  }
})

test('only the host sees who gave, as the giver wishes to appear', async () => {
  const gift = await aGift(w, registry, { quantity: 3 })
  for (const visibility of ['full', 'initials', 'anonymous']) {
    const { cartId } = await handed([lineOf(gift, { units: 1 })], { visibility })
    await w.shop.actions.pay(cartId)
    w.later(1)
  }
  await w.job('reconcile')
  const ask = { registry_id: registry.code }
  const { data } = await w.call<{ giver: string }[]>(listReceivedGifts, ask, { as: host.token })
  expect(data.map(one => one.giver)).toEqual(['', 'Ά. Δ.', 'Άννα Δοκιμή'])
  expect(await w.call(listReceivedGifts, ask)).toMatchObject({ status: 401 })
  const other = await aHost(w)
  expect(await w.call(listReceivedGifts, ask, { as: other.token })).toMatchObject({ status: 404 })
})

describe('hints in any number and order', () => {
  test('each webhook ten times, on both processes: one effect', again, async () => {
    const gift = await aGift(w, registry, { quantity: 2 })
    const { cartId } = await handed([lineOf(gift, { units: 2 })])
    const order = await w.shop.actions.pay(cartId)
    w.shop.faults.hooks = { duplicate: true }
    await w.deliver()
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        syncOrder(order.id, await jobContext(index % 2 ? 'A' : 'B')),
      ),
    )
    expect(await purchases(gift)).toMatchObject([{ units: 2, credited_units: 2 }])
    expect(await ledger(order.id)).toHaveLength(1)
    expect(await letters(order.id)).toHaveLength(2)
  })

  test('a repeat changes nothing that a page shows', async () => {
    const gift = await aGift(w, registry)
    const { cartId } = await handed([lineOf(gift, { units: 1 })])
    const order = await w.shop.actions.pay(cartId)
    await w.deliver()
    const before = await version()
    await syncOrder(order.id, await jobContext())
    expect(await version()).toBe(before)
  })

  test('with every webhook dropped the clock finds the order, and an open cart’s own', async () => {
    const gift = await aGift(w, registry)
    w.shop.faults.hooks = { drop: true }
    const { cartId } = await handed([lineOf(gift, { units: 1 })])
    await w.shop.actions.pay(cartId)
    await w.deliver()
    expect(await purchases(gift)).toEqual([])
    await w.job('reconcile')
    expect(await purchases(gift)).toMatchObject([{ state: 'paid' }])
  })

  test('an order that can’t be read now is looked at again', async () => {
    const gift = await aGift(w, registry)
    const { cartId } = await handed([lineOf(gift, { units: 1 })])
    const order = await w.shop.actions.pay(cartId)
    w.shop.faults.routes = [{ path: `/stores/:hash/v2/orders/${order.id}`, answer: '500', times: 3 }]
    await w.deliver()
    expect(await purchases(gift)).toEqual([])
    w.later(1)
    await w.job('webhook-events', 'B')
    expect(await purchases(gift)).toMatchObject([{ state: 'paid' }])
  })

  test('a slow reading of an old state does not undo a newer one', async () => {
    const gift = await aGift(w, registry)
    const { cartId } = await handed([lineOf(gift, { units: 1 })])
    const order = await w.shop.actions.pay(cartId)
    const slow = await jobContext()
    const old = await slow.shop.fetchOrder(order.id)
    let answer = (_: typeof old) => {}
    const late = new Promise<typeof old>(resolve => {
      answer = resolve
    })
    const behind = syncOrder(order.id, { ...slow, shop: { ...slow.shop, fetchOrder: () => late } })
    await w.shop.actions.cancel(order.id)
    await w.deliver()
    answer(old)
    await behind
    expect(await purchases(gift)).toEqual([])
  })

  test('whatever happened, looked at in whatever order: the state is that of the shop', async () => {
    const deeds = ['pay', 'pend', 'settle', 'refundOne', 'cancel', 'look'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...deeds), { minLength: 2, maxLength: 7 }), async plan => {
        const gift = await aGift(w, registry, { quantity: 2 })
        const { cartId } = await handed([lineOf(gift, { units: 2 })])
        let order: number | undefined
        for (const deed of plan) {
          if (deed === 'pay' || deed === 'pend')
            order ??= (await w.shop.actions.pay(cartId, {}, deed === 'pay' ? 'success' : 'pending')).id
          if (!order) continue
          const { lines, state } = (await w.processA.shop.fetchOrder(order))!
          const [line] = lines
          if (deed === 'settle' && state === 'pending') await w.shop.actions.changeStatus(order, 11)
          if (deed === 'cancel') await w.shop.actions.cancel(order)
          if (deed === 'refundOne' && state === 'paid' && line && line.refundedQuantity < line.quantity)
            await w.shop.actions.refund(order, { lineId: line.id, quantity: 1 })
          if (deed === 'look') await syncOrder(order, await jobContext('B'))
        }
        w.shop.faults.hooks = { reorder: true, duplicate: true }
        await w.deliver()
        if (!order) return
        const { state, lines } = (await w.processA.shop.fetchOrder(order))!
        const stands = state === 'paid' ? lines[0]!.quantity - lines[0]!.refundedQuantity : 0
        const found = await purchases(gift)
        expect(found.reduce((sum, one) => sum + one.credited_units, 0)).toBe(stands)
        expect(found.some(one => one.state === 'pending')).toBe(state === 'pending')
        await expectInvariants(w.db, registry.id)
      }),
      { numRuns: 20 },
    )
  })
})

describe('what becomes of an order', () => {
  test('pending holds its place without being bought; paid then counts', async () => {
    const gift = await aGift(w, registry)
    const { cartId, reference } = await handed([lineOf(gift, { units: 1 })])
    const order = await w.shop.actions.pay(cartId, {}, 'pending')
    await w.deliver()
    w.later(60)
    await w.job('expired-reservations')
    expect(await purchases(gift)).toMatchObject([{ state: 'pending', units: 1, credited_units: 0 }])
    expect(await ledger(order.id)).toEqual([])
    expect(
      await w.call(createCart, { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }),
    ).toMatchObject({ status: 409 })
    expect(await w.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'pending' } })
    expect(await letters(order.id)).toEqual([])
    await w.shop.actions.changeStatus(order.id, 11)
    await w.deliver()
    expect(await purchases(gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
    expect(await letters(order.id)).toHaveLength(2)
  })

  test('declined, then paid with the same cart: the hold stood all along', async () => {
    const gift = await aGift(w, registry)
    const { cartId, reference } = await handed([lineOf(gift, { units: 1 })])
    await w.shop.actions.pay(cartId, {}, 'decline')
    await w.deliver()
    expect(await purchases(gift)).toEqual([])
    expect(await w.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'open' } })
    await w.shop.actions.pay(cartId)
    await w.deliver()
    expect(await purchases(gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
  })

  test('cancelled: open again, nothing stands, and no letter is taken back', async () => {
    const gift = await aGift(w, registry)
    const { cartId, reference } = await handed([lineOf(gift, { units: 1 })])
    const order = await w.shop.actions.pay(cartId)
    await w.deliver()
    await w.shop.actions.cancel(order.id)
    await w.deliver()
    expect(await purchases(gift)).toMatchObject([{ state: 'void', units: 0, cents: 0 }])
    expect((await ledger(order.id)).map(one => one.cents)).toEqual([gift.cents, -gift.cents])
    expect(await letters(order.id)).toHaveLength(2)
    expect(await w.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'void' } })
    await handed([lineOf(gift, { units: 1 })])
  })

  test('one of two units refunded: one stands', async () => {
    const gift = await aGift(w, registry, { quantity: 2, cents: 2500 })
    const { cartId } = await handed([lineOf(gift, { units: 2 })])
    const order = await w.shop.actions.pay(cartId)
    await w.deliver()
    const [line] = (await w.processA.shop.fetchOrder(order.id))!.lines
    await w.shop.actions.refund(order.id, { lineId: line!.id, quantity: 1 })
    await w.deliver()
    expect(await purchases(gift)).toMatchObject([{ state: 'paid', units: 1, cents: 2500, credited_units: 1 }])
    await w.shop.actions.refund(order.id)
    await w.deliver()
    expect(await purchases(gift)).toMatchObject([{ state: 'void', units: 0 }])
  })

  test('paid after the time ran out and somebody else was faster: both stand, the second is surplus', async () => {
    const gift = await aGift(w, registry, { cents: 4200 })
    const first = await handed([lineOf(gift, { units: 1 })])
    w.later(16)
    await w.job('expired-reservations')
    const second = await handed([lineOf(gift, { units: 1 })])
    const fast = await w.shop.actions.pay(second.cartId)
    w.later(1)
    const slow = await w.shop.actions.pay(first.cartId)
    await w.deliver()
    expect(await standing(fast.id)).toEqual({ gift: 4200 })
    expect(await standing(slow.id)).toEqual({ surplus: 4200 })
    await w.shop.actions.cancel(fast.id)
    await w.deliver()
    expect(await standing(fast.id)).toEqual({})
    expect(await standing(slow.id)).toEqual({ gift: 4200 })
  })

  test('contributions beyond the price are surplus to the cent', async () => {
    const group = await aGift(w, registry, { group: true, cents: 5000 })
    const first = await handed([lineOf(group, { cents: 4000 })])
    w.later(16)
    await w.job('expired-reservations')
    const second = await handed([lineOf(group, { cents: 3333 })])
    await w.shop.actions.pay(first.cartId)
    w.later(1)
    const late = await w.shop.actions.pay(second.cartId)
    await w.deliver()
    expect(await standing(late.id)).toEqual({ contribution: 1000, surplus: 2333 })
  })

  test('what the guest adds in the shop is none of ours', async () => {
    const gift = await aGift(w, registry, { quantity: 1, cents: 1500 })
    const { cartId } = await handed([lineOf(gift, { units: 1 })])
    const cart = (await (await w.staff('GET', `/v3/carts/${cartId}`)).json()) as {
      data: { line_items: { physical_items: { id: string }[] } }
    }
    const [item] = cart.data.line_items.physical_items
    const more = { line_item: { product_id: gift.productId, variant_id: gift.variantId, quantity: 3 } }
    expect((await w.staff('PUT', `/v3/carts/${cartId}/items/${item!.id}`, more)).status).toBe(200)
    const order = await w.shop.actions.pay(cartId)
    expect(order.total_cents).toBe(4500)
    await w.deliver()
    expect(await purchases(gift)).toMatchObject([{ units: 1, cents: 1500 }])
  })
})

describe('orders whose cart is not ours', () => {
  /** A cart made past us, with a contribution that carries this text as its reference. */
  async function cartWith(group: AGift, reference: string, cents = 2000) {
    const { productId, options } = w.shop.groupGift
    const answer = await w.staff('POST', '/v3/carts', {
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
  const unplaced = (orderId: number) =>
    w.db.selectFrom('unmatched_line').select(['reason', 'cents']).where('order_id', '=', orderId).execute()

  test('our signed reference finds the hand-off', async () => {
    const group = await aGift(w, registry, { group: true, cents: 9000 })
    const { reference } = await handed([lineOf(group, { cents: 2000 })])
    const order = await w.shop.actions.pay(await cartWith(group, signReference(reference, w.config.SECRET)))
    await w.deliver()
    expect(await purchases(group)).toMatchObject([{ order_id: order.id, credited_cents: 2000 }])
    expect(await unplaced(order.id)).toEqual([])
  })

  test('an unsigned or altered one counts for nothing and waits for staff', async () => {
    const group = await aGift(w, registry, { group: true, cents: 9000 })
    const { reference } = await handed([lineOf(group, { cents: 2000 })])
    const forged = createHmac('sha256', 'guess').update(reference).digest('base64url').slice(0, 22)
    const order = await w.shop.actions.pay(await cartWith(group, `${reference}.${forged}`))
    await w.deliver()
    expect(await purchases(group)).toEqual([])
    expect(await unplaced(order.id)).toEqual([{ reason: 'reference', cents: 2000 }])
  })

  test('somebody’s ordinary shopping leaves no trace', async () => {
    const gift = await aGift(w, registry)
    const answer = await w.staff('POST', '/v3/carts', {
      channel_id: 1,
      line_items: [{ product_id: gift.productId, variant_id: gift.variantId, quantity: 1 }],
    })
    const { data } = (await answer.json()) as { data: { id: string } }
    const order = await w.shop.actions.pay(data.id)
    await w.deliver()
    expect(await purchases(gift)).toEqual([])
    expect(await unplaced(order.id)).toEqual([])
  })
})

test('the database itself refuses a second cause, a changed ledger, a second click and a doubled line', async () => {
  const gift = await aGift(w, registry)
  const { cartId, reference } = await handed([lineOf(gift, { units: 1 })])
  const order = await w.shop.actions.pay(cartId)
  await w.deliver()
  const line = {
    registry_id: registry.id,
    gift_id: gift.id,
    order_id: order.id,
    line_id: 1,
    kind: 'gift' as const,
    account: 'goods' as const,
  }
  const { cause } = await w.db
    .selectFrom('ledger')
    .select('cause')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await expect(
    w.db
      .insertInto('ledger')
      .values({ ...line, cents: 1, cause })
      .execute(),
  ).rejects.toThrow(/ledger_cause/)
  await expect(w.db.updateTable('ledger').set({ cents: 1 }).execute()).rejects.toThrow(/append-only/)
  await expect(w.db.deleteFrom('ledger').execute()).rejects.toThrow(/append-only/)
  const { id: _, ...handoff } = await w.db
    .selectFrom('handoff')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  await expect(
    w.db
      .insertInto('handoff')
      .values({ ...handoff, reference: 'x', cart_id: null })
      .execute(),
  ).rejects.toThrow(/idempotency_key/)
  const [purchase] = await purchases(gift)
  await expect(w.db.insertInto('purchase').values(purchase!).execute()).rejects.toThrow(/purchase_pkey/)
})

test('webhooks that are missing are made, those asleep are woken, and none twice', async () => {
  const job = await jobContext()
  await ensureWebhooks(job)
  const known = await job.shop.fetchWebhooks()
  await w.staff('PUT', `/v3/hooks/${known[0]!.id}`, { is_active: false })
  await ensureWebhooks(job)
  const now = await job.shop.fetchWebhooks()
  expect(now).toHaveLength(known.length)
  expect(now.every(hook => hook.active)).toBe(true)
})

test('when a price falls below what was collected, the rest becomes surplus; when it rises again, credit', async () => {
  const group = await aGift(w, registry, { group: true, cents: 5000 })
  const { cartId } = await handed([lineOf(group, { cents: 5000 })])
  const order = await w.shop.actions.pay(cartId)
  await w.deliver()
  for (const [price, due] of [
    [40, { contribution: 4000, surplus: 1000 }],
    [70, { contribution: 5000 }],
  ] as const) {
    await w.staff('PUT', `/v3/catalog/products/${group.productId}`, { price })
    await w.deliver()
    await w.job('reconcile')
    expect(await standing(order.id)).toEqual(due)
  }
})

test('a product that changed in the shop is read anew', async () => {
  const gift = await aGift(w, registry, { group: true, cents: 5000 })
  await w.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: 60 })
  await w.deliver()
  const row = await w.db
    .selectFrom('product')
    .select('price_cents')
    .where('id', '=', gift.productId)
    .executeTakeFirstOrThrow()
  expect(row.price_cents).toBe(6000)
})

describe('webhooks at the door', () => {
  const key = () =>
    createHmac('sha256', w.shop.credentials.clientSecret).update('doron hook key').digest('hex')
  interface More {
    id?: string
    headers?: Record<string, string>
    body?: string
    sent?: string
    age?: number
  }
  function hook(more: More = {}) {
    const id = more.id ?? `msg_${randomUUID()}`
    const sentAt = Math.floor(w.clock.now.getTime() / 1000) - (more.age ?? 0)
    const body =
      more.body ??
      JSON.stringify({
        scope: 'store/order/created',
        store_id: '1',
        data: { type: 'order', id: 999_999 },
        hash: 'x',
        created_at: sentAt,
        producer: `stores/${w.shop.credentials.storeHash}`,
      })
    const signature = createHmac('sha256', w.shop.credentials.clientSecret)
      .update(`${id}.${sentAt}.${body}`)
      .digest('base64')
    const headers = {
      'x-doron-hook-key': key(),
      'webhook-id': id,
      'webhook-timestamp': String(sentAt),
      'webhook-signature': `v1,${signature}`,
      'content-type': 'application/json',
      ...more.headers,
    }
    return w.request(webhookPath, { method: 'POST', headers, body: more.sent ?? body })
  }
  const notes = async () => (await w.db.selectFrom('webhook_event').selectAll().execute()).length

  test('a genuine one is answered 200 with nothing, and of an unknown order nothing comes', async () => {
    const before = await notes()
    const answer = await hook()
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await notes()).toBe(before + 1)
    await w.job('webhook-events')
    expect(await w.db.selectFrom('order_sync').where('order_id', '=', 999_999).selectAll().execute()).toEqual(
      [],
    )
  })

  test('the same id twice is one note; an old one is a hint like any other', async () => {
    const before = await notes()
    const id = `msg_${randomUUID()}`
    const body = JSON.stringify({
      scope: 'store/order/updated',
      store_id: '1',
      data: { type: 'order', id: 999_998 },
      hash: 'y',
      created_at: 1,
      producer: `stores/${w.shop.credentials.storeHash}`,
    })
    const sentAt = String(Math.floor(w.clock.now.getTime() / 1000) - 600)
    const signature = createHmac('sha256', w.shop.credentials.clientSecret)
      .update(`${id}.${sentAt}.${body}`)
      .digest('base64')
    const headers = { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` }
    for (let time = 0; time < 2; time++) expect((await hook({ headers, body })).status).toBe(200)
    expect(await notes()).toBe(before + 1)
  })

  test('ten equal ones at once, on both processes: all are answered 200, one is kept', async () => {
    const before = await notes()
    const id = `msg_${randomUUID()}`
    const ten = Array.from({ length: 10 }, () => hook({ id }))
    expect((await Promise.all(ten)).map(answer => answer.status)).toEqual(Array(10).fill(200))
    expect(await notes()).toBe(before + 1)
  })

  test.each([
    ['without our secret', { headers: { 'x-doron-hook-key': '' } }],
    ['with another secret', { headers: { 'x-doron-hook-key': 'f'.repeat(64) } }],
    ['without a signature', { headers: { 'webhook-signature': '' } }],
    ['signed with another key', { headers: { 'webhook-signature': 'v1,AAAA' } }],
    ['with a changed body', { sent: '{"scope":"store/order/created","data":{"id":1}}' }],
    ['re-encoded', { body: '{"scope":"a","x":"\\u0061"}', sent: '{"scope":"a","x":"a"}' }],
    ['of another id', { headers: { 'webhook-id': 'msg_other' } }],
  ])('%s: 401, and nothing is kept', async (_, more) => {
    const before = await notes()
    expect((await hook(more)).status).toBe(401)
    expect(await notes()).toBe(before)
  })
})
