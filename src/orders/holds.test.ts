import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AWAITING_FULFILLMENT, AWAITING_PAYMENT, CANCELLED, PENDING } from '../../shop/orders/orders.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { emailsOf, handOff, jobContextOf, purchasesOf, sumLedger } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart, getHandoffStatus } from '../checkout/hand-off.contract.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { findOrderDifferences } from './reconciliation/reconciliation.ts'

const pendingDays = 3
const manualVerification = 12
const [hour, day] = [60, 24 * 60]

const app = opened(() => testApp({ env: { PENDING_DAYS: String(pendingDays) } }))
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
beforeAll(async () => {
  host = await aHost(app)
  await app.job('webhook-registration')
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
  gift = await aGift(app, registry, { cents: 4200 })
})
afterEach(() => expectInvariants(app.db, registry.id))

/** Reserved units of the gift, as guests see them. */
async function reservedUnits(): Promise<number> {
  const { data } = await app.call<{ data: { id: number; held_units: number }[] }>(showGifts, {
    registry_id: registry.code,
  })
  return data.data.find(one => one.id === gift.id)?.held_units ?? -1
}

async function isFree(): Promise<boolean> {
  const line_items = [lineOf(gift, { units: 1 })]
  const { status } = await app.call(createCart, { registry_id: registry.code, line_items })
  return status === 200
}

const staffLetters = (order: { id: number }) =>
  app.db.selectFrom('outbox').select('props').where('cause', '=', `order-released:${order.id}`).execute()

describe('an order that waits for its payment', () => {
  test.each([PENDING, AWAITING_PAYMENT, manualVerification])(
    'with status %i holds its gift for PENDING_DAYS, then it is free and staff are told once',
    async status => {
      const { cartId, reference } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
      const order = await app.shop.actions.pay(cartId, {}, 'pending')
      await app.shop.actions.changeStatus(order.id, status)
      await app.deliver()
      app.later(pendingDays * day - hour)
      await app.job('expired-reservations')
      expect([await reservedUnits(), await isFree()]).toEqual([1, false])
      expect(await staffLetters(order)).toEqual([])
      app.later(hour + 1)
      // Readers don't depend on a job that has not run.
      expect(await reservedUnits()).toBe(0)
      expect(await app.call(getHandoffStatus, { reference })).toMatchObject({ data: { state: 'void' } })
      await Promise.all([app.job('expired-reservations', 'A'), app.job('expired-reservations', 'B')])
      await app.shop.actions.changeStatus(order.id, status === PENDING ? AWAITING_PAYMENT : PENDING)
      await app.deliver()
      expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', units: 0, held_until: null }])
      expect(await staffLetters(order)).toMatchObject([
        { props: { order: order.id, code: registry.code, waited: 'payment' } },
      ])
      expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
      expect(await isFree()).toBe(true)
    },
  )

  test('released by being read, before any job: told once as well', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await app.shop.actions.pay(cartId, {}, 'deposit')
    await app.deliver()
    app.later(pendingDays * day + 1)
    await app.shop.actions.changeStatus(order.id, manualVerification)
    await app.deliver()
    await app.job('expired-reservations')
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void' }])
    expect(await staffLetters(order)).toHaveLength(1)
  })

  test('paid after its gift was given by somebody else: it counts, and is one too many', async () => {
    const late = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const lateOrder = await app.shop.actions.pay(late.cartId, {}, 'deposit')
    await app.deliver()
    app.later(pendingDays * day + 1)
    await app.job('expired-reservations')
    const other = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const otherOrder = await app.shop.actions.pay(other.cartId)
    await app.deliver()
    await app.shop.actions.receiveMoney(lateOrder.id)
    await app.shop.actions.changeStatus(lateOrder.id, AWAITING_FULFILLMENT)
    await app.deliver()
    const paid = await purchasesOf(app, gift)
    expect(paid.map(one => [one.order_id, one.state])).toEqual([
      [lateOrder.id, 'paid'],
      [otherOrder.id, 'paid'],
    ])
    const sums = [await sumLedger(app, lateOrder.id), await sumLedger(app, otherOrder.id)]
    // Both bought goods, and neither is money.
    expect(sums).toEqual([{ gift: 4200 }, { gift: 4200 }])
    expect(paid.map(one => one.credited_units).toSorted()).toEqual([0, 1])
    expect(await emailsOf(app, lateOrder.id)).toHaveLength(2)
  })
})

describe('an order that is not finished at the checkout', () => {
  /** Starts an order for which no payment was tried. */
  async function begin(cartId: string) {
    const order = await app.shop.actions.pay(cartId, {}, 'decline')
    await sql`update shop."order" set payment_status = '' where id = ${order.id}`.execute(app.db)
    return order
  }
  /** The shop reports a change of the order, and it is read. */
  async function readAgain({ id }: { id: number }) {
    const { now } = app.clock
    await sql`update shop."order" set payment_status = 'declined', modified = ${now} where id = ${id}`.execute(
      app.db,
    )
    await app.job('order-sync')
  }

  test('whose card was declined holds its gift for 30 minutes more, however often it is read and tried', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    app.later(10)
    const order = await app.shop.actions.pay(cartId, {}, 'decline')
    await app.deliver()
    app.later(20)
    await readAgain(order)
    await app.shop.actions.pay(cartId, {}, 'decline')
    await app.deliver()
    app.later(9)
    await app.job('expired-reservations')
    expect([await reservedUnits(), await isFree()]).toEqual([1, false])
    app.later(2)
    expect(await reservedUnits()).toBe(0)
    await app.job('expired-reservations')
    await readAgain(order)
    expect(await isFree()).toBe(true)
  })

  test('whose card is declined hours later holds its gift for 30 minutes from then', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await begin(cartId)
    await app.deliver()
    app.later(5 * hour)
    expect(await reservedUnits()).toBe(1)
    await readAgain(order)
    app.later(29)
    await readAgain(order)
    expect(await reservedUnits()).toBe(1)
    app.later(2)
    expect(await reservedUnits()).toBe(0)
  })

  test('holds its gift for 24 hours from its date, however often it is read; the guest may come back', async () => {
    const line_items = [lineOf(gift, { units: 1 })]
    const click = { registry_id: registry.code, line_items, idempotency_key: `click-${registry.code}` }
    const { data } = await app.call<{ reference: string }>(createCart, click)
    const { cart_id } = await app.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('reference', '=', data.reference)
      .executeTakeFirstOrThrow()
    app.later(10)
    const order = await begin(cart_id!)
    await app.deliver()
    await app.job('expired-reservations')
    app.later(24 * hour - 1)
    await app.job('expired-reservations')
    expect([await reservedUnits(), await isFree()]).toEqual([1, false])
    // It isn't counted as given or shown to the hosts, and its guest isn't told that it was paid.
    expect(await purchasesOf(app, gift)).toEqual([])
    expect(await app.call(createCart, click)).toMatchObject({
      status: 200,
      data: { reference: data.reference },
    })
    expect(await app.call(getHandoffStatus, data)).toMatchObject({ data: { state: 'open' } })
    await begin(cart_id!)
    await app.deliver()
    app.later(1)
    expect(await reservedUnits()).toBe(0)
    await Promise.all([app.job('expired-reservations', 'A'), app.job('expired-reservations', 'B')])
    expect(await staffLetters(order)).toMatchObject([{ props: { waited: 'checkout' } }])
    expect(await findOrderDifferences(await jobContextOf(app))).toEqual([])
    expect(await isFree()).toBe(true)
  })

  test('finished by the same guest within the day: it counts, and nobody is written to in vain', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    await begin(cartId)
    await app.deliver()
    app.later(20 * hour)
    const order = await app.shop.actions.pay(cartId)
    await app.deliver()
    app.later(2 * day)
    await app.job('expired-reservations')
    expect(await sumLedger(app, order.id)).toEqual({ gift: 4200 })
    expect(await staffLetters(order)).toEqual([])
  })

  test('begun after the reservation ended: it is made again, unless somebody else was faster', async () => {
    const slow = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const group = await aGift(app, registry, { group: true, cents: 5000 })
    const [share, rest] = [
      await handOff(app, registry, [lineOf(group, { cents: 4000 })]),
      lineOf(group, { cents: 1500 }),
    ]
    app.later(20)
    await app.job('expired-reservations')
    await handOff(app, registry, [rest])
    await begin(slow.cartId)
    await begin(share.cartId)
    await app.deliver()
    app.later(20 * hour)
    await app.job('expired-reservations')
    expect([await reservedUnits(), await isFree()]).toEqual([1, false])
    await handOff(app, registry, [lineOf(group, { cents: 5000 })])
    app.later(5 * hour)
    await app.job('expired-reservations')
    // A second attempt with the same cart holds nothing any more.
    await begin(slow.cartId)
    await app.deliver()
    expect([await reservedUnits(), await isFree()]).toEqual([0, true])
  })

  test('cancelled by staff: the gift is free after the usual minutes', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await begin(cartId)
    await app.deliver()
    app.later(2 * hour)
    await app.shop.actions.changeStatus(order.id, CANCELLED)
    await app.deliver()
    expect(await reservedUnits()).toBe(1)
    app.later(16)
    expect([await reservedUnits(), await isFree()]).toEqual([0, true])
  })

  test('does not put off the closing of the registry, and is money like any other when it is paid late', async () => {
    const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
    const order = await begin(cartId)
    await app.deliver()
    const closed = { closing_day: '2026-11-20' }
    await app.db.updateTable('registry').set(closed).where('id', '=', registry.id).execute()
    await app.job('closings')
    const { last_closed_day } = await app.db
      .selectFrom('registry')
      .select('last_closed_day')
      .where('id', '=', registry.id)
      .executeTakeFirstOrThrow()
    expect(last_closed_day).toBe('2026-11-20')
    await app.db
      .updateTable('handoff')
      .set({ created_at: new Date('2026-11-19T10:00:00Z') })
      .where('registry_id', '=', registry.id)
      .execute()
    await app.shop.actions.pay(cartId)
    await app.deliver()
    expect(await sumLedger(app, order.id)).toEqual({ gift: 4200 })
  })
})
