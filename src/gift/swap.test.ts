import { beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { listReceivedGifts } from '../orders/received.contract.ts'
import { updateRows } from '../server/postgres/rows.ts'
import { showGifts } from './gift.contract.ts'
import { changeGift } from './manage.contract.ts'
import { showSubstitutes, swapGift } from './swap.contract.ts'
import { addGifts } from './wish.contract.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let other: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>

beforeAll(async () => {
  ;[host, other] = [await aHost(app), await aHost(app)]
})

/** A gift that the shop stops selling with `stopSelling()`, and two products that the registry doesn't have. */
async function createSwappableGift(more: Parameters<typeof aGift>[2]) {
  registry = await aRegistry(app, host)
  const otherRegistry = await aRegistry(app, other)
  const gift = await aGift(app, registry, more)
  const similar = await aGift(app, otherRegistry, { cents: gift.cents + 300 })
  const cheap = await aGift(app, otherRegistry, { cents: 3000 })
  const set = { category_ids: [77], available: true }
  for (const { productId: id } of [gift, similar, cheap])
    await updateRows(app.db, 'product', { set, where: { id } })
  const stopSelling = () =>
    app.db.updateTable('product').set({ available: false }).where('id', '=', gift.productId).execute()
  return { gift, similar, cheap, stopSelling }
}

async function pay(gift: AGift, giving: { units: number } | { cents: number }) {
  const { cartId } = await handOff(app, registry, [lineOf(gift, giving)])
  await payCart(cartId)
}

async function payCart(cartId: string) {
  await app.shop.actions.pay(cartId, { email: 'giver@example.com' })
  await app.job('order-sync')
}

type ShownGift = Record<string, unknown> & { id: number }
const showRegistryGifts = async () =>
  (await app.call<{ data: ShownGift[] }>(showGifts, { registry_id: registry.code }, { as: host.token })).data
    .data
const swap = (gift: AGift, replacement: AGift, as = host.token) =>
  app.call<{ gift_id: number }>(swapGift, { gift_id: gift.id, product_id: replacement.productId }, { as })

test('the suggestions are of the same category and price band, and not in the registry yet', async () => {
  const { gift, similar, stopSelling } = await createSwappableGift({ cents: 6000 })
  await stopSelling()
  const { data } = await app.call<ShownGift[]>(showSubstitutes, { gift_id: gift.id }, { as: host.token })
  expect(data.map(({ product_id }) => product_id)).toEqual([similar.productId])
  expect(data[0]).toMatchObject({ price: 63, variant_id: 0, selected_options: [] })
})

test('quantity, note, mark and place stay', async () => {
  const { gift, similar, stopSelling } = await createSwappableGift({ cents: 6000, quantity: 3 })
  const last = await aGift(app, registry)
  await app.call(changeGift, { gift_id: gift.id, note: 'Η μπλε', must_have: true }, { as: host.token })
  await stopSelling()
  expect(await swap(gift, similar)).toMatchObject({ status: 200 })
  expect(await showRegistryGifts()).toMatchObject([
    { product_id: similar.productId, quantity: 3, note: 'Η μπλε', must_have: 1, state: 'open' },
    { product_id: last.productId },
  ])
})

test('units that were given stay with the old product; the others get the new one', async () => {
  const { gift, similar, stopSelling } = await createSwappableGift({ cents: 6000, quantity: 3 })
  await pay(gift, { units: 1 })
  await stopSelling()
  await swap(gift, similar)
  expect(await showRegistryGifts()).toMatchObject([
    { id: gift.id, quantity: 1, how_many_sale: 1, state: 'given' },
    { product_id: similar.productId, quantity: 2, how_many_sale: 0, state: 'open' },
  ])
  await expectInvariants(app.db, registry.id)
})

test('a group gift keeps its money; what exceeds the new price is surplus', async () => {
  const { gift, similar, cheap, stopSelling } = await createSwappableGift({ cents: 9500, group: true })
  await pay(gift, { cents: 4000 })
  await stopSelling()
  await swap(gift, similar)
  expect(await showRegistryGifts()).toMatchObject([
    { id: gift.id, product_id: similar.productId, collected: 40, remaining: 58, state: 'open' },
  ])
  await app.db.updateTable('product').set({ available: false }).where('id', '=', similar.productId).execute()
  await swap(gift, cheap)
  expect(await showRegistryGifts()).toMatchObject([
    { product_id: cheap.productId, collected: 30, state: 'given' },
  ])
  const { data } = await app.call<ShownGift[]>(
    listReceivedGifts,
    { registry_id: registry.code },
    { as: host.token },
  )
  expect(data).toMatchObject([{ amount: 40, surplus: 10 }])
  await expectInvariants(app.db, registry.id)
})

test('an order that arrives later is credited to the swapped group gift', async () => {
  const { gift, similar, stopSelling } = await createSwappableGift({ cents: 9500, group: true })
  const { cartId } = await handOff(app, registry, [lineOf(gift, { cents: 2500 })])
  await stopSelling()
  await swap(gift, similar)
  await payCart(cartId)
  expect(await showRegistryGifts()).toMatchObject([{ product_id: similar.productId, collected: 25 }])
  await expectInvariants(app.db, registry.id)
})

test('refused for a gift that is still sold, reserved, there already, or somebody else’s', async () => {
  const { gift, similar, stopSelling } = await createSwappableGift({ cents: 6000 })
  expect(await swap(gift, similar)).toMatchObject({ status: 409, data: { code: 'gift_still_there' } })
  await app.call(createCart, { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] })
  await stopSelling()
  expect(await swap(gift, similar)).toMatchObject({ status: 409, data: { code: 'gift_is_held' } })
  app.later(20)
  await app.call(
    addGifts,
    { registry_id: registry.code, products: [{ product_id: similar.productId }] },
    { as: host.token },
  )
  expect(await swap(gift, similar)).toMatchObject({ status: 409, data: { code: 'gift_already_there' } })
  expect(await swap(gift, gift)).toMatchObject({ status: 409, data: { code: 'gift_not_available' } })
  expect(await swap(gift, similar, other.token)).toMatchObject({ status: 404 })
  expect(await showRegistryGifts()).toMatchObject([
    { id: gift.id, state: 'unavailable' },
    { product_id: similar.productId },
  ])
})

test('twenty swaps at once of two gifts for one product leave it there once, with the wish of one', async () => {
  const { gift, similar, stopSelling } = await createSwappableGift({ cents: 6000, quantity: 3 })
  const second = await aGift(app, registry, { cents: 6100, quantity: 3 })
  await stopSelling()
  await app.db.updateTable('product').set({ available: false }).where('id', '=', second.productId).execute()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => swap(turn % 2 ? gift : second, similar)),
  )
  const counts = [200, 409, 404].map(code => answers.filter(({ status }) => status === code).length)
  expect(counts).toEqual([1, expect.any(Number), expect.any(Number)])
  expect(counts[0]! + counts[1]! + counts[2]!).toBe(20)
  const swapped = (await showRegistryGifts()).filter(({ product_id }) => product_id === similar.productId)
  expect(swapped).toMatchObject([{ quantity: 3, how_many_sale: 0 }])
  expect(await showRegistryGifts()).toHaveLength(2)
})
