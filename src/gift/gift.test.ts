import { beforeEach, expect, test } from 'vitest'
import { giftProducts, openGiftTest } from '../../test/gifts.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import * as contract from './gift.contract.ts'

const { teapot, shirt } = giftProducts

const gifts = opened(() => openGiftTest())
beforeEach(() => gifts.createRegistry())

test('gifts are listed in the host’s order, in the reader’s language, with the shop’s prices', async () => {
  await gifts.add([
    { product_id: teapot, quantity: 2, note: 'Η κόκκινη', must_have: true },
    { product_id: shirt, variant_id: 122 },
  ])
  const [first, second] = await gifts.show(undefined, { lang: 'el' })
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
  expect((await gifts.show(undefined, { lang: 'en' }))[0]).toMatchObject({ name: 'Teapot 11' })
})

test('a gift that the shop no longer sells is hidden from guests unless it was given', async () => {
  const product_id = gifts.nextProductId()
  await insertProducts(gifts.db, [{ id: product_id }])
  const gift_id = await gifts.addTeapot({ product_id })
  await gifts.db.updateTable('product').set({ available: false }).where('id', '=', product_id).execute()
  expect(await gifts.show()).toEqual([])
  expect(await gifts.show(gifts.hostToken)).toMatchObject([{ state: 'unavailable' }])
  await gifts.give(gift_id, { cents: 5000 })
  expect(await gifts.show()).toMatchObject([{ state: 'given' }])
})

test('the statistics count units by price band', async () => {
  const gift_id = await gifts.addTeapot({ quantity: 3 })
  await gifts.add([{ product_id: shirt, variant_id: 121, is_group_gifting: true }])
  await gifts.give(gift_id, { cents: 6400 })
  const { data } = await gifts.call(contract.showGiftStatistics, { registry_id: gifts.registry_id })
  expect(data).toEqual({
    added: { dollar050: 1, dollar50100: 3, dollar100150: 0, dollar150plus: 0 },
    purchased: { dollar050: 0, dollar50100: 1, dollar100150: 0, dollar150plus: 0 },
    available: { dollar050: 1, dollar50100: 2, dollar100150: 0, dollar150plus: 0 },
    gift_items: 1,
    group_gifting_items: 1,
  })
})

test('only hosts may read the gifts of a private registry', async () => {
  await gifts.createRegistry({ registry_status: 'private' })
  await gifts.addTeapot()
  for (const token of [undefined, 'wrong', gifts.otherHost.token])
    for (const endpoint of [contract.showGifts, contract.showGiftStatistics])
      expect(await gifts.call(endpoint, { registry_id: gifts.registry_id }, token)).toMatchObject({
        status: 404,
      })
  expect(await gifts.show(gifts.hostToken)).toHaveLength(1)
})
