import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGiftCard, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { findRegistry } from '../registry/registry.contract.ts'
import { createCart } from './hand-off.contract.ts'

/** Gift cards take any amount between the smallest and the largest the shop offers, as often as guests like (R317). */
const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
let card: AGift
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
  card = await aGiftCard(app, registry)
})
afterEach(() => expectInvariants(app.db, registry.id))

const cardProduct = () => ({ product_id: card.productId, variant_id: card.variantId })
const give = (...line_items: object[]) =>
  app.call<{ reference: string } & Refused>(createCart, { registry_id: registry.code, line_items })

async function payOrder(reference: string) {
  const { cart_id } = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const order = await app.shop.actions.pay(cart_id!)
  await app.job('order-sync')
  return order
}

const ledger = () =>
  app.db.selectFrom('ledger').select(['kind', 'cents']).where('gift_id', '=', card.id).orderBy('id').execute()
const view = async () =>
  (await app.call<{ data: object[] }>(showGifts, { registry_id: registry.code })).data.data[0]

test('chosen amounts become one line in the shop and money in the ledger, any number of times', async () => {
  const { data } = await give(
    { ...cardProduct(), quantity: 1, list_price: 33.33 },
    { ...cardProduct(), quantity: 2, list_price: 50 },
  )
  const order = await payOrder(data.reference)
  expect(order.total_cents).toBe(13_333)
  expect(await ledger()).toEqual([{ kind: 'gift_card', cents: 13_333 }])
  await payOrder((await give({ ...cardProduct(), quantity: 1, list_price: 300 })).data.reference)
  expect(await view()).toMatchObject({
    state: 'open',
    collected: 433.33,
    givers: 1,
    amounts: [25, 50, 100, 150, 200, 300],
  })
  const [shown] = (await app.call<{ gifts_given: number }[]>(findRegistry, { id: registry.code })).data
  expect(shown).toMatchObject({ items: 0, gift_cards: 1, gifts_given: 0, givers: 1 })
  await app.shop.actions.cancel(order.id)
  await app.job('order-sync')
  expect(await view()).toMatchObject({ collected: 300 })
})

test('without an amount the wished-for amount is given', async () => {
  const order = await payOrder((await give({ ...cardProduct(), quantity: 1 })).data.reference)
  expect(order.total_cents).toBe(card.cents)
})

test('the generic product can name a gift card too', async () => {
  const { productId, options } = app.shop.groupGift
  const { data } = await give({
    product_id: productId,
    quantity: 1,
    list_price: 70,
    option_selections: [
      { option_id: options.product, option_value: String(card.productId) },
      { option_id: options.variant, option_value: String(card.variantId) },
    ],
  })
  await payOrder(data.reference)
  expect(await ledger()).toEqual([{ kind: 'gift_card', cents: 7000 }])
})

test.each([24.99, 300.01, 0.01])('%s € is outside of what the shop offers', async list_price => {
  expect(await give({ ...cardProduct(), quantity: 1, list_price })).toMatchObject({
    status: 422,
    data: { keys: { 'line_items.0.list_price': 'card_amount' } },
  })
})

test('a contribution to a card is money on the card; guests can’t choose the price of goods', async () => {
  await payOrder((await give(lineOf(card, { cents: 4000 }))).data.reference)
  expect(await ledger()).toEqual([{ kind: 'gift_card', cents: 4000 }])
})
