import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, aHost, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { getMoneyStatement, type MoneyStatement } from './statement.contract.ts'

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => {
  app.shop.faults.routes = []
})

test('every line has its reference, and the balance after it', async () => {
  const [redeemed, collected] = [await host.fundedGift(10_000), await host.fundedGift(2550)]
  await host.redeem({ id: redeemed.id })
  const { data: card } = await host.collect({ id: collected.id, amount: 20 })
  const [order] = await host.orders()
  await app.shop.actions.cancel(order?.id ?? 0)
  await app.deliver()
  const { lines, ...totals } = await host.statement()
  const number = String(order?.id)
  expect(lines.map(({ kind, amount, balance, reference }) => [kind, amount, balance, reference])).toEqual([
    ['contribution', 100, 100, expect.stringMatching(/^\d+$/)],
    ['contribution', 25.5, 125.5, expect.stringMatching(/^\d+$/)],
    ['redeemed', -100, 25.5, number],
    ['certificate', -20, 5.5, card.code],
    ['returned', 100, 105.5, number],
  ])
  expect(totals).toEqual({ came: 225.5, went: 120, balance: 105.5, free: 105.5, waiting: [] })
})

test('what only moves inside neither comes in nor goes out', async () => {
  const from = await host.fundedGift(10_000)
  const cheaper = { price_cents: 4000 }
  await app.db.updateTable('product').set(cheaper).where('id', '=', from.productId).execute()
  await app.db.updateTable('variant').set(cheaper).where('product_id', '=', from.productId).execute()
  await app.job('order-sync')
  const to = await aGift(app, host.registry, { group: true, cents: 9000 })
  await host.transfer({ id: from.id, type: 'change', to: to.id })
  await host.collect({ id: to.id, amount: 20 })
  const { lines, came, went, balance } = await host.statement()
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['contribution', 100],
    ['contribution', -60],
    ['surplus', 60],
    ['moved', -60],
    ['moved', 60],
    ['certificate', -20],
  ])
  expect({ came, went, balance }).toEqual({ came: 100, went: 20, balance: 80 })
})

test('a code is shown once the shop has the certificate, and never to a co-host', async () => {
  const gift = await host.fundedGift(4000)
  const coHost = await aHost(app)
  await app.db
    .updateTable('registry')
    .set({ co_host_id: coHost.id })
    .where('id', '=', host.registry.id)
    .execute()
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  await host.collect({ id: gift.id })
  const references = async (as: string) => {
    const input = { registry_id: host.registry.code }
    const { data } = await app.call<MoneyStatement>(getMoneyStatement, input, { as })
    return data.lines.filter(line => line.kind === 'certificate').map(line => line.reference)
  }
  expect(await references(host.token)).toEqual([''])
  app.shop.faults.routes = []
  app.later(2)
  await app.job('payouts')
  expect(await references(host.token)).toEqual([expect.stringMatching(/^REG-/)])
  expect(await references(coHost.token)).toEqual([''])
})

test('a giver appears as they chose', async () => {
  const gift = await host.fundedGift(1000)
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 1000 })])
  await app.db
    .updateTable('purchase')
    .set({ visibility: 'anonymous' })
    .where('gift_id', '=', gift.id)
    .where('order_id', '=', row =>
      row
        .selectFrom('purchase')
        .select(({ fn }) => fn.max('order_id').as('last'))
        .where('gift_id', '=', gift.id),
    )
    .execute()
  expect((await host.statement()).lines.map(line => line.giver)).toEqual(['Άννα Δοκιμή', ''])
})
