import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { handmadeTools, hangingPayoutTools } from '../../../test/hanging-payouts.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { crashes, Killed } from '../../../test/killed-process.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { recoverAfterRestore } from '../../app/reconciliation.ts'

/** Gift cards made by hand whose payout is lost, or whose money may no longer leave (R1150). */
const crash = crashes()
let app: TestApp
let host: HostWithMoney
let afterMark: (() => Promise<void>) | null = null
const pages = opened(() =>
  openActionPages(1, {}, async name => {
    if (name === 'handmade marked') await afterMark?.()
    await crash.step(name)
  }),
)
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

const { aHandmadeCard, spend } = hangingPayoutTools(() => ({ app, host }))
const { openForm, finish, restore, tryPayouts } = handmadeTools(() => ({ pages, host }))

test('a backup of before the payout: the host who asks again gets the same gift card', async () => {
  const card = await aHandmadeCard()
  await finish(card)
  await forgetPayouts()
  expect((await host.collect({ id: card.giftId })).data).toMatchObject({ state: 'done', code: card.code })
  expect((await host.certificates()).map(({ code }) => code)).toEqual([card.code])
})

async function recover(): Promise<string[]> {
  const { db, shop } = app.processA
  const log = pino({ enabled: false })
  const dependencies = { config: app.config, db, shop, log, now: () => app.clock.now }
  // The recovery signs everybody out; their sessions are put back afterwards.
  for (const table of sessions)
    await sql`create table ${sql.table(`kept_${table}`)} as table ${sql.table(table)}`.execute(db)
  const { unplaced } = await recoverAfterRestore(dependencies, app.clock.now)
  for (const table of sessions) {
    const kept = sql.table(`kept_${table}`)
    await sql`insert into ${sql.table(table)} overriding system value select * from ${kept} on conflict do nothing`.execute(
      db,
    )
    await sql`drop table ${kept}`.execute(db)
  }
  return unplaced
}
const sessions = ['session']

test('the command after a restore takes the lost gift card over, once, and another amount waits for that', async () => {
  const card = await aHandmadeCard()
  await finish(card)
  await forgetPayouts()
  const more = await host.fundedGift(1000, 9000)
  const { data } = await host.collect({ id: more.id })
  expect(data).toMatchObject({ state: 'requested' })
  await tryPayouts()
  expect(await host.certificates()).toHaveLength(1)
  expect([await recover(), await recover()]).toEqual([[], []])
  const { open, group, payouts } = await host.collected()
  expect([open, payouts.map(({ code }) => code)]).toEqual([10, expect.arrayContaining([card.code])])
  await host.collect({ id: group.find(one => one.open > 0)!.id })
  expect((await host.certificates()).map(({ cents }) => cents).toSorted()).toEqual([1000, 4000])
})

/** As if a backup from before the payouts were asked for had been restored. */
async function forgetPayouts(): Promise<void> {
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const table of ['ledger', 'payout'])
      await sql`delete from ${sql.table(table)} where registry_id = ${host.registry.id}
        and ${table === 'ledger' ? sql`payout_id is not null` : sql`true`}`.execute(db)
    await sql`delete from outbox where template in ('giftcard-issued', 'money-requested')`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

async function refundGuests(): Promise<void> {
  const lines = app.db.selectFrom('ledger').select('order_id').where('registry_id', '=', host.registry.id)
  for (const { order_id } of await lines.where('kind', '=', 'contribution').execute())
    await app.shop.actions.refund(order_id ?? 0)
  await app.deliver()
}

test('money that is refunded before the mark does not leave: the gift card is disabled, and nobody has its code', async () => {
  const card = await aHandmadeCard()
  const { hidden } = await openForm(card)
  const killed = await crash.through('handmade read', () =>
    pages.send(pages.manager, 'payout_finished', hidden),
  )
  expect(killed).toBeInstanceOf(Killed)
  await refundGuests()
  await tryPayouts()
  expect(await card.read()).toMatchObject({ state: 'failed', handmade_id: null })
  expect(await app.processA.shop.fetchCertificate(card.cardId)).toMatchObject({ state: 'disabled' })
  expect(await host.emails('giftcard-issued')).toEqual([])
})

test('a gift card that the host has paid with, and whose money was refunded, waits for a person after a restore', async () => {
  const card = await aHandmadeCard()
  await finish(card)
  await spend(card.cardId, '10.00')
  await restore(card.before)
  await refundGuests()
  await tryPayouts()
  expect(await card.read()).toMatchObject({ state: 'waiting', trouble: 'card_changed' })
  expect(await app.processA.shop.fetchCertificate(card.cardId)).toMatchObject({
    state: 'active',
    balanceCents: 1000,
  })
  expect(await host.certificates()).toHaveLength(1)
})

test('a process that stops for minutes after the mark does not send a gift card that was disabled meanwhile', async () => {
  const card = await aHandmadeCard()
  const { hidden } = await openForm(card)
  afterMark = async () => {
    afterMark = null
    await app.processA.shop.setCertificateState(card.cardId, 'disabled')
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', method: 'POST', answer: '500' }]
    app.later(5)
    await app.job('payouts', 'B')
  }
  await pages.send(pages.manager, 'payout_finished', hidden)
  expect(await card.read()).toMatchObject({ state: 'waiting', handmade_id: null })
  expect(await host.emails('giftcard-issued')).toEqual([])
  app.shop.faults.routes = []
  await tryPayouts()
  expect(await host.emails('giftcard-issued')).toMatchObject([{ props: { certificate: card.before.code } }])
})
