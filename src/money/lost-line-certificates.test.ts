import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { purchasesOf } from '../../test/orders.ts'
import { buyOutside, cardsOf, lineCardsOf, type OutsideLine, unmatchedOf } from '../../test/outside-lines.ts'
import { openActionPages } from '../../test/staff-actions.ts'
import type { TestApp } from '../../test/test-app.ts'
import { recoverAfterRestore } from '../app/reconciliation.ts'
import { queueOrder } from '../orders/webhooks/webhooks.sql.ts'

/** Gift cards of lines that a restored database has lost are not made twice (R617, payouts after a restore; R1311). */
const pages = opened(() => openActionPages(1, { PAYOUT_DAYS: '0' }))
let app: TestApp
let host: HostWithMoney
let line: OutsideLine
let email: string
let count = 0
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  app.later(1)
  host = await aHostWithMoney(app)
  email = `lost-${++count}@shop.example`
  ;[line] = (await buyOutside(app, [5000], { email })) as [OutsideLine]
})
afterEach(() => expectInvariants(app.db))

/** As in a backup from before the gift card, or from before the order was read at all. */
async function restore(): Promise<void> {
  await sql`delete from line_certificate where order_id = ${line.order}`.execute(app.db)
  await sql`delete from outbox where template like 'line-card%'`.execute(app.db)
  await queueOrder(app.db, line.order, app.clock.now)
  await app.job('webhook-events')
  expect(await unmatchedOf(app, line.order)).toHaveLength(1)
}

async function recover(process: 'A' | 'B' = 'A') {
  const { db, shop } = process === 'A' ? app.processA : app.processB
  const log = pino({ enabled: false })
  const { config, clock } = app
  const dependencies = { config, db, shop, log, now: () => clock.now }
  return (await recoverAfterRestore(dependencies, clock.now)).unplaced
}

/** After a restore staff have to be invited again. */
const exchange = async () => pages.act(await pages.newManager(), 'line_exchanged', { ...line })
const place = async (gift: { id: number }) =>
  pages.act(await pages.newManager(), 'line_placed', {
    ...line,
    registry: host.registry.code,
    gift: gift.id,
  })
const balances = async () => (await cardsOf(app, email)).map(one => one.balance)
async function refund(cents: number): Promise<void> {
  await app.shop.actions.refundAmount(line.order, cents)
  await app.deliver()
  for (let time = 0; time < 3; time++) {
    await app.job('payouts')
    app.later(2)
  }
}

test('it is taken over by its code, once, and its line is placed no more', async () => {
  await exchange()
  expect(await balances()).toEqual([5000])
  const [{ code } = { code: '' }] = await lineCardsOf(app, line.order)
  await restore()
  const all = await Promise.all([recover('A'), recover('B')])
  expect(all.flat().filter(one => one.includes('certificate'))).toEqual([])
  expect(await lineCardsOf(app, line.order)).toMatchObject([{ state: 'done', code, cents: 5000 }])
  expect(await unmatchedOf(app, line.order)).toEqual([])
  const letters = app.db.selectFrom('outbox').select('recipient').where('template', '=', 'line-card')
  expect(await letters.where('recipient', '=', email).execute()).toHaveLength(1)
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  expect((await place(gift)).html).toContain('It can’t count for a gift any more')
  expect(await balances()).toEqual([5000])
})

test('in a backup where it still was on a registry it counts there no more', async () => {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  await place(gift)
  const placing = await app.db
    .selectFrom('line_placement')
    .selectAll()
    .where('order_id', '=', line.order)
    .execute()
  await pages.act(await pages.newManager(), 'line_unplaced', { ...line })
  await exchange()
  expect(await balances()).toEqual([5000])
  await sql`delete from line_certificate where order_id = ${line.order}`.execute(app.db)
  await app.db.insertInto('line_placement').values(placing).execute()
  await queueOrder(app.db, line.order, app.clock.now)
  await app.job('webhook-events')
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', cents: 5000 }])
  await recover()
  expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', cents: 0 }])
  expect(await balances()).toEqual([5000])
})

test('what was taken off it is known by its notes, and is not taken twice', async () => {
  await exchange()
  await refund(2000)
  expect(await balances()).toEqual([3000])
  await restore()
  await recover()
  await refund(500)
  expect(await balances()).toEqual([2500])
  expect(await lineCardsOf(app, line.order)).toMatchObject([{ refunded_cents: 2500, due_cents: 2500 }])
})

test('asked for again before anybody looked, it takes the one that there is', async () => {
  await exchange()
  const [{ code } = { code: '' }] = await lineCardsOf(app, line.order)
  await restore()
  await exchange()
  expect(await lineCardsOf(app, line.order)).toMatchObject([{ state: 'done', code }])
  expect(await balances()).toEqual([5000])
})

test('of another amount it waits for the command, and the rest is no second card', async () => {
  await exchange()
  await refund(2000)
  await restore()
  await exchange()
  expect(await lineCardsOf(app, line.order)).toMatchObject([{ state: 'waiting', trouble: 'code_taken' }])
  expect(await balances()).toEqual([3000])
  await recover()
  app.later(60)
  await app.job('payouts')
  expect(await lineCardsOf(app, line.order)).toMatchObject([{ state: 'done', cents: 5000, due_cents: 3000 }])
  expect(await balances()).toEqual([3000])
})
