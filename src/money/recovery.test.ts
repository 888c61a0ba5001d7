import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInAgain } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { recoverAfterRestore } from '../app/reconciliation.ts'
import { derivePayoutCode } from './payout/codes.ts'

/** Certificates that a restored database has lost are not paid twice (R617, payouts after a restore). */
const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(() => app.job('webhook-registration'))
beforeEach(async () => {
  app.later(1)
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

/** Deletes the payouts, as in a backup from before them; what was given stays. */
async function restore(): Promise<void> {
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`delete from ledger where payout_id is not null and registry_id = ${host.registry.id}`.execute(
      db,
    )
    await sql`delete from outbox where template = 'giftcard-issued'`.execute(db)
    for (const table of ['payout', 'closing'])
      await sql`delete from ${sql.table(table)} where registry_id = ${host.registry.id}`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

async function recover(process: 'A' | 'B' = 'A') {
  const { db, shop } = process === 'A' ? app.processA : app.processB
  const dependencies = {
    config: app.config,
    db,
    shop,
    log: pino({ enabled: false }),
    now: () => app.clock.now,
  }
  const { unplaced } = await recoverAfterRestore(dependencies, app.clock.now)
  await signInAgain(app, host)
  return unplaced
}
const amounts = async () => (await host.certificates()).map(one => one.cents)

test('a lost certificate is taken over with its amount, once, and the host gets its letter', async () => {
  const gift = await host.fundedGift(4000)
  const { data } = await host.collect({ id: gift.id })
  await restore()
  expect(await host.collected()).toMatchObject({ open: 40 })
  expect(await Promise.all([recover('A'), recover('B'), recover('A')])).toEqual([[], [], []])
  expect(await host.collected()).toMatchObject({ open: 0, payouts: [{ code: data.code, amount: 40 }] })
  expect(await host.ledgerSums()).toEqual({ contribution: 4000, certificate: -4000 })
  expect(await host.emails('giftcard-issued')).toMatchObject([{ props: { certificate: data.code } }])
  expect(await amounts()).toEqual([4000])
})

test('money asked for again before anybody looked takes the certificate that there is', async () => {
  const gift = await host.fundedGift(4000)
  const before = (await host.collect({ id: gift.id })).data.code
  await restore()
  expect((await host.collect({ id: gift.id })).data).toMatchObject({ state: 'done', code: before })
  expect(await recover()).toEqual([])
  expect(await amounts()).toEqual([4000])
})

test('another amount waits until the certificate is taken over, and then the rest can be collected', async () => {
  const gift = await host.fundedGift(4000)
  await host.collect({ id: gift.id })
  await restore()
  const more = await host.fundedGift(1000)
  const { data } = await host.collect({ id: more.id })
  expect(data).toMatchObject({ state: 'requested' })
  app.later(60)
  await app.job('payouts')
  expect(await amounts()).toEqual([4000])
  expect(await recover()).toEqual([])
  expect(await host.collected()).toMatchObject({ open: 10 })
  const { open, group } = await host.collected()
  const left = group.find(one => one.open > 0)!
  expect(open).toBe(10)
  expect((await host.collect({ id: left.id })).data).toMatchObject({ state: 'done', amount: 10 })
  expect((await amounts()).sort()).toEqual([1000, 4000])
})

test('a lost order for the host is taken over, whether or not the host asked again', async () => {
  const gift = await host.experience(1)
  await host.redeem({ id: gift.id })
  const [placed] = await app.db.selectFrom('payout').selectAll().orderBy('id', 'desc').limit(1).execute()
  const sums = await host.ledgerSums()
  await restore()
  expect(await Promise.all([recover('A'), recover('B')])).toEqual([[], []])
  expect(await host.ledgerSums()).toEqual(sums)
  expect(await host.collected()).toMatchObject({ payouts: [{ order_id: placed!.shop_id, way: 'order' }] })
  await restore()
  expect((await host.redeem({ id: gift.id })).data).toMatchObject({ state: 'done' })
  expect(await recover()).toEqual([])
  expect(await host.ledgerSums()).toEqual(sums)
  expect(await host.orders()).toEqual([expect.objectContaining({ id: placed!.shop_id })])
})

test('another order waits while the shop has one under its code, and is given up when that is taken over', async () => {
  const [gift, other] = [await host.fundedGift(10_000), await host.fundedGift(10_000)]
  await host.redeem({ id: gift.id })
  await restore()
  await host.redeem({ id: other.id })
  app.later(60)
  await app.job('payouts')
  expect(await host.orders()).toHaveLength(1)
  expect(await recover()).toEqual([])
  expect(await host.ledgerSums()).toMatchObject({ redeemed: -20_000, returned: 10_000 })
  expect((await host.redeem({ id: other.id })).data).toMatchObject({ state: 'done' })
  expect(await host.orders()).toHaveLength(2)
})

test('several certificates, and that of a closing, are found by their numbers', async () => {
  for (const cents of [1000, 2000]) await host.collect({ id: (await host.fundedGift(cents)).id })
  await host.fundedGift(3000)
  const set = { closing_day: '2026-11-20' }
  await app.db.updateTable('registry').set(set).where('id', '=', host.registry.id).execute()
  await app.job('closings')
  await app.job('payouts')
  expect((await amounts()).sort()).toEqual([1000, 2000, 3000])
  await restore()
  await app.db
    .updateTable('registry')
    .set({ last_closed_day: null, closing_day: null })
    .where('id', '=', host.registry.id)
    .execute()
  expect(await recover()).toEqual([])
  expect(await host.collected()).toMatchObject({ open: 0 })
  expect((await amounts()).sort()).toEqual([1000, 2000, 3000])
})

test('one of a registry that the database doesn’t know is listed, and staff are told once', async () => {
  const gift = await host.fundedGift(4000)
  await host.collect({ id: gift.id })
  await restore()
  await app.db
    .updateTable('registry')
    .set({ code: 'BBBBBBBBBBBB' })
    .where('id', '=', host.registry.id)
    .execute()
  const listed = await recover()
  expect(listed).toEqual([
    expect.stringMatching(/^certificate \d+ of the shop, 40\.00 EUR: is of no registry/),
  ])
  expect(await recover()).toEqual(listed)
  const letters = app.db.selectFrom('outbox').select('id').where('template', '=', 'certificate-unplaced')
  expect(await letters.execute()).toHaveLength(1)
  const { code } = host.registry
  await app.db.updateTable('registry').set({ code }).where('id', '=', host.registry.id).execute()
  expect(await recover()).toEqual([])
})

test('codes are the same again for registry, reason and number, and for nothing else', () => {
  const name = { registryCode: 'KH7MABEZ3456', reason: 'collect' as const, number: 1 }
  const code = derivePayoutCode(name, app.config)
  expect(code).toMatch(/^REG-(\w{4}-){2}\w{4}$/)
  expect(derivePayoutCode({ ...name }, app.config)).toBe(code)
  const others = [
    derivePayoutCode({ ...name, number: 2 }, app.config),
    derivePayoutCode({ ...name, reason: 'closing' }, app.config),
    derivePayoutCode({ ...name, registryCode: 'KH7MABEZ3457' }, app.config),
    derivePayoutCode(name, { DIGEST_SECRET: 'another' }),
  ]
  expect(new Set([code, ...others]).size).toBe(5)
})
