import { expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { syncOrder } from './orders.ts'

const app = opened(() => testApp())

test('an order in dollars counts for nothing, and staff are told once which currency it is', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gifts = [
    await aGift(app, registry),
    await aGift(app, registry, { group: true, cents: 9000 }),
  ] as const
  const lines = [lineOf(gifts[0], { units: 1 }), lineOf(gifts[1], { cents: 2000 })]
  const { cartId } = await handOff(app, registry, lines)
  const { id } = await app.shop.actions.pay(cartId)
  const ctx = await jobContextOf(app)
  const inDollars = async (orderId: number) => {
    const order = await ctx.shop.fetchOrder(orderId)
    return order && { ...order, currency: 'USD' }
  }
  for (let time = 0; time < 2; time++)
    await syncOrder(id, { ...ctx, shop: { ...ctx.shop, fetchOrder: inDollars } })
  for (const gift of gifts) expect(await purchasesOf(app, gift)).toEqual([])
  const unmatched = app.db.selectFrom('unmatched_line').select(['reason', 'cents']).where('order_id', '=', id)
  const uncounted = { reason: 'currency', cents: 0 }
  expect(await unmatched.execute()).toEqual([uncounted, uncounted])
  const letters = app.db
    .selectFrom('outbox')
    .select(['template', 'props'])
    .where('template', 'like', 'order-%')
  expect(await letters.execute()).toMatchObject([
    {
      template: 'order-currency',
      props: { order: id, currency: 'USD', paid: expect.any(Number), shown: { currency: 'EUR' } },
    },
  ])
})
