import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { createCart, getHandoffStatus } from './hand-off.contract.ts'

/** Prices of a customer group and its price list (R1350), from the list of gifts to what is counted as given. */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
/** A guest who is a customer of the shop, of the group whose prices the tests change. */
let member: Awaited<ReturnType<typeof aHost>>
let groupId: number
beforeAll(async () => {
  await app.job('webhook-registration')
  groupId = (await created<{ id: number }>('/v2/customer_groups', { name: 'Friends' })).id
  const person = { email: 'friend@example.com', first_name: 'Άννα', last_name: 'Φίλη' }
  const { data } = await created<{ data: { id: number }[] }>('/v3/customers', [
    { ...person, customer_group_id: groupId },
  ])
  member = await aHost(app, 'Άννα')
  await app.db
    .updateTable('customer')
    .set({ shop_customer_id: data[0]!.id })
    .where('id', '=', member.id)
    .execute()
})
beforeEach(async () => {
  registry = await aRegistry(app, await aHost(app))
})
afterEach(async () => {
  await setRules([])
  await expectInvariants(app.db, registry.id)
})

async function created<T>(path: string, body: unknown): Promise<T> {
  const answer = await app.staff('POST', path, body)
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()) as T
}
const setRules = (discount_rules: object[]) =>
  app.staff('PUT', `/v2/customer_groups/${groupId}`, { discount_rules })

/** The unit price that the list of gifts shows, in euro. */
async function shownPrice(gift: AGift, token?: string) {
  const { data } = await app.call<{ data: { id: number; price: number }[] }>(
    showGifts,
    { registry_id: registry.code },
    token,
  )
  return data.data.find(one => one.id === gift.id)?.price
}

/** Hands lines off as that guest, as the page does: with the prices that it shows. */
async function handOver(gift: AGift, line: object, token?: string) {
  const seen = 'list_price' in line ? {} : { seen_price: await shownPrice(gift, token) }
  const answer = await app.call<{ reference: string }>(
    createCart,
    { registry_id: registry.code, line_items: [{ ...line, ...seen }], giver_name: 'Άννα Δοκιμή' },
    token,
  )
  expect(answer.status).toBe(200)
  const { reference } = answer.data
  const { cart_id } = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const order = await app.shop.actions.pay(cart_id ?? '')
  await app.deliver()
  const { data } = await app.call<{ lines: { amount: number }[] }>(getHandoffStatus, { reference })
  return { chargedCents: order.total_cents, thankedAmount: data.lines[0]?.amount }
}

test('a member pays their price, the unit counts whole, and thanks name what was paid', async () => {
  const gift = await aGift(app, registry, { quantity: 2, cents: 5000 })
  await setRules([{ type: 'all', method: 'percent', amount: '20' }])
  expect([await shownPrice(gift), await shownPrice(gift, member.token)]).toEqual([50, 50])
  expect(await handOver(gift, lineOf(gift, { units: 1 }), member.token)).toEqual({
    chargedCents: 4000,
    thankedAmount: 40,
  })
  expect(await handOver(gift, lineOf(gift, { units: 1 }))).toEqual({ chargedCents: 5000, thankedAmount: 50 })
  expect(await purchasesOf(app, gift)).toMatchObject([
    { units: 1, cents: 4000, credited_units: 1 },
    { units: 1, cents: 5000, credited_units: 1 },
  ])
})

test('a price list of the group is what its members pay, and nobody else', async () => {
  const gift = await aGift(app, registry, { quantity: 2, cents: 3000 })
  const list = await created<{ data: { id: number } }>('/v3/pricelists', { name: 'Friends' })
  const { id } = list.data
  await app.staff('PUT', `/v3/pricelists/${id}/records`, [
    { variant_id: gift.variantId, currency: 'eur', price: 28, sale_price: 25.5 },
  ])
  await created('/v3/pricelists/assignments', [{ price_list_id: id, customer_group_id: groupId }])
  expect(await handOver(gift, lineOf(gift, { units: 1 }), member.token)).toEqual({
    chargedCents: 2550,
    thankedAmount: 25.5,
  })
  expect((await handOver(gift, lineOf(gift, { units: 1 }))).chargedCents).toBe(3000)
  await app.staff('DELETE', `/v3/pricelists/${id}`)
})

test('a share is charged and counted to the cent, whatever the group pays for goods', async () => {
  const gift = await aGift(app, registry, { group: true, cents: 9000 })
  await setRules([{ type: 'all', method: 'percent', amount: '50' }])
  expect(await handOver(gift, lineOf(gift, { cents: 4001 }), member.token)).toEqual({
    chargedCents: 4001,
    thankedAmount: 40.01,
  })
  expect(await purchasesOf(app, gift)).toMatchObject([{ cents: 4001, credited_cents: 4001 }])
})

test('prices of a group for guests are shown to everybody, and charged', async () => {
  const gift = await aGift(app, registry, { quantity: 2, cents: 6000 })
  const guests = await created<{ id: number }>('/v2/customer_groups', {
    name: 'Guests',
    is_group_for_guests: true,
    discount_rules: [{ type: 'product', product_id: gift.productId, method: 'price', amount: '45' }],
  })
  await app.processA
    .createContext(new Request(app.config.SITE_URL))
    .then(ctx => ctx.refreshProducts([gift.productId]))
  expect(await shownPrice(gift)).toBe(45)
  expect(await handOver(gift, lineOf(gift, { units: 1 }))).toEqual({ chargedCents: 4500, thankedAmount: 45 })
  await app.staff('DELETE', `/v2/customer_groups/${guests.id}`)
})
