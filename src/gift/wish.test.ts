import { beforeEach, expect, test } from 'vitest'
import { giftProducts, openGiftTest } from '../../test/gifts.ts'
import { opened } from '../../test/opened.ts'
import { insertProducts } from '../../test/products.ts'
import * as contract from './wish.contract.ts'

const { teapot, shirt, soldOut, withoutPrice, giftCard } = giftProducts

const gifts = opened(() => openGiftTest())
beforeEach(() => gifts.createRegistry())

test.each([
  ['numbered', ['products[0]', 'products[1]']],
  ['with a row that was removed', ['products[1]', 'products[10]']],
])('a form sends products as a list, %s', async (_, names) => {
  const form = new URLSearchParams({ registry_id: gifts.registry_id })
  const ids = [teapot, giftCard]
  names.forEach((name, index) => {
    form.set(`${name}[product_id]`, String(ids[index]))
    form.set(`${name}[quantity]`, String(index + 1))
  })
  const headers = { authorization: `Bearer ${gifts.hostToken}` }
  const answer = await gifts.app.request(`/api${contract.addGifts.path}`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(await answer.json()).toMatchObject({
    data: { added: ids.map((product_id, index) => ({ product_id, quantity: index + 1 })) },
  })
})

test('the same product and variant gains the quantity, another variant is another gift', async () => {
  await gifts.add([{ product_id: shirt, variant_id: 121, quantity: 2 }])
  await gifts.add([
    { product_id: shirt, variant_id: 121, quantity: 3 },
    { product_id: shirt, variant_id: 122 },
  ])
  expect((await gifts.show()).map(gift => gift.quantity)).toEqual([5, 1])
})

test('concurrent additions are all counted', async () => {
  await Promise.all(Array.from({ length: 8 }, () => gifts.add([{ product_id: teapot }])))
  expect(await gifts.show()).toMatchObject([{ quantity: 8 }])
})

test('a product added with `once` is added once, however often and close together it is sent', async () => {
  await Promise.all(Array.from({ length: 4 }, () => gifts.add([{ product_id: teapot, once: true }])))
  await gifts.add([{ product_id: teapot, once: 'on' }])
  expect(await gifts.show()).toMatchObject([{ quantity: 1 }])
})

test('a group gift always has quantity 1', async () => {
  await gifts.add([{ product_id: teapot, quantity: 5, is_group_gifting: true }])
  await gifts.add([{ product_id: teapot, quantity: 2 }])
  expect(await gifts.show()).toMatchObject([
    { is_group_gifting: 1, quantity: 1, remaining: 64, open_amount: 64, open_units: 1 },
  ])
})

test('in a group activity every gift starts as a group gift', async () => {
  await gifts.createRegistry({ type: 'group-activity' })
  await gifts.add([{ product_id: teapot, quantity: 2 }])
  expect(await gifts.show()).toMatchObject([{ is_group_gifting: 1, quantity: 1 }])
})

test('but not one that its host wants whole', async () => {
  await gifts.createRegistry({ type: 'group-activity' })
  await gifts.add([{ product_id: teapot, quantity: 2, is_group_gifting: 'off' }])
  expect(await gifts.show()).toMatchObject([{ is_group_gifting: 0, quantity: 2 }])
})

test('gift cards are gifts like others, and keep the price they were added with', async () => {
  await gifts.add([{ product_id: giftCard }])
  await gifts.db.updateTable('product').set({ price_cents: 20_000 }).where('id', '=', giftCard).execute()
  expect(await gifts.show()).toMatchObject([{ type: 'giftcertificate', price: 100 }])
})

test('a product that the shop doesn’t sell is refused, and nothing of the call is added', async () => {
  for (const product_id of [soldOut, withoutPrice, 999_999]) {
    const answer = await gifts.refusedAdd([{ product_id: teapot }, { product_id }])
    expect(answer).toMatchObject({
      status: 409,
      message: 'Product is Not Available',
      data: { fields: { 'products.1.product_id': 'Product is Not Available' } },
    })
  }
  expect(await gifts.show()).toEqual([])
})

test('a product with options needs a variant', async () => {
  for (const variant_id of [undefined, 999])
    expect(await gifts.refusedAdd([{ product_id: shirt, variant_id }])).toMatchObject({
      status: 422,
      data: { fields: { 'products.0.variant_id': 'Please choose one of the options first' } },
    })
})

test('all wrong fields of a product are answered at once', async () => {
  const { status, data } = await gifts.refusedAdd([{ product_id: 'x', quantity: 0, note: 'ά'.repeat(201) }])
  expect(status).toBe(422)
  expect(Object.keys(data.fields ?? {})).toEqual([
    'products.0.product_id',
    'products.0.quantity',
    'products.0.note',
  ])
  expect((await gifts.refusedAdd([{ product_id: 2_147_483_648 }])).status).toBe(422)
  await gifts.add([{ product_id: teapot, quantity: 60 }])
  expect((await gifts.refusedAdd([{ product_id: teapot, quantity: 40 }])).data.fields).toEqual({
    'products.0.quantity': 'At most 99 of one gift',
  })
})

test('a removed gift can be added again', async () => {
  await gifts.remove(await gifts.addTeapot())
  await gifts.addTeapot()
  expect(await gifts.show()).toHaveLength(1)
})

test('two values of the shop’s gift card are one gift', async () => {
  const card = gifts.nextProductId()
  await insertProducts(gifts.db, [
    { id: card, cents: 10_000, type: 'giftcertificate', variants: [9201, 9202] },
  ])
  for (const variant_id of [9201, 9202, 9201])
    expect((await gifts.add([{ product_id: card, variant_id }])).status).toBe(200)
  const shown = (await gifts.show()).filter(({ product_id }) => product_id === card)
  expect(shown).toMatchObject([{ quantity: 1 }])
})
