import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeMyGift, withdrawMyGift } from '../../src/orders/my-gift/my-gift.contract.ts'
import { getRow } from '../../src/server/postgres/rows.ts'
import { aGift, lineOf } from '../builders.ts'
import { expectInvariants } from '../invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../money.ts'
import { opened } from '../opened.ts'
import { again, testApp } from '../test-app.ts'

/** A giver who withdraws gets their money back from the shop, so it may not leave the registry meanwhile (R517). */
const payoutDays = 3
const start = new Date('2026-11-21T10:00:00Z')
const app = opened(() => testApp({ env: { PAYOUT_DAYS: String(payoutDays) } }))
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.clock.now = new Date(start)
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id, payoutDays)
})

const later = (days: number) => app.later(days * 24 * 60)

/** A group gift with one ripe order for each amount, and the private link of each of their givers. */
async function givenAmounts(...amounts: number[]) {
  const gift = await aGift(app, host.registry, { group: true, cents: 100_000 })
  const givers: { orderId: number; token: string }[] = []
  for (const cents of amounts) {
    const orderId = await giveGifts(app, host.registry, [lineOf(gift, { cents })])
    const { props } = await getRow(
      app.db,
      'outbox',
      { cause: `gift-thanks:order:${orderId}:${host.registry.code}` },
      ['props'],
    )
    givers.push({ orderId, token: (props as unknown as { mine: string }).mine })
  }
  later(payoutDays)
  return { gift, givers }
}
const withdraw = async ({ token }: { token: string }, process?: 'A' | 'B') =>
  (await app.call(withdrawMyGift, { token }, { ...(process && { process }) })).status

async function processPayouts() {
  for (const process of ['A', 'B'] as const) {
    app.later(2)
    await app.job('payouts', process)
  }
}

test('what a giver has withdrawn from stays, and leaves when the shop did not refund it in thirty days', async () => {
  const { gift, givers } = await givenAmounts(4000, 1500)
  expect(await withdraw(givers[0]!)).toBe(200)
  expect(await host.collect({ id: gift.id, amount: 20 })).toMatchObject({
    status: 409,
    data: { code: 'giftcard_waits' },
  })
  expect((await host.statement()).lines.map(({ amount, waits }) => [amount, waits])).toEqual([
    [40, 'payment'],
    [15, null],
  ])
  expect(await host.collect({ id: gift.id })).toMatchObject({ status: 200 })
  await processPayouts()
  expect(await host.spendableCents()).toEqual([1500])
  later(30)
  expect((await host.collect({ id: gift.id })).status).toBe(200)
  await processPayouts()
  expect((await host.spendableCents()).sort()).toEqual([1500, 4000])
})

test('a payout that was asked for and is not made yet gives it back', async () => {
  const { gift, givers } = await givenAmounts(4000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  await host.collect({ id: gift.id })
  expect(await withdraw(givers[0]!)).toBe(200)
  app.shop.faults.routes = []
  app.later(60)
  await processPayouts()
  expect(await host.spendableCents()).toEqual([])
  await app.shop.actions.refund(givers[0]!.orderId)
  await app.deliver()
  expect(await host.collected()).toMatchObject({ owed: 0 })
})

test('a closing pays the others now, and this order when its time is over', async () => {
  const { givers } = await givenAmounts(4000, 1500)
  expect(await withdraw(givers[0]!)).toBe(200)
  const columns = { closing_day: '2026-11-23', event_day: '2026-11-23' }
  await app.db.updateTable('registry').set(columns).where('id', '=', host.registry.id).execute()
  const close = async () => {
    await app.job('closings')
    await processPayouts()
  }
  await close()
  expect(await host.spendableCents()).toEqual([1500])
  later(20)
  await close()
  expect(await host.spendableCents()).toEqual([1500])
  later(10)
  await close()
  expect((await host.spendableCents()).sort()).toEqual([1500, 4000])
})

test('asked for at the same moment as the money: it left before, or not at all', again, async () => {
  const { gift, givers } = await givenAmounts(4000)
  const [withdrawn, other] = await Promise.all([
    withdraw(givers[0]!, 'A'),
    withdraw(givers[0]!, 'B'),
    host.collect({ id: gift.id }),
    app.call(changeMyGift, { token: givers[0]!.token, visibility: 'full', message: 'Αλλαγή' }),
  ])
  expect([withdrawn, other]).toEqual([200, 200])
  await processPayouts()
  const notes = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('cause', 'like', `withdrawn:%:${givers[0]!.orderId}`)
    .execute()
  expect(notes).toHaveLength(1)
  const left = await host.spendableCents()
  expect(left.length === 0 || left[0] === 4000).toBe(true)
  const again = await host.collect({ id: gift.id })
  expect(again.data.code).toBe(left.length === 0 ? 'giftcard_waits' : 'giftcard_nothing')
})
