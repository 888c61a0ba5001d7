import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { asSomebodyElse } from '../../test/protected-writes.ts'
import { again, testApp } from '../../test/test-app.ts'
import { createCart } from './hand-off.contract.ts'
import type { PublishedLine } from './hand-off.rules.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  app.later(5) // so that the order-sync job does not read the orders of earlier runs again
  registry = await aRegistry(app, host)
})
afterEach(() => expectInvariants(app.db, registry.id))

interface HandoffReply {
  reference: string
  redirects: { cart_url: string; checkout_url: string }
}

const give = <T = HandoffReply>(lines: object[], more: object = {}) =>
  app.call<T>(createCart, { registry_id: registry.code, line_items: lines, ...more })
const findHandoff = (reference: string) =>
  app.db.selectFrom('handoff').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

test('units and a contribution become one cart of the shop, at live prices', async () => {
  const whole = await aGift(app, registry, { quantity: 3, cents: 1999 })
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const { status, data } = await give([lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })])
  expect(status).toBe(200)
  expect(data.redirects.checkout_url).toMatch(/^http:\/\/shop\.test\/shop\//)
  const { cart_id } = await findHandoff(data.reference)
  const order = await app.shop.actions.pay(cart_id!)
  expect(order.total_cents).toBe(2 * 1999 + 4000)
  // The cart has only what the guest chose (R1390).
  const { lines } = (await app.processA.shop.fetchOrder(order.id))!
  expect(lines.map(line => [line.kind, line.quantity, line.totalCents])).toEqual([
    ['goods', 2, 2 * 1999],
    ['money', 1, 4000],
  ])
})

test('a price that differs from the one the guest saw is refused', async () => {
  const gift = await aGift(app, registry, { quantity: 3, cents: 2500 })
  const asSeen = { ...lineOf(gift, { units: 1 }), seen_price: 24.99 }
  expect(await give([asSeen, lineOf(gift, { units: 1 })])).toMatchObject({
    status: 409,
    data: { code: 'cart_price_moved', lines: [{ gift_id: gift.id, price: 25 }] },
  })
  expect(await give([{ ...asSeen, seen_price: 25 }])).toMatchObject({ status: 200 })
})

describe('refuses', () => {
  test('a registry that is private or unknown, as missing', async () => {
    const hidden = await aRegistry(app, host, { privacy: 'private' })
    const gift = await aGift(app, hidden)
    for (const registry_id of [hidden.code, 'AAAABBBBEEEE', 'x'])
      expect(await give([lineOf(gift, { units: 1 })], { registry_id })).toMatchObject({ status: 404 })
  })

  test('a registry after the end of its closing day in Athens', async () => {
    const closing = await aRegistry(app, host, { closing_day: '2026-11-21' })
    const gift = await aGift(app, closing, { quantity: 2 })
    const before = app.clock.now
    app.clock.now = new Date('2026-11-21T21:59:59Z')
    expect(await give([lineOf(gift, { units: 1 })], { registry_id: closing.code })).toMatchObject({
      status: 200,
    })
    app.clock.now = new Date('2026-11-21T22:00:00Z')
    expect(await give([lineOf(gift, { units: 1 })], { registry_id: closing.code })).toMatchObject({
      status: 409,
      data: { code: 'registry_closed' },
    })
    app.clock.now = before
  })

  test.each([
    ['was closed by its host', { closing_day: '2026-11-20' }],
    ['was closed and paid out', { closing_day: '2026-11-21', last_closed_day: '2026-11-21' }],
  ])('a registry that %s while the prices were read', async (_, change) => {
    const gift = await aGift(app, registry)
    const { shop } = app.processA
    const { fetchPrices } = shop
    shop.fetchPrices = async (...products) => {
      const close = app.db.updateTable('registry').set(change).where('id', '=', registry.id)
      await asSomebodyElse(() => close.execute())
      return fetchPrices(...products)
    }
    const input = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
    const answer = await app.call<Refused>(createCart, input, { process: 'A' })
    shop.fetchPrices = fetchPrices
    expect(answer).toMatchObject({ status: 409, data: { code: 'registry_closed' } })
    const handoffs = app.db.selectFrom('handoff').select('id').where('registry_id', '=', registry.id)
    expect(await handoffs.execute()).toEqual([])
  })

  test('contributions below the minimum, unless exactly that is left', async () => {
    const group = await aGift(app, registry, { group: true, cents: 1300 })
    expect(await give<Refused>([lineOf(group, { cents: 400 })])).toMatchObject({
      status: 422,
      data: { keys: { 'line_items.0.list_price': 'contribution_small' } },
    })
    expect(await give([lineOf(group, { cents: 1000 })])).toMatchObject({ status: 200 })
    expect(await give([lineOf(group, { cents: 300 })])).toMatchObject({ status: 200 })
  })

  test('a contribution without an amount; a customer_id in the input is ignored', async () => {
    const group = await aGift(app, registry, { group: true })
    const bare = { product_id: group.productId, quantity: 1, is_group_gifting: 1 }
    expect(await give<Refused>([bare])).toMatchObject({
      status: 422,
      data: { keys: { 'line_items.0.list_price': 'amount_wrong' } },
    })
    const { data } = await give([lineOf(group, { cents: 600 })], { customer_id: 77 })
    expect((await findHandoff(data.reference)).customer_id).toBeNull()
  })

  test('a gift that the shop no longer sells', async () => {
    const gift = await aGift(app, registry)
    await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, { is_visible: false })
    const answer = await give<Refused>([lineOf(gift, { units: 1 })])
    await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, { is_visible: true })
    expect(answer).toMatchObject({ status: 409, data: { code: 'gift_unavailable' } })
  })
})

test('the generic product is a contribution too', async () => {
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const { productId, options } = app.shop.groupGift
  const { status, data } = await give([
    {
      product_id: productId,
      quantity: 1,
      list_price: 25,
      name: 'x',
      option_selections: [
        { option_id: options.product, option_value: String(group.productId) },
        { option_id: options.variant, option_value: String(group.variantId) },
      ],
    },
  ])
  expect(status).toBe(200)
  const { id } = await findHandoff(data.reference)
  const lines = await app.db.selectFrom('handoff_line').selectAll().where('handoff_id', '=', id).execute()
  expect(lines).toMatchObject([{ gift_id: group.id, kind: 'contribution', cents: 2500 }])
})

describe('races', () => {
  test('60 requests for the last unit in two processes: exactly one gets it', again, async () => {
    const gift = await aGift(app, registry)
    const answers = await Promise.all(Array.from({ length: 60 }, () => give([lineOf(gift, { units: 1 })])))
    expect(answers.filter(one => one.status === 200)).toHaveLength(1)
    expect(answers.filter(one => one.status === 409)).toHaveLength(59)
  })

  test(
    '20 requests of 10 € for a gift of 95 €: the tenth is offered the last 5 €, and the sum is exact',
    again,
    async () => {
      const group = await aGift(app, registry, { group: true, cents: 9500 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => give<HandoffReply & Refused>([lineOf(group, { cents: 1000 })])),
      )
      const won = answers.filter(one => one.status === 200)
      expect(won).toHaveLength(9)
      const loser = answers.find(one => one.status === 409)!
      const [line] = loser.data.lines as PublishedLine[]
      expect(line).toMatchObject({ kind: 'contribution', wanted: 10, open_amount: 5 })
      const last = await give([lineOf(group, { cents: line!.open_amount * 100 })])
      for (const one of [...won, last])
        await app.shop.actions.pay((await findHandoff(one.data.reference)).cart_id!)
      await app.job('order-sync')
      const bought = await app.db.selectFrom('purchase').selectAll().where('gift_id', '=', group.id).execute()
      expect(bought.reduce((sum, one) => sum + one.credited_cents, 0)).toBe(9500)
      expect(bought).toHaveLength(10)
    },
  )

  test('two lines of one gift are summed', async () => {
    const gift = await aGift(app, registry, { quantity: 2 })
    const line = lineOf(gift, { units: 1 })
    const three = await give<Refused>([line, line, line])
    expect(three).toMatchObject({ status: 409, data: { code: 'cart_lost' } })
    expect(three.data.lines).toMatchObject([{ gift_id: gift.id, wanted: 3, open_units: 2 }])
    expect(await give([line, line])).toMatchObject({ status: 200 })
  })

  test('a gift that was taken comes with open gifts of the same price band', async () => {
    const gift = await aGift(app, registry, { cents: 6000 })
    const like = await Promise.all([1, 2, 3, 4].map(() => aGift(app, registry, { cents: 7000 })))
    await aGift(app, registry, { cents: 2000 })
    await give([lineOf(gift, { units: 1 })])
    const { data } = await give<Refused>([lineOf(gift, { units: 1 })])
    const [unavailable] = data.lines as PublishedLine[]
    expect(unavailable?.alternatives.map(one => one.price)).toEqual([70, 70, 70])
    expect(like.map(one => one.id)).toEqual(
      expect.arrayContaining(unavailable!.alternatives.map(one => one.gift_id)),
    )
  })
})
