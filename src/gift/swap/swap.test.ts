import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/build.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { type World, world } from '../../../test/world.ts'
import { createCart } from '../../checkout/hand-off/contract.ts'
import { listReceivedGifts } from '../../checkout/received/contract.ts'
import * as contract from '../gift/contract.ts'

let w: World
let host: Awaited<ReturnType<typeof aHost>>
let other: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>

beforeAll(async () => {
  w = await world()
  ;[host, other] = [await aHost(w), await aHost(w)]
})
afterAll(() => w.close())

/** A gift that the shop stops selling when `gone()` is called, and two products that are not wished for. */
async function aGoneGift(more: Parameters<typeof aGift>[2]) {
  registry = await aRegistry(w, host)
  const elsewhere = await aRegistry(w, other)
  const gift = await aGift(w, registry, more)
  const near = await aGift(w, elsewhere, { cents: gift.cents + 300 })
  const cheap = await aGift(w, elsewhere, { cents: 3000 })
  for (const { productId } of [gift, near, cheap]) await inCategory(productId, 77)
  const gone = () =>
    w.db.updateTable('product').set({ available: false }).where('id', '=', gift.productId).execute()
  return { gift, near, cheap, gone }
}

const inCategory = (id: number, category: number) =>
  w.db
    .updateTable('product')
    .set({ category_ids: [category], available: true })
    .where('id', '=', id)
    .execute()

async function pay(gift: AGift, want: { units: number } | { cents: number }) {
  const { data } = await w.call<{ reference: string }>(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, want)],
  })
  const { cart_id } = await w.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  await w.shop.hands.pay(cart_id!, { email: 'giver@example.com' })
  await w.job('reconcile')
}

type Shown = Record<string, unknown> & { id: number }
const shown = async () =>
  (await w.call<{ data: Shown[] }>(contract.showGifts, { registry_id: registry.code }, { as: host.token }))
    .data.data
const swap = (gift: AGift, by: AGift, as = host.token) =>
  w.call<{ gift_id: number }>(contract.swapGift, { gift_id: gift.id, product_id: by.productId }, { as })

test('what is suggested is of the same category and price band, and not wished for yet', async () => {
  const { gift, near, gone } = await aGoneGift({ cents: 6000 })
  await gone()
  const { data } = await w.call<Shown[]>(contract.showSubstitutes, { gift_id: gift.id }, { as: host.token })
  expect(data.map(one => one.product_id)).toEqual([near.productId])
  expect(data[0]).toMatchObject({ price: 63, variant_id: 0, selected_options: [] })
})

test('the wish moves on with its quantity, note, mark and place', async () => {
  const { gift, near, gone } = await aGoneGift({ cents: 6000, quantity: 3 })
  const last = await aGift(w, registry)
  await w.call(contract.changeGift, { gift_id: gift.id, note: 'Η μπλε', must_have: true }, { as: host.token })
  await gone()
  expect(await swap(gift, near)).toMatchObject({ status: 200 })
  expect(await shown()).toMatchObject([
    { product_id: near.productId, quantity: 3, note: 'Η μπλε', must_have: 1, state: 'open' },
    { product_id: last.productId },
  ])
})

test('units that were given stay where they are; the others move on', async () => {
  const { gift, near, gone } = await aGoneGift({ cents: 6000, quantity: 3 })
  await pay(gift, { units: 1 })
  await gone()
  await swap(gift, near)
  expect(await shown()).toMatchObject([
    { id: gift.id, quantity: 1, how_many_sale: 1, state: 'given' },
    { product_id: near.productId, quantity: 2, how_many_sale: 0, state: 'open' },
  ])
  await expectInvariants(w.db, registry.id)
})

test('a group gift takes its money along; what the new price does not need is left over', async () => {
  const { gift, near, cheap, gone } = await aGoneGift({ cents: 9500, group: true })
  await pay(gift, { cents: 4000 })
  await gone()
  await swap(gift, near)
  expect(await shown()).toMatchObject([
    { id: gift.id, product_id: near.productId, collected: 40, remaining: 58, state: 'open' },
  ])
  await w.db.updateTable('product').set({ available: false }).where('id', '=', near.productId).execute()
  await swap(gift, cheap)
  expect(await shown()).toMatchObject([{ product_id: cheap.productId, collected: 30, state: 'given' }])
  const { data } = await w.call<Shown[]>(
    listReceivedGifts,
    { registry_id: registry.code },
    { as: host.token },
  )
  expect(data).toMatchObject([{ amount: 40, surplus: 10 }])
  await expectInvariants(w.db, registry.id)
})

test('an order that comes later finds the swapped group gift', async () => {
  const { gift, near, gone } = await aGoneGift({ cents: 9500, group: true })
  const { data } = await w.call<{ reference: string }>(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(gift, { cents: 2500 })],
  })
  await gone()
  await swap(gift, near)
  const { cart_id } = await w.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  await w.shop.hands.pay(cart_id!, { email: 'giver@example.com' })
  await w.job('reconcile')
  expect(await shown()).toMatchObject([{ product_id: near.productId, collected: 25 }])
  await expectInvariants(w.db, registry.id)
})

test('nothing is swapped that is still sold, held whole, wished for already, or somebody else’s', async () => {
  const { gift, near, gone } = await aGoneGift({ cents: 6000 })
  expect(await swap(gift, near)).toMatchObject({ status: 409, data: { code: 'gift_still_there' } })
  await w.call(createCart, { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] })
  await gone()
  expect(await swap(gift, near)).toMatchObject({ status: 409, data: { code: 'gift_is_held' } })
  w.later(20)
  await w.call(
    contract.addGifts,
    { registry_id: registry.code, products: [{ product_id: near.productId }] },
    { as: host.token },
  )
  expect(await swap(gift, near)).toMatchObject({ status: 409, data: { code: 'gift_already_there' } })
  expect(await swap(gift, gift)).toMatchObject({ status: 409, data: { code: 'gift_not_available' } })
  expect(await swap(gift, near, other.token)).toMatchObject({ status: 404 })
  expect(await shown()).toMatchObject([{ id: gift.id, state: 'unavailable' }, { product_id: near.productId }])
})
