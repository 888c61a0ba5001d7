import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, aSameGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import { again, type TestApp } from '../../../test/test-app.ts'

/** Two staff on two processes do the same at once, which may be done once. */
const pages = opened(() => openActionPages(2))
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, host.registry.id)
})

type Form = [name: string, fields: Record<string, string | number>]

/** Opens all forms, then sends them to both processes at once; answers their statuses. */
async function sendAtOnce(...forms: Form[]): Promise<number[]> {
  const opened: { hidden: Record<string, string> }[] = []
  for (const [name, fields] of forms) opened.push(await pages.look(pages.manager, name, fields))
  const sent = forms.map(([name], index) => pages.send(pages.manager, name, opened[index]!.hidden))
  return (await Promise.all(sent)).map(({ status }) => status)
}

/** One was done, the other refused. */
const oneDone = expect.toSatisfy((sent: number[]) => String(sent.toSorted()) === '302,409')

const paidUnits = async (gift: { id: number }) =>
  (await purchasesOf(app, gift)).reduce((units, one) => units + (one.state === 'paid' ? one.units : 0), 0)

test('one receipt is of one registry, and one line of an order of one gift', again, async () => {
  const other = await aHostWithMoney(app)
  const mine = await aGift(app, host.registry)
  const theirs = await aSameGift(app, other.registry, mine)
  const receipt = `${host.registry.code} 1`
  const toEach = (name: string, known: Form[1]): Form[] => [
    [name, { ...known, registry: host.registry.code, gift: mine.id }],
    [name, { ...known, registry: other.registry.code, gift: theirs.id }],
  ]
  expect(await sendAtOnce(...toEach('receipt_recorded', { receipt, units: 1 }))).toEqual(oneDone)
  expect((await paidUnits(mine)) + (await paidUnits(theirs))).toBe(1)
  const line_items = [{ product_id: mine.productId, variant_id: mine.variantId, quantity: 1 }]
  const cart = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items })
  const order = await app.shop.actions.pay(((await cart.json()) as { data: { id: string } }).data.id)
  await app.deliver()
  const line = (await app.processA.shop.fetchOrder(order.id))!.lines[0]!.id
  expect(await sendAtOnce(...toEach('line_placed', { order: order.id, line }))).toEqual(oneDone)
  const placed = [...(await purchasesOf(app, mine)), ...(await purchasesOf(app, theirs))]
  expect(placed.filter(one => one.order_id === order.id)).toHaveLength(1)
})

test('the same money goes to one gift; a refund is of one line, and waits again once', again, async () => {
  const from = await host.fundedGift(4000, 9000)
  const [one, other] = [
    await aGift(app, host.registry, { group: true, cents: 9000 }),
    await aGift(app, host.registry, { group: true, cents: 9000 }),
  ]
  const money = { registry: host.registry.code, source: `${from.id} gift`, amount: 40 }
  const moves = [one, other].map((gift): Form => ['money_moved', { ...money, to: gift.id }])
  expect(await sendAtOnce(...moves)).toEqual(oneDone)
  expect(await host.ledgerSums()).toEqual({ contribution: 4000 })
  const lines = [lineOf(one, { cents: 1000 }), lineOf(other, { cents: 1000 })]
  const { id: order } = await app.shop.actions.pay((await handOff(app, host.registry, lines)).cartId)
  await app.deliver()
  const refund = await app.shop.actions.refundAmount(order, 700)
  await app.deliver()
  const ofOrder = async () =>
    [...(await purchasesOf(app, one)), ...(await purchasesOf(app, other))].filter(
      row => row.order_id === order,
    )
  const places = (await ofOrder()).map(
    ({ line_id: line }): Form => ['refund_placed', { order, refund, line, amount: 7 }],
  )
  expect(await sendAtOnce(...places)).toEqual(oneDone)
  expect((await ofOrder()).map(row => row.cents).sort()).toEqual([1000, 300].sort())
  const undo: Form = ['refund_unplaced', { order, refund }]
  expect(await sendAtOnce(undo, undo)).toEqual(oneDone)
  expect((await ofOrder()).map(row => row.cents)).toEqual([1000, 1000])
})

test('the last unit of a line is returned once, also while its receipt is taken back', again, async () => {
  const gift = await aGift(app, host.registry, { quantity: 2, cents: 1500 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const { line_id: line } = (await purchasesOf(app, gift))[0]!
  const unit: Form = ['unit_returned', { order, line, units: 1 }]
  const [first, second] = await sendAtOnce(unit, unit)
  // The second is refused: no unit is left.
  expect([first, second].filter(status => status === 302)).toHaveLength(1)
  expect(await host.ledgerSums()).toEqual({ moved: 1500 })
  const fields = { registry: host.registry.code, receipt: `${host.registry.code} 2`, gift: gift.id, units: 1 }
  await pages.act(pages.manager, 'receipt_recorded', fields)
  const { id: receipt } = await app.db
    .selectFrom('till_receipt')
    .select('id')
    .where('registry_id', '=', host.registry.id)
    .executeTakeFirstOrThrow()
  await sendAtOnce(
    ['receipt_reversed', { receipt }],
    ['unit_returned', { order: -receipt, line: 1, units: 1 }],
  )
  // Units returned from a receipt are taken back with it, whichever came first.
  await pages.act(pages.manager, 'receipt_reversed', { receipt })
  expect(await host.ledgerSums()).toEqual({ moved: 1500 })
})

test('a hanging payout is tried and cancelled at once: it is one of them', again, async () => {
  const gift = await host.fundedGift(4000, 9000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data } = await host.collect({ id: gift.id })
  app.shop.faults.routes = []
  app.later(2)
  const payout = { payout: data.id }
  const acts: Form[] = [
    ['payout_retried', payout],
    ['payout_cancelled', payout],
  ]
  const sent = await sendAtOnce(...acts, ...acts)
  expect(sent.every(status => [302, 409].includes(status))).toBe(true)
  app.later(2)
  await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
  const row = app.db.selectFrom('payout').select(['state', 'code']).where('id', '=', data.id)
  const { state } = await row.executeTakeFirstOrThrow()
  const made = state === 'done' ? 1 : 0
  expect([state, await host.certificates()]).toEqual([
    made === 1 ? 'done' : 'failed',
    Array(made).fill(expect.objectContaining({ cents: 4000 })),
  ])
  const { certificate = 0, returned = 0 } = await host.ledgerSums()
  expect(certificate + returned).toBe(made === 1 ? -4000 : 0)
  expect(await host.emails('giftcard-issued')).toHaveLength(made)
})

test(
  'a payout that somebody made by hand is tried and marked as done at once: it is made once',
  again,
  async () => {
    const gift = await host.fundedGift(4000, 9000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
    const { data } = await host.collect({ id: gift.id })
    app.shop.faults.routes = []
    app.later(2)
    const row = app.db.selectFrom('payout').select(['state', 'code']).where('id', '=', data.id)
    const { code } = await row.executeTakeFirstOrThrow()
    const person = { to_name: 'Host', to_email: host.email, from_name: 'Shop', from_email: 'shop@shop.gr' }
    const fields = { ...person, code, amount: '40.00', balance: '40.00', status: 'active' }
    expect((await app.staff('POST', '/v2/gift_certificates', fields)).status).toBeLessThan(300)
    const payout = { payout: data.id }
    await sendAtOnce(['payout_retried', payout], ['payout_finished', payout], ['payout_retried', payout])
    app.later(2)
    await app.job('payouts')
    expect((await row.executeTakeFirstOrThrow()).state).toBe('done')
    expect(await host.certificates()).toHaveLength(1)
    expect(await host.emails('giftcard-issued')).toHaveLength(1)
    expect(await host.ledgerSums()).toEqual({ contribution: 4000, certificate: -4000 })
  },
)
