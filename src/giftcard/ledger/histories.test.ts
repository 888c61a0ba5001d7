import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AWAITING_FULFILLMENT, CANCELLED } from '../../../shop/orders/orders.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/build.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { certificates, gives, hostOrders, moneyOf } from '../../../test/money.ts'
import { type World, world } from '../../../test/world.ts'
import type { CollectedMoney } from '../payout/contract.ts'
import * as contract from '../payout/contract.ts'

let w: World
beforeAll(async () => {
  w = await world()
  await w.job('webhook-registration')
})
afterAll(() => w.close())

const which = fc.integer({ min: 0, max: 2 })
const step = fc.oneof(
  fc.record({ act: fc.constant('give' as const), which, cents: fc.integer({ min: 500, max: 9000 }) }),
  fc.record({ act: fc.constant('give' as const), which, cents: fc.constant(2500) }),
  fc.record({
    act: fc.constantFrom('collect', 'collect-change', 'redeem', 'refund', 'move', 'move-change'),
    which,
  }),
  fc.record({
    act: fc.constantFrom('redeem', 'cancel-order', 'restore-order'),
    which,
  }),
  fc.record({ act: fc.constant('price' as const), which, cents: fc.integer({ min: 2000, max: 15_000 }) }),
  fc.record({ act: fc.constantFrom('close', 'lose', 'mend'), which }),
)
type Step = { act: string; which: number; cents?: number }

/** One registry with three group gifts, and what was done to it. */
async function history() {
  w.clock.now = new Date('2026-11-21T10:00:00Z')
  const host = await aHost(w)
  const registry = await aRegistry(w, host, { closing_day: '2027-07-19' })
  const gifts: AGift[] = []
  for (let count = 0; count < 3; count++) gifts.push(await aGift(w, registry, { group: true, cents: 9000 }))
  return { host, registry, gifts, orders: [] as number[] }
}
type History = Awaited<ReturnType<typeof history>>

async function take({ host, registry, gifts, orders }: History, { act, which, cents = 0 }: Step) {
  const gift = gifts[which]!
  const other = gifts[(which + 1) % 3]!
  const as = { as: host.token }
  w.later(1)
  if (act === 'give') {
    const order = await gives(w, registry, [lineOf(gift, { cents })]).catch(() => null)
    if (order !== null) orders.push(order)
  }
  if (act === 'collect') await w.call(contract.createGiftCertificate, { id: gift.id }, as)
  if (act === 'collect-change')
    await w.call(contract.createGiftCertificate, { id: gift.id, type: 'change' }, as)
  if (act === 'redeem') await w.call(contract.redeemGift, { id: gift.id, with_own_money: which === 0 }, as)
  if (act === 'move') await w.call(contract.transferChange, { id: gift.id, to: other.id }, as)
  if (act === 'move-change')
    await w.call(contract.transferChange, { id: gift.id, type: 'change', to: other.id }, as)
  if (act === 'price') await costs(gift, cents)
  if (act === 'refund' && orders.length > 0) {
    await w.shop.actions.refund(orders.shift() ?? 0)
    await w.deliver()
  }
  if (act === 'cancel-order' || act === 'restore-order') {
    const placed = await ordersOf(registry.id)
    const order = placed[which % placed.length]
    if (order)
      await w.shop.actions.changeStatus(order.id, act === 'cancel-order' ? CANCELLED : AWAITING_FULFILLMENT)
    await w.deliver()
  }
  if (act === 'close') {
    await w.db
      .updateTable('registry')
      .set({ closing_day: '2026-11-20' })
      .where('id', '=', registry.id)
      .execute()
    await Promise.all([w.job('closings', 'A'), w.job('closings', 'B')])
    await w.db
      .updateTable('registry')
      .set({ closing_day: '2027-07-19', last_closed_day: null })
      .where('id', '=', registry.id)
      .execute()
  }
  const paths = ['/stores/:hash/v2/gift_certificates', '/stores/:hash/v2/orders']
  if (act === 'lose')
    w.shop.faults.routes = paths.map(path => ({ path, method: 'POST', answer: 'lost', times: 1 }))
  if (act === 'mend') await settled()
}

async function costs(gift: AGift, cents: number) {
  await w.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: cents / 100 })
  await w.db.updateTable('product').set({ price_cents: cents }).where('id', '=', gift.productId).execute()
  await w.db
    .updateTable('variant')
    .set({ price_cents: cents })
    .where('product_id', '=', gift.productId)
    .execute()
  await w.job('reconcile')
}

/** The shop answers again, and everything that waited is worked off. */
async function settled() {
  w.shop.faults.routes = []
  for (let turns = 0; turns < 2; turns++) {
    w.later(2)
    await Promise.all([w.job('payouts', 'A'), w.job('payouts', 'B')])
  }
}

test(
  'whatever happens, what came in is what went out and what is open, to the cent',
  async () => {
    const seed = process.env.HISTORY_SEED ? { seed: Number(process.env.HISTORY_SEED) } : {}
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async steps => {
        const one = await history()
        for (const next of steps) await take(one, next)
        await settled()
        await expectConserved(one)
      }),
      { numRuns: process.env.TEST_FULL ? 60 : 6, endOnFailure: true, ...seed },
    )
  },
  process.env.TEST_FULL ? 3_600_000 : 600_000,
)

async function codesOf(registryId: number): Promise<Set<string>> {
  const rows = w.db.selectFrom('payout').select('code').where('registry_id', '=', registryId)
  return new Set((await rows.execute()).map(one => one.code))
}

/** Orders that were placed for the host, with what stands of them. */
async function ordersOf(registryId: number) {
  const codes = await codesOf(registryId)
  return (await hostOrders(w)).filter(one => codes.has(one.reference))
}

async function expectConserved({ host, registry }: History) {
  await expectInvariants(w.db, registry.id)
  const money = await moneyOf(w, registry.id)
  const { data } = await w.call<CollectedMoney>(
    contract.getCollectedGifts,
    { registry_id: registry.code },
    { as: host.token },
  )
  const sum = Object.values(money).reduce((all, cents) => all + cents, 0)
  expect(Math.round((data.open - data.owed) * 100)).toBe(sum)
  expect(money.moved ?? 0).toBe(0)
  const codes = await codesOf(registry.id)
  const cards = (await certificates(w)).filter(one => codes.has(one.code))
  const orders = await ordersOf(registry.id)
  expect(new Set(orders.map(one => one.reference)).size).toBe(orders.length)
  const went = [...cards, ...orders].reduce((all, one) => all + one.cents, 0)
  expect(went + (money.certificate ?? 0) + (money.redeemed ?? 0) + (money.returned ?? 0)).toBe(0)
  const stands = await w.db
    .selectFrom('purchase')
    .select(row => row.fn.sum<number>('cents').as('cents'))
    .where('registry_id', '=', registry.id)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  expect(Number(stands?.cents ?? 0) - went).toBe(sum)
}
