import { afterEach, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts } from '../../../test/money.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createCart } from '../../checkout/hand-off.contract.ts'

let app: TestApp
afterEach(() => app.close())

interface LineAmounts {
  price_inc_tax: string
  price_ex_tax: string
  total_inc_tax: string
  total_tax: string
}
const linesOf = async (orderId: number) =>
  (await (await app.staff('GET', `/v2/orders/${orderId}/products`)).json()) as LineAmounts[]

const standardClass = 0
const withTax = { pricesEnteredWithTax: true, showsTax: true }
const withoutTax = { pricesEnteredWithTax: false, showsTax: false }
const taxedAtSale = { SHOP_GROUP_TAX_CLASS: 'Default Tax Class', HOST_ORDER_TAX: 'none' }

type Case = [string, { pricesEnteredWithTax: boolean; showsTax: boolean }, Record<string, string>]
const moreCases: Case[] = [
  ['free of tax, the goods taxed; prices without tax', withoutTax, {}],
  ['taxed, the goods not again; prices with tax', withTax, taxedAtSale],
]

test.each<Case>([
  ['free of tax, the goods taxed; prices with tax', withTax, {}],
  ...(process.env.TEST_FULL ? moreCases : []),
  ['taxed, the goods not again; prices without tax', withoutTax, taxedAtSale],
])('a contribution may be %s', async (_, shopTax, env) => {
  app = await testApp({ shopTax, env })
  await app.job('webhook-registration')
  const isTaxed = 'SHOP_GROUP_TAX_CLASS' in env
  const groupProduct = `/v3/catalog/products/${app.shop.groupGift.productId}`
  if (isTaxed) await app.staff('PUT', groupProduct, { tax_class_id: standardClass })
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })

  for (const cents of [4000, 1001, 4999]) {
    const [line] = await linesOf(await giveGifts(app, host.registry, [lineOf(gift, { cents })]))
    const total = (cents / 100).toFixed(4)
    const net = isTaxed ? (cents / 124).toFixed(4) : total
    expect(line).toMatchObject({ price_inc_tax: total, total_inc_tax: total, price_ex_tax: net })
  }
  expect(await host.ledgerSums()).toEqual({ contribution: 10_000 })

  await host.redeem({ id: gift.id })
  const [order] = await host.orders()
  const [goods] = await linesOf(order!.id)
  expect(goods).toMatchObject({
    total_inc_tax: '100.0000',
    total_tax: isTaxed ? '0.0000' : '19.3548',
  })
  expect(await host.ledgerSums()).toEqual({ contribution: 10_000, redeemed: -10_000 })
  await expectInvariants(app.db, host.registry.id)
})

test('nobody pays another amount because a rate is not known', async () => {
  app = await testApp({ shopTax: withoutTax, env: { SHOP_GROUP_TAX_CLASS: 'Luxury' } })
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
  const cart = { registry_id: host.registry.code, line_items: [lineOf(gift, { cents: 4000 })] }
  expect((await app.call(createCart, cart)).status).toBeGreaterThan(499)
  expect(await app.db.selectFrom('handoff').select('cart_id').execute()).toEqual([{ cart_id: null }])
})
