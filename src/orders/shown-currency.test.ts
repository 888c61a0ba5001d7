import { afterEach, beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, purchasesOf, sumLedger } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'

/** A buyer who sees prices in pounds pays in euro, which is what counts (R1305). */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app))
  await app.job('webhook-registration')
})
afterEach(() => expectInvariants(app.db, registry.id))

const counted = async (gift: AGift) =>
  (await purchasesOf(app, gift)).map(({ state, cents, units }) => ({ state, cents, units }))

test('their share and their unit are counted in euro, and so is what is given back of them', async () => {
  const share = await aGift(app, registry, { group: true, cents: 900_000 })
  const goods = await aGift(app, registry, { quantity: 3, cents: 3000 })
  const lines = [lineOf(share, { cents: 4000 }), lineOf(goods, { units: 2 })]
  const { cartId } = await handOff(app, registry, lines)
  const { id } = await app.shop.actions.pay(cartId, { currency: 'GBP' })
  const order = (await (await app.staff('GET', `/v2/orders/${id}`)).json()) as Record<string, string>
  expect(order).toMatchObject({
    currency_code: 'GBP',
    default_currency_code: 'EUR',
    currency_exchange_rate: '0.8600000000',
  })
  await app.deliver()
  expect(await counted(share)).toMatchObject([{ state: 'paid', cents: 4000 }])
  expect(await counted(goods)).toMatchObject([{ state: 'paid', units: 2 }])
  const before = await sumLedger(app, id)

  const [unit] = await purchasesOf(app, goods)
  await app.shop.actions.refund(id, { lineId: unit!.line_id, quantity: 1 })
  await app.deliver()
  expect(await counted(goods)).toMatchObject([{ state: 'paid', units: 1 }])
  const [money] = await purchasesOf(app, share)
  await app.shop.actions.refund(id, { lineId: money!.line_id, quantity: 1 })
  await app.deliver()
  expect((await counted(share)).filter(({ state, cents }) => state === 'paid' && cents > 0)).toEqual([])
  const after = await sumLedger(app, id)
  expect(Object.values(before).reduce((sum, cents) => sum + cents, 0)).toBe(10_000)
  expect(Object.values(after).reduce((sum, cents) => sum + cents, 0)).toBe(3000)
  const told = await app.db
    .selectFrom('outbox')
    .select('template')
    .where('template', '=', 'order-currency')
    .execute()
  expect(told).toEqual([])
})
