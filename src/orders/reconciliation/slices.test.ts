import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { handOff } from '../../../test/orders.ts'
import { testApp } from '../../../test/test-app.ts'
import { checkEverything, checkSince, findCheckProgress } from '../../app/reconciliation.ts'
import type { Shop } from '../../shop/port.ts'

/** A run in slices finds each broken invariant (R520), and goes on where it was stopped (R521). */
const app = opened(() => testApp())
let registry: Awaited<ReturnType<typeof aRegistry>>
let orderId: number
beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app), { closing_day: null })
  orderId = await anOrder()
  await sql`
    insert into outbox (cause, template, language, recipient, props, message_id, state, attempts, next_attempt_at, created_at)
    values ('a cause', 'sms', 'en', '', '{}', 'an id', 'waiting', 0, now(), now())`.execute(app.db)
})
beforeEach(() => app.later(1))

async function anOrder(): Promise<number> {
  const whole = await aGift(app, registry, { quantity: 2, cents: 3000 })
  const group = await aGift(app, registry, { group: true, cents: 9000 })
  const lines = [lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })]
  const { id } = await app.shop.actions.pay((await handOff(app, registry, lines)).cartId)
  await app.job('order-sync')
  return id
}

/** Ids of orders that were read whole. */
let read: number[] = []
function dependencies(shop: Partial<Shop> = {}) {
  const { config, processA, clock } = app
  const fetchOrder = (id: number) => {
    read.push(id)
    return processA.shop.fetchOrder(id)
  }
  const log = pino({ enabled: false })
  return { config, db: app.db, shop: { ...processA.shop, fetchOrder, ...shop }, log, now: () => clock.now }
}
const checkAll = async () => (await checkEverything(dependencies(), () => {})).findings

async function execute(...changes: RawBuilder<unknown>[]): Promise<void> {
  await app.db.connection().execute(async db => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const change of changes) await change.execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

/** Findings of a run while rows are changed; the rows are restored afterwards. */
async function findPlanted(table: string, ...changes: RawBuilder<unknown>[]): Promise<string[]> {
  const [rows, saved] = [sql.ref(table), sql.ref(`saved_${table}`)]
  await execute(sql`create table ${saved} as table ${rows}`, ...changes)
  try {
    return await checkAll()
  } finally {
    await execute(
      sql`delete from ${rows}`,
      sql`insert into ${rows} overriding system value table ${saved}`,
      sql`drop table ${saved}`,
    )
    expect(await checkAll()).toEqual([])
  }
}

const aPayout = (code: string, closing: number) => sql`
  insert into payout (registry_id, method, reason, closing_number, idempotency_key, fingerprint, cents, code, language,
    to_name, to_surname, next_attempt_at, created_at)
  values (${registry.id}, 'certificate', 'closing', ${closing}, ${code}, '', 1000, ${code}, 'en', '', '', now(), now())`
const aLedgerLine = (cents: number) => sql`
  insert into ledger (registry_id, kind, account, cents, cause, source_order_id, created_at)
  values (${registry.id}, 'settled', 'gift', ${cents}, 'planted', ${orderId}, now())`
const withoutIndex = (name: string, table: string) =>
  sql`alter table ${sql.ref(table)} drop constraint ${sql.ref(name)}`

test.each<[string, string, () => RawBuilder<unknown>[], string]>([
  ['I1: a changed amount', 'ledger', () => [sql`update ledger set cents = cents - 500`], 'each order line'],
  [
    'I1: another kind',
    'ledger',
    () => [sql`update ledger set kind = 'gift_card' where kind = 'contribution'`],
    'each kind',
  ],
  ['I1: a lost purchase', 'purchase', () => [sql`delete from purchase`], 'each ledger line has its purchase'],
  ['I2: more than wished for', 'gift', () => [sql`update gift set quantity = 1`], 'all that fits quantity'],
  [
    'I2: credited without being paid',
    'purchase',
    () => [sql`update purchase set state = 'pending'`],
    'within what was paid',
  ],
  [
    'I3: a payout that is not booked',
    'payout',
    () => [aPayout('code 1', 1)],
    'each payout and each transfer agrees',
  ],
  ['I3: money that left without a payout', 'ledger', () => [aLedgerLine(-100)], 'collected equals redeemed'],
  ['I3: more than an order paid', 'ledger', () => [aLedgerLine(-4001)], 'no money of an order leaves twice'],
  ['I3: a negative balance', 'ledger', () => [aLedgerLine(-4001)], 'a balance is negative only'],
  [
    'I3: two payouts of one closing',
    'payout',
    () => [
      withoutIndex('payout_registry_id_closing_number_key', 'payout'),
      aPayout('code 1', 1),
      aPayout('code 2', 1),
    ],
    'each closing number one payout',
  ],
  [
    'I3: a closing that paid nothing',
    'closing',
    () => [
      sql`insert into closing (registry_id, number, day, cents, created_at, due_at)
        values (${registry.id}, 1, '2027-01-01', 500, now(), now())`,
    ],
    'each closing number has one payment',
  ],
  [
    'I4: a line twice',
    'ledger',
    () => [
      withoutIndex('ledger_cause_key', 'ledger'),
      sql`insert into ledger (registry_id, gift_id, order_id, line_id, kind, account, cents, cause, created_at)
        select registry_id, gift_id, order_id, line_id, kind, account, cents, cause, created_at from ledger`,
    ],
    'no ledger cause occurs twice',
  ],
  [
    'I5: a hand-off after closing',
    'registry',
    () => [sql`update registry set closing_day = '2020-01-01'`],
    'no hand-off after closing',
  ],
  [
    'I6: sent at no time',
    'outbox',
    () => [sql`update outbox set state = 'sent', sent_at = null`],
    'every sent e-mail',
  ],
  [
    'I6: a Message-ID twice',
    'outbox',
    () => [
      withoutIndex('outbox_message_id_key', 'outbox'),
      sql`update outbox set message_id = 'the same' where id in (select id from outbox limit 2)`,
    ],
    'every sent e-mail',
  ],
])('%s', async (_, table, changes, invariant) => {
  const found = await findPlanted(table, ...changes())
  expect(found.filter(sentence => sentence.includes(invariant))).not.toEqual([])
  if (table !== 'outbox') expect(found.join()).toContain(`registry ${registry.id}`)
})

test('I7: a column for parts of a cent', async () => {
  await sql`create table sketch (unit_cents numeric)`.execute(app.db)
  expect(await checkAll()).toEqual([expect.stringMatching(/sketch.*money is whole cents/)])
  await sql`drop table sketch`.execute(app.db)
})

describe('orders of all time', () => {
  test('are read from the shop’s list; whole only where list and database differ', async () => {
    const others = [await anOrder(), await anOrder()]
    read = []
    expect(await checkAll()).toEqual([])
    expect(read).toEqual([])
    await app.shop.actions.cancel(others[0]!)
    const found = await checkAll()
    expect(read).toEqual([others[0]])
    expect(found).toHaveLength(2)
    expect(found[0]).toContain(`order ${others[0]}: line`)
    await app.job('order-sync')
    expect(await checkAll()).toEqual([])
  })

  test('count on when they are archived, and are missed when they are gone', async () => {
    const id = await anOrder()
    await app.staff('DELETE', `/v2/orders/${id}`)
    await app.job('order-sync')
    expect(await checkAll()).toEqual([])
    await sql`delete from shop.order_line where order_id = ${id}`.execute(app.db)
    await sql`delete from shop."order" where id = ${id}`.execute(app.db)
    expect(await checkAll()).toHaveLength(2)
    const fix = () =>
      checkSince(dependencies(), { from: new Date(app.clock.now.getTime() - 86_400_000), fix: true })
    await fix()
    app.later(60)
    await fix()
    expect(await checkAll()).toEqual([])
  })
})

test('what was stopped goes on, keeps what it found, and two processes share it', async () => {
  await execute(sql`update registry set closing_day = '2020-01-01'`)
  const away = dependencies({ fetchOrdersBetween: () => Promise.reject(new Error('the shop is away')) })
  await expect(checkEverything(away, () => {})).rejects.toThrow('the shop is away')
  await execute(sql`update registry set closing_day = null`)
  expect(await findCheckProgress(dependencies())).toMatchObject({ finished_at: null, phase: 'orders' })
  const steps: string[] = []
  // Both wait for each other; otherwise one might finish and the other begin anew.
  const bothAreThere = Promise.withResolvers<void>()
  let count = 0
  const fetchOrdersBetween: Shop['fetchOrdersBetween'] = async (from, to) => {
    if (++count === 2) bothAreThere.resolve()
    await bothAreThere.promise
    return app.processA.shop.fetchOrdersBetween(from, to)
  }
  const both = await Promise.all(
    [1, 2].map(() => checkEverything(dependencies({ fetchOrdersBetween }), ({ phase }) => steps.push(phase))),
  )
  expect(steps).not.toContain('registries')
  for (const { findings } of both) expect(findings[0]).toContain('no hand-off after closing')
  expect(await checkAll()).toEqual([])
})

test('since the last look: only what was touched, and the look is noted when nothing is wrong', async () => {
  app.later(60)
  expect(await checkSince(dependencies(), { from: null, fix: false })).toEqual([])
  app.later(60)
  read = []
  const id = await anOrder()
  expect(await checkSince(dependencies(), { from: null, fix: false })).toEqual([])
  expect(new Set(read)).toEqual(new Set([id]))
  await execute(sql`update ledger set cents = cents - 1 where order_id = ${id}`)
  const found = await checkSince(dependencies(), { from: null, fix: false })
  expect(found.join()).toContain(`order ${id}, line`)
  await execute(sql`update ledger set cents = cents + 1 where order_id = ${id}`)
})
