import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { type AGift, aGift, aHost, aRegistry, insertGiftOf, lineOf } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { findBlocked } from '../../test/postgres.ts'
import { again, testApp } from '../../test/test-app.ts'
import { signText } from '../server/context/signing.ts'
import type { TestHook } from '../server/context/test-hooks.ts'
import {
  createCart,
  endHandoff,
  getHandoffStatus,
  listOwnHandoffs,
  resumeHandoff,
} from './hand-off.contract.ts'

/** A giver continues to the payment of their own hand-off, or changes its cart, whatever happens meanwhile (R1431). */
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
let atStep: (name: TestHook) => Promise<void> = async () => {}
const app = opened(() => testApp({ testHook: name => atStep(name) }))
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.later(5)
  registry = await aRegistry(app, await aHost(app))
  gift = await aGift(app, registry, { cents: 4200 })
})
afterEach(async () => {
  atStep = async () => {}
  app.shop.faults.routes = []
  await expectInvariants(app.db, registry.id)
})

const cartPath = '/stores/:hash/v3/carts/:id'
const toCheckout = () => handOff(app, registry, [lineOf(gift, { units: 1 })])
type HandedOff = Awaited<ReturnType<typeof toCheckout>>
type OwnList = { handoffs: { reference: string }[] }
const keyOf = ({ reference, wordsToken }: HandedOff) => ({ reference, words_token: wordsToken })
const change = (own: HandedOff) => app.call<Refused>(endHandoff, keyOf(own))
const goOn = (own: HandedOff) =>
  app.call<Refused & { redirects: { checkout_url: string } }>(resumeHandoff, keyOf(own))
const isFree = async () => {
  const line_items = [lineOf(gift, { units: 1 })]
  return (await app.call(createCart, { registry_id: registry.code, line_items })).status === 200
}
const rowOf = ({ reference }: HandedOff) =>
  app.db.selectFrom('handoff').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
const isCartThere = async ({ cartId }: HandedOff) =>
  (await app.staff('GET', `/v3/carts/${cartId}`)).status === 200

test('the giver sees what they hold and for how long; nobody else does, nor ends it or goes on with it', async () => {
  const own = await toCheckout()
  app.later(4)
  expect(await app.call(listOwnHandoffs, { words_token: own.wordsToken })).toMatchObject({
    data: {
      handoffs: [
        {
          reference: own.reference,
          state: 'open',
          reserved_minutes: 11,
          has_cart: 1,
          giver_name: 'Άννα Δοκιμή',
        },
      ],
    },
  })
  const other = await handOff(app, registry, [lineOf(await aGift(app, registry), { units: 1 })])
  const stranger = { reference: own.reference, words_token: other.wordsToken, device: 'made.up.by.somebody' }
  expect(await app.call(listOwnHandoffs, {})).toMatchObject({ data: { handoffs: [] } })
  for (const call of [endHandoff, resumeHandoff]) {
    expect(await app.call(call, stranger)).toMatchObject({ status: 404 })
    expect(await app.call(call, { reference: own.reference })).toMatchObject({ status: 404 })
    // The cart's id doesn't prove that the caller is the giver: the shop's order page knows it too.
    expect(await app.call(call, { reference: own.cartId })).toMatchObject({ status: 404 })
  }
  expect(await isFree()).toBe(false)
})

describe('going on', () => {
  test('leads to a fresh address of the same cart, whose payment counts', async () => {
    const own = await toCheckout()
    const [first, second] = [await goOn(own), await goOn(own)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.data.redirects.checkout_url).not.toBe(second.data.redirects.checkout_url)
    await app.shop.actions.pay(own.cartId)
    await app.deliver()
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
    expect(await goOn(own)).toMatchObject({
      status: 409,
      data: { code: 'cart_paid', handoff: own.reference },
    })
  })

  test('waits for a cart that another tab is having made', async () => {
    let other: ReturnType<typeof goOn> | undefined
    const tomorrow = new Date(app.clock.now.getTime() + 86_400_000)
    const device = signText('cookie giver_device', 'a device', app.config, tomorrow)
    atStep = async name => {
      if (name !== 'gifts reserved' || other) return
      const { handoffs } = (await app.call<OwnList>(listOwnHandoffs, { device })).data
      other = app.call(resumeHandoff, { reference: handoffs[0]!.reference, device })
    }
    const line_items = [lineOf(gift, { units: 1 })]
    expect((await app.call(createCart, { registry_id: registry.code, line_items, device })).status).toBe(200)
    expect((await other)?.status).toBe(200)
  })

  test('after the reservation ended reserves anew, once however often it is pressed', again, async () => {
    const own = await toCheckout()
    app.later(16)
    await app.job('expired-reservations')
    const answers = await Promise.all(Array.from({ length: 4 }, () => goOn(own)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await isFree()).toBe(false)
    const noted = await app.db
      .selectFrom('reservation_log')
      .select('id')
      .where('gift_id', '=', gift.id)
      .execute()
    expect(noted).toHaveLength(2)
    app.later(16)
    expect(await isFree()).toBe(true)
  })

  test('reserves a gift anew whose choice costs more, at the price of its cart', async () => {
    const chart = catalogue.products.find(({ slug }) => slug === 'growth-chart')!
    const [mark, letters] = chart.modifiers!
    const [colour] = letters && 'values' in letters ? letters.values : []
    await (await jobContextOf(app)).refreshProducts([chart.id])
    const { priceCents: price_cents } = chart.variants[0]!
    gift = await insertGiftOf(app, registry, chart, { price_cents })
    const rules = `/v3/catalog/products/${chart.id}/complex-rules`
    const made = await app.staff('POST', rules, {
      price_adjuster: { adjuster: 'relative', adjuster_value: 5 },
      conditions: [{ modifier_id: letters!.id, modifier_value_id: colour!.id }],
    })
    const { data: rule } = (await made.json()) as { data: { id: number } }
    const option_selections = [
      { option_id: mark!.id, option_value: '52' },
      { option_id: letters!.id, option_value: colour!.id },
    ]
    const seen_price = price_cents / 100 + 5
    const own = await handOff(app, registry, [
      { ...lineOf(gift, { units: 1 }), option_selections, seen_price },
    ])
    const asked = app.db.selectFrom('handoff_line').select('cents').where('gift_id', '=', gift.id)
    app.later(16)
    await app.job('expired-reservations')
    expect((await goOn(own)).status).toBe(200)
    expect(await asked.execute()).toEqual([{ cents: price_cents + 500 }])
    await app.staff('DELETE', `${rules}/${rule.id}`)
  })

  test('says that somebody was faster, and never who', async () => {
    const own = await toCheckout()
    app.later(16)
    await app.job('expired-reservations')
    await handOff(app, registry, [lineOf(gift, { units: 1 })], { giver_name: 'Ερμιόνη Άλλη' })
    const answer = await goOn(own)
    expect(answer).toMatchObject({ status: 409, data: { code: 'cart_lost', lines: [{ reason: 'held' }] } })
    expect(JSON.stringify(answer)).not.toContain('Ερμιόνη')
  })

  test('reserves nothing again when the shop has no such cart any more, or fails', async () => {
    const own = await toCheckout()
    app.later(16)
    await app.job('expired-reservations')
    app.shop.faults.routes = [{ path: `${cartPath}/redirect_urls`, answer: '500', times: 10 }]
    expect((await goOn(own)).status).toBeGreaterThanOrEqual(500)
    app.shop.faults.routes = []
    app.later(1)
    await app.staff('DELETE', `/v3/carts/${own.cartId}`)
    expect(await goOn(own)).toMatchObject({ status: 409, data: { code: 'cart_ended' } })
    expect(await isFree()).toBe(true)
  })
})

describe('changing the cart', () => {
  test('ends the cart in the shop and the reservation; pressed twice at once it is one', again, async () => {
    const own = await toCheckout()
    const answers = await Promise.all([change(own), change(own), change(own)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await isCartThere(own)).toBe(false)
    expect(await rowOf(own)).toMatchObject({ state: 'expired', reserves: false, cart_id: null })
    expect(await goOn(own)).toMatchObject({ status: 409, data: { code: 'cart_ended' } })
    expect(await isFree()).toBe(true)
  })

  test.each(['500', 'refused', '429-bare'] as const)(
    'a shop that answers “%s” confirms nothing: cart and reservation stay',
    async answer => {
      const own = await toCheckout()
      app.shop.faults.routes = [{ path: cartPath, answer, times: 50 }]
      expect((await change(own)).status).toBeGreaterThanOrEqual(500)
      app.shop.faults.routes = []
      expect(await isCartThere(own)).toBe(true)
      expect(await rowOf(own)).toMatchObject({ state: 'open', cart_id: own.cartId })
      app.later(1)
      expect(await isFree()).toBe(false)
      expect((await change(own)).status).toBe(200)
    },
  )

  test('an answer that was lost, or a process that died half-way: pressing again ends it', async () => {
    const own = await toCheckout()
    app.shop.faults.routes = [{ path: cartPath, answer: 'lost', times: 1 }]
    expect((await change(own)).status).toBe(200)
    app.shop.faults.routes = []
    const next = await toCheckout()
    atStep = async name => {
      if (name === 'cart ended') throw new Error('the process dies')
    }
    expect((await change(next)).status).toBe(500)
    atStep = async () => {}
    expect(await isCartThere(next)).toBe(false)
    expect(await isFree()).toBe(false)
    expect((await change(next)).status).toBe(200)
    expect(await isFree()).toBe(true)
  })

  test('a death half-way does not lead on to a cart that is gone', async () => {
    const own = await toCheckout()
    await app.staff('DELETE', `/v3/carts/${own.cartId}`)
    expect(await goOn(own)).toMatchObject({ status: 409, data: { code: 'cart_ended' } })
    expect(await isFree()).toBe(true)
  })

  test('paid before: the payment counts, and nothing is ended', async () => {
    const own = await toCheckout()
    await app.shop.actions.pay(own.cartId)
    // Before a webhook of the payment.
    expect(await change(own)).toMatchObject({ status: 409, data: { code: 'cart_paid' } })
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_units: 1 }])
    expect(await app.call(getHandoffStatus, { reference: own.reference })).toMatchObject({
      data: { state: 'paid' },
    })
  })

  test(
    'a payment that arrives while the cart is being ended: paid, or ended, never both',
    again,
    async () => {
      const own = await toCheckout()
      const [paid, changed] = await Promise.allSettled([app.shop.actions.pay(own.cartId), change(own)])
      await app.deliver()
      const isPaid = paid.status === 'fulfilled'
      expect(changed).toMatchObject({ value: { status: isPaid ? 409 : 200 } })
      expect(await purchasesOf(app, gift)).toHaveLength(isPaid ? 1 : 0)
      expect(await isFree()).toBe(!isPaid)
    },
  )

  test('an order that comes all the same counts, and one too many becomes surplus', async () => {
    const own = await toCheckout()
    const late = await app.shop.actions.pay(own.cartId)
    // As while the shop has deleted the cart and doesn't list its order yet.
    await sql`update shop."order" set cart_id = null where id = ${late.id}`.execute(app.db)
    expect((await change(own)).status).toBe(200)
    const other = await toCheckout()
    const faster = await app.shop.actions.pay(other.cartId)
    await app.deliver()
    await sql`update shop."order" set cart_id = ${own.cartId} where id = ${late.id}`.execute(app.db)
    app.later(6)
    await app.shop.actions.changeStatus(late.id, 10)
    await app.deliver()
    await app.job('order-sync')
    const paid = await purchasesOf(app, gift)
    expect(paid.map(one => [one.order_id, one.state])).toEqual([
      [late.id, 'paid'],
      [faster.id, 'paid'],
    ])
    expect(paid.map(one => one.credited_units).toSorted()).toEqual([0, 1])
    for (const call of [change, goOn])
      expect(await call(own)).toMatchObject({ status: 409, data: { code: 'cart_paid' } })
  })

  test('waits for whoever has the registry, and holds nothing that they may need meanwhile', async () => {
    const own = await toCheckout()
    let changed: ReturnType<typeof change> | undefined
    await app.db.transaction().execute(async tx => {
      await sql`select from registry where id = ${registry.id} for update`.execute(tx)
      changed = change(own)
      await expect.poll(() => findBlocked(app.db)).not.toEqual([])
      await sql`select from handoff where reference = ${own.reference} for update nowait`.execute(tx)
    })
    expect((await changed)?.status).toBe(200)
  })

  test(
    'two tabs, one going on and one changing: no reservation without a cart that can be paid',
    again,
    async () => {
      const own = await toCheckout()
      app.later(16)
      await app.job('expired-reservations')
      const [resumed, changed] = await Promise.all([goOn(own), change(own)])
      expect(changed.status).toBe(200)
      expect([200, 409]).toContain(resumed.status)
      expect(await rowOf(own)).toMatchObject({ cart_id: null })
      expect(await isCartThere(own)).toBe(false)
      expect(await isFree()).toBe(true)
    },
  )

  test(
    'the page sent once more while its cart is being ended has a cart of its own, or none',
    again,
    async () => {
      const line_items = [lineOf(gift, { units: 1 })]
      const click = { registry_id: registry.code, line_items, idempotency_key: crypto.randomUUID() }
      const { data } = await app.call<{ reference: string; words_token: string }>(createCart, click)
      const own = { reference: data.reference, words_token: data.words_token }
      const [changed, sent] = await Promise.all([app.call(endHandoff, own), app.call(createCart, click)])
      expect([changed.status, sent.status]).toEqual([200, 200])
      const { cart_id, state } = await app.db
        .selectFrom('handoff')
        .select(['cart_id', 'state'])
        .where('reference', '=', data.reference)
        .executeTakeFirstOrThrow()
      if (cart_id === null) expect(state).toBe('expired')
      else expect(await isCartThere({ ...own, cartId: cart_id, wordsToken: '' })).toBe(true)
      expect(await isFree()).toBe(state !== 'open')
    },
  )
})

describe('a declined card', () => {
  test('the giver goes on or lets go; an order that was begun reserves nothing once it is let go', async () => {
    const own = await toCheckout()
    const order = await app.shop.actions.pay(own.cartId, {}, 'decline')
    await app.deliver()
    expect((await goOn(own)).status).toBe(200)
    expect((await change(own)).status).toBe(200)
    expect(await isFree()).toBe(true)
    app.later(16)
    await sql`update shop."order" set modified = now() where id = ${order.id}`.execute(app.db)
    await app.shop.actions.changeStatus(order.id, 0)
    await app.deliver()
    expect(await rowOf(own)).toMatchObject({ state: 'expired', unfinished_order_id: null })
    expect(await isFree()).toBe(true)
  })
})
