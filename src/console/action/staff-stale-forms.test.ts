import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, aSameGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import { again, type TestApp } from '../../../test/test-app.ts'

const pages = opened(() => openActionPages(2))
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

/** An order of the shop without a hand-off. */
async function anOutsideOrder({ productId, variantId }: AGift) {
  const line = { product_id: productId, variant_id: variantId, quantity: 1 }
  const answer = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items: [line] })
  const order = await app.shop.actions.pay(((await answer.json()) as { data: { id: string } }).data.id)
  await app.deliver()
  return { order: order.id, line: (await app.processA.shop.fetchOrder(order.id))!.lines[0]!.id }
}

/** Sends a form that was opened before something else was done: it is refused with who did what. */
async function expectStale(name: string, { hidden }: { hidden: Record<string, string> }) {
  expect(hidden.version).toBeDefined()
  const { status, html } = await pages.send(pages.manager, name, hidden)
  expect(status).toBe(409)
  expect(html).toContain('Person manager: ')
}

test('money is moved as it was shown alone, also where what is left would suffice', async () => {
  const from = await host.fundedGift(4000, 9000)
  const to = await aGift(app, host.registry, { group: true, cents: 9000 })
  const fields = { registry: host.registry.code, source: `${from.id} gift`, to: to.id, amount: 5 }
  const opened = await pages.look(pages.manager, 'money_moved', fields)
  expect(await pages.act(pages.manager, 'money_moved', fields)).toMatchObject({ status: 302 })
  await expectStale('money_moved', opened)
  expect(await pages.audited('money_moved', host.registry)).toHaveLength(1)
})

test('a receipt is taken back as it was shown, not with another gift that was recorded since', async () => {
  const [one, other] = [await aGift(app, host.registry), await aGift(app, host.registry)]
  const fields = { registry: host.registry.code, receipt: `${host.registry.code} 6`, units: 1 }
  await pages.act(pages.manager, 'receipt_recorded', { ...fields, gift: one.id })
  const { id: receipt } = await app.db
    .selectFrom('till_receipt')
    .select('id')
    .where('registry_id', '=', host.registry.id)
    .executeTakeFirstOrThrow()
  const opened = await pages.look(pages.manager, 'receipt_reversed', { receipt })
  await pages.act(pages.manager, 'receipt_recorded', { ...fields, gift: other.id })
  expect((await pages.send(pages.manager, 'receipt_reversed', opened.hidden)).status).toBe(409)
  expect(await purchasesOf(app, one)).toMatchObject([{ state: 'paid' }])
})

test('the placing of a line is undone as it was shown, not one that was made since', async () => {
  const wrong = await aGift(app, host.registry, { cents: 3000 })
  // Two gifts with the same name, as variants of a product have.
  const right = await aSameGift(app, host.registry, wrong)
  const line = await anOutsideOrder(wrong)
  const place = { ...line, registry: host.registry.code, gift: wrong.id }
  await pages.act(pages.support, 'line_placed', place)
  const opened = await pages.look(pages.manager, 'line_unplaced', line)
  await pages.act(pages.manager, 'line_unplaced', line)
  expect(await pages.act(pages.support, 'line_placed', { ...place, gift: right.id })).toMatchObject({
    status: 302,
  })
  const { status } = await pages.send(pages.manager, 'line_unplaced', opened.hidden)
  expect(status).toBe(409)
  expect(await purchasesOf(app, right)).toMatchObject([{ state: 'paid' }])
})

test('the placing of a refund is undone as it was shown, not one of as much on another line', async () => {
  const gifts = [
    await aGift(app, host.registry, { group: true, cents: 9000 }),
    await aGift(app, host.registry, { group: true, cents: 5000 }),
  ] as const
  const lines = [lineOf(gifts[0], { cents: 4000 }), lineOf(gifts[1], { cents: 2000 })]
  const { id: order } = await app.shop.actions.pay((await handOff(app, host.registry, lines)).cartId)
  await app.deliver()
  const refund = await app.shop.actions.refundAmount(order, 1000)
  await app.deliver()
  const lineOfGift = async (index: 0 | 1) => (await purchasesOf(app, gifts[index]))[0]!.line_id
  const known = { order, refund }
  await pages.act(pages.manager, 'refund_placed', { ...known, line: await lineOfGift(0), amount: 10 })
  const opened = await pages.look(pages.manager, 'refund_unplaced', known)
  await pages.act(pages.manager, 'refund_unplaced', known)
  await pages.act(pages.manager, 'refund_placed', { ...known, line: await lineOfGift(1), amount: 10 })
  await expectStale('refund_unplaced', opened)
  expect(await purchasesOf(app, gifts[1])).toMatchObject([{ cents: 1000 }])
})

test('two staff on two processes do each thing once', again, async () => {
  const [group, other] = [
    await host.fundedGift(4000, 9000),
    await aGift(app, host.registry, { group: true, cents: 9000 }),
  ]
  const goods = await aGift(app, host.registry, { quantity: 5, cents: 3000 })
  const { code: registry, id } = host.registry
  /** Sends two forms, the first one twice, to both processes at once: one was done, and nothing failed. */
  const race = async (name: string, fields: Record<string, string | number>, second = 409) => {
    expect([name, await pages.race(pages.manager, name, fields)]).toEqual([
      name,
      expect.toSatisfy(
        (sent: number[]) => sent.includes(second) && sent.every(one => [302, second].includes(one)),
      ),
    ])
    expect([name, await pages.audited(name, host.registry)]).toEqual([name, [expect.anything()]])
    await expectInvariants(app.db, id)
  }
  await race('money_moved', { registry, source: `${group.id} gift`, to: other.id, amount: 5 })
  await race('receipt_recorded', { registry, receipt: `${registry} 7`, gift: goods.id, units: 1 })
  await race('receipt_money_recorded', { registry, receipt: `${registry} 8`, gift: group.id, amount: 12 })
  const { id: receipt } = await app.db
    .selectFrom('till_receipt')
    .select('id')
    .where('registry_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  // The second one gets an error at the field: the number is the receipt's own already.
  await race('receipt_renumbered', { receipt, number: `${registry} 9` }, 422)
  await race('receipt_reversed', { receipt })
  const line = await anOutsideOrder(goods)
  await race('line_placed', { ...line, registry, gift: goods.id })
  await race('line_unplaced', line)
  const moved = app.db
    .selectFrom('ledger')
    .select('cents')
    .where('registry_id', '=', id)
    .where('kind', '=', 'moved')
  expect((await moved.execute()).map(({ cents }) => cents).sort()).toEqual([-500, 500])
})
