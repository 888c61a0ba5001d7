import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/build.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { certificates, gives, moneyOf } from '../../../test/money.ts'
import { again, type World, world } from '../../../test/world.ts'
import { createCart } from '../../checkout/hand-off/contract.ts'
import { updateRegistry } from '../../registry/settings/contract.ts'
import type { CollectedMoney } from '../payout/contract.ts'
import * as contract from '../payout/contract.ts'

let w: World
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
const start = new Date('2026-11-21T10:00:00Z')
beforeAll(async () => {
  w = await world()
  await w.job('webhook-registration')
})
beforeEach(async () => {
  w.clock.now = new Date(start)
  host = await aHost(w)
  registry = await aRegistry(w, host, { closing_day: '2026-11-21' })
})
afterEach(async () => {
  w.shop.faults.routes = []
  await expectInvariants(w.db, registry.id)
})
afterAll(() => w.close())

const mine = async () => (await certificates(w)).filter(one => one.to === host.email).map(one => one.cents)
const at = (moment: string) => {
  w.clock.now = new Date(moment)
}
const closings = () =>
  w.db
    .selectFrom('closing')
    .select(['number', 'day', 'cents'])
    .where('registry_id', '=', registry.id)
    .orderBy('number')
    .execute()
const letters = async () =>
  (
    await w.db
      .selectFrom('outbox')
      .select('template')
      .where('recipient', '=', host.email)
      .where('template', 'like', 'registry-clos%')
      .orderBy('id')
      .execute()
  ).map(one => one.template)
const close = async (process: 'A' | 'B' = 'A') => {
  await w.job('closings', process)
  await w.job('payouts', process)
}

async function given(cents: number) {
  const gift = await aGift(w, registry, { group: true, cents: 10_000 })
  await gives(w, registry, [lineOf(gift, { cents })])
  return gift
}

test('when the day is over in Athens, all open money goes out as one certificate', async () => {
  await given(4000)
  await given(10_000)
  at('2026-11-21T21:59:59Z')
  await close()
  expect(await closings()).toEqual([])
  at('2026-11-21T22:00:00Z')
  await close()
  expect(await closings()).toEqual([{ number: 1, day: '2026-11-21', cents: 14_000 }])
  expect(await mine()).toEqual([14_000])
  expect(await letters()).toContain('registry-closed')
  expect(await moneyOf(w, registry.id)).toEqual({ contribution: 14_000, certificate: -14_000 })
  const { status } = await w.call(createCart, {
    registry_id: registry.code,
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
  await given(4000)
  await w.db.updateTable('registry').set({ closing_day: day }).where('id', '=', registry.id).execute()
  at(before)
  await close()
  expect(await closings()).toEqual([])
  at(after)
  await close()
  expect(await closings()).toMatchObject([{ number: 1, cents: 4000 }])
})

test('two processes at the same second, again and again: closed once', again, async () => {
  await given(4000)
  at('2026-11-21T22:00:00Z')
  await Promise.all([close('A'), close('B'), close('A'), close('B')])
  for (let more = 0; more < 3; more++) await close(more % 2 ? 'A' : 'B')
  expect(await closings()).toHaveLength(1)
  expect(await mine()).toEqual([4000])
  expect((await letters()).filter(one => one === 'registry-closed')).toHaveLength(1)
})

test('a closing killed before the shop was asked, or after it answered, is resumed', async () => {
  await given(4000)
  at('2026-11-21T22:00:00Z')
  await w.job('closings')
  expect(await mine()).toEqual([])
  w.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: 'lost' }]
  await w.job('payouts')
  w.shop.faults.routes = []
  expect(await mine()).toEqual([4000])
  at('2026-11-21T22:05:00Z')
  await close('B')
  expect(await mine()).toEqual([4000])
  expect(
    await w.db.selectFrom('payout').select('state').where('registry_id', '=', registry.id).execute(),
  ).toEqual([{ state: 'done' }])
})

test('a guest who is at the checkout is waited for', async () => {
  const gift = await given(4000)
  at('2026-11-21T21:55:00Z')
  const { data } = await w.call<{ reference: string }>(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, { cents: 1000 })],
  })
  at('2026-11-21T22:03:00Z')
  await close()
  expect(await closings()).toEqual([])
  const { cart_id } = await w.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  await w.shop.actions.pay(cart_id ?? '')
  await w.deliver()
  await close()
  expect(await mine()).toEqual([5000])
})

describe('after a closing', () => {
  test('money that comes late goes out by itself, a day later, under the next number', async () => {
    const gift = await given(4000)
    at('2026-11-21T21:58:00Z')
    const { data } = await w.call<{ reference: string }>(createCart, {
      registry_id: registry.code,
      line_items: [lineOf(gift, { cents: 1000 })],
    })
    at('2026-11-21T22:30:00Z')
    await close()
    const { cart_id } = await w.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('reference', '=', data.reference)
      .executeTakeFirstOrThrow()
    await w.shop.actions.pay(cart_id ?? '')
    await w.deliver()
    await close()
    expect(await mine()).toEqual([4000])
    at('2026-11-22T23:00:00Z')
    await close()
    expect((await mine()).sort()).toEqual([1000, 4000])
    expect((await closings()).map(one => one.number)).toEqual([1, 2])
    expect((await letters()).filter(one => one === 'registry-closed')).toHaveLength(1)
  })

  test('moving the date opens it again; the next closing pays what came since', async () => {
    const gift = await given(4000)
    at('2026-11-21T22:00:00Z')
    await close()
    const moved = await w.call(
      updateRegistry,
      { id: registry.code, end_date: '2027-08-01' },
      { as: host.token },
    )
    expect(moved.status).toBe(200)
    await gives(w, registry, [lineOf(gift, { cents: 3000 })])
    await close()
    expect(await closings()).toHaveLength(1)
    at('2027-08-01T21:00:00Z')
    await close()
    expect(await closings()).toMatchObject([{ cents: 4000 }, { number: 2, day: '2027-08-01', cents: 3000 }])
    expect((await mine()).sort()).toEqual([3000, 4000])
    expect((await letters()).filter(one => one === 'registry-closed')).toHaveLength(2)
  })

  test('what was refunded after payout is taken off the next closing', async () => {
    const gift = await aGift(w, registry, { group: true, cents: 10_000 })
    const order = await gives(w, registry, [lineOf(gift, { cents: 4000 })])
    await w.call(contract.createGiftCertificate, { id: gift.id }, { as: host.token })
    await w.shop.actions.refund(order)
    await w.deliver()
    await given(9000)
    at('2026-11-21T22:00:00Z')
    await close()
    expect((await mine()).sort()).toEqual([4000, 5000])
    const { data } = await w.call<CollectedMoney>(
      contract.getCollectedGifts,
      { registry_id: registry.code },
      { as: host.token },
    )
    expect(data).toMatchObject({ open: 0, owed: 0, closed: 1 })
  })
})

test('the host is told a week before and on the day, each once', async () => {
  await w.db
    .updateTable('registry')
    .set({ closing_day: '2026-12-20', created_at: '2026-11-01T00:00:00Z' })
    .where('id', '=', registry.id)
    .execute()
  for (const day of ['2026-12-10', '2026-12-13', '2026-12-14', '2026-12-20', '2026-12-20']) {
    at(`${day}T08:00:00Z`)
    await Promise.all([w.job('closing-reminders', 'A'), w.job('closing-reminders', 'B')])
  }
  expect(await letters()).toEqual(['registry-closing-week', 'registry-closing-day'])
})

test('whoever deactivated his account is not told that his registry closes tonight', async () => {
  await w.db.updateTable('customer').set({ deletion_requested_at: start }).where('id', '=', host.id).execute()
  await w.job('closing-reminders')
  expect(await letters()).toEqual([])
})
