import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import type { Refused } from '../../../test/client.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { again, type TestApp, testApp } from '../../../test/test-app.ts'
import { createCart, getHandoffStatus } from './contract.ts'
import type { UnavailableLine } from './rules.ts'

let w: TestApp
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  w = await testApp()
  host = await aHost(w)
})
beforeEach(async () => {
  w.later(5) // so that no look at the shop's changes reads the orders of earlier runs again
  registry = await aRegistry(w, host)
})
afterEach(() => expectInvariants(w.db, registry.id))
afterAll(() => w.close())

interface Handed {
  reference: string
  redirects: { cart_url: string; checkout_url: string }
}

const give = <T = Handed>(lines: object[], more: object = {}) =>
  w.call<T>(createCart, { registry_id: registry.code, line_items: lines, ...more })
const cartOf = (reference: string) =>
  w.db.selectFrom('handoff').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

test('two units and a share become one cart of the shop, at live prices', async () => {
  const whole = await aGift(w, registry, { quantity: 3, cents: 1999 })
  const group = await aGift(w, registry, { group: true, cents: 9500 })
  const { status, data } = await give([lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })])
  expect(status).toBe(200)
  expect(data.redirects.checkout_url).toMatch(/^http:\/\/shop\.test\/shop\//)
  const { cart_id } = await cartOf(data.reference)
  const order = await w.shop.actions.pay(cart_id!)
  expect(order.total_cents).toBe(2 * 1999 + 4000)
})

test('a price that moved since the guest saw it is shown before anybody leaves', async () => {
  const gift = await aGift(w, registry, { quantity: 3, cents: 2500 })
  const moved = { ...lineOf(gift, { units: 1 }), seen_price: 24.99 }
  expect(await give([moved, lineOf(gift, { units: 1 })])).toMatchObject({
    status: 409,
    data: { code: 'cart_price_moved', lines: [{ gift_id: gift.id, cents: 2500 }] },
  })
  expect(await give([{ ...moved, seen_price: 25 }])).toMatchObject({ status: 200 })
})

describe('what is refused', () => {
  test('a registry that is private, removed or unknown is missing', async () => {
    const hidden = await aRegistry(w, host, { privacy: 'private' })
    const gift = await aGift(w, hidden)
    for (const registry_id of [hidden.code, 'AAAABBBBEEEE', 'x'])
      expect(await give([lineOf(gift, { units: 1 })], { registry_id })).toMatchObject({ status: 404 })
  })

  test('a registry whose closing day is over in Athens; on the day itself all is well', async () => {
    const closing = await aRegistry(w, host, { closing_day: '2026-11-21' })
    const gift = await aGift(w, closing, { quantity: 2 })
    const before = w.clock.now
    w.clock.now = new Date('2026-11-21T21:59:59Z')
    expect(await give([lineOf(gift, { units: 1 })], { registry_id: closing.code })).toMatchObject({
      status: 200,
    })
    w.clock.now = new Date('2026-11-21T22:00:00Z')
    expect(await give([lineOf(gift, { units: 1 })], { registry_id: closing.code })).toMatchObject({
      status: 409,
      data: { code: 'registry_closed' },
    })
    w.clock.now = before
  })

  test.each([
    ['its host lets it close', { closing_day: '2026-11-20' }],
    ['its closing was worked off', { closing_day: '2026-11-21', last_closed_day: '2026-11-21' }],
  ])('a registry of which %s while the prices are read', async (_, change) => {
    const gift = await aGift(w, registry)
    const { shop } = w.processA
    const { fetchPrices } = shop
    shop.fetchPrices = async (...wanted) => {
      await w.db.updateTable('registry').set(change).where('id', '=', registry.id).execute()
      return fetchPrices(...wanted)
    }
    const input = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
    const answer = await w.call<Refused>(createCart, input, { process: 'A' })
    shop.fetchPrices = fetchPrices
    expect(answer).toMatchObject({ status: 409, data: { code: 'registry_closed' } })
    const held = w.db.selectFrom('handoff').select('id').where('registry_id', '=', registry.id)
    expect(await held.execute()).toEqual([])
  })

  test('contributions below the minimum, unless exactly that is left', async () => {
    const group = await aGift(w, registry, { group: true, cents: 1300 })
    expect(await give<Refused>([lineOf(group, { cents: 400 })])).toMatchObject({
      status: 422,
      data: { keys: { 'line_items.0.list_price': 'contribution_small' } },
    })
    expect(await give([lineOf(group, { cents: 1000 })])).toMatchObject({ status: 200 })
    expect(await give([lineOf(group, { cents: 300 })])).toMatchObject({ status: 200 })
  })

  test('a contribution without an amount, and identity from a field', async () => {
    const group = await aGift(w, registry, { group: true })
    const bare = { product_id: group.productId, quantity: 1, is_group_gifting: 1 }
    expect(await give<Refused>([bare])).toMatchObject({
      status: 422,
      data: { keys: { 'line_items.0.list_price': 'amount_wrong' } },
    })
    const { data } = await give([lineOf(group, { cents: 600 })], { customer_id: 77 })
    expect((await cartOf(data.reference)).customer_id).toBeNull()
  })

  test('a gift that the shop no longer sells', async () => {
    const gift = await aGift(w, registry)
    await w.staff('PUT', `/v3/catalog/products/${gift.productId}`, { is_visible: false })
    const answer = await give<Refused>([lineOf(gift, { units: 1 })])
    await w.staff('PUT', `/v3/catalog/products/${gift.productId}`, { is_visible: true })
    expect(answer).toMatchObject({ status: 409, data: { code: 'gift_unavailable' } })
  })
})

test('the generic product of the specification is a contribution too', async () => {
  const group = await aGift(w, registry, { group: true, cents: 9500 })
  const { productId, options } = w.shop.groupGift
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
  const { id } = await cartOf(data.reference)
  const lines = await w.db.selectFrom('handoff_line').selectAll().where('handoff_id', '=', id).execute()
  expect(lines).toMatchObject([{ gift_id: group.id, kind: 'contribution', cents: 2500 }])
})

describe('races', () => {
  test('60 at once for the last unit, over two processes: exactly one has it', again, async () => {
    const gift = await aGift(w, registry)
    const answers = await Promise.all(Array.from({ length: 60 }, () => give([lineOf(gift, { units: 1 })])))
    expect(answers.filter(one => one.status === 200)).toHaveLength(1)
    expect(answers.filter(one => one.status === 409)).toHaveLength(59)
  })

  test(
    '20 at once with 10 € into 95 €: the last one is offered what is left, and it is 95 € to the cent',
    again,
    async () => {
      const group = await aGift(w, registry, { group: true, cents: 9500 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => give<Handed & Refused>([lineOf(group, { cents: 1000 })])),
      )
      const won = answers.filter(one => one.status === 200)
      expect(won).toHaveLength(9)
      const loser = answers.find(one => one.status === 409)!
      const [line] = loser.data.lines as UnavailableLine[]
      expect(line).toMatchObject({ kind: 'contribution', wanted: 1000, open_cents: 500 })
      const last = await give([lineOf(group, { cents: line!.open_cents })])
      for (const one of [...won, last]) await w.shop.actions.pay((await cartOf(one.data.reference)).cart_id!)
      await w.job('reconcile')
      const bought = await w.db.selectFrom('purchase').selectAll().where('gift_id', '=', group.id).execute()
      expect(bought.reduce((sum, one) => sum + one.credited_cents, 0)).toBe(9500)
      expect(bought).toHaveLength(10)
    },
  )

  test('two lines of one gift are one wish', async () => {
    const gift = await aGift(w, registry, { quantity: 2 })
    const line = lineOf(gift, { units: 1 })
    const three = await give<Refused>([line, line, line])
    expect(three).toMatchObject({ status: 409, data: { code: 'cart_lost' } })
    expect(three.data.lines).toMatchObject([{ gift_id: gift.id, wanted: 3, open_units: 2 }])
    expect(await give([line, line])).toMatchObject({ status: 200 })
  })

  test('a lost race names what is open of the same price', async () => {
    const gift = await aGift(w, registry, { cents: 6000 })
    const like = await Promise.all([1, 2, 3, 4].map(() => aGift(w, registry, { cents: 7000 })))
    await aGift(w, registry, { cents: 2000 })
    await give([lineOf(gift, { units: 1 })])
    const { data } = await give<Refused>([lineOf(gift, { units: 1 })])
    const [lost] = data.lines as UnavailableLine[]
    expect(lost?.alternatives.map(one => one.gift_id)).toHaveLength(3)
    expect(like.map(one => one.id)).toEqual(
      expect.arrayContaining(lost!.alternatives.map(one => one.gift_id)),
    )
  })
})

describe('the same key', () => {
  const key = () => ({ idempotency_key: crypto.randomUUID() })
  let gift: AGift
  beforeEach(async () => {
    gift = await aGift(w, registry, { quantity: 5 })
  })
  const carts = async () => {
    const rows = await w.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('registry_id', '=', registry.id)
      .execute()
    return rows.map(row => row.cart_id)
  }

  test('again: the same hand-off with fresh addresses', async () => {
    const same = key()
    const first = await give([lineOf(gift, { units: 1 })], same)
    const second = await give([lineOf(gift, { units: 1 })], same)
    expect(second.data.reference).toBe(first.data.reference)
    expect(second.data.redirects.checkout_url).not.toBe(first.data.redirects.checkout_url)
    expect(await carts()).toHaveLength(1)
  })

  test('ten at once: one hand-off, one cart', again, async () => {
    const same = key()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => give([lineOf(gift, { units: 1 })], same)),
    )
    expect(new Set(answers.map(one => one.data.reference)).size).toBe(1)
    expect(answers.every(one => one.status === 200)).toBe(true)
    expect(await carts()).toEqual([expect.any(String)])
  })

  test('with other content it is refused; on another registry it is another click', async () => {
    const same = key()
    await give([lineOf(gift, { units: 1 })], same)
    expect(await give<Refused>([lineOf(gift, { units: 2 })], same)).toMatchObject({
      status: 409,
      data: { code: 'cart_key_reused' },
    })
    const other = await aRegistry(w, host)
    const theirs = await aGift(w, other)
    expect(await give([lineOf(theirs, { units: 1 })], { ...same, registry_id: other.code })).toMatchObject({
      status: 200,
    })
  })

  test('after its time ran out the gifts are set aside anew, if they are still free', async () => {
    const same = key()
    const all = [lineOf(gift, { units: 5 })]
    const first = await give(all, same)
    w.later(16)
    await w.job('expired-reservations')
    expect((await cartOf(first.data.reference)).state).toBe('expired')
    const again = await give(all, same)
    expect(again.data.reference).toBe(first.data.reference)
    expect((await cartOf(first.data.reference)).state).toBe('open')
    w.later(16)
    expect(await give([lineOf(gift, { units: 1 })])).toMatchObject({ status: 200 })
    expect(await give<Refused>(all, same)).toMatchObject({ status: 409, data: { code: 'cart_lost' } })
  })

  test('after payment it says so, even before the shop told', async () => {
    const same = key()
    const { data } = await give([lineOf(gift, { units: 1 })], same)
    await w.shop.actions.pay((await cartOf(data.reference)).cart_id!)
    expect(await give<Refused>([lineOf(gift, { units: 1 })], same)).toMatchObject({
      status: 409,
      data: { code: 'cart_paid', reference: data.reference },
    })
    expect(await w.call(getHandoffStatus, { reference: data.reference })).toMatchObject({
      data: { state: 'paid' },
    })
  })

  test('an order that comes late of a cart that was given up still counts', async () => {
    const same = key()
    const lines = [lineOf(gift, { units: 1 })]
    const { data } = await give(lines, same)
    const old = (await cartOf(data.reference)).cart_id!
    const late = await w.shop.actions.pay(old)
    // The cart is gone, and the shop's list of orders does not know yet what became of it.
    await sql`update shop."order" set cart_id = null where id = ${late.id}`.execute(w.db)
    expect((await give(lines, same)).data.reference).toBe(data.reference)
    const fresh = (await cartOf(data.reference)).cart_id!
    expect(fresh).not.toBe(old)
    await sql`update shop."order" set cart_id = ${old} where id = ${late.id}`.execute(w.db)
    const other = await w.shop.actions.pay(fresh)
    await w.job('reconcile')
    const counted = w.db.selectFrom('purchase').select(['order_id', 'state']).where('gift_id', '=', gift.id)
    expect(await counted.orderBy('order_id').execute()).toEqual([
      { order_id: late.id, state: 'paid' },
      { order_id: other.id, state: 'paid' },
    ])
    expect(await w.call(getHandoffStatus, { reference: old })).toMatchObject({ data: { state: 'paid' } })
  })

  test('whoever finds the cart gone late does not take away the one that was made meanwhile', async () => {
    const same = key()
    const lines = [lineOf(gift, { units: 1 })]
    const { data } = await give(lines, same)
    const old = (await cartOf(data.reference)).cart_id!
    expect((await w.staff('DELETE', `/v3/carts/${old}`)).status).toBe(204)
    const { shop } = w.processA
    const { createCartRedirects } = shop
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
    shop.createCartRedirects = () => {
      asked.resolve()
      shop.createCartRedirects = createCartRedirects
      return answered.promise
    }
    const input = { registry_id: registry.code, line_items: lines, ...same }
    const slow = w.call<Handed>(createCart, input, { process: 'A' })
    await asked.promise
    await w.call<Handed>(createCart, input, { process: 'B' })
    const made = (await cartOf(data.reference)).cart_id
    answered.resolve(null)
    expect((await slow).status).toBe(200)
    expect((await cartOf(data.reference)).cart_id).toBe(made)
  })
})

describe('a shop that fails', () => {
  afterEach(() => {
    w.shop.faults.routes = []
  })

  test('its words come through, nothing stays held, and the same key may try again', async () => {
    const gift = await aGift(w, registry)
    const same = { idempotency_key: crypto.randomUUID() }
    w.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: '500', times: 1 }]
    expect(await give([lineOf(gift, { units: 1 })], same)).toMatchObject({ status: 502 })
    expect(await give([lineOf(gift, { units: 1 })])).toMatchObject({ status: 200 })
    expect(await give<Refused>([lineOf(gift, { units: 1 })], same)).toMatchObject({ status: 409 })
  })

  test('a lost answer: the guest is told, and the retry makes the one cart that counts', async () => {
    const gift = await aGift(w, registry)
    const same = { idempotency_key: crypto.randomUUID() }
    w.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: 'lost', times: 1 }]
    expect(await give([lineOf(gift, { units: 1 })], same)).toMatchObject({ status: 502 })
    const { status, data } = await give([lineOf(gift, { units: 1 })], same)
    expect(status).toBe(200)
    const order = await w.shop.actions.pay((await cartOf(data.reference)).cart_id!)
    await w.job('reconcile')
    const rows = await w.db.selectFrom('purchase').selectAll().where('gift_id', '=', gift.id).execute()
    expect(rows).toMatchObject([{ order_id: order.id, state: 'paid', credited_units: 1 }])
  })
})
