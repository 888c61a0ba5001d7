import * as fs from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobContext } from '../src/app/context.ts'
import { recoverAfterRestore } from '../src/app/reconciliation.ts'
import { formatCode } from '../src/base/fields.ts'
import { syncOrder } from '../src/orders/orders.ts'
import { placeOrderLine } from '../src/orders/placing.ts'
import { makeBackup, restoreBackup } from '../src/server/backup/backup.ts'
import { createDb, createPool } from '../src/server/postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import { findRows, getRow } from '../src/server/postgres/rows.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from './builders.ts'
import { quickFolder } from './folders.ts'
import { expectInvariants } from './invariants.ts'
import { aHostWithMoney, giveGifts, ledgerSums, listAllCertificates } from './money.ts'
import { handOff } from './orders.ts'
import { timeoutFactor } from './postgres.ts'
import { type TestApp, testApp } from './test-app.ts'

/** R522, R523, R617: a backup, two hours of life, and the backup in its place, beside a shop that knows the two hours. */
const log = { info() {}, warn() {} }
const home = fs.mkdtempSync(join(quickFolder(), 'doron-drill-'))
const dataDir = join(home, 'data')
const erasureLog = join(home, 'erasures.jsonl')
const passphrase = 'of the drill'
let cluster: EmbeddedPostgres
let app: TestApp
let restored: Db | undefined
beforeAll(async () => {
  if (!process.env.TEST_FULL) return
  fs.chmodSync(home, 0o755)
  cluster = await startEmbeddedPostgres({ dataDir, log })
  await migrate(cluster.url)
  app = await testApp({ database: cluster, env: { ERASURE_LOG: erasureLog } })
  await app.job('webhook-registration')
})
afterAll(async () => {
  await restored?.destroy()
  await app?.close()
  await cluster?.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** What counts of a registry, order by order. */
async function countsOf(db: Db, registryId: number) {
  const purchases = await findRows(db, 'purchase', {
    where: { registry_id: registryId },
    columns: ['order_id', 'line_id', 'gift_id', 'state', 'units', 'cents'],
    orderBy: ['order_id', 'line_id'],
  })
  const payouts = await findRows(db, 'payout', {
    where: { registry_id: registryId },
    columns: ['code', 'cents', 'state', 'shop_id'],
    orderBy: ['code'],
  })
  return { purchases, payouts, sums: await ledgerSums({ ...app, db }, registryId) }
}

async function erase(id: number): Promise<void> {
  const set = { deletion_requested_at: new Date(app.clock.now.getTime() - 30 * 86_400_000) }
  await app.db.updateTable('customer').set(set).where('id', '=', id).execute()
  await app.job('account-deadlines')
}

async function restore(file: string): Promise<Db> {
  await cluster.stop()
  await restoreBackup(file, dataDir, { passphrase, erasureLog })
  cluster = await startEmbeddedPostgres({ dataDir, log })
  return createDb(createPool(cluster.url, { size: 4, timeoutFactor }))
}

/** What staff do with the goods that wait after a restore (R1391): each line is counted for its gift (R964). */
async function placeLostGoods(
  dependencies: Parameters<typeof recoverAfterRestore>[0],
  {
    id,
    registryId: registry_id,
    productId: product_id,
    variantId: variant_id,
  }: AGift & { registryId: number },
): Promise<void> {
  const ctx = createJobContext(dependencies)
  const gift = { id, registry_id, product_id, variant_id }
  const waiting = await ctx.db.selectFrom('unmatched_line').selectAll().where('reason', '=', 'lost').execute()
  for (const { order_id, line_id } of waiting) {
    const order = (await ctx.shop.fetchOrder(order_id))!
    const line = order.lines.find(one => one.id === line_id)!
    const target = { gift, kind: 'units', units: line.quantity, giver: null, message: null } as const
    await ctx.db
      .transaction()
      .execute(tx => placeOrderLine(tx, { order, line }, { ...target, key: `${line_id}` }, ctx))
    await syncOrder(order_id, ctx)
  }
}

test.runIf(process.env.TEST_FULL)(
  'after a restore the sums are the shop’s to the cent, nothing is paid twice, and the erased stay erased',
  async () => {
    const host = await aHostWithMoney(app)
    const funded = await aGift(app, host.registry, { group: true, cents: 10_000 })
    const leaver = await aHost(app, 'Μοναδική')
    const whole = await aGift(app, host.registry, { quantity: 9, cents: 3000 })
    const group = await aGift(app, host.registry, { group: true, cents: 50_000 })
    await giveGifts(app, host.registry, [lineOf(whole, { units: 1 }), lineOf(group, { cents: 1234 })])
    const handedOff = await handOff(app, host.registry, [
      lineOf(whole, { units: 2 }),
      lineOf(group, { cents: 999 }),
    ])
    app.later(1)

    const since = app.clock.now
    const file = join(home, 'doron.backup')
    await cluster.stop()
    await makeBackup(dataDir, file, { release: 'drill', passphrase, erasureLog })
    cluster = await startEmbeddedPostgres({ dataDir, log })

    app.later(30)
    await app.shop.actions.pay(handedOff.cartId)
    await app.job('order-sync')
    await giveGifts(app, host.registry, [lineOf(group, { cents: 4321 })])
    await giveGifts(app, host.registry, [lineOf(funded, { cents: 7000 })])
    expect((await host.collect({ id: funded.id })).status).toBe(200)
    const late = await aRegistry(app, await aHost(app))
    const ofLate = await giveGifts(app, late, [
      lineOf(await aGift(app, late, { quantity: 1, cents: 2500 }), { units: 1 }),
    ])
    // Goods carry nothing of ours: of the first order the shop has a note, the second is paid just before the end.
    const noted = await giveGifts(app, host.registry, [
      lineOf(whole, { units: 2 }),
      lineOf(group, { cents: 500 }),
    ])
    await app.job('shop-tasks')
    const unnoted = await giveGifts(app, host.registry, [lineOf(whole, { units: 3 })])
    await erase(leaver.id)
    app.later(90)
    const truth = await countsOf(app.db, host.registry.id)
    const certificates = await listAllCertificates(app)
    expect(truth.payouts).toHaveLength(1)

    restored = await restore(file)
    const db = restored
    const before = await countsOf(db, host.registry.id)
    expect([before.purchases.length, before.payouts]).toEqual([2, []])
    const findLeaver = () => getRow(db, 'customer', { id: leaver.id }, ['email', 'name'])
    expect(await findLeaver()).toMatchObject({ email: leaver.email })

    const { config, processA, clock } = app
    const dependencies = {
      config,
      db,
      shop: processA.shop,
      log: pino({ enabled: false }),
      now: () => clock.now,
    }
    const first = await recoverAfterRestore(dependencies, since)
    expect(first).toMatchObject({ erased: 1 })
    const again = await recoverAfterRestore(dependencies, since)
    expect(again).toMatchObject({ erased: 0, unplaced: first.unplaced })

    // What is left to a person: three orders of goods, each told by one sentence.
    const sentenceOf = (order: number, text: string) =>
      expect.stringMatching(new RegExp(`^order ${order} of .*${text}`))
    const wished = `wishes for it \\(${formatCode(host.registry.code)}\\)`
    expect(first.unplaced).toHaveLength(3)
    expect(first.unplaced).toEqual(
      expect.arrayContaining([
        sentenceOf(ofLate, 'it was made after the backup'),
        sentenceOf(noted, wished),
        sentenceOf(unnoted, wished),
      ]),
    )
    await placeLostGoods(dependencies, { ...whole, registryId: host.registry.id })
    const last = await recoverAfterRestore(dependencies, since)
    expect(last.unplaced).toEqual([sentenceOf(ofLate, 'it was made after the backup')])

    const after = await countsOf(db, host.registry.id)
    expect(after).toEqual(truth)
    expect(await listAllCertificates(app)).toEqual(certificates)
    expect(await findLeaver()).toMatchObject({ name: '', email: `erased-${leaver.id}` })
    const letters = await findRows(db, 'outbox', {
      where: { recipient: config.STAFF_EMAIL },
      columns: ['template'],
    })
    expect(letters.map(({ template }) => template)).toContain('order-unplaced')
    await expectInvariants(db)
  },
)
