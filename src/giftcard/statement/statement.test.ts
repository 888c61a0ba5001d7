import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aHost, lineOf } from '../../../test/build.ts'
import { aKeeper, gives, type Keeper } from '../../../test/money.ts'
import { type World, world } from '../../../test/world.ts'
import type { MoneyStatement } from '../payout/contract.ts'
import { getMoneyStatement } from '../payout/contract.ts'

let w: World
let keeper: Keeper
beforeAll(async () => {
  w = await world()
  await w.job('webhook-registration')
})
beforeEach(async () => {
  keeper = await aKeeper(w)
})
afterEach(() => {
  w.shop.faults.routes = []
})
afterAll(() => w.close())

test('reads like a bank statement: every line with its reference, and the balance after it', async () => {
  const [one, other] = [await keeper.funded(10_000), await keeper.funded(2550)]
  await keeper.redeem({ id: one.id })
  const { data: card } = await keeper.collect({ id: other.id, amount: 20 })
  const [order] = await keeper.orders()
  await w.shop.actions.cancel(order?.id ?? 0)
  await w.deliver()
  const { lines, ...sums } = await keeper.statement()
  const number = String(order?.id)
  expect(lines.map(({ kind, amount, balance, reference }) => [kind, amount, balance, reference])).toEqual([
    ['contribution', 100, 100, expect.stringMatching(/^\d+$/)],
    ['contribution', 25.5, 125.5, expect.stringMatching(/^\d+$/)],
    ['redeemed', -100, 25.5, number],
    ['certificate', -20, 5.5, card.code],
    ['returned', 100, 105.5, number],
  ])
  expect(sums).toEqual({ came: 225.5, went: 120, balance: 105.5 })
})

test('a code stands there once the shop has the certificate, and never for a co-host', async () => {
  const gift = await keeper.funded(4000)
  const coHost = await aHost(w)
  await w.db
    .updateTable('registry')
    .set({ co_host_id: coHost.id })
    .where('id', '=', keeper.registry.id)
    .execute()
  w.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  await keeper.collect({ id: gift.id })
  const references = async (as: string) => {
    const asked = { registry_id: keeper.registry.code }
    const { data } = await w.call<MoneyStatement>(getMoneyStatement, asked, { as })
    return data.lines.filter(one => one.kind === 'certificate').map(one => one.reference)
  }
  expect(await references(keeper.host.token)).toEqual([''])
  w.shop.faults.routes = []
  w.later(2)
  await w.job('payouts')
  expect(await references(keeper.host.token)).toEqual([expect.stringMatching(/^REG-/)])
  expect(await references(coHost.token)).toEqual([''])
})

test('a giver stands there as he wishes to appear', async () => {
  const gift = await keeper.funded(1000)
  await gives(w, keeper.registry, [lineOf(gift, { cents: 1000 })])
  await w.db
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
  expect((await keeper.statement()).lines.map(one => one.giver)).toEqual(['Άννα Δοκιμή', ''])
})
