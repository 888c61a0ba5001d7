import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDraft, type HostWorld, hostWorld, mirror } from '../../../test/hosts.ts'
import { saveRegistry } from '../../registry/registry/contract.ts'
import * as contract from './contract.ts'

let world: HostWorld
let host: Awaited<ReturnType<HostWorld['host']>>
let other: Awaited<ReturnType<HostWorld['host']>>
let registry_id: string

const teapot = 11
const shirt = 12
const gone = 13
const priceless = 14
const giftCard = 15

beforeAll(async () => {
  world = await hostWorld()
  host = await world.host()
  other = await world.host('Άννα')
  await mirror(world.db, [
    { id: teapot, cents: 6400 },
    { id: shirt, cents: 2000, variants: [121, 122] },
    { id: gone, available: false },
    { id: priceless, cents: null },
    { id: giftCard, cents: 10_000, type: 'giftcertificate' },
  ])
})
afterAll(() => world.close())
beforeEach(async () => {
  registry_id = await aRegistry()
})

async function aRegistry(draft: object = {}, token = host.token): Promise<string> {
  const { data } = await world.call<{ id: string }>(saveRegistry, { ...aDraft, ...draft }, token)
  return data.id
}

type Shown = Record<string, unknown> & { id: number }
const add = (products: object[], token: string | undefined = host.token) =>
  world.call<{ added: Shown[] }>(contract.addGifts, { registry_id, products }, token)
const refusedAdd = (products: object[]) =>
  world.call(contract.addGifts, { registry_id, products }, host.token)
const shown = async (token?: string, more: object = {}) =>
  (await world.call<{ data: Shown[] }>(contract.showGifts, { registry_id, ...more }, token)).data.data
const change = (input: object, token: string | undefined = host.token) =>
  world.call(contract.changeGift, input, token)
const remove = (gift_id: number, token: string | undefined = host.token) =>
  world.call(contract.removeGift, { gift_id }, token)

async function aGift(wish: object = {}): Promise<number> {
  const { data } = await add([{ product_id: teapot, ...wish }])
  return data.added[0]!.id
}

let orders = 500

/** An order in the shop, or only a hand-off on its way there. */
async function give(
  gift_id: number,
  what: { units?: number; cents: number; state?: 'paid' | 'pending' | 'held' },
) {
  const { units = 1, cents, state = 'paid' } = what
  const gift = await world.db
    .selectFrom('gift')
    .selectAll()
    .where('id', '=', gift_id)
    .executeTakeFirstOrThrow()
  const kind = gift.is_group ? ('contribution' as const) : ('units' as const)
  const order_id = ++orders
  const handoff = await world.db
    .insertInto('handoff')
    .values({
      reference: `r${order_id}`,
      idempotency_key: `k${order_id}`,
      fingerprint: '',
      registry_id: gift.registry_id,
      language: 'en',
      channel_id: 1,
      visibility: 'full',
      state: state === 'held' ? 'open' : 'ordered',
      reserved_until: new Date(world.clock.now.getTime() + 900_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { gift_id, registry_id: gift.registry_id, kind, units, cents, handoff_id: handoff.id }
  if (state === 'held')
    return world.db
      .insertInto('handoff_line')
      .values({ ...line, product_id: gift.product_id, variant_id: gift.variant_id })
      .execute()
  const credited = { credited_units: units, credited_cents: cents }
  const stamp = { ordered_at: world.clock.now, visibility: 'full' as const }
  return world.db
    .insertInto('purchase')
    .values({ ...line, ...credited, ...stamp, state, order_id, line_id: 1 })
    .execute()
}

test('what was done is said as specification §8 words it', async () => {
  const added = await add([{ product_id: teapot }])
  expect(added.message).toBe('Product Added to The Registry')
  expect((await remove(added.data.added[0]!.id)).message).toBe('Product is Removed From Your Registry')
})

test('gifts are shown in the host’s order, in the reader’s language, with price and picture of the shop', async () => {
  await add([
    { product_id: teapot, quantity: 2, note: 'Η κόκκινη', must_have: true },
    { product_id: shirt, variant_id: 122 },
  ])
  const [first, second] = await shown(undefined, { lang: 'el' })
  expect(first).toMatchObject({
    product_id: teapot,
    name: 'Τσαγιέρα 11',
    brand: 'Keramos',
    price: 64,
    quantity: 2,
    how_many_sale: 0,
    open_units: 2,
    note: 'Η κόκκινη',
    must_have: 1,
    state: 'open',
  })
  expect(second).toMatchObject({
    variant_id: 122,
    sku: 'SKU-12-122',
    price: 21,
    selected_options: [{ option: 'Χρώμα', value: 'Μπλε' }],
  })
  expect((await shown(undefined, { lang: 'en' }))[0]).toMatchObject({ name: 'Teapot 11' })
})

test.each([
  ['numbered', ['products[0]', 'products[1]']],
  ['with a row that was taken out', ['products[1]', 'products[10]']],
])('a form carries wishes as a list, %s', async (_, names) => {
  const form = new URLSearchParams({ registry_id })
  const ids = [teapot, giftCard]
  names.forEach((name, index) => {
    form.set(`${name}[product_id]`, String(ids[index]))
    form.set(`${name}[quantity]`, String(index + 1))
  })
  const headers = { authorization: `Bearer ${host.token}` }
  const answer = await world.app.request(`/api${contract.addGifts.path}`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(await answer.json()).toMatchObject({
    data: { added: ids.map((product_id, index) => ({ product_id, quantity: index + 1 })) },
  })
})

test('the same product and variant gains the quantity, another variant is another gift', async () => {
  await add([{ product_id: shirt, variant_id: 121, quantity: 2 }])
  await add([
    { product_id: shirt, variant_id: 121, quantity: 3 },
    { product_id: shirt, variant_id: 122 },
  ])
  expect((await shown()).map(gift => gift.quantity)).toEqual([5, 1])
})

test('two additions at once lose nothing', async () => {
  await Promise.all(Array.from({ length: 8 }, () => add([{ product_id: teapot }])))
  expect(await shown()).toMatchObject([{ quantity: 8 }])
})

test('what is added once is one, however often and close together it is pressed', async () => {
  await Promise.all(Array.from({ length: 4 }, () => add([{ product_id: teapot, once: true }])))
  await add([{ product_id: teapot, once: 'on' }])
  expect(await shown()).toMatchObject([{ quantity: 1 }])
})

test('a group gift is one, whatever was asked for, and stays one', async () => {
  await add([{ product_id: teapot, quantity: 5, is_group_gifting: true }])
  await add([{ product_id: teapot, quantity: 2 }])
  expect(await shown()).toMatchObject([
    { is_group_gifting: 1, quantity: 1, remaining: 64, open_amount: 64, open_units: 1 },
  ])
})

test('in a group activity every gift starts as a group gift', async () => {
  registry_id = await aRegistry({ type: 'group-activity' })
  await add([{ product_id: teapot, quantity: 2 }])
  expect(await shown()).toMatchObject([{ is_group_gifting: 1, quantity: 1 }])
})

test('gift cards are gifts like others, and keep the price of the wish', async () => {
  await add([{ product_id: giftCard }])
  await world.db.updateTable('product').set({ price_cents: 20_000 }).where('id', '=', giftCard).execute()
  expect(await shown()).toMatchObject([{ type: 'giftcertificate', price: 100 }])
})

test('a product the shop doesn’t sell is refused, and nothing of the call is added', async () => {
  for (const product_id of [gone, priceless, 999_999]) {
    const answer = await refusedAdd([{ product_id: teapot }, { product_id }])
    expect(answer).toMatchObject({
      status: 409,
      message: 'Product is Not Available',
      data: { fields: { 'products.1.product_id': 'Product is Not Available' } },
    })
  }
  expect(await shown()).toEqual([])
})

test('where there are options one must be chosen', async () => {
  for (const variant_id of [undefined, 999])
    expect(await refusedAdd([{ product_id: shirt, variant_id }])).toMatchObject({
      status: 422,
      data: { fields: { 'products.0.variant_id': 'Please choose one of the options first' } },
    })
})

test('every wrong field of a wish is told at once', async () => {
  const { status, data } = await refusedAdd([{ product_id: 'x', quantity: 0, note: 'ά'.repeat(201) }])
  expect(status).toBe(422)
  expect(Object.keys(data.fields ?? {})).toEqual([
    'products.0.product_id',
    'products.0.quantity',
    'products.0.note',
  ])
  expect((await refusedAdd([{ product_id: 2_147_483_648 }])).status).toBe(422)
  await add([{ product_id: teapot, quantity: 60 }])
  expect((await refusedAdd([{ product_id: teapot, quantity: 40 }])).data.fields).toEqual({
    'products.0.quantity': 'At most 99 of one gift',
  })
})

test('a gift is changed field by field; an emptied note is gone', async () => {
  const gift_id = await aGift({ note: 'παλιά', must_have: true })
  expect(await change({ gift_id, quantity: 4 })).toMatchObject({ status: 200 })
  expect(await shown()).toMatchObject([{ quantity: 4, note: 'παλιά', must_have: 1, is_group_gifting: 0 }])
  await change({ gift_id, note: '', must_have: '0', is_group_gifting: '1' })
  expect(await shown()).toMatchObject([{ quantity: 1, note: null, must_have: 0, is_group_gifting: 1 }])
})

describe('once something was given', () => {
  test('units below what is covered and the switch are locked, the rest is free', async () => {
    const gift_id = await aGift({ quantity: 5 })
    await give(gift_id, { units: 2, cents: 12_800 })
    await give(gift_id, { units: 1, cents: 6400, state: 'held' })
    expect(await shown()).toMatchObject([{ how_many_sale: 2, held_units: 1, open_units: 2, givers: 1 }])
    const refused = await change({ gift_id, quantity: 2, is_group_gifting: true })
    expect(refused).toMatchObject({ status: 409, data: { code: 'gift_locked' } })
    expect(Object.keys(refused.data.fields ?? {})).toEqual(['is_group_gifting', 'quantity'])
    expect(await change({ gift_id, quantity: 3, note: 'ευχαριστούμε' })).toMatchObject({ status: 200 })
    expect(await remove(gift_id)).toMatchObject({ status: 409, data: { code: 'gift_has_money' } })
  })

  test('a group gift with money in stays one', async () => {
    const gift_id = await aGift({ is_group_gifting: true })
    await give(gift_id, { cents: 4000 })
    await give(gift_id, { cents: 1000, state: 'pending' })
    expect(await shown()).toMatchObject([{ collected: 40, remaining: 24, held: 10, open_amount: 14 }])
    expect((await change({ gift_id, is_group_gifting: '0' })).data.fields).toEqual({
      is_group_gifting: expect.stringContaining('Money is already in'),
    })
  })

  test('what is held only is locked as long as it is held', async () => {
    const gift_id = await aGift()
    await give(gift_id, { cents: 6400, state: 'held' })
    expect(await shown()).toMatchObject([{ state: 'held', open_units: 0 }])
    expect(await remove(gift_id)).toMatchObject({ status: 409, data: { code: 'gift_is_held' } })
    const before = world.clock.now
    world.clock.now = new Date(before.getTime() + 1_000_000)
    expect(await remove(gift_id)).toMatchObject({ status: 200 })
    world.clock.now = before
    expect(await shown()).toEqual([])
  })
})

test('a removed gift can be wished for again', async () => {
  await remove(await aGift())
  await aGift()
  expect(await shown()).toHaveLength(1)
})

test('what the shop no longer sells is hidden from guests unless it was given', async () => {
  const product_id = 5000 + orders
  await mirror(world.db, [{ id: product_id }])
  const gift_id = await aGift({ product_id })
  await world.db.updateTable('product').set({ available: false }).where('id', '=', product_id).execute()
  expect(await shown()).toEqual([])
  expect(await shown(host.token)).toMatchObject([{ state: 'unavailable' }])
  await give(gift_id, { cents: 5000 })
  expect(await shown()).toMatchObject([{ state: 'given' }])
})

test('the statistic counts units by price band', async () => {
  const gift_id = await aGift({ quantity: 3 })
  await add([{ product_id: shirt, variant_id: 121, is_group_gifting: true }])
  await give(gift_id, { cents: 6400 })
  const { data } = await world.call(contract.showGiftStatistics, { registry_id })
  expect(data).toEqual({
    added: { dollar050: 1, dollar50100: 3, dollar100150: 0, dollar150plus: 0 },
    purchased: { dollar050: 0, dollar50100: 1, dollar100150: 0, dollar150plus: 0 },
    available: { dollar050: 1, dollar50100: 2, dollar100150: 0, dollar150plus: 0 },
    gift_items: 1,
    group_gifting_items: 1,
  })
})

test('each change raises the registry’s version', async () => {
  const version = async () =>
    (
      await world.db
        .selectFrom('registry')
        .select('version')
        .where('code', '=', registry_id)
        .executeTakeFirst()
    )?.version
  const gift_id = await aGift()
  expect(await version()).toBe(2)
  await change({ gift_id, quantity: 2 })
  expect(await version()).toBe(3)
  await remove(gift_id)
  expect(await version()).toBe(4)
})

describe('only the host', () => {
  test('may add, change or remove; to others his registry is missing', async () => {
    const gift_id = await aGift()
    for (const token of ['', 'wrong']) {
      expect(await add([{ product_id: teapot }], token)).toMatchObject({ status: 401 })
      expect(await change({ gift_id, quantity: 9 }, token)).toMatchObject({ status: 401 })
      expect(await remove(gift_id, token)).toMatchObject({ status: 401 })
    }
    const missing = await change({ gift_id: 999_999, quantity: 9 }, other.token)
    expect(missing.status).toBe(404)
    expect(await add([{ product_id: teapot }], other.token)).toEqual(missing)
    expect(await change({ gift_id, quantity: 9 }, other.token)).toEqual(missing)
    expect(await remove(gift_id, other.token)).toEqual(missing)
    expect(await shown()).toMatchObject([{ quantity: 1 }])
  })

  test('may look into a private registry', async () => {
    registry_id = await aRegistry({ registry_status: 'private' })
    await aGift()
    for (const token of [undefined, 'wrong', other.token])
      for (const call of [contract.showGifts, contract.showGiftStatistics])
        expect(await world.call(call, { registry_id }, token)).toMatchObject({ status: 404 })
    expect(await shown(host.token)).toHaveLength(1)
  })
})

test('text that can’t be kept is a wrong field, never a failure', async () => {
  const gift_id = await aGift()
  for (const note of ['a\u0000b', '\ud800', 'a\u202eb', 'ω'.repeat(201)]) {
    expect((await change({ gift_id, note })).data.fields).toHaveProperty('note')
    expect((await refusedAdd([{ product_id: teapot, note }])).data.fields).toHaveProperty(['products.0.note'])
  }
})
