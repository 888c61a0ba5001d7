import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/build.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { anExperience, byBrowser, certificates, gives, hostOrders, moneyOf } from '../../../test/money.ts'
import { again, type World, world } from '../../../test/world.ts'
import { showGifts } from '../../gift/gift/contract.ts'
import { listStalledMoney } from '../closing/stalled-service.ts'
import type { CollectedMoney, PayoutView } from './contract.ts'
import * as contract from './contract.ts'

let w: World
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  w = await world()
  await w.job('webhook-registration')
})
beforeEach(async () => {
  host = await aHost(w)
  registry = await aRegistry(w, host)
})
afterEach(async () => {
  w.shop.faults.routes = []
  await expectInvariants(w.db, registry.id)
})
afterAll(() => w.close())

const asHost = () => ({ as: host.token })
const collected = async () => {
  const { data } = await w.call<CollectedMoney>(
    contract.getCollectedGifts,
    { registry_id: registry.code },
    asHost(),
  )
  return data
}
const collect = (input: object, sender: object = asHost()) =>
  w.call<PayoutView & { code: string }>(contract.createGiftCertificate, input, sender)
const redeem = (input: object, sender: object = asHost()) =>
  w.call<PayoutView & { code: string; checkout_url: string | null }>(contract.redeemGift, input, sender)
const mine = async () => (await certificates(w)).filter(one => one.to === host.email)
const ordersOf = async () => {
  const codes = await w.db
    .selectFrom('payout')
    .select('code')
    .where('registry_id', '=', registry.id)
    .execute()
  return (await hostOrders(w)).filter(one => codes.some(({ code }) => code === one.reference))
}
const letters = (template: string) =>
  w.db
    .selectFrom('outbox')
    .select(['recipient', 'language', 'props'])
    .where('template', '=', template)
    .where('recipient', '=', host.email)
    .execute()

/** A group gift of 100 € with so much collected. */
async function funded(cents: number, price = 10_000) {
  const gift = await aGift(w, registry, { group: true, cents: price })
  await gives(w, registry, [lineOf(gift, { cents })])
  return gift
}

/** An experience: bought whole by guests, redeemed by the host. */
async function experience(units: number) {
  const gift = await anExperience(w, registry, units)
  await gives(w, registry, [lineOf(gift, { units })])
  return gift
}

describe('collecting', () => {
  test('money becomes one certificate of the shop, mailed to the host in his language', async () => {
    const gift = await funded(4000)
    expect(await collected()).toMatchObject({
      group: [
        { id: gift.id, price: 100, collected: 40, open: 40, state: 'collected', can_redeem: 0, short: 60 },
      ],
      open: 40,
      owed: 0,
      may_redeem: 1,
    })
    const { data, status } = await collect({ id: gift.id })
    expect({ status, ...data }).toMatchObject({ status: 200, state: 'done', amount: 40, balance: 40 })
    expect(await mine()).toEqual([{ code: data.code, cents: 4000, to: host.email }])
    expect(await letters('giftcard-issued')).toMatchObject([
      { language: 'el', props: { certificate: data.code, cents: 4000, expires_on: '2031-11-21' } },
    ])
    expect(await collected()).toMatchObject({ group: [{ open: 0, state: 'issued' }], open: 0 })
    expect(await moneyOf(w, registry.id)).toEqual({ contribution: 4000, certificate: -4000 })
  })

  test('the balance is what the shop says of it', async () => {
    const gift = await funded(4000)
    const { data } = await collect({ id: gift.id })
    const path = '/v2/gift_certificates'
    const [known] = (await (await w.staff('GET', `${path}?code=${data.code}`)).json()) as { id: number }[]
    const names = { to_name: 'α', to_email: 'a@example.com', from_name: 'β', from_email: 'b@example.com' }
    await w.staff('PUT', `${path}/${known?.id}`, { ...names, amount: '40', balance: '12.50' })
    w.later(2)
    expect((await collected()).payouts).toMatchObject([{ balance: 12.5 }])
  })

  test('ten clicks with one key are one certificate', again, async () => {
    const gift = await funded(4000)
    const wanted = { id: gift.id, idempotency_key: 'one-and-the-same' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => collect(wanted)))
    expect(new Set(answers.map(one => one.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(one => one.data.id)).size).toBe(1)
    await w.job('payouts')
    expect(await mine()).toHaveLength(1)
  })

  test('ten clicks with ten keys are one certificate, too', again, async () => {
    const gift = await funded(4000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        collect({ id: gift.id, idempotency_key: `another-key-${index}` }),
      ),
    )
    expect(answers.filter(one => one.status === 200)).toHaveLength(1)
    expect(answers.filter(one => one.status === 409)).toHaveLength(9)
    expect((await mine()).map(one => one.cents)).toEqual([4000])
  })

  test('a key that comes back with something else in it is refused', async () => {
    const [one, other] = [await funded(4000), await funded(3000)]
    await collect({ id: one.id, idempotency_key: 'a-key-of-its-own' })
    expect(await collect({ id: other.id, idempotency_key: 'a-key-of-its-own' })).toMatchObject({
      status: 409,
      data: { code: 'giftcard_key_reused' },
    })
  })

  test('several gifts into one certificate, up to what is collected', async () => {
    const [one, other] = [await funded(4000), await funded(3000)]
    const sources = [{ id: one.id }, { id: other.id, type: 'group' }]
    expect(await collect({ sources, amount: 70.01 })).toMatchObject({
      status: 422,
      data: { keys: { amount: 'giftcard_much' } },
    })
    expect((await collect({ sources, amount: 65 })).data).toMatchObject({ amount: 65, reason: 'prepayment' })
    expect(await collected()).toMatchObject({ open: 5, group: [{ open: 0 }, { open: 5 }] })
    expect((await mine()).map(card => card.cents)).toEqual([6500])
  })

  test('later money is collected by a later certificate', async () => {
    const gift = await funded(4000)
    await collect({ id: gift.id })
    await gives(w, registry, [lineOf(gift, { cents: 6000 })])
    await collect({ id: gift.id })
    expect((await mine()).map(card => card.cents).sort()).toEqual([4000, 6000])
    expect(await moneyOf(w, registry.id)).toEqual({ contribution: 10_000, certificate: -10_000 })
  })
})

describe('the shop while it is asked', () => {
  const certificatePath = '/stores/:hash/v2/gift_certificates'
  test('an answer that is lost after the shop acted leaves one certificate', async () => {
    const gift = await funded(4000)
    w.shop.faults.routes = [{ path: certificatePath, method: 'POST', answer: 'lost' }]
    expect((await collect({ id: gift.id })).data).toMatchObject({ state: 'requested', code: null })
    expect(await collected()).toMatchObject({ group: [{ state: 'requested', open: 0 }] })
    w.shop.faults.routes = []
    w.later(2)
    await Promise.all([w.job('payouts', 'A'), w.job('payouts', 'B')])
    expect(await collected()).toMatchObject({ group: [{ state: 'issued' }] })
    expect(await mine()).toHaveLength(1)
    expect(await letters('giftcard-issued')).toHaveLength(1)
  })

  test.each(['500', '429', '429-bare', 'truncated'] as const)(
    'after a %s it is tried again, and the money waits',
    async answer => {
      const gift = await funded(4000)
      w.shop.faults.routes = [{ path: certificatePath, answer }]
      expect((await collect({ id: gift.id })).data).toMatchObject({ state: 'requested' })
      expect((await collected()).open).toBe(0)
      w.shop.faults.routes = []
      for (let minutes = 0; minutes < 4; minutes++) {
        w.later(2)
        await w.job('payouts', minutes % 2 === 0 ? 'B' : 'A')
      }
      expect(await mine()).toHaveLength(1)
      expect(await collected()).toMatchObject({ group: [{ state: 'issued' }], open: 0 })
    },
  )
})

describe('redeeming', () => {
  test('a covered group gift is ordered for the host, and delivered to the address of the registry', async () => {
    const gift = await funded(10_000)
    expect(await collected()).toMatchObject({ group: [{ can_redeem: 1, short: 0 }] })
    const { data } = await redeem({ id: gift.id })
    expect(data).toMatchObject({ way: 'order', state: 'done', amount: 100, checkout_url: null })
    const [order] = await ordersOf()
    expect(order).toMatchObject({ cents: 10_000 })
    const shipped = await (await w.staff('GET', `/v2/orders/${order?.id}/shipping_addresses`)).json()
    expect(shipped).toMatchObject([{ street_1: 'Αμαλίας 12', city: 'Ναύπλιο' }])
    expect(await collected()).toMatchObject({ group: [{ state: 'redeemed', open: 0 }], open: 0 })
    expect(await moneyOf(w, registry.id)).toEqual({ contribution: 10_000, redeemed: -10_000 })
    expect(await letters('giftcard-redeemed')).toMatchObject([{ props: { digital: false, cents: 10_000 } }])
  })

  test('ten redeems at once, with equal and with different keys, are one order', again, async () => {
    const gift = await funded(10_000)
    const keys = Array.from({ length: 10 }, (_, index) => `redeem-key-${index % 2 === 0 ? 'same' : index}`)
    const answers = await Promise.all(keys.map(key => redeem({ id: gift.id, idempotency_key: key })))
    expect(answers.filter(one => one.status === 200).length).toBeGreaterThan(0)
    expect(new Set(answers.filter(one => one.status === 200).map(one => one.data.id)).size).toBe(1)
    w.later(2)
    await Promise.all([w.job('payouts', 'A'), w.job('payouts', 'B')])
    expect(await ordersOf()).toHaveLength(1)
  })

  test('collecting and redeeming the same money at once: one wins', again, async () => {
    const gift = await funded(10_000)
    const answers = await Promise.all([redeem({ id: gift.id }), collect({ id: gift.id })])
    expect(answers.map(one => one.status).sort()).toEqual([200, 409])
    expect((await mine()).length + (await ordersOf()).length).toBe(1)
  })

  test('an order whose answer is lost is found by its reference', async () => {
    const gift = await funded(10_000)
    w.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: 'lost' }]
    expect((await redeem({ id: gift.id })).data).toMatchObject({ state: 'requested' })
    w.shop.faults.routes = []
    w.later(2)
    await Promise.all([w.job('payouts', 'A'), w.job('payouts', 'B')])
    expect(await ordersOf()).toHaveLength(1)
    expect(await collected()).toMatchObject({ group: [{ state: 'redeemed' }] })
  })

  test('an experience goes to the e-mail of the host, once', async () => {
    const gift = await experience(2)
    expect(await collected()).toMatchObject({
      virtual: [{ id: gift.id, collected: gift.cents / 50, is_digital: 1, can_redeem: 1 }],
    })
    await redeem({ id: gift.id, type: 'virtual' })
    const [order] = await ordersOf()
    expect(order?.cents).toBe(2 * gift.cents)
    expect(await letters('giftcard-redeemed')).toMatchObject([{ props: { digital: true, units: 2 } }])
    expect(await redeem({ id: gift.id })).toMatchObject({ status: 409, data: { code: 'giftcard_nothing' } })
  })

  test('where the money does not suffice it becomes a certificate, and the host pays the rest', async () => {
    const gift = await funded(4000)
    expect(await redeem({ id: gift.id })).toMatchObject({
      status: 409,
      data: { code: 'giftcard_short', short: 6000 },
    })
    const { data } = await redeem({ id: gift.id, with_own_money: true, idempotency_key: 'the-rest-myself' })
    expect(data).toMatchObject({ way: 'certificate', reason: 'own', state: 'done', amount: 40 })
    expect(data.checkout_url).toContain('/shop/')
    const again = await redeem({ id: gift.id, with_own_money: true, idempotency_key: 'the-rest-myself' })
    expect(again.data).toMatchObject({ id: data.id, code: data.code })
    // More comes in: going to pay with the card that is there takes none of it.
    await gives(w, registry, [lineOf(gift, { cents: 2000 })])
    const pays = await redeem({ id: gift.id, with_own_money: true })
    expect(pays.data).toMatchObject({ id: data.id, checkout_url: expect.stringContaining('/shop/') })
    expect(await mine()).toHaveLength(1)
    expect(await collected()).toMatchObject({ open: 20 })
  })

  test('an order that the shop refuses gives the money back', async () => {
    const gift = await funded(10_000)
    w.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: '429-bare', times: 1 }]
    expect((await redeem({ id: gift.id })).data).toMatchObject({ state: 'requested' })
    await w.db.updateTable('gift').set({ product_id: 99_999 }).where('id', '=', gift.id).execute()
    w.later(2)
    await w.job('payouts')
    await w.db.updateTable('gift').set({ product_id: gift.productId }).where('id', '=', gift.id).execute()
    expect(await ordersOf()).toEqual([])
    expect(await collected()).toMatchObject({ group: [{ open: 100, state: 'collected' }], open: 100 })
    expect(await letters('giftcard-refused')).toHaveLength(1)
    await collect({ id: gift.id })
    expect((await mine()).map(card => card.cents)).toEqual([10_000])
  })
})

describe('smart change', () => {
  const move = (input: object) => w.call<{ amount: number }>(contract.transferChange, input, asHost())
  const shown = async (id: number) => {
    const { data } = await w.call<{ data: { id: number; collected: number; how_many_sale: number }[] }>(
      showGifts,
      { registry_id: registry.code },
    )
    return data.data.find(one => one.id === id)
  }

  /** 60 € too much on a gift of 100 €: paid twice, then cheaper. */
  async function leftover() {
    const gift = await funded(10_000)
    await w.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: 40 })
    await w.db.updateTable('product').set({ price_cents: 4000 }).where('id', '=', gift.productId).execute()
    await w.db
      .updateTable('variant')
      .set({ price_cents: 4000 })
      .where('product_id', '=', gift.productId)
      .execute()
    await w.job('reconcile')
    return gift
  }

  test('leftovers have an origin, and count in the gift that they are sent to', async () => {
    const from = await leftover()
    const to = await aGift(w, registry, { group: true, cents: 5000 })
    expect(await collected()).toMatchObject({
      change: [{ id: from.id, open: 60 }],
      targets: [{ id: to.id, open: 50 }],
    })
    for (const [amount, wrong] of [
      [0, 'amount_wrong'],
      [50.01, 'giftcard_full'],
      [9999, 'giftcard_much'],
    ])
      expect(await move({ id: from.id, type: 'change', to: to.id, amount })).toMatchObject({
        data: { keys: { amount: wrong } },
      })
    expect(await move({ id: from.id, type: 'change', to: to.id })).toMatchObject({ data: { amount: 50 } })
    expect(await shown(to.id)).toMatchObject({ collected: 50, how_many_sale: 1 })
    expect(await collected()).toMatchObject({ change: [{ open: 10 }], targets: [] })
    await redeem({ id: to.id })
    expect((await ordersOf()).map(one => one.cents)).toEqual([5000])
  })

  test('a group gift is never over: moves and guests at once', again, async () => {
    const from = await leftover()
    const to = await aGift(w, registry, { group: true, cents: 5000 })
    const moves = Array.from({ length: 5 }, () =>
      move({ id: from.id, type: 'change', to: to.id, amount: 20 }),
    )
    const guest = w.call(
      { method: 'POST', path: '/cart/create' },
      {
        registry_id: registry.code,
        line_items: [lineOf(to, { cents: 2000 })],
      },
    )
    const answers = await Promise.all([...moves, guest])
    expect(answers.filter(one => one.status === 200)).toHaveLength(2)
    expect((await shown(to.id))?.collected).toBeLessThanOrEqual(50)
  })

  test('money that has gone elsewhere is not credited again when the price rises', async () => {
    const from = await leftover()
    const to = await aGift(w, registry, { group: true, cents: 6000 })
    await move({ id: from.id, type: 'change', to: to.id })
    await w.db.updateTable('product').set({ price_cents: 20_000 }).where('id', '=', from.productId).execute()
    await w.db
      .updateTable('variant')
      .set({ price_cents: 20_000 })
      .where('product_id', '=', from.productId)
      .execute()
    await w.job('reconcile')
    expect(await shown(from.id)).toMatchObject({ collected: 40 })
    expect(await collected()).toMatchObject({ open: 100, owed: 0 })
  })

  test('a covered gift keeps its money; a card and what will never be filled may go', async () => {
    const covered = await funded(10_000)
    const started = await funded(2000)
    const to = await aGift(w, registry, { group: true, cents: 9000 })
    expect(await move({ id: covered.id, to: to.id })).toMatchObject({ data: { code: 'giftcard_stays' } })
    expect(await move({ id: started.id, to: to.id })).toMatchObject({ data: { amount: 20 } })
    expect(await shown(started.id)).toMatchObject({ collected: 0 })
    expect(await shown(to.id)).toMatchObject({ collected: 20 })
    await gives(w, registry, [lineOf(started, { cents: 10_000 })])
    expect(await shown(started.id)).toMatchObject({ collected: 100, how_many_sale: 1 })
  })
})

describe('who may', () => {
  test('a co-host reads and takes nothing; strangers find nothing', async () => {
    const gift = await funded(4000)
    const [coHost, other] = [await aHost(w), await aHost(w)]
    await w.db.updateTable('registry').set({ co_host_id: coHost.id }).where('id', '=', registry.id).execute()
    const read = (as: string) =>
      w.call<CollectedMoney>(contract.getCollectedGifts, { registry_id: registry.code }, { as })
    expect((await read(coHost.token)).data).toMatchObject({ open: 40, may_redeem: 0 })
    expect((await read(other.token)).status).toBe(404)
    for (const as of [coHost.token, other.token]) {
      expect((await collect({ id: gift.id }, { as })).status).toBe(404)
      expect((await redeem({ id: gift.id, with_own_money: true }, { as })).status).toBe(404)
    }
    expect(await mine()).toEqual([])
  })

  test('sources of two registries are not one', async () => {
    const one = await funded(4000)
    registry = await aRegistry(w, host)
    const other = await funded(4000)
    expect((await collect({ sources: [{ id: one.id }, { id: other.id }] })).status).toBe(404)
  })

  test('the GET forms answer to a Bearer header alone, and again with the same', async () => {
    const gift = await funded(10_000)
    for (const call of [contract.createGiftCertificateByGet, contract.redeemGiftByGet]) {
      expect((await byBrowser(w, call, host.token, `id=${gift.id}`)).status).toBe(405)
      expect((await w.request(`/api${call.path}?id=${gift.id}`)).status).toBe(405)
    }
    expect(await mine()).toEqual([])
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        w.call<PayoutView>(contract.redeemGiftByGet, { id: gift.id }, asHost()),
      ),
    )
    expect(answers.map(one => one.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(one => one.data.id)).size).toBe(1)
    expect(await ordersOf()).toHaveLength(1)
  })
})

describe('refunds after payout', () => {
  test('what is missing is shown as owed, told to staff, and made up for by later money', async () => {
    const gift = await aGift(w, registry, { group: true, cents: 10_000 })
    const order = await gives(w, registry, [lineOf(gift, { cents: 4000 })])
    await collect({ id: gift.id })
    await w.shop.actions.refund(order)
    await w.deliver()
    expect(await collected()).toMatchObject({ open: 0, owed: 40 })
    const told = await w.db
      .selectFrom('outbox')
      .select('props')
      .where('template', '=', 'money-owed')
      .where('cause', 'like', `money-owed:${registry.id}:%`)
      .execute()
    expect(told).toMatchObject([{ props: { order, cents: 4000 } }])
    await gives(w, registry, [
      lineOf(await aGift(w, registry, { group: true, cents: 9000 }), { cents: 5000 }),
    ])
    expect(await collected()).toMatchObject({ open: 10, owed: 0 })
  })
})

test('staff are told of a payout that does not go', async () => {
  const troubled = await world()
  try {
    await troubled.job('webhook-registration')
    const owner = await aHost(troubled)
    const list = await aRegistry(troubled, owner)
    const gift = await aGift(troubled, list, { group: true, cents: 9000 })
    await gives(troubled, list, [lineOf(gift, { cents: 4000 })])
    troubled.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
    const { data } = await troubled.call<PayoutView>(
      contract.createGiftCertificate,
      { id: gift.id },
      { as: owner.token },
    )
    for (let tries = 0; tries < 6; tries++) {
      troubled.later(10)
      await troubled.job('payouts')
    }
    const told = troubled.db
      .selectFrom('outbox')
      .select('recipient')
      .where('cause', '=', `payout-stuck:${data.id}`)
    expect(await told.execute()).toEqual([{ recipient: troubled.config.SUPPORT_EMAIL }])
    const work = await troubled.processA.createContext(new Request(troubled.config.SITE_URL))
    expect(await listStalledMoney(work)).toEqual([expect.stringContaining(`${list.code}: 40.00 EUR`)])
    await expectInvariants(troubled.db)
  } finally {
    await troubled.close()
  }
})
