import { beforeAll, beforeEach, expect, test } from 'vitest'
import { giftProducts, openGiftTest } from '../../test/gifts.ts'
import { opened } from '../../test/opened.ts'
import { swapGift } from './swap.contract.ts'

const { teapot, shirt, shirtVariants, soldOut } = giftProducts

/** A host's wish for a teapot with at least two per order, of which the shop has five in stock (R321). */
const gifts = opened(() => openGiftTest())
beforeAll(async () => {
  const rules = { min_quantity: 2, max_quantity: 3, stock: 5 }
  await gifts.db.updateTable('product').set(rules).where('id', '=', teapot).execute()
  await gifts.db.updateTable('variant').set({ stock: 1 }).where('id', '=', shirtVariants[0]!).execute()
})
beforeEach(() => gifts.createRegistry())

const refusedBy = (keys: Record<string, string>) => ({ status: 422, data: { code: 'refused_fields', keys } })

test('fewer than the least can’t be wished for, more than is left can', async () => {
  expect(await gifts.refusedAdd([{ product_id: teapot }])).toMatchObject(
    refusedBy({ 'products.0.quantity': 'gift_quantity_least' }),
  )
  const gift_id = await gifts.addTeapot({ quantity: 9 })
  expect(await gifts.show()).toMatchObject([
    { quantity: 9, open_units: 9, min_quantity: 2, max_quantity: 3, stock: 5 },
  ])
  expect(await gifts.change({ gift_id, quantity: 1 })).toMatchObject(
    refusedBy({ quantity: 'gift_quantity_least' }),
  )
})

test('what isn’t sold singly is no group gift, not even where gifts start as one', async () => {
  expect(await gifts.refusedAdd([{ product_id: teapot, quantity: 2, is_group_gifting: true }])).toMatchObject(
    refusedBy({ 'products.0.is_group_gifting': 'gift_group_minimum' }),
  )
  const gift_id = await gifts.addTeapot({ quantity: 2 })
  expect(await gifts.change({ gift_id, is_group_gifting: '1' })).toMatchObject(
    refusedBy({ is_group_gifting: 'gift_group_minimum' }),
  )
})

test('a variant has its own stock', async () => {
  await gifts.add([{ product_id: shirt, variant_id: shirtVariants[0]! }])
  await gifts.add([{ product_id: shirt, variant_id: shirtVariants[1]! }])
  expect((await gifts.show()).map(({ stock }) => stock)).toEqual([1, null])
})

test('a gift whose product got a least later can still be changed, and kept as given', async () => {
  const gift_id = await gifts.addTeapot({ quantity: 2 })
  await gifts.db.updateTable('gift').set({ quantity: 3 }).where('id', '=', gift_id).execute()
  await gifts.give(gift_id, { units: 1, cents: 6400 })
  expect(await gifts.change({ gift_id, quantity: 3, note: 'παλιά' })).toMatchObject({ status: 200 })
  expect(await gifts.change({ gift_id, quantity: 1 })).toMatchObject({ status: 200 })
})

test('a swap keeps to it too', async () => {
  await gifts.db.updateTable('product').set({ available: true }).where('id', '=', soldOut).execute()
  const { data } = await gifts.add([{ product_id: soldOut }])
  await gifts.db.updateTable('product').set({ available: false }).where('id', '=', soldOut).execute()
  const swap = { gift_id: data.added[0]!.id, product_id: teapot }
  expect(await gifts.call(swapGift, swap, gifts.hostToken)).toMatchObject(
    refusedBy({ quantity: 'gift_quantity_least' }),
  )
})
