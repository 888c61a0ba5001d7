import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, jobContextOf } from '../../../test/orders.ts'
import { testApp } from '../../../test/test-app.ts'
import { findInvariantViolations } from './reconciliation.sql.ts'
import { findOrderDifferences, repairOrders } from './reconciliation.ts'

/** A database that was changed by hand: `--check` finds it, `--fix` repairs it from the shop (R521). */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let whole: AGift
let group: AGift
let orderId: number
/** After the orders of earlier tests, so that these are not compared again. */
let since: Date
beforeEach(async () => {
  app.later(1)
  since = app.clock.now
  registry = await aRegistry(app, await aHost(app))
  whole = await aGift(app, registry, { quantity: 2, cents: 3000 })
  group = await aGift(app, registry, { group: true, cents: 9000 })
  const lines = [lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })]
  const { cartId } = await handOff(app, registry, lines)
  orderId = (await app.shop.actions.pay(cartId)).id
  await app.job('order-sync')
  expect(await check()).toEqual({ differs: [], breaks: [] })
})

/** Beginnings of the names of the invariants that these tests break. */
const soldEqualsLedger = 'sold equals the sum of the ledger'
const credited = 'credited units and cents'

async function check() {
  const differences = await findOrderDifferences(await jobContextOf(app), since)
  const violations = await findInvariantViolations(app.db, registry.id)
  return {
    differs: differences.map(one => one.description),
    breaks: Object.keys(violations).map(name => name.replace(/:.*/, '')),
  }
}

async function fix() {
  await repairOrders(await jobContextOf(app), await findOrderDifferences(await jobContextOf(app), since))
  expect(await check()).toEqual({ differs: [], breaks: [] })
  await expectInvariants(app.db)
}

const purchases = () =>
  app.db
    .selectFrom('purchase')
    .select(['gift_id', 'state', 'units', 'cents', 'credited_units', 'credited_cents'])
    .where('order_id', '=', orderId)
    .orderBy('line_id')
    .execute()

/** Writes without the triggers that keep the ledger append-only. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    await change.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

describe('finds and repairs', () => {
  test.each([
    [
      'a lost purchase',
      () => sql`delete from purchase where order_id = ${orderId} and kind = 'units'`,
      [soldEqualsLedger],
    ],
    [
      'units that nobody bought',
      () =>
        sql`update purchase set units = 1, credited_units = 1 where order_id = ${orderId} and kind = 'units'`,
      [],
    ],
    [
      'money that nobody paid',
      () => sql`update purchase set cents = cents + 1 where order_id = ${orderId}`,
      [soldEqualsLedger],
    ],
    [
      'a state that differs from the shop’s',
      () =>
        sql`update purchase set state = 'void', units = 0, cents = 0, credited_units = 0, credited_cents = 0 where order_id = ${orderId}`,
      [soldEqualsLedger],
    ],
    [
      'credit that is missing',
      () => sql`update purchase set credited_units = 0, credited_cents = 0 where order_id = ${orderId}`,
      [soldEqualsLedger, credited],
    ],
    [
      'a missing ledger line',
      () => sql`delete from ledger where order_id = ${orderId} and kind = 'gift'`,
      [soldEqualsLedger],
    ],
    [
      'a changed ledger line',
      () => sql`update ledger set cents = cents - 500 where order_id = ${orderId}`,
      [soldEqualsLedger],
    ],
    [
      'a ledger line of another kind',
      () => sql`update ledger set kind = 'gift_card' where order_id = ${orderId} and kind = 'contribution'`,
      [soldEqualsLedger],
    ],
  ])('%s', async (_, change, breaks) => {
    const before = await purchases()
    await tamper(change())
    const found = await check()
    expect(found.differs.length + found.breaks.length).toBeGreaterThan(0)
    expect(found.breaks).toEqual(expect.arrayContaining(breaks))
    await fix()
    expect(await purchases()).toEqual(before)
  })

  test('an order that the shop no longer has', async () => {
    await sql`delete from shop.order_line where order_id = ${orderId}`.execute(app.db)
    await sql`delete from shop."order" where id = ${orderId}`.execute(app.db)
    expect((await check()).differs).toHaveLength(2)
    await repairOrders(await jobContextOf(app), await findOrderDifferences(await jobContextOf(app)))
    app.later(60)
    await fix()
    expect((await purchases()).every(one => one.state === 'void' && one.cents === 0)).toBe(true)
  })

  test('a line that staff removed from the order', async () => {
    await sql`delete from shop.order_line where order_id = ${orderId}`.execute(app.db)
    expect((await check()).differs).toHaveLength(2)
    await fix()
    expect((await purchases()).every(one => one.state === 'void')).toBe(true)
  })

  test('more credited than wished for', async () => {
    await sql`update gift set quantity = 1 where id = ${whole.id}`.execute(app.db)
    await sql`delete from recredit_queue`.execute(app.db)
    expect((await check()).breaks).toEqual([credited])
    await fix()
    expect(await purchases()).toMatchObject([{ units: 2, credited_units: 1, credited_cents: 3000 }, {}])
  })
})

test('a changed quantity is queued by the database and recredited by a job, once', async () => {
  await sql`update gift set quantity = 1 where id = ${whole.id}`.execute(app.db)
  expect(await app.db.selectFrom('recredit_queue').select('gift_id').execute()).toEqual([
    { gift_id: whole.id },
  ])
  await app.job('order-sync')
  expect(await purchases()).toMatchObject([{ credited_units: 1 }, {}])
  expect(await app.db.selectFrom('recredit_queue').selectAll().execute()).toEqual([])
})

test('a change that is not committed yet waits for the next run', async () => {
  await app.db.transaction().execute(async tx => {
    await sql`update gift set quantity = 1 where id = ${whole.id}`.execute(tx)
    await app.job('order-sync', 'B')
  })
  expect(await purchases()).toMatchObject([{ credited_units: 2 }, {}])
  await app.job('order-sync')
  expect(await purchases()).toMatchObject([{ credited_units: 1 }, {}])
})
