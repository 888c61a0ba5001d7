import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CANCELLED } from '../../shop/orders/orders.ts'
import { aGift, aGiftCard, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { crashes, Killed } from '../../test/killed-process.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney, spendCertificate } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import {
  buyOutside,
  cardsOf,
  lineCardsOf,
  type OutsideLine,
  outsideCart,
  unmatchedOf,
} from '../../test/outside-lines.ts'
import { openActionPages } from '../../test/staff-actions.ts'
import type { TestApp } from '../../test/test-app.ts'
import { findOrderDifferences } from '../orders/reconciliation/reconciliation.ts'
import { loweringHooks, payoutHooks } from '../server/context/test-hooks.ts'

/** Gift cards for lines of our own products that were bought without a registry (R1311; R1310 about these products). */
const payoutDays = 14
const crash = crashes()
const pages = opened(() => openActionPages(2, { PAYOUT_DAYS: String(payoutDays) }, crash.step))
let app: TestApp
let host: HostWithMoney
let email: string
let count = 0
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  const year = app.clock.now.getUTCFullYear() + 4
  host = await aHostWithMoney(app, { event_day: `${year}-06-19`, closing_day: `${year}-07-19` })
  email = `buyer-${++count}@shop.example`
})
afterEach(async () => {
  app.shop.faults.routes = []
  await expectInvariants(app.db, null, payoutDays)
})

const buy = (...amounts: number[]) =>
  buyOutside(app, amounts, { email }) as Promise<[OutsideLine, OutsideLine]>
const exchange = (line: OutsideLine) => pages.act(pages.manager, 'line_exchanged', { ...line })
const place = (line: OutsideLine, gift: { id: number }) =>
  pages.act(pages.manager, 'line_placed', { ...line, registry: host.registry.code, gift: gift.id })
const days = (number: number) => app.later(number * 24 * 60)
/** Both processes make and lower what is due, several times. */
async function work(times = 3): Promise<void> {
  for (let time = 0; time < times; time++) {
    await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
    app.later(2)
  }
}
const cards = async () =>
  (await cardsOf(app, email)).map(({ cents, balance }) => (balance === cents ? cents : [cents, balance]))
const letters = (template: string) =>
  app.db
    .selectFrom('outbox')
    .select(['recipient', 'props'])
    .where('template', '=', template)
    .where('recipient', '=', email)
    .execute()
const refund = async ({ order }: OutsideLine, cents?: number) => {
  if (cents === undefined) await app.shop.actions.refund(order)
  else await app.shop.actions.refundAmount(order, cents)
  await app.deliver()
}
const aGroupGift = () => aGift(app, host.registry, { group: true, cents: 90_000 })

describe('what waits for staff', () => {
  test('is each line with its amount, with both answers and the way to refund it', async () => {
    const [first, second] = await buy(5000, 700)
    expect(await unmatchedOf(app, first.order)).toEqual([
      { line_id: first.line, reason: 'bought', cents: 5000 },
      { line_id: second.line, reason: 'bought', cents: 700 },
    ])
    const list = await (await pages.view('/staff/work/unmatched', pages.manager)).text()
    const parts = [
      ...[
        `/staff/actions/line_exchanged?order=${first.order}`,
        `/staff/actions/line_placed?order=${first.order}`,
      ],
      ...['line_dismissed', app.processA.shop.orderPageUrl(first.order)],
    ]
    for (const part of parts) expect(list.includes(part.replaceAll('&', '&amp;')), part).toBe(true)
  })

  test('is nothing that costs nothing, and no gift card that the shop itself delivers', async () => {
    const [line] = await buy(0, 1500)
    expect((await unmatchedOf(app, line.order)).map(one => one.cents)).toEqual([1500])
  })

  test('is not for support to pay out', async () => {
    const [line] = await buy(5000)
    expect((await pages.act(pages.support, 'line_exchanged', { ...line })).status).toBe(403)
    expect(await lineCardsOf(app, line.order)).toEqual([])
  })
})

describe('a gift card for the buyer', () => {
  test('is made once the order’s days are over, goes to its own e-mail, and staff read so on the order', async () => {
    const [line] = await buy(5000)
    const seen = await pages.look(pages.manager, 'line_exchanged', { ...line })
    for (const words of ['€50.00', email]) expect(seen.text).toContain(words)
    expect(await exchange(line)).toMatchObject({ status: 302 })
    expect(await unmatchedOf(app, line.order)).toEqual([])
    days(payoutDays - 1)
    await work()
    expect(await cards()).toEqual([])
    days(1)
    await work()
    expect(await cards()).toEqual([5000])
    expect(await letters('line-card')).toMatchObject([
      { props: { order: line.order, cents: 5000, certificate: expect.stringMatching(/^REG-/) } },
    ])
    const row = (await lineCardsOf(app, line.order))[0]
    expect(row).toMatchObject({ state: 'done', to_email: '', to_name: '', next_attempt_at: null })
    await app.job('shop-tasks')
    expect((await app.processA.shop.fetchOrder(line.order))?.staffNote).toContain('ask before refunding')
  })

  test('two of the staff at once, a form that is sent twice: once', async () => {
    const [line] = await buy(5000)
    const done = await pages.race(pages.manager, 'line_exchanged', { ...line })
    // The form that is sent twice gets the same answer twice.
    expect([done[0], done[2]]).toEqual([302, 409])
    expect(await lineCardsOf(app, line.order)).toMatchObject([{ code_number: 1 }])
    days(payoutDays)
    await work()
    expect(await cards()).toEqual([5000])
    expect(await letters('line-card')).toHaveLength(1)
    const again = await pages.look(pages.manager, 'line_exchanged', { ...line })
    expect(again.text).toContain('Its buyer gets, or has got, a gift card')
  })

  test.each(payoutHooks.slice(1))('a process dies after “%s”: another one finishes, once', async step => {
    const [line] = await buy(5000)
    await exchange(line)
    days(payoutDays)
    expect(await crash.through(step, () => app.job('payouts', 'A'))).toBeInstanceOf(Killed)
    app.later(2)
    await work()
    expect(await cards()).toEqual([5000])
    expect(await letters('line-card')).toHaveLength(1)
  })

  test.each(['lost', '500', 'truncated'] as const)('the shop answers “%s”: it is made once', async answer => {
    const [line] = await buy(5000)
    await exchange(line)
    days(payoutDays)
    const path = '/stores/:hash/v2/gift_certificates'
    app.shop.faults.routes = [{ path, method: 'POST', answer, times: 1 }]
    await work(4)
    expect(await cards()).toEqual([5000])
  })

  test('an order that is not paid, or has no e-mail, gets none', async () => {
    const [line] = (await buyOutside(app, [5000], { email }, 'pending')) as [OutsideLine]
    expect((await exchange(line)).html).toContain('does not have the money of this order yet')
    const [nobody] = (await buyOutside(app, [5000], { email: '' })) as [OutsideLine]
    expect((await exchange(nobody)).html).toContain('has no e-mail')
  })
})

describe('one or the other', () => {
  test('what became a gift card can’t be placed, nor exchanged again, nor dismissed', async () => {
    const [line] = await buy(5000)
    await exchange(line)
    const gift = await aGroupGift()
    for (const when of ['waiting', 'done']) {
      expect((await place(line, gift)).html, when).toContain('It can’t count for a gift any more')
      expect((await exchange(line)).html).toContain('Its buyer gets, or has got, a gift card')
      const dismissed = await pages.act(pages.manager, 'line_dismissed', { ...line })
      expect(dismissed.html).toContain('Nobody has to decide about this product any more')
      days(payoutDays)
      await work()
    }
    expect(await purchasesOf(app, gift)).toEqual([])
    expect(await cards()).toEqual([5000])
  })

  test('what was placed can’t become one, until that is undone and its money is back', async () => {
    const [line] = await buy(5000)
    const gift = await aGroupGift()
    expect(await place(line, gift)).toMatchObject({ status: 302 })
    expect((await exchange(line)).html).toContain('Nobody has to decide about this product any more')
    days(payoutDays)
    expect(await host.collect({ id: gift.id })).toMatchObject({ status: 200 })
    const [left] = await cardsOf(app, host.email)
    await spendCertificate(app, left?.id ?? 0, 5000)
    await pages.act(pages.manager, 'line_unplaced', { ...line })
    expect(await unmatchedOf(app, line.order)).toHaveLength(1)
    // The host has spent its money, so it would leave a second time.
    expect((await exchange(line)).html).toContain('Money of this order has left a registry already')
    await work()
    expect(await cards()).toEqual([])
  })

  test('placed and exchanged at once by two of the staff: one of them holds', async () => {
    for (let turn = 0; turn < (process.env.TEST_FULL ? 10 : 1); turn++) {
      const [line] = await buy(3000)
      const gift = await aGroupGift()
      await Promise.all([exchange(line), place(line, gift)])
      days(payoutDays)
      await work()
      const placed = (await purchasesOf(app, gift)).filter(one => one.state === 'paid').length
      expect(placed + (await lineCardsOf(app, line.order)).length).toBe(1)
    }
  })

  test('a gift card of a registry takes it as well', async () => {
    const [line] = await buy(5000)
    const card = await aGiftCard(app, host.registry)
    expect(await place(line, card)).toMatchObject({ status: 302 })
    expect(await purchasesOf(app, card)).toMatchObject([{ kind: 'gift_card', cents: 5000, is_money: true }])
  })

  test('beside a share of a registry in one order each has its own', async () => {
    const gift = await aGroupGift()
    const { cartId } = await handOff(app, host.registry, [lineOf(gift, { cents: 2000 })])
    const { line_items } = outsideCart(app, [3000])
    await app.staff('POST', `/v3/carts/${cartId}/items`, { line_items })
    const { id: order } = await app.shop.actions.pay(cartId, { email })
    await app.deliver()
    const [extra] = await unmatchedOf(app, order)
    expect(extra).toMatchObject({ reason: 'bought', cents: 3000 })
    await exchange({ order, line: extra?.line_id ?? 0 })
    days(payoutDays)
    await work()
    expect(await purchasesOf(app, gift)).toMatchObject([{ cents: 2000, state: 'paid' }])
    expect(await cards()).toEqual([3000])
  })
})

describe('refunds', () => {
  test('before the card is made: of a part the rest, of all of it none', async () => {
    const [line] = await buy(5000)
    await exchange(line)
    await refund(line, 2000)
    days(payoutDays)
    await work()
    expect(await cards()).toEqual([3000])
    const [other] = await buy(4000)
    await exchange(other)
    await refund(other)
    days(payoutDays)
    await work()
    expect(await cards()).toEqual([3000])
    expect(await lineCardsOf(app, other.order)).toMatchObject([{ state: 'failed', to_email: '' }])
  })

  test('while the card is being made: no code of more than is left reaches anybody', async () => {
    const [line] = await buy(5000)
    await exchange(line)
    days(payoutDays)
    expect(await crash.through('certificate made', () => app.job('payouts', 'A'))).toBeInstanceOf(Killed)
    await refund(line, 2000)
    app.later(2)
    await work()
    expect(await cards()).toEqual([3000])
    expect(await letters('line-card')).toMatchObject([{ props: { cents: 3000 } }])
  })

  test.each([null, ...loweringHooks.filter(one => one !== 'lowering stored')])(
    'afterwards they are taken off the card, once, also when a process dies after “%s”',
    async step => {
      const [line] = await buy(5000)
      await exchange(line)
      days(payoutDays)
      await work()
      await refund(line, 2000)
      await crash.through(step, () => app.job('payouts', 'A'))
      app.later(2)
      await work(4)
      expect(await cards()).toEqual([[5000, 3000]])
      expect(await letters('line-card-lowered')).toMatchObject([{ props: { cents: 2000, balance: 3000 } }])
    },
  )

  test('what was spent can’t be taken off: staff are told, once', async () => {
    const [line] = await buy(5000)
    await exchange(line)
    days(payoutDays)
    await work()
    const [card] = await cardsOf(app, email)
    await spendCertificate(app, card?.id ?? 0, 4500)
    await refund(line)
    await work(5)
    expect((await cardsOf(app, email)).map(one => one.balance)).toEqual([0])
    const told = app.db.selectFrom('outbox').select('props').where('template', '=', 'line-card-spent')
    expect(await told.where('cause', 'like', `line-card-spent:${line.order}:%`).execute()).toEqual([
      { props: { order: line.order, cents: 4500 } },
    ])
  })

  test('a cancelled order takes all of it back; an archived one changes nothing', async () => {
    const [line] = await buy(5000)
    const [archived] = await buy(1000)
    await exchange(line)
    await exchange(archived)
    await app.shop.actions.archive(archived.order)
    await app.deliver()
    days(payoutDays)
    await work()
    expect((await cards()).toSorted()).toEqual([1000, 5000])
    await app.shop.actions.changeStatus(line.order, CANCELLED)
    await app.deliver()
    await work(4)
    expect(await cards()).toEqual(expect.arrayContaining([[5000, 0], 1000]))
  })

  test('an order that is refunded before anybody decides leaves nothing to exchange', async () => {
    const [line] = await buy(5000)
    const { hidden } = await pages.look(pages.manager, 'line_exchanged', { ...line })
    await refund(line, 5000)
    expect((await pages.send(pages.manager, 'line_exchanged', hidden)).status).toBe(409)
    expect(await lineCardsOf(app, line.order)).toEqual([])
    expect(await unmatchedOf(app, line.order)).toEqual([])
  })

  test('while no webhook has told it, reconciling finds what is left', async () => {
    const [line] = await buy(5000)
    await exchange(line)
    days(payoutDays)
    await work()
    await app.shop.actions.refundAmount(line.order, 2000)
    const found = await findOrderDifferences(await jobContextOf(app))
    expect(found.filter(one => one.orderId === line.order)).toEqual([
      {
        orderId: line.order,
        description: `the gift card of line ${line.line} is for 5000 cents, the shop says 3000`,
      },
    ])
    await app.job('order-sync')
    await work(4)
    expect(await cards()).toEqual([[5000, 3000]])
  })
})

test('paid with a gift card of ours it moves, and is not made', async () => {
  const gift = await aGroupGift()
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 5000 })])
  days(payoutDays)
  await host.collect({ id: gift.id })
  const [card] = await cardsOf(app, host.email)
  const [line] = (await buyOutside(app, [5000], { email, certificate: card?.code ?? '' })) as [OutsideLine]
  await exchange(line)
  days(payoutDays)
  await work()
  expect(await cards()).toEqual([5000])
  expect((await cardsOf(app, host.email)).map(one => one.balance)).toEqual([0])
})

test('the money report and hosts know nothing of it: no registry has more or less', async () => {
  const [line] = await buy(5000)
  await exchange(line)
  days(payoutDays)
  await work()
  expect(await app.db.selectFrom('ledger').select('id').where('order_id', '=', line.order).execute()).toEqual(
    [],
  )
})
