import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { handOff, jobContextOf } from '../../test/orders.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { AppDependencies } from '../app/context.ts'
import { syncCatalogueAtStart } from '../app/operations.ts'
import { showGifts } from '../gift/gift.contract.ts'

const service = { asked: 0, rates: {} as Record<string, number> }
let app: TestApp
afterEach(() => app.close())

/** A store with a tax service, whose rates differ from those that the store tells. */
async function openStore(shopTax: { pricesEnteredWithTax: boolean; showsTax: boolean }) {
  Object.assign(service, { asked: 0, rates: { 'Default Tax Class': 99, Reduced: 50, 'Zero rated': 0 } })
  app = await testApp({
    shopTax,
    env: { TAX_RATES: 'https://tax.test/rates Basic abc' },
    fetchElsewhere: async () => {
      service.asked += 1
      return Response.json({ rates: service.rates })
    },
  })
}

/** Reads the catalogue as a process does at its start. */
const start = () => {
  const { db, shop } = app.processA
  const dependencies = { db, shop, log: pino({ level: 'silent' }), now: () => app.clock.now }
  return syncCatalogueAtStart(dependencies as unknown as AppDependencies)
}

test.each([
  ['shows it', { pricesEnteredWithTax: true, showsTax: true }],
  ['adds none', { pricesEnteredWithTax: true, showsTax: false }],
])(
  'the tax service of a store whose prices include tax, which %s, is asked and changes no price',
  async (_, tax) => {
    await openStore(tax)
    await start()
    expect(service.asked).toBe(1)
    await start()
    expect(service.asked).toBe(2)
    await app.job('catalogue-sync')
    expect(service.asked).toBe(2)
    app.later(61)
    await app.job('catalogue-sync')
    expect(service.asked).toBe(3)

    const registry = await aRegistry(app, await aHost(app))
    const gift = await aGift(app, registry, { cents: 1001, quantity: 3 })
    await (await jobContextOf(app)).refreshProducts([gift.productId])
    const shown = await app.call<{ data: { price: number }[] }>(showGifts, { registry_id: registry.code })
    expect(shown.data.data.map(({ price }) => price)).toEqual([10.01])
    const { cartId } = await handOff(app, registry, [{ ...lineOf(gift, { units: 3 }), seen_price: 10.01 }])
    expect((await app.shop.actions.pay(cartId)).total_cents).toBe(3003)

    const id = await app.processA.shop.placeOrder({
      externalId: 'of a host',
      language: 'el',
      customerId: 0,
      shipTo: null,
      staffNote: '',
      customer: { name: 'Μαρία', surname: 'Παππά', email: 'maria@example.org', phone: null },
      lines: [
        {
          productId: gift.productId,
          variantId: gift.variantId,
          quantity: 1,
          cents: 1001,
          options: [],
          modifiers: [],
        },
      ],
    })
    const order = (await (await app.staff('GET', `/v2/orders/${id}`)).json()) as Record<string, string>
    expect(Number(order.total_inc_tax)).toBe(10.01)
    expect(Number(order.total_tax)).toBeCloseTo(10.01 - 10.01 / 1.99, 2)
  },
)
