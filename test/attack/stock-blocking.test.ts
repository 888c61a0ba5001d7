import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCart } from '../../src/checkout/hand-off.contract.ts'
import { maxUnpaidReservations } from '../../src/checkout/limits.ts'
import { ensureWebhooks } from '../../src/orders/webhooks/webhooks.ts'
import { signText } from '../../src/server/context/signing.ts'
import { findRows } from '../../src/server/postgres/rows.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../builders.ts'
import { expectInvariants } from '../invariants.ts'
import { opened } from '../opened.ts'
import { cartIdOf, jobContextOf } from '../orders.ts'
import { testApp } from '../test-app.ts'

/** Nobody sets aside the gifts of others for long by hand-offs that are never paid (R413). */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => ensureWebhooks(await jobContextOf(app)))
beforeEach(async () => {
  // A day later: what an earlier test has reserved counts no more.
  app.later(3 * 24 * 60)
  registry = await aRegistry(app, await aHost(app))
})

let addressCount = 0
/** An address that no other test has used. */
const newAddress = () => `198.51.100.${++addressCount}`

/** What the cart page's cookie holds for a browser that comes for the first time. */
const newDevice = () =>
  signText('cookie giver_device', randomUUID(), app.config, new Date(app.clock.now.getTime() + 86_400_000))

interface Attempt {
  device?: string
  from?: string
  process?: 'A' | 'B'
  to?: { code: string }
  key?: string
}

/** Hands a cart of these gifts off; answers whether it reserves them, or the error's code. */
async function handOff(gifts: AGift[], attempt: Attempt = {}): Promise<boolean | string> {
  const { device, from, process, to = registry, key } = attempt
  const answer = await app.call<{ reserved: number; code: string }>(
    createCart,
    {
      registry_id: to.code,
      line_items: gifts.map(gift => lineOf(gift, { units: 1 })),
      ...(device && { device }),
      ...(key && { idempotency_key: key }),
    },
    { ...(from && { from }), ...(process && { process }) },
  )
  return answer.status === 200 ? answer.data.reserved === 1 : answer.data.code
}

const manyGifts = async (count: number) => {
  const gifts: AGift[] = []
  for (let index = 0; index < count; index++) gifts.push(await aGift(app, registry))
  return gifts
}

/** The next reservation can begin. */
async function nextQuarter() {
  app.later(16)
  await app.job('expired-reservations')
}

describe('open hand-offs', () => {
  test('of one device reserve five times, wherever it is', async () => {
    const gifts = await manyGifts(6)
    const device = newDevice()
    const results = []
    for (const gift of gifts) results.push(await handOff([gift], { device, from: newAddress() }))
    expect(results).toEqual([true, true, true, true, true, false])
    expect(await handOff([gifts[5]!])).toBe(true)
  })

  test('of a caller without a device are counted by its address, and by no name that it makes up', async () => {
    const gifts = await manyGifts(6)
    const from = newAddress()
    const results = []
    for (const [index, gift] of gifts.entries())
      results.push(await handOff([gift], { device: `0.0.tdevice${index}.signature`, from }))
    expect(results).toEqual([true, true, true, true, true, false])
  })

  test('of one address reserve ten times in one registry, with a new device each time', async () => {
    const gifts = await manyGifts(11)
    const from = newAddress()
    const results = []
    for (const gift of gifts) results.push(await handOff([gift], { device: newDevice(), from }))
    expect(results).toEqual([...Array(10).fill(true), false])
    const other = await aRegistry(app, await aHost(app))
    expect(await handOff([await aGift(app, other)], { device: newDevice(), from, to: other })).toBe(true)
  })

  test('sent at once in many registries are counted one after another', async () => {
    const device = newDevice()
    const targets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const to = await aRegistry(app, await aHost(app))
        return { to, gift: await aGift(app, to) }
      }),
    )
    const results = await Promise.all(
      targets.map(({ to, gift }) => handOff([gift], { device, to, from: newAddress() })),
    )
    expect(results.filter(result => result === true)).toHaveLength(5)
    expect(results.filter(result => result === false)).toHaveLength(3)
  })
})

describe('one gift, again and again', () => {
  /** How often it could be reserved, one attempt a quarter of an hour. */
  async function countHeld(attempts: number, attemptOf: (index: number) => Attempt): Promise<number> {
    const gift = await aGift(app, registry)
    let held = 0
    for (let index = 0; index < attempts; index++) {
      if (await handOff([gift], attemptOf(index))) held++
      await nextQuarter()
    }
    return held
  }
  const attempts = process.env.TEST_FULL ? 90 : 20

  test('from one address, with new devices', async () => {
    const from = newAddress()
    expect(await countHeld(attempts, () => ({ device: newDevice(), from }))).toBe(
      maxUnpaidReservations.network,
    )
  })

  test('with the same click repeated', async () => {
    const from = newAddress()
    const key = randomUUID()
    const held = await countHeld(attempts, () => ({ from, key }))
    expect(held).toBe(maxUnpaidReservations.network)
  })

  test('from every network that one provider gives to a customer', async () => {
    const held = await countHeld(attempts, index => ({ from: `2001:db8:7:${index}::1`, device: newDevice() }))
    expect(held).toBe(maxUnpaidReservations.wideNetwork)
  })

  test('from everywhere', async () => {
    const held = await countHeld(attempts, index => ({ from: `203.0.113.${index}`, device: newDevice() }))
    expect(held).toBe(maxUnpaidReservations.everybody)
  })
})

test('who holds the last of many units is measured by what is left', async () => {
  const gift = await aGift(app, registry, { quantity: 12 })
  const buyer = await app.call<{ reference: string }>(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, { units: 11 })],
  })
  await payReference(buyer.data.reference)
  const from = newAddress()
  let held = 0
  for (let index = 0; index < 8; index++) {
    if (await handOff([gift], { device: newDevice(), from })) held++
    await nextQuarter()
  }
  expect(held).toBe(maxUnpaidReservations.network)
})

test('guests who pay are never counted', async () => {
  const from = newAddress()
  const gifts = await manyGifts(7)
  for (const gift of gifts) {
    const { data } = await app.call<{ reference: string; reserved: number }>(
      createCart,
      { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] },
      { from },
    )
    expect(data.reserved).toBe(1)
    await payReference(data.reference)
  }
})

test('a hand-off without a reservation holds nothing, can be paid, and never oversells', async () => {
  const gifts = await manyGifts(6)
  const from = newAddress()
  for (const gift of gifts.slice(0, 5)) expect(await handOff([gift], { from })).toBe(true)
  const contested = gifts[5]!
  const input = { registry_id: registry.code, line_items: [lineOf(contested, { units: 1 })] }
  const unreserved = await app.call<{ reference: string }>(createCart, input, { from })
  const reserved = await app.call<{ reference: string }>(createCart, input)
  expect([unreserved.status, reserved.status]).toEqual([200, 200])
  await payReference(reserved.data.reference)
  await payReference(unreserved.data.reference)
  const bought = await findRows(app.db, 'purchase', {
    where: { gift_id: contested.id },
    columns: ['credited_units'],
  })
  expect(bought).toHaveLength(2)
  expect(bought.reduce((sum, one) => sum + one.credited_units, 0)).toBe(1)
  await expectInvariants(app.db, registry.id)
})

test('what the shop made no cart for is not counted', async () => {
  const gift = await aGift(app, registry)
  const from = newAddress()
  for (let index = 0; index < 6; index++) {
    app.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: '500', times: 1 }]
    expect(await handOff([gift], { from })).toBe('refused_shop_away')
    app.later(1)
  }
  expect(await handOff([gift], { from })).toBe(true)
})

test.runIf(process.env.TEST_FULL)(
  'one address holds a hundred carts and two hundred gifts a day',
  async () => {
    const from = newAddress()
    let held = 0
    for (let index = 0; index < 24; index++) {
      for (let count = 0; count < 10; count++) {
        registry = await aRegistry(app, await aHost(app))
        if ((await handOff(await manyGifts(2), { device: newDevice(), from })) === true) held += 2
      }
      app.later(11)
    }
    expect(held).toBe(200)
  },
)

async function payReference(reference: string) {
  await app.shop.actions.pay(await cartIdOf(app, reference))
  await app.deliver()
}
