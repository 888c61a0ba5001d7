import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasOpenMoneyOrPayout } from '../../src/money/payout/payout.sql.ts'
import { findRegistriesByOrder } from '../../src/orders/orders.sql.ts'
import { storePaymentReceived } from '../../src/orders/orders.ts'
import { lockRegistries } from '../../src/registry/registry.sql.ts'
import { findRows } from '../../src/server/postgres/rows.ts'
import { aGift, lineOf } from '../builders.ts'
import { expectInvariants } from '../invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../money.ts'
import { opened } from '../opened.ts'
import { jobContextOf, purchasesOf } from '../orders.ts'
import { testApp } from '../test-app.ts'

const start = new Date('2026-11-21T10:00:00Z')
const dayMinutes = 24 * 60
const waits = { status: 409, data: { code: 'giftcard_waits' } }

const app = opened(() => testApp({ env: { PAYOUT_DAYS: '14' } }))
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.clock.now = new Date(start)
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  await expectInvariants(app.db, host.registry.id, 14)
})

const shipped = 2
const disputed = 13
const awaitingFulfilment = 11

const findClosings = () =>
  findRows(app.db, 'closing', {
    where: { registry_id: host.registry.id },
    columns: ['number', 'cents'],
    orderBy: ['number'],
  })

const setClosingDay = (day: string) =>
  app.db.updateTable('registry').set({ closing_day: day }).where('id', '=', host.registry.id).execute()

describe('the days before money leaves', () => {
  test('not a minute too early, whichever way; then all of it', async () => {
    const gift = await host.fundedGift(4000)
    expect(await host.collected()).toMatchObject({
      open: 40,
      free: 0,
      waiting: [{ amount: 40, free_on: '2026-12-05 00:00:00' }],
      group: [{ open: 40, free: 0, can_collect: 0, short: 0, waiting: [{ amount: 40 }] }],
    })
    expect(await host.statement()).toMatchObject({
      balance: 40,
      free: 0,
      lines: [{ waits: 'day', free_on: '2026-12-05 00:00:00' }],
    })
    app.later(14 * dayMinutes - 1)
    expect(await host.collect({ id: gift.id })).toMatchObject(waits)
    expect(await host.collect({ id: gift.id, amount: 0.01 })).toMatchObject(waits)
    expect(await host.collect({ sources: [{ id: gift.id }] })).toMatchObject(waits)
    expect(await host.redeem({ id: gift.id, with_own_money: true })).toMatchObject(waits)
    expect(await host.spendableCents()).toEqual([])
    app.later(1)
    expect(await host.collected()).toMatchObject({ free: 40, waiting: [], group: [{ can_collect: 1 }] })
    expect((await host.collect({ id: gift.id })).status).toBe(200)
    expect(await host.spendableCents()).toEqual([4000])
  })

  test('each payment has its own', async () => {
    const gift = await host.fundedGift(4000)
    app.later(10 * dayMinutes)
    await giveGifts(app, host.registry, [lineOf(gift, { cents: 6000 })])
    app.later(4 * dayMinutes)
    expect(await host.collected()).toMatchObject({ open: 100, free: 40, waiting: [{ amount: 60 }] })
    expect(await host.collect({ id: gift.id, amount: 40.01 })).toMatchObject(waits)
    expect((await host.collect({ id: gift.id })).data).toMatchObject({ amount: 40 })
    expect(await host.collect({ id: gift.id })).toMatchObject(waits)
    app.later(10 * dayMinutes)
    expect((await host.collect({ id: gift.id })).data).toMatchObject({ amount: 60 })
    expect((await host.spendableCents()).sort()).toEqual([4000, 6000])
  })

  test('money moved to another gift does not leave earlier', async () => {
    const old = await host.fundedGift(1000)
    app.later(10 * dayMinutes)
    const young = await host.fundedGift(4000)
    expect((await host.transfer({ id: young.id, to: old.id })).data).toMatchObject({ amount: 40 })
    app.later(4 * dayMinutes)
    expect(await host.collected()).toMatchObject({ open: 50, free: 10 })
    expect(await host.collect({ id: old.id, amount: 10.01 })).toMatchObject(waits)
    expect((await host.collect({ id: old.id })).data).toMatchObject({ amount: 10 })
    app.later(10 * dayMinutes)
    expect((await host.collect({ id: old.id })).data).toMatchObject({ amount: 40 })
  })

  test('goods need none, because staff may stop them; what is delivered at once does', async () => {
    const goods = await host.fundedGift(10_000)
    const experience = await host.experience(1)
    expect((await host.redeem({ id: goods.id })).data).toMatchObject({ state: 'done', way: 'order' })
    expect(await host.redeem({ id: experience.id })).toMatchObject(waits)
    app.later(14 * dayMinutes)
    expect((await host.redeem({ id: experience.id })).data).toMatchObject({ state: 'done', way: 'order' })
  })
})

describe('an order against cash on delivery', () => {
  /** A group gift of 100 €, given by an order that is shipped and not paid. */
  async function unpaidGift() {
    const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
    const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 10_000 })], 'cash')
    await app.shop.actions.changeStatus(order, shipped)
    await app.deliver()
    return { gift, order }
  }

  test('counts as given, but none of its money leaves, whatever time passes', async () => {
    const { gift } = await unpaidGift()
    const other = await aGift(app, host.registry, { group: true, cents: 20_000 })
    app.later(40 * dayMinutes)
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', credited_cents: 10_000 }])
    expect(await host.collected()).toMatchObject({
      open: 100,
      free: 0,
      waiting: [{ amount: 100, free_on: '1970-01-01 00:00:00' }],
    })
    expect(await host.collect({ id: gift.id })).toMatchObject(waits)
    expect(await host.redeem({ id: gift.id })).toMatchObject(waits)
    expect(await host.redeem({ id: gift.id, with_own_money: true })).toMatchObject(waits)
    expect((await host.transfer({ id: gift.id, to: other.id })).status).toBe(409)
    await setClosingDay('2026-12-25')
    await app.job('closings')
    await app.job('payouts')
    expect(await host.spendableCents()).toEqual([])
    expect(await host.orders()).toEqual([])
    expect(await findClosings()).toMatchObject([{ number: 1, cents: 0 }])
  })

  test.each(['by the shop', 'by its staff'])(
    'marked as received %s, it waits its days from then on',
    async by => {
      const { gift, order } = await unpaidGift()
      app.later(20 * dayMinutes)
      if (by === 'by the shop') {
        await app.shop.actions.receiveMoney(order)
        await app.deliver()
      } else {
        const ctx = await jobContextOf(app)
        const receivePayment = async (id: number) => {
          const registryIds = await findRegistriesByOrder(app.db, id)
          return app.db.transaction().execute(async tx => {
            await lockRegistries(tx, registryIds)
            return storePaymentReceived(tx, id, registryIds, ctx)
          })
        }
        expect(await receivePayment(999_999)).toBe(false)
        expect(await receivePayment(order)).toBe(true)
        // Reading the order again takes nothing back.
        await app.shop.actions.changeStatus(order, 10)
        await app.deliver()
      }
      app.later(14 * dayMinutes - 1)
      expect(await host.collect({ id: gift.id })).toMatchObject(waits)
      app.later(1)
      expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'done', amount: 100 })
    },
  )

  test('keeps no account from being erased, as paid money does', async () => {
    await unpaidGift()
    expect(await hasOpenMoneyOrPayout(app.db, host.id)).toBe(false)
    await host.fundedGift(1000)
    expect(await hasOpenMoneyOrPayout(app.db, host.id)).toBe(true)
  })
})

test('contested money waits while it is contested, and stays given', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 4000 })])
  app.later(20 * dayMinutes)
  await app.shop.actions.changeStatus(order, disputed)
  await app.deliver()
  expect(await host.collected()).toMatchObject({ open: 40, free: 0 })
  expect(await host.collect({ id: gift.id })).toMatchObject(waits)
  await app.shop.actions.changeStatus(order, awaitingFulfilment)
  await app.deliver()
  expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'done', amount: 40 })
})

describe('a closing', () => {
  beforeEach(() => setClosingDay('2026-11-23'))
  const close = async (process: 'A' | 'B' = 'A') => {
    await app.job('closings', process)
    await app.job('payouts', process)
  }

  test('pays one certificate when its last payment is ripe, and its letter names the day', async () => {
    await host.fundedGift(4000)
    app.later(2 * dayMinutes)
    await host.fundedGift(3000)
    app.later(dayMinutes)
    await close()
    expect(await host.emails('registry-closed')).toMatchObject([
      { props: { cents: 7000, free_on: '2026-12-07' } },
    ])
    app.clock.now = new Date('2026-12-06T12:00:00Z')
    await close()
    expect(await host.spendableCents()).toEqual([])
    app.clock.now = new Date('2026-12-07T10:00:00Z')
    await Promise.all([close('A'), close('B'), close('A')])
    expect(await host.spendableCents()).toEqual([7000])
    expect(await findClosings()).toEqual([{ number: 1, cents: 7000 }])
    expect(await host.emails('registry-closed')).toHaveLength(1)
  })

  test('opened again before that, it pays nothing; the money waits for the next closing', async () => {
    await host.fundedGift(4000)
    app.clock.now = new Date('2026-11-24T10:00:00Z')
    await close()
    await setClosingDay('2026-12-20')
    app.clock.now = new Date('2026-12-10T10:00:00Z')
    await close()
    expect(await host.spendableCents()).toEqual([])
    app.clock.now = new Date('2026-12-21T10:00:00Z')
    await close()
    expect(await host.spendableCents()).toEqual([4000])
    expect(await findClosings()).toEqual([
      { number: 1, cents: 0 },
      { number: 2, cents: 4000 },
    ])
  })

  test('money that is received after it is paid by a further one, when it is ripe', async () => {
    await host.fundedGift(4000)
    const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
    const order = await giveGifts(app, host.registry, [lineOf(gift, { cents: 3000 })], 'cash')
    app.clock.now = new Date('2026-12-06T10:00:00Z')
    await close()
    expect(await host.spendableCents()).toEqual([4000])
    await app.shop.actions.receiveMoney(order)
    await app.deliver()
    app.clock.now = new Date('2026-12-20T09:59:00Z')
    await close()
    expect(await host.spendableCents()).toEqual([4000])
    app.clock.now = new Date('2026-12-20T10:00:00Z')
    await close()
    expect((await host.spendableCents()).sort()).toEqual([3000, 4000])
    expect(await findClosings()).toMatchObject([{ cents: 4000 }, { cents: 3000 }])
  })
})
