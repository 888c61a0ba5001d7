import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '../../../shop/catalogue/index.ts'
import { type AGift, aGift, aGiftCard, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import {
  aHostWithMoney,
  anExperience,
  giveGifts,
  type HostWithMoney,
  listAllCertificates,
} from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'

/** Staff can't make money of what has already bought something (R1160). */
const pages = opened(() => openActionPages(1, { PAYOUT_DAYS: '0' }))
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db))

/** Somebody buys something in the shop for themselves; answers the ids of the order and its line. */
async function anOwnPurchase({ productId, variantId }: Product, buyer: { certificate?: string } = {}) {
  const line_items = [{ product_id: productId, variant_id: variantId, quantity: 1 }]
  const cart = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items })
  const { data } = (await cart.json()) as { data: { id: string } }
  return pay(data.id, buyer)
}
type Product = Pick<AGift, 'productId' | 'variantId'>

async function pay(cartId: string, buyer: { certificate?: string } = {}) {
  const { id } = await app.shop.actions.pay(cartId, buyer)
  await app.deliver()
  const [line] = (await app.processA.shop.fetchOrder(id))!.lines
  return { order: id, line: line!.id }
}

const place = (line: { order: number; line: number }, gift: { id: number }) =>
  pages.act(pages.manager, 'line_placed', { ...line, registry: host.registry.code, gift: gift.id })

/** Collects all open money of a gift; answers the certificate. */
async function collect(gift: { id: number }, from = host) {
  expect(await from.collect({ id: gift.id })).toMatchObject({ status: 200 })
  app.later(1)
  await app.job('payouts')
  return (await listAllCertificates(app)).filter(one => one.to === from.email).at(-1)!
}

const moneyOf = async (one = host) =>
  Object.values(await one.ledgerSums()).reduce((sum, cents) => sum + cents, 0)

describe('what was bought is no contribution', () => {
  test('a purchase of a stranger’s own counts for no group gift of something else', async () => {
    const teapot = await aGift(app, await strangersRegistry(), { cents: 6400 })
    const group = await aGift(app, host.registry, { group: true, cents: 9000 })
    const bought = await anOwnPurchase(teapot)
    expect(await place(bought, group)).toMatchObject({ status: 422 })
    expect(await purchasesOf(app, group)).toEqual([])
    expect(await moneyOf()).toBe(0)
  })

  test('on a group gift without money it is its unit; with money in it can’t be placed', async () => {
    const teapot = await aGift(app, host.registry, { group: true, cents: 6400 })
    const bought = await anOwnPurchase(teapot)
    expect(await place(bought, teapot)).toMatchObject({ status: 302 })
    expect(await purchasesOf(app, teapot)).toMatchObject([
      { kind: 'units', units: 1, credited_units: 1, state: 'paid' },
    ])
    expect(await moneyOf()).toBe(0)
    expect(await handOff(app, host.registry, [lineOf(teapot, { cents: 1000 })]).catch(() => null)).toBeNull()
    const funded = await host.fundedGift(1000, 5000)
    expect(await place(await anOwnPurchase(funded), funded)).toMatchObject({ status: 422 })
    expect(await moneyOf()).toBe(1000)
    // After the unit is refunded, guests may give shares again.
    await app.shop.actions.refund(bought.order)
    await app.deliver()
    await giveGifts(app, host.registry, [lineOf(teapot, { cents: 1000 })])
    expect(await moneyOf()).toBe(2000)
  })

  test('goods paid with our certificate stay goods; a share that is paid with it moves', async () => {
    const first = await host.fundedGift(6400, 9000)
    const certificate = await collect(first)
    const teapot = await aGift(app, host.registry, { group: true, cents: 3000 })
    const bought = await anOwnPurchase(teapot, { certificate: certificate.code })
    expect(await place(bought, await aGift(app, host.registry, { group: true, cents: 9000 }))).toMatchObject({
      status: 422,
    })
    expect(await moneyOf()).toBe(0)
    const other = await aGift(app, host.registry, { group: true, cents: 9000 })
    const { cartId } = await handOff(app, host.registry, [lineOf(other, { cents: 2000 })])
    await pay(cartId, { certificate: certificate.code })
    expect(await moneyOf()).toBe(2000)
    const left = (await listAllCertificates(app)).find(one => one.code === certificate.code)!
    // 64 € came in: 30 are goods, 20 are in the registry again, and 14 are on the certificate.
    expect(left.balance).toBe(1400)
  })

  test('a share that staff add to a paid order, and then place, is money as far as was captured', async () => {
    const [own, other] = [
      await aGift(app, host.registry, { group: true, cents: 9000 }),
      await aGift(app, host.registry, { group: true, cents: 9000 }),
    ]
    const { cartId } = await handOff(app, host.registry, [lineOf(own, { cents: 1000 })])
    const { order } = await pay(cartId)
    const { productId, options } = app.shop.groupGift
    const product_options = [
      { id: options.product, value: String(other.productId) },
      { id: options.variant, value: String(other.variantId) },
    ]
    const share = { product_id: productId, quantity: 1, price_inc_tax: 50, price_ex_tax: 50, product_options }
    expect((await app.staff('PUT', `/v2/orders/${order}`, { products: [share] })).status).toBe(200)
    await app.deliver()
    const added = (await app.processA.shop.fetchOrder(order))!.lines.at(-1)!
    await place({ order, line: added.id }, other)
    expect(await moneyOf()).toBe(1000)
  })

  test('an order that was placed for a host never counts', async () => {
    const digital = await anExperience(app, host.registry, 1)
    await giveGifts(app, host.registry, [lineOf(digital, { units: 1 })])
    await host.redeem({ id: digital.id })
    await app.job('payouts')
    const [placed] = await host.orders()
    const [line] = (await app.processA.shop.fetchOrder(placed!.id))!.lines
    const group = await aGift(app, host.registry, { group: true, cents: 90_000 })
    const redeemed = { order: placed!.id, line: line!.id }
    for (const gift of [group, digital]) expect(await place(redeemed, gift)).toMatchObject({ status: 422 })
    await app.db.updateTable('gift').set({ quantity: 2 }).where('id', '=', digital.id).execute()
    expect(await place(redeemed, digital)).toMatchObject({ status: 422 })
    expect(await moneyOf()).toBe(0)
  })

  test('a gift card that was sold to its buyer is theirs', async () => {
    const product = catalogue.products.find(one => one.type === 'giftcertificate')!
    const sold = await anOwnPurchase({ productId: product.id, variantId: product.variants[0]!.id })
    const group = await aGift(app, host.registry, { group: true, cents: 90_000 })
    const card = await aGiftCard(app, host.registry)
    for (const gift of [group, card]) expect(await place(sold, gift)).toMatchObject({ status: 422 })
    expect(await moneyOf()).toBe(0)
  })

  test('a digital product that was bought in the shop was delivered: it counts, and is no money', async () => {
    const digital = await anExperience(app, host.registry, 1)
    expect(await place(await anOwnPurchase(digital), digital)).toMatchObject({ status: 302 })
    expect(await purchasesOf(app, digital)).toMatchObject([{ units: 1, credited_units: 1 }])
    expect(await moneyOf()).toBe(0)
  })
})

async function strangersRegistry() {
  return (await aHostWithMoney(app)).registry
}
