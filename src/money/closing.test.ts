import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { again, testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { updateRegistry } from '../registry/settings.contract.ts'

const app = opened(() => testApp())
let host: HostWithMoney
const start = new Date('2026-11-21T10:00:00Z')
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.clock.now = new Date(start)
  host = await aHostWithMoney(app, { closing_day: '2026-11-21' })
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

const certificateCents = async () => (await host.certificates()).map(certificate => certificate.cents)
const setTime = (moment: string) => {
  app.clock.now = new Date(moment)
}
const findClosings = () =>
  app.db
    .selectFrom('closing')
    .select(['number', 'day', 'cents'])
    .where('registry_id', '=', host.registry.id)
    .orderBy('number')
    .execute()
const closingEmails = async () =>
  (
    await app.db
      .selectFrom('outbox')
      .select('template')
      .where('recipient', '=', host.email)
      .where('template', 'like', 'registry-clos%')
      .orderBy('id')
      .execute()
  ).map(email => email.template)
const close = async (process: 'A' | 'B' = 'A') => {
  await app.job('closings', process)
  await app.job('payouts', process)
}

test('when the day is over in Athens, all open money is paid as one certificate', async () => {
  await host.fundedGift(4000)
  await host.fundedGift(10_000)
  setTime('2026-11-21T21:59:59Z')
  await close()
  expect(await findClosings()).toEqual([])
  setTime('2026-11-21T22:00:00Z')
  await close()
  expect(await findClosings()).toEqual([{ number: 1, day: '2026-11-21', cents: 14_000 }])
  expect(await certificateCents()).toEqual([14_000])
  expect(await closingEmails()).toContain('registry-closed')
  expect(await host.ledgerSums()).toEqual({ contribution: 14_000, certificate: -14_000 })
  const { status } = await app.call(createCart, {
    registry_id: host.registry.code,
    line_items: [{ product_id: 1, quantity: 1 }],
  })
  expect(status).toBe(409)
})

test.each([
  ['summer time begins', '2027-03-28', '2027-03-28T20:59:59Z', '2027-03-28T21:00:00Z'],
  ['summer time ends', '2027-10-31', '2027-10-31T21:59:59Z', '2027-10-31T22:00:00Z'],
  ['the year ends', '2026-12-31', '2026-12-31T21:59:59Z', '2026-12-31T22:00:00Z'],
  ['29 February', '2028-02-29', '2028-02-29T21:59:59Z', '2028-02-29T22:00:00Z'],
])('%s: open until midnight in Athens', async (_, day, before, after) => {
  await host.fundedGift(4000)
  await app.db.updateTable('registry').set({ closing_day: day }).where('id', '=', host.registry.id).execute()
  setTime(before)
  await close()
  expect(await findClosings()).toEqual([])
  setTime(after)
  await close()
  expect(await findClosings()).toMatchObject([{ number: 1, cents: 4000 }])
})

test('two processes at the same moment, again and again: closed once', again, async () => {
  await host.fundedGift(4000)
  setTime('2026-11-21T22:00:00Z')
  await Promise.all([close('A'), close('B'), close('A'), close('B')])
  for (let more = 0; more < 3; more++) await close(more % 2 ? 'A' : 'B')
  expect(await findClosings()).toHaveLength(1)
  expect(await certificateCents()).toEqual([4000])
  expect((await closingEmails()).filter(template => template === 'registry-closed')).toHaveLength(1)
})

test('a closing killed before the shop was asked, or after it answered, is resumed', async () => {
  await host.fundedGift(4000)
  setTime('2026-11-21T22:00:00Z')
  await app.job('closings')
  expect(await certificateCents()).toEqual([])
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: 'lost' }]
  await app.job('payouts')
  app.shop.faults.routes = []
  expect(await certificateCents()).toEqual([4000])
  setTime('2026-11-21T22:05:00Z')
  await close('B')
  expect(await certificateCents()).toEqual([4000])
  expect(
    await app.db.selectFrom('payout').select('state').where('registry_id', '=', host.registry.id).execute(),
  ).toEqual([{ state: 'done' }])
})

test('the closing waits for a guest who is at the checkout', async () => {
  const gift = await host.fundedGift(4000)
  setTime('2026-11-21T21:55:00Z')
  const { data } = await app.call<{ reference: string }>(createCart, {
    registry_id: host.registry.code,
    line_items: [lineOf(gift, { cents: 1000 })],
  })
  setTime('2026-11-21T22:03:00Z')
  await close()
  expect(await findClosings()).toEqual([])
  const { cart_id } = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  await app.shop.actions.pay(cart_id ?? '')
  await app.deliver()
  await close()
  expect(await certificateCents()).toEqual([5000])
})

async function findOrderId(giftId: number): Promise<number> {
  const { order_id } = await app.db
    .selectFrom('purchase')
    .select('order_id')
    .where('gift_id', '=', giftId)
    .executeTakeFirstOrThrow()
  return order_id
}

describe('after a closing', () => {
  test('money that comes in later is paid a day later, under the next number', async () => {
    const gift = await host.fundedGift(4000)
    setTime('2026-11-21T21:58:00Z')
    const { data } = await app.call<{ reference: string }>(createCart, {
      registry_id: host.registry.code,
      line_items: [lineOf(gift, { cents: 1000 })],
    })
    setTime('2026-11-21T22:30:00Z')
    await close()
    const { cart_id } = await app.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('reference', '=', data.reference)
      .executeTakeFirstOrThrow()
    await app.shop.actions.pay(cart_id ?? '')
    await app.deliver()
    await close()
    expect(await certificateCents()).toEqual([4000])
    setTime('2026-11-22T23:00:00Z')
    await close()
    expect((await certificateCents()).sort()).toEqual([1000, 4000])
    expect((await findClosings()).map(closing => closing.number)).toEqual([1, 2])
    expect((await closingEmails()).filter(template => template === 'registry-closed')).toHaveLength(1)
  })

  test('a later closing day opens it again; the next closing pays what came in since', async () => {
    const gift = await host.fundedGift(4000)
    setTime('2026-11-21T22:00:00Z')
    await close()
    const update = await app.call(
      updateRegistry,
      { id: host.registry.code, end_date: '2027-08-01' },
      { as: host.token },
    )
    expect(update.status).toBe(200)
    await giveGifts(app, host.registry, [lineOf(gift, { cents: 3000 })])
    await close()
    expect(await findClosings()).toHaveLength(1)
    setTime('2027-08-01T21:00:00Z')
    await close()
    expect(await findClosings()).toMatchObject([
      { cents: 4000 },
      { number: 2, day: '2027-08-01', cents: 3000 },
    ])
    expect((await certificateCents()).sort()).toEqual([3000, 4000])
    expect((await closingEmails()).filter(template => template === 'registry-closed')).toHaveLength(2)
  })

  test('a refund after a payout is taken off the next closing', async () => {
    const gift = await host.fundedGift(4000)
    await host.collect({ id: gift.id })
    await app.shop.actions.refund(await findOrderId(gift.id))
    await app.deliver()
    await host.fundedGift(9000)
    setTime('2026-11-21T22:00:00Z')
    await close()
    expect((await certificateCents()).sort()).toEqual([4000, 5000])
    expect(await host.collected()).toMatchObject({ open: 0, owed: 0, closed: 1 })
  })
})

test('the host is reminded a week before and on the day, each once', async () => {
  await app.db
    .updateTable('registry')
    .set({ closing_day: '2026-12-20', created_at: '2026-11-01T00:00:00Z' })
    .where('id', '=', host.registry.id)
    .execute()
  for (const day of ['2026-12-10', '2026-12-13', '2026-12-14', '2026-12-20', '2026-12-20']) {
    setTime(`${day}T08:00:00Z`)
    await Promise.all([app.job('registry-dates', 'A'), app.job('registry-dates', 'B')])
  }
  expect(await closingEmails()).toEqual(['registry-closing-week', 'registry-closing-day'])
})

test('a host who asked for the deletion of their account gets no reminder', async () => {
  await app.db
    .updateTable('customer')
    .set({ deletion_requested_at: start })
    .where('id', '=', host.id)
    .execute()
  await app.job('registry-dates')
  expect(await closingEmails()).toEqual([])
})
