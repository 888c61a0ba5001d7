import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

const paidOut = 'paid out; ask before refunding'

/** How often the note of each order in the shop says that its money was paid out. */
async function notesOf(orders: number[]): Promise<number[]> {
  await app.job('shop-tasks')
  return Promise.all(
    orders.map(async id => {
      const order = (await (await app.staff('GET', `/v2/orders/${id}`)).json()) as { staff_notes: string }
      expect(order.staff_notes).toMatch(/^Registry /)
      return order.staff_notes.split(paidOut).length - 1
    }),
  )
}

/** A group gift with an order for each amount. */
async function given(...amounts: number[]) {
  const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
  const orders: number[] = []
  for (const cents of amounts) orders.push(await giveGifts(app, host.registry, [lineOf(gift, { cents })]))
  return { gift, orders }
}

test('the orders whose money became a certificate say so, once, and the others don’t', async () => {
  const { gift, orders } = await given(3000, 2000, 1000)
  expect(await notesOf(orders)).toEqual([0, 0, 0])
  await host.collect({ id: gift.id, amount: 40 })
  expect(await notesOf(orders)).toEqual([1, 1, 0])
  await host.collect({ id: gift.id })
  expect(await notesOf(orders)).toEqual([1, 1, 1])
})

test('money that is only asked for says nothing yet', async () => {
  const { gift, orders } = await given(3000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: '500' }]
  await host.collect({ id: gift.id })
  expect(await notesOf(orders)).toEqual([0])
  app.shop.faults.routes = []
  app.later(2)
  await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
  expect(await notesOf(orders)).toEqual([1])
})

test('it is taken out when the payout is undone, and comes back with the next one', async () => {
  const { gift, orders } = await given(6000, 4000)
  await host.redeem({ id: gift.id })
  expect(await notesOf(orders)).toEqual([1, 1])
  const [order] = await host.orders()
  await app.shop.actions.cancel(order?.id ?? 0)
  await app.deliver()
  expect(await notesOf(orders)).toEqual([0, 0])
  await host.collect({ id: gift.id })
  expect(await notesOf(orders)).toEqual([1, 1])
})

test('it is taken out where a refund was made up for by the certificate', async () => {
  const { gift, orders } = await given(3000, 2000)
  await host.collect({ id: gift.id })
  await app.shop.actions.refund(orders[0] ?? 0)
  await app.deliver()
  await app.job('certificate-lowerings')
  expect(await notesOf(orders)).toEqual([0, 1])
})

test('staff who read Greek read it in Greek', async () => {
  const { gift, orders } = await given(3000)
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  Object.assign(ctx.config, { STAFF_LANGUAGE: 'el' })
  try {
    await host.collect({ id: gift.id })
    await app.job('shop-tasks')
  } finally {
    Object.assign(ctx.config, { STAFF_LANGUAGE: 'en' })
  }
  const order = (await (await app.staff('GET', `/v2/orders/${orders[0]}`)).json()) as { staff_notes: string }
  expect(order.staff_notes).toContain('ρωτήστε πριν από κάθε επιστροφή')
})
