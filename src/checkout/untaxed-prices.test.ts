import { afterEach, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { handOff, jobContextOf, purchasesOf, sumLedger } from '../../test/orders.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../test/test-app.ts'
import { showProductDetails } from '../catalogue/products.contract.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { addGifts } from '../gift/wish.contract.ts'
import { ensureWebhooks } from '../orders/webhooks/webhooks.ts'
import { createCart } from './hand-off.contract.ts'

/** Stores whose merchants enter prices without tax. */
const untaxed = { pricesEnteredWithTax: false, showsTax: false }
const rates = { 'Default Tax Class': 24, reduced: 13, 'Zero rated': 0 }

let app: TestApp
afterEach(() => app.close())

async function open(options: TestAppOptions & { shop?: 'embedded' }) {
  app = await testApp(options)
  await ensureWebhooks(await jobContextOf(app))
  const host = await aHost(app)
  return { host, registry: await aRegistry(app, host) }
}

const shown = async (registry: { code: string }, as?: string) =>
  (
    await app.call<{ data: { price: number; state: string; unavailable_reason?: string }[] }>(
      showGifts,
      { registry_id: registry.code },
      as ? { as } : {},
    )
  ).data.data

/** Refreshes the products as a webhook does, on the other process than the one that took the last order. */
const refresh = async (...gifts: AGift[]) =>
  (await jobContextOf(app, 'B')).refreshProducts(gifts.map(gift => gift.productId))

test.each([
  ['the storefront adds the tax', { pricesEnteredWithTax: false, showsTax: true }],
  ['nobody adds the tax', untaxed],
])('what is shown with tax is what is charged, where %s', async (_, shopTax) => {
  const { registry } = await open({ shopTax })
  const whole = await aGift(app, registry, { quantity: 3, cents: 1001 })
  const group = await aGift(app, registry, { group: true, cents: 9999 })
  await refresh(whole, group)
  expect((await shown(registry)).map(gift => gift.price)).toEqual([10.01, 99.99])
  const { cartId } = await handOff(app, registry, [
    { ...lineOf(whole, { units: 3 }), seen_price: 10.01 },
    lineOf(group, { cents: 4000 }),
  ])
  const order = await app.shop.actions.pay(cartId)
  await app.deliver()
  const { total_inc_tax } = (await (await app.staff('GET', `/v2/orders/${order.id}`)).json()) as {
    total_inc_tax: string
  }
  expect(total_inc_tax).toBe('70.0300')
  expect(await purchasesOf(app, whole)).toMatchObject([{ state: 'paid', units: 3, cents: 3003 }])
  expect(await purchasesOf(app, group)).toMatchObject([{ state: 'paid', credited_cents: 4000 }])
  expect(await sumLedger(app, order.id)).toEqual({ gift: 3003, contribution: 4000 })
  await expectInvariants(app.db, registry.id)
})

test('what a choice adds is told with its tax', async () => {
  const { registry, host } = await open({ shopTax: untaxed })
  const chart = catalogue.products.find(({ slug }) => slug === 'growth-chart')!
  await (await jobContextOf(app, 'B')).refreshProducts([chart.id])
  const modifiers = chart.modifiers!.map(one => ({
    option_id: one.id,
    value: 'values' in one ? String(one.values[1]!.id) : '52',
  }))
  const wish = { registry_id: registry.code, products: [{ product_id: chart.id, modifiers }] }
  expect(await app.call(addGifts, wish, { as: host.token })).toMatchObject({ status: 200 })
  const [{ price = 0 } = {}] = await shown(registry)
  const [choice] = modifiers.slice(-1)
  await app.staff('POST', `/v3/catalog/products/${chart.id}/complex-rules`, {
    price_adjuster: { adjuster: 'relative', adjuster_value: 10 },
    conditions: [{ modifier_id: choice?.option_id, modifier_value_id: Number(choice?.value) }],
  })
  const cart = {
    registry_id: registry.code,
    line_items: [{ product_id: chart.id, quantity: 1, seen_price: price }],
  }
  expect(await app.call(createCart, cart)).toMatchObject({
    data: { code: 'cart_price_moved', lines: [{ price: expect.closeTo(price + 12.4) }] },
  })
})

test('a rate that nobody knows shows no price, tells the hosts why, and sells nothing', async () => {
  let answer = () => new Response(null, { status: 503 })
  const { registry, host } = await open({
    shopTax: untaxed,
    env: { TAX_RATES: 'https://tax.test/rates Basic abc' },
    fetchElsewhere: async () => answer(),
  })
  const gift: AGift = await aGift(app, registry, { cents: 1240 })
  await refresh(gift)
  const details = await app.call<{ price: number | null }>(showProductDetails, { id: gift.productId })
  expect(details.data.price).toBeNull()
  expect(await shown(registry)).toEqual([])
  expect(await shown(registry, host.token)).toMatchObject([
    { state: 'unavailable', unavailable_reason: 'price' },
  ])
  const cart = { registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }
  expect(await app.call(createCart, cart)).toMatchObject({ status: 409, data: { code: 'gift_unavailable' } })
  const wish = { registry_id: registry.code, products: [{ product_id: gift.productId }] }
  expect(await app.call(addGifts, wish, { as: host.token })).toMatchObject({ status: 409 })

  answer = () => Response.json({ rates })
  app.later(400)
  await refresh(gift)
  expect(await shown(registry)).toMatchObject([{ price: 12.4, state: 'open' }])
  expect(await app.call(createCart, cart)).toMatchObject({ status: 200 })
  answer = () => Response.json({ rates: { 'Default Tax Class': 1000 } })
  app.later(400)
  await refresh(gift)
  expect(await shown(registry)).toMatchObject([{ price: 12.4 }])
})
