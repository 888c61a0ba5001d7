import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { again, testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

describe('smart change', () => {
  const findShownGift = async (id: number) => {
    const { data } = await app.call<{ data: { id: number; collected: number; how_many_sale: number }[] }>(
      showGifts,
      { registry_id: host.registry.code },
    )
    return data.data.find(one => one.id === id)
  }

  /** A covered gift of 100 € that now costs 40 €, so that 60 € are left over. */
  async function giftWithLeftover() {
    const gift = await host.fundedGift(10_000)
    await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: 40 })
    await app.db.updateTable('product').set({ price_cents: 4000 }).where('id', '=', gift.productId).execute()
    await app.db
      .updateTable('variant')
      .set({ price_cents: 4000 })
      .where('product_id', '=', gift.productId)
      .execute()
    await app.job('order-sync')
    return gift
  }

  test('leftovers are shown by origin, and count for the gift that they are sent to', async () => {
    const from = await giftWithLeftover()
    const to = await aGift(app, host.registry, { group: true, cents: 5000 })
    expect(await host.collected()).toMatchObject({
      change: [{ id: from.id, open: 60 }],
      targets: [{ id: to.id, open: 50 }],
    })
    for (const [amount, code] of [
      [0, 'amount_wrong'],
      [50.01, 'giftcard_full'],
      [9999, 'giftcard_much'],
    ])
      expect(await host.transfer({ id: from.id, type: 'change', to: to.id, amount })).toMatchObject({
        data: { keys: { amount: code } },
      })
    expect(await host.transfer({ id: from.id, type: 'change', to: to.id })).toMatchObject({
      data: { amount: 50 },
    })
    expect(await findShownGift(to.id)).toMatchObject({ collected: 50, how_many_sale: 1 })
    expect(await host.collected()).toMatchObject({ change: [{ open: 10 }], targets: [] })
    await host.redeem({ id: to.id })
    expect((await host.orders()).map(one => one.cents)).toEqual([5000])
  })

  test('a group gift never exceeds its price: transfers and guests at once', again, async () => {
    const from = await giftWithLeftover()
    const to = await aGift(app, host.registry, { group: true, cents: 5000 })
    const transfers = Array.from({ length: 5 }, () =>
      host.transfer({ id: from.id, type: 'change', to: to.id, amount: 20 }),
    )
    const guest = app.call(
      { method: 'POST', path: '/cart/create' },
      {
        registry_id: host.registry.code,
        line_items: [lineOf(to, { cents: 2000 })],
      },
    )
    const replies = await Promise.all([...transfers, guest])
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(2)
    expect((await findShownGift(to.id))?.collected).toBeLessThanOrEqual(50)
  })

  test('money that was sent elsewhere is not credited again when the price rises', async () => {
    const from = await giftWithLeftover()
    const to = await aGift(app, host.registry, { group: true, cents: 6000 })
    await host.transfer({ id: from.id, type: 'change', to: to.id })
    await app.db
      .updateTable('product')
      .set({ price_cents: 20_000 })
      .where('id', '=', from.productId)
      .execute()
    await app.db
      .updateTable('variant')
      .set({ price_cents: 20_000 })
      .where('product_id', '=', from.productId)
      .execute()
    await app.job('order-sync')
    expect(await findShownGift(from.id)).toMatchObject({ collected: 40 })
    expect(await host.collected()).toMatchObject({ open: 100, owed: 0 })
  })

  test('a covered gift keeps its money; money of an unfinished group gift may be sent', async () => {
    const covered = await host.fundedGift(10_000)
    const started = await host.fundedGift(2000)
    const to = await aGift(app, host.registry, { group: true, cents: 9000 })
    expect(await host.transfer({ id: covered.id, to: to.id })).toMatchObject({
      data: { code: 'giftcard_stays' },
    })
    expect(await host.transfer({ id: started.id, to: to.id })).toMatchObject({ data: { amount: 20 } })
    expect(await findShownGift(started.id)).toMatchObject({ collected: 0 })
    expect(await findShownGift(to.id)).toMatchObject({ collected: 20 })
    await giveGifts(app, host.registry, [lineOf(started, { cents: 10_000 })])
    expect(await findShownGift(started.id)).toMatchObject({ collected: 100, how_many_sale: 1 })
  })

  /** 50 € and 40 € are given to one gift, and the 50 € are moved to another; answers the order of the 50 €. */
  async function movedGift() {
    const from = await aGift(app, host.registry, { group: true, cents: 34_000 })
    const to = await aGift(app, host.registry, { group: true, cents: 9000 })
    const order = await giveGifts(app, host.registry, [lineOf(from, { cents: 5000 })])
    await giveGifts(app, host.registry, [lineOf(from, { cents: 4000 })])
    await host.transfer({ id: from.id, to: to.id, amount: 50 })
    expect([(await findShownGift(from.id))?.collected, (await findShownGift(to.id))?.collected]).toEqual([
      40, 50,
    ])
    return { from, to, order }
  }

  test('a refund of money that was sent on comes off the gift where it is now', async () => {
    const { from, to, order } = await movedGift()
    await app.shop.actions.refund(order)
    await app.deliver()
    await app.deliver()
    await app.job('order-sync')
    expect([(await findShownGift(from.id))?.collected, (await findShownGift(to.id))?.collected]).toEqual([
      40, 0,
    ])
    expect(await host.collected()).toMatchObject({ open: 40, owed: 0 })
    const moved = app.db.selectFrom('transfer').select('cents').where('registry_id', '=', host.registry.id)
    expect(await moved.execute()).toEqual([{ cents: 5000 }, { cents: 5000 }])
  })

  test('what has left from there is owed, and no gift shows less than nothing', async () => {
    const { from, to, order } = await movedGift()
    await host.collect({ id: to.id })
    await app.shop.actions.refund(order)
    await app.deliver()
    expect([(await findShownGift(from.id))?.collected, (await findShownGift(to.id))?.collected]).toEqual([
      0, 50,
    ])
    expect(await host.collected()).toMatchObject({ open: 0, owed: 10 })
  })
})
