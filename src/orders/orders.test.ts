import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { emailsOf, handOff, jobContextOf, ledgerOf, purchasesOf, sumLedger } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart, getHandoffStatus } from '../checkout/hand-off.contract.ts'
import { listReceivedGifts } from './received.contract.ts'
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

test('a giver is shown the hosts’ photo, unless the registry is private', async () => {
  const gift = await aGift(app, registry)
  const { reference } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const show = async (fields: object) => {
    await app.db.updateTable('registry').set(fields).where('id', '=', registry.id).execute()
    return app.call(getHandoffStatus, { reference })
  }
  expect(await show({ photo: null })).toMatchObject({ data: { portrait: null } })
  const photo = 'a'.repeat(40)
  const picture = {
    name: photo,
    use: 'photo' as const,
    bytes: Buffer.from('photo'),
    created_at: app.clock.now,
  }
  await app.db.insertInto('picture').values(picture).execute()
  expect(await show({ photo })).toMatchObject({ data: { portrait: `/images/${photo}.jpg` } })
  expect(await show({ privacy: 'private' })).toMatchObject({ data: { portrait: null } })
})

test('paid: gift bought, contribution collected, hosts, giver and staff informed once', async () => {
  const whole = await aGift(app, registry, { quantity: 2, cents: 3000 })
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const { cartId, reference } = await handOff(
    app,
    registry,
    [lineOf(whole, { units: 1 }), lineOf(group, { cents: 4000 })],
    {
      message: 'Να ζήσετε!',
      lang: 'en',
    },
  )
  const order = await app.shop.actions.pay(cartId, { email: 'anna@example.com' })
  await app.deliver()
  expect(await purchasesOf(app, whole)).toMatchObject([
    { state: 'paid', units: 1, credited_units: 1, cents: 3000 },
  ])
  expect(await purchasesOf(app, group)).toMatchObject([{ state: 'paid', credited_cents: 4000 }])
  expect(await sumLedger(app, order.id)).toEqual({ gift: 3000, contribution: 4000 })
  expect(await ledgerOf(app, order.id)).toHaveLength(2)
  expect(await app.call(getHandoffStatus, { reference: cartId })).toMatchObject({ data: { state: 'paid' } })
  expect(await app.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'paid' } })
  expect(await emailsOf(app, order.id)).toEqual([
    { template: 'gift-given', recipient: host.email, language: 'el' },
    { template: 'gift-thanks', recipient: 'anna@example.com', language: 'en' },
  ])
  await app.job('shop-tasks')
  const shopOrder = (await (await app.staff('GET', `/v2/orders/${order.id}`)).json()) as {
    staff_notes: string
  }
  expect(shopOrder.staff_notes).toMatch(/Registry .* Αμαλίας 12, 21100 Ναύπλιο/)
})

test('of an order whose notes are full the staff keep every word of their own', async () => {
  const gift = await aGift(app, registry)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const { id } = await app.shop.actions.pay(cartId)
  const own = `Καλέστε πριν. ${'n'.repeat(65_535 - 20)} Ευγε.`
  expect(own).toHaveLength(65_535)
  expect((await app.staff('PUT', `/v2/orders/${id}`, { staff_notes: own })).status).toBe(200)
  await app.deliver()
  await app.job('shop-tasks')
  app.later(120)
  await app.job('shop-tasks')
  const order = (await (await app.staff('GET', `/v2/orders/${id}`)).json()) as { staff_notes: string }
  expect(order.staff_notes).toBe(own)
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid' }])
})

test('the hosts’ address is not noted on orders delivered elsewhere, nor on orders of money alone', async () => {
  const whole = await aGift(app, registry)
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const own = await handOff(app, registry, [lineOf(whole, { units: 1 })])
  const money = await handOff(app, registry, [lineOf(group, { cents: 4000 })])
  const orders = [
    await app.shop.actions.pay(own.cartId, { deliverToHosts: false }),
    await app.shop.actions.pay(money.cartId),
  ]
  await app.deliver()
  await app.job('shop-tasks')
  for (const { id } of orders) {
    const shopOrder = (await (await app.staff('GET', `/v2/orders/${id}`)).json()) as { staff_notes: string }
    expect(shopOrder.staff_notes).toMatch(/^Registry /)
    expect(shopOrder.staff_notes).not.toContain('Αμαλίας')
  }
})

test('only the host sees who gave, as the giver wishes to appear', async () => {
  const gift = await aGift(app, registry, { quantity: 3 })
  for (const visibility of ['full', 'initials', 'anonymous']) {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })], { visibility })
    await app.shop.actions.pay(cartId)
    app.later(1)
  }
  await app.job('order-sync')
  const ask = { registry_id: registry.code }
  const { data } = await app.call<{ giver: string }[]>(listReceivedGifts, ask, { as: host.token })
  expect(data.map(one => one.giver)).toEqual(['', 'Ά. Δ.', 'Άννα Δοκιμή'])
  expect(await app.call(listReceivedGifts, ask)).toMatchObject({ status: 401 })
  const other = await aHost(app)
  expect(await app.call(listReceivedGifts, ask, { as: other.token })).toMatchObject({ status: 404 })
})

describe('an order', () => {
  test('pending: the gift is taken but not bought; then paid: it counts', async () => {
    const gift = await aGift(app, registry)
    const { cartId, reference } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId, {}, 'pending')
    await app.deliver()
    app.later(60)
    await app.job('expired-reservations')
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'pending', units: 1, credited_units: 0 }])
    expect(await ledgerOf(app, order.id)).toEqual([])
    expect(
      await app.call(createCart, { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }),
    ).toMatchObject({ status: 409 })
    expect(await app.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'pending' } })
    expect(await emailsOf(app, order.id)).toEqual([])
    await app.shop.actions.changeStatus(order.id, 11)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
    expect(await emailsOf(app, order.id)).toHaveLength(2)
  })

  test('declined, then paid with the same cart: the reservation stays', async () => {
    const gift = await aGift(app, registry)
    const { cartId, reference } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    await app.shop.actions.pay(cartId, {}, 'decline')
    await app.deliver()
    expect(await purchasesOf(app, gift)).toEqual([])
    expect(await app.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'open' } })
    await app.shop.actions.pay(cartId)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
  })

  test('cancelled: the gift is open again, the ledger sums to nothing', async () => {
    const gift = await aGift(app, registry)
    const { cartId, reference } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId)
    await app.deliver()
    await app.shop.actions.cancel(order.id)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', units: 0, cents: 0 }])
    expect((await ledgerOf(app, order.id)).map(one => one.cents)).toEqual([gift.cents, -gift.cents])
    expect((await emailsOf(app, order.id)).map(({ template }) => template)).toEqual([
      ...['gift-given', 'gift-returned', 'gift-thanks'],
    ])
    expect(await app.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'void' } })
    await handOff(app, registry, [lineOf(gift, { units: 1 })])
  })

  test('refunded by one of two units: one unit counts', async () => {
    const gift = await aGift(app, registry, { quantity: 2, cents: 2500 })
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 2 })])
    const order = await app.shop.actions.pay(cartId)
    await app.deliver()
    const [line] = (await app.processA.shop.fetchOrder(order.id))!.lines
    await app.shop.actions.refund(order.id, { lineId: line!.id, quantity: 1 })
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([
      { state: 'paid', units: 1, cents: 2500, credited_units: 1 },
    ])
    await app.shop.actions.refund(order.id)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', units: 0 }])
  })

  test('paid after its reservation expired, when somebody else was faster: it is one too many, and no money', async () => {
    const gift = await aGift(app, registry, { cents: 4200 })
    const first = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    app.later(16)
    await app.job('expired-reservations')
    const second = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const fast = await app.shop.actions.pay(second.cartId)
    app.later(1)
    const slow = await app.shop.actions.pay(first.cartId)
    await app.deliver()
    expect(await sumLedger(app, fast.id)).toEqual({ gift: 4200 })
    expect(await sumLedger(app, slow.id)).toEqual({ gift: 4200 })
    expect((await purchasesOf(app, gift)).map(one => one.credited_units)).toEqual([1, 0])
    await app.shop.actions.cancel(fast.id)
    await app.deliver()
    expect(await sumLedger(app, fast.id)).toEqual({})
    expect(await sumLedger(app, slow.id)).toEqual({ gift: 4200 })
    expect((await purchasesOf(app, gift)).map(one => one.credited_units)).toEqual([0, 1])
  })

  test('of contributions beyond the price: the rest is surplus to the cent', async () => {
    const group = await aGift(app, registry, { group: true, cents: 5000 })
    const first = await handOff(app, registry, [lineOf(group, { cents: 4000 })])
    app.later(16)
    await app.job('expired-reservations')
    const second = await handOff(app, registry, [lineOf(group, { cents: 3333 })])
    await app.shop.actions.pay(first.cartId)
    app.later(1)
    const late = await app.shop.actions.pay(second.cartId)
    await app.deliver()
    expect(await sumLedger(app, late.id)).toEqual({ contribution: 1000, surplus: 2333 })
  })

  test('with units that the guest added in the shop: those do not count', async () => {
    const gift = await aGift(app, registry, { quantity: 1, cents: 1500 })
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const cart = (await (await app.staff('GET', `/v3/carts/${cartId}`)).json()) as {
      data: { line_items: { physical_items: { id: string }[] } }
    }
    const [item] = cart.data.line_items.physical_items
    const more = { line_item: { product_id: gift.productId, quantity: 3 } }
    expect((await app.staff('PUT', `/v3/carts/${cartId}/items/${item!.id}`, more)).status).toBe(200)
    const order = await app.shop.actions.pay(cartId)
    expect(order.total_cents).toBe(4500)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ units: 1, cents: 1500 }])
  })
})

test('what was collected beyond a fallen price is surplus, and credited again when the price rises', async () => {
  const group = await aGift(app, registry, { group: true, cents: 5000 })
  const { cartId } = await handOff(app, registry, [lineOf(group, { cents: 5000 })])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  for (const [price, due] of [
    [40, { contribution: 4000, surplus: 1000 }],
    [70, { contribution: 5000 }],
  ] as const) {
    await app.staff('PUT', `/v3/catalog/products/${group.productId}`, { price })
    await app.deliver()
    await app.job('order-sync')
    expect(await sumLedger(app, order.id)).toEqual(due)
  }
})

test('archived: the gift stays given, is read by who looks for changes, and counts once', async () => {
  const gift = await aGift(app, registry)
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const order = await app.shop.actions.pay(cartId)
  await app.shop.actions.archive(order.id)
  expect((await (await app.staff('GET', `/v2/orders?cart_id=${cartId}`)).text()).trim()).toBe('')
  // No webhook came: the job that syncs changed orders finds the archived order.
  await app.job('order-sync')
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
  await app.deliver()
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
})
