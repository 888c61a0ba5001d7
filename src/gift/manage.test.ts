import { beforeEach, describe, expect, test } from 'vitest'
import { giftProducts, openGiftTest } from '../../test/gifts.ts'
import { opened } from '../../test/opened.ts'
import { getRow } from '../server/postgres/rows.ts'

const { teapot } = giftProducts

const gifts = opened(() => openGiftTest())
beforeEach(() => gifts.createRegistry())

test('the answers carry the messages of adding and removing', async () => {
  const added = await gifts.add([{ product_id: teapot }])
  expect(added.message).toBe('Product Added to The Registry')
  expect((await gifts.remove(added.data.added[0]!.id)).message).toBe('Product is Removed From Your Registry')
})

test('only the fields that are sent are changed; an empty note removes it', async () => {
  const gift_id = await gifts.addTeapot({ note: 'παλιά', must_have: true })
  expect(await gifts.change({ gift_id, quantity: 4 })).toMatchObject({ status: 200 })
  expect(await gifts.show()).toMatchObject([
    { quantity: 4, note: 'παλιά', must_have: 1, is_group_gifting: 0 },
  ])
  await gifts.change({ gift_id, note: '', must_have: '0', is_group_gifting: '1' })
  expect(await gifts.show()).toMatchObject([{ quantity: 1, note: null, must_have: 0, is_group_gifting: 1 }])
})

describe('once something was given', () => {
  test('the group switch and units below what is given or reserved are locked, the rest isn’t', async () => {
    const gift_id = await gifts.addTeapot({ quantity: 5 })
    await gifts.give(gift_id, { units: 2, cents: 12_800 })
    await gifts.give(gift_id, { units: 1, cents: 6400, state: 'held' })
    expect(await gifts.show()).toMatchObject([{ how_many_sale: 2, held_units: 1, open_units: 2, givers: 1 }])
    const refused = await gifts.change({ gift_id, quantity: 2, is_group_gifting: true })
    expect(refused).toMatchObject({ status: 409, data: { code: 'gift_locked' } })
    expect(Object.keys(refused.data.fields ?? {})).toEqual(['is_group_gifting', 'quantity'])
    expect(await gifts.change({ gift_id, quantity: 3, note: 'ευχαριστούμε' })).toMatchObject({ status: 200 })
    expect(await gifts.remove(gift_id)).toMatchObject({ status: 409, data: { code: 'gift_has_money' } })
  })

  test('a group gift with money stays a group gift', async () => {
    const gift_id = await gifts.addTeapot({ is_group_gifting: true })
    await gifts.give(gift_id, { cents: 4000 })
    await gifts.give(gift_id, { cents: 1000, state: 'pending' })
    expect(await gifts.show()).toMatchObject([{ collected: 40, remaining: 24, held: 10, open_amount: 14 }])
    expect((await gifts.change({ gift_id, is_group_gifting: '0' })).data.fields).toEqual({
      is_group_gifting: expect.stringContaining('Money is already in'),
    })
  })

  test('a gift that is only reserved is locked until the reservation expires', async () => {
    const gift_id = await gifts.addTeapot()
    await gifts.give(gift_id, { cents: 6400, state: 'held' })
    expect(await gifts.show()).toMatchObject([{ state: 'held', open_units: 0 }])
    expect(await gifts.remove(gift_id)).toMatchObject({ status: 409, data: { code: 'gift_is_held' } })
    const before = gifts.clock.now
    gifts.clock.now = new Date(before.getTime() + 1_000_000)
    expect(await gifts.remove(gift_id)).toMatchObject({ status: 200 })
    gifts.clock.now = before
    expect(await gifts.show()).toEqual([])
  })
})

test('each change raises the registry’s version', async () => {
  const version = async () =>
    (await getRow(gifts.db, 'registry', { code: gifts.registry_id }, ['version'])).version
  const gift_id = await gifts.addTeapot()
  expect(await version()).toBe(2)
  await gifts.change({ gift_id, quantity: 2 })
  expect(await version()).toBe(3)
  await gifts.remove(gift_id)
  expect(await version()).toBe(4)
})

test('only a host may add, change or remove; for others the registry is missing', async () => {
  const gift_id = await gifts.addTeapot()
  for (const token of ['', 'wrong']) {
    expect(await gifts.add([{ product_id: teapot }], token)).toMatchObject({ status: 401 })
    expect(await gifts.change({ gift_id, quantity: 9 }, token)).toMatchObject({ status: 401 })
    expect(await gifts.remove(gift_id, token)).toMatchObject({ status: 401 })
  }
  const missing = await gifts.change({ gift_id: 999_999, quantity: 9 }, gifts.otherHost.token)
  expect(missing.status).toBe(404)
  expect(await gifts.add([{ product_id: teapot }], gifts.otherHost.token)).toEqual(missing)
  expect(await gifts.change({ gift_id, quantity: 9 }, gifts.otherHost.token)).toEqual(missing)
  expect(await gifts.remove(gift_id, gifts.otherHost.token)).toEqual(missing)
  expect(await gifts.show()).toMatchObject([{ quantity: 1 }])
})

test('text that can’t be stored is a wrong field, never a failure', async () => {
  const gift_id = await gifts.addTeapot()
  for (const note of ['a\u0000b', '\ud800', 'a\u202eb', 'ω'.repeat(201)]) {
    expect((await gifts.change({ gift_id, note })).data.fields).toHaveProperty('note')
    expect((await gifts.refusedAdd([{ product_id: teapot, note }])).data.fields).toHaveProperty([
      'products.0.note',
    ])
  }
})
