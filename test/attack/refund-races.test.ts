import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payoutHooks, type TestHook } from '../../src/server/context/test-hooks.ts'
import { updateRows } from '../../src/server/postgres/rows.ts'
import { aGift, lineOf } from '../builders.ts'
import { expectInvariants } from '../invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../money.ts'
import { opened } from '../opened.ts'
import { again, testApp } from '../test-app.ts'

const start = new Date('2026-11-21T10:00:00Z')
const payoutDays = 14

let host: HostWithMoney
let atStep: { step: TestHook; act: () => Promise<void> } | null = null
const app = opened(() =>
  testApp({
    env: { PAYOUT_DAYS: String(payoutDays) },
    async testHook(name) {
      if (atStep?.step !== name) return
      const { act } = atStep
      atStep = null
      await act()
    },
  }),
)
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  atStep = null
  app.clock.now = new Date(start)
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  atStep = null
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id, payoutDays)
})

/** A group gift with one order for each amount, all of them ripe. */
async function ripeGift(...amounts: number[]) {
  const gift = await aGift(app, host.registry, { group: true, cents: 100_000 })
  const orders: number[] = []
  for (const cents of amounts) orders.push(await giveGifts(app, host.registry, [lineOf(gift, { cents })]))
  app.later(payoutDays * 24 * 60)
  return { gift, orders }
}

/** Everything that still waits is processed, by both processes in turn. */
async function processEverything() {
  for (const process of ['A', 'B'] as const) {
    await app.deliver()
    app.later(2)
    await app.job('payouts', process)
  }
}

/** What the host was told: the codes that were sent, and what was taken back. */
async function sentCodes(): Promise<string[]> {
  const letters = await host.emails('giftcard-issued')
  return letters.map(({ props }) => (props as { certificate: string }).certificate)
}

describe('a refund at any step of issuing', () => {
  test.each(payoutHooks)('%s: the money is taken back and no code is sent', async step => {
    const { gift, orders } = await ripeGift(4000)
    atStep = { step, act: () => app.shop.actions.refund(orders[0] ?? 0) }
    const { status } = await host.collect({ id: gift.id })
    expect([200, 409]).toContain(status)
    const sentBefore = await sentCodes()
    await processEverything()
    // The one moment left is between the last reading and its transaction: then the refund comes after the payment.
    if (step === 'certificate checked') {
      expect(await host.spendableCents()).toEqual([4000])
      expect(await host.collected()).toMatchObject({ owed: 40 })
      await Promise.all([app.job('certificate-lowerings', 'A'), app.job('certificate-lowerings', 'B')])
      expect(await host.collected()).toMatchObject({ owed: 0, payouts: [{ balance: 0, returned: 40 }] })
      return
    }
    expect(sentBefore).toEqual([])
    expect(await sentCodes()).toEqual([])
    expect(await host.spendableCents()).toEqual([])
    expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
    expect(await host.emails('giftcard-withdrawn')).toMatchObject([{ props: { cents: 4000 } }])
  })

  test('whose webhook has come by then is seen in the last moment, too', async () => {
    const { gift, orders } = await ripeGift(4000)
    const act = async () => {
      await app.shop.actions.refund(orders[0] ?? 0)
      await app.deliver()
    }
    atStep = { step: 'certificate checked', act }
    await host.collect({ id: gift.id })
    await processEverything()
    expect(await host.spendableCents()).toEqual([])
    expect(await sentCodes()).toEqual([])
    expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
  })

  test('before the request, its webhook lost: nothing is paid', async () => {
    const { gift, orders } = await ripeGift(4000)
    await app.shop.actions.refund(orders[0] ?? 0)
    await host.collect({ id: gift.id })
    expect(await host.spendableCents()).toEqual([])
    expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
  })

  test('while the shop’s reply is lost: what it made is disabled', async () => {
    const { gift, orders } = await ripeGift(4000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: 'lost' }]
    await host.collect({ id: gift.id })
    app.shop.faults.routes = []
    expect(await host.spendableCents()).toEqual([4000])
    await app.shop.actions.refund(orders[0] ?? 0)
    await processEverything()
    expect(await host.spendableCents()).toEqual([])
    expect(await sentCodes()).toEqual([])
  })

  test('of one order of several: the others are paid, under a code of their own', async () => {
    const { gift, orders } = await ripeGift(4000, 3000, 2000)
    atStep = { step: 'certificate made', act: () => app.shop.actions.refund(orders[1] ?? 0) }
    await host.collect({ id: gift.id })
    await processEverything()
    expect(await host.spendableCents()).toEqual([6000])
    expect(await sentCodes()).toHaveLength(1)
    expect(await host.collected()).toMatchObject({
      open: 0,
      owed: 0,
      payouts: [{ amount: 60, state: 'done' }],
    })
  })

  test('of a closing: its one certificate is lower', async () => {
    const { orders } = await ripeGift(4000, 3000)
    await updateRows(app.db, 'registry', {
      set: { closing_day: '2026-12-01' },
      where: { id: host.registry.id },
    })
    await app.job('closings')
    await app.shop.actions.refund(orders[0] ?? 0)
    await processEverything()
    expect(await host.spendableCents()).toEqual([3000])
  })

  test('an order for the host is not placed', async () => {
    const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
    const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 10_000 })])
    await app.shop.actions.refund(order)
    expect((await host.redeem({ id: gift.id })).data).toMatchObject({ state: 'failed' })
    expect(await host.orders()).toEqual([])
    expect(await host.collected()).toMatchObject({ open: 0, owed: 0 })
  })
})

test('an order that the shop can’t tell of keeps the money where it is', async () => {
  const { gift } = await ripeGift(4000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders/:id', method: 'GET', answer: '500' }]
  expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'requested' })
  expect(await host.spendableCents()).toEqual([])
  app.shop.faults.routes = []
  await processEverything()
  expect(await host.spendableCents()).toEqual([4000])
})

test('refund and payment at the same time: one of them, or a debt that staff know of', again, async () => {
  host = await aHostWithMoney(app)
  const { gift, orders } = await ripeGift(4000)
  const refund = async () => {
    await app.shop.actions.refund(orders[0] ?? 0)
    await app.deliver()
  }
  await Promise.all([host.collect({ id: gift.id }), refund(), app.job('payouts', 'B')])
  await processEverything()
  const spendable = await host.spendableCents()
  const { open, owed } = await host.collected()
  expect(open).toBe(0)
  expect(spendable.length === 0 ? owed : owed - 40).toBe(0)
  expect(await sentCodes()).toHaveLength(spendable.length)
})
