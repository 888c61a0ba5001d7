import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { expectInvariants } from '../../test/invariants.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, ledgerOf, purchasesOf } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { syncOrder } from '../orders/orders.ts'

const app = opened(() => testApp())

const dayMinutes = 24 * 60
const runTwiceAtOnce = () => Promise.all([app.job('retention', 'A'), app.job('retention', 'B')])
const count = async (table: string) => {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.total
}

/** The days after which a table that has one row of today has none, and how the row is made. */
const dated: [table: string, days: number, insert: ReturnType<typeof sql>][] = [
  [
    'session',
    30,
    sql`insert into session (token_hash, customer_id, expires_at)
      select 'x', max(id), now_of_test() + interval '30 days' from customer`,
  ],
  [
    'known_device',
    400,
    sql`insert into known_device (customer_id, device_hash, seen_at) select max(id), 'x', now_of_test() from customer`,
  ],
  [
    'link',
    37,
    sql`insert into link (kind, subject_id, hash, expires_at)
      select 'email_confirmation', max(id), 'x', now_of_test() + interval '7 days' from customer`,
  ],
  [
    'registry_change',
    730,
    sql`insert into registry_change (registry_id, what, at) select max(id), 'details', now_of_test() from registry`,
  ],
  [
    'webhook_event',
    30,
    sql`insert into webhook_event (id, scope, subject, received_at, processed_at, next_attempt_at)
      values ('done', 'x', 'order 7', now_of_test(), now_of_test(), now_of_test())`,
  ],
  [
    'webhook_event',
    90,
    sql`insert into webhook_event (id, scope, subject, received_at, next_attempt_at)
      values ('lost', 'x', 'product 7', now_of_test(), now_of_test() + interval '10 years')`,
  ],
  [
    'closing_notice',
    366,
    sql`insert into closing_notice (registry_id, day, kind) select max(id), now_of_test()::date, 'week' from registry`,
  ],
  [
    'invitation_email',
    30,
    sql`insert into invitation_email (cause, customer_id, sent_at) select 'x', max(id), now_of_test() from customer`,
  ],
  [
    'outbox',
    730,
    sql`insert into outbox (cause, template, language, recipient, props, message_id, state, next_attempt_at, created_at)
      values ('x', 'welcome', 'el', 'eleni@example.gr', '{"a":1}', 'x', 'failed', now_of_test(), now_of_test())`,
  ],
  [
    'mailbox',
    30,
    sql`insert into mailbox (message_id, recipient, language, subject, html, plain, received_at)
      values ('x', 'eleni@example.gr', 'el', 'x', 'x', 'x', now_of_test())`,
  ],
  [
    'text_message',
    30,
    sql`insert into text_message (message_id, recipient, body, received_at) values ('x', '+30', 'x', now_of_test())`,
  ],
  [
    'staff_audit_value',
    1827,
    sql`with line as (insert into staff_audit (at, action) values (now_of_test(), 'signed_in') returning id)
      insert into staff_audit_value (audit_id, reason) select id, 'x' from line`,
  ],
  ['rate_limit', 8, sql`insert into rate_limit (key, window_start, count) values ('x', now_of_test(), 1)`],
  [
    'security_event',
    365,
    sql`insert into security_event (kind, window_start, first_at, last_at)
      values ('signed_in', now_of_test(), now_of_test(), now_of_test())`,
  ],
]

/** Makes `now_of_test()` answer the clock of the test, in every connection. */
async function setDatabaseClock() {
  await sql`create or replace function now_of_test() returns timestamptz language sql
    as ${sql.lit(`select timestamptz '${app.clock.now.toISOString()}'`)}`.execute(app.db)
}

describe('rows that only age', () => {
  beforeAll(async () => {
    await aRegistry(app, await aHost(app), { closing_day: null })
    await setDatabaseClock()
  })

  test.each(dated)('%s goes after %i days, and not before', async (table, days, insert) => {
    const start = app.clock.now
    await setDatabaseClock()
    await sql`delete from ${sql.table(table)}`.execute(app.db)
    await insert.execute(app.db)
    app.later((days - 1) * dayMinutes)
    await runTwiceAtOnce()
    expect(await count(table)).toBe(1)
    app.later(2 * dayMinutes)
    await runTwiceAtOnce()
    expect(await count(table)).toBe(0)
    app.clock.now = start
  })

  test('recipient and contents of a message go after 30 days, unless it still waits', async () => {
    const start = app.clock.now
    await setDatabaseClock()
    for (const [cause, state] of [
      ['done', 'sent'],
      ['tried', 'failed'],
      ['due', 'waiting'],
    ])
      await sql`insert into outbox (cause, template, language, recipient, recipient_key, sender_address, props, message_id, state, next_attempt_at, created_at)
        values (${cause}, 'welcome', 'el', 'a@example.gr', 'a@example.gr', 'x', '{"name":"A"}', ${cause}, ${state}, now_of_test(), now_of_test())`.execute(
        app.db,
      )
    app.later(31 * dayMinutes)
    await runTwiceAtOnce()
    const { rows } = await sql`select cause, recipient, recipient_key, sender_address, props from outbox
      where cause in ('done', 'tried', 'due') order by cause`.execute(app.db)
    const nobody = { recipient: '', recipient_key: null, sender_address: null }
    expect(rows).toEqual([
      { cause: 'done', ...nobody, props: {} },
      expect.objectContaining({ cause: 'due', recipient: 'a@example.gr', props: { name: 'A' } }),
      { cause: 'tried', ...nobody, props: {} },
    ])
    app.clock.now = start
  })

  test.each([
    ['that fails', "raise 'no'"],
    ['in which the database dies', 'perform pg_terminate_backend(pg_backend_pid())'],
  ])('a slice %s does not keep the others, and is made up for', async (_, fault) => {
    const start = app.clock.now
    await setDatabaseClock()
    await sql`insert into registry_change (registry_id, what, at) select max(id), 'details', now_of_test() from registry`.execute(
      app.db,
    )
    await sql`insert into rate_limit (key, window_start, count) values ('y', now_of_test(), 1)`.execute(
      app.db,
    )
    await sql`create or replace function refuse() returns trigger language plpgsql
      as ${sql.lit(`begin ${fault}; return old; end`)}`.execute(app.db)
    await sql`create trigger refuse before delete on registry_change for each row execute function refuse()`.execute(
      app.db,
    )
    app.later(800 * dayMinutes)
    await expect(app.job('retention')).rejects.toThrow('kinds of rows were not deleted')
    expect([await count('registry_change'), await count('rate_limit')]).toEqual([1, 0])
    await sql`drop trigger refuse on registry_change`.execute(app.db)
    await runTwiceAtOnce()
    expect(await count('registry_change')).toBe(0)
    app.clock.now = start
  })
})

describe('givers', () => {
  const giver = { giver_name: 'Νίκος Δοκιμή', giver_email: 'nikos@example.com', message: 'Να ζήσετε!' }
  const handoffOf = (reference: string) =>
    app.db.selectFrom('handoff').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

  test('who did not pay is forgotten after 30 days, and an order that comes later still counts', async () => {
    const start = app.clock.now
    const registry = await aRegistry(app, await aHost(app), { closing_day: '2028-12-31' })
    const gift = await aGift(app, registry)
    const unpaid = await handOff(app, registry, [lineOf(gift, { units: 1 })], giver)
    // Paid in the shop, but our sync reads it only much later.
    const order = await app.shop.actions.pay(unpaid.cartId, { email: 'buyer@example.com' })
    app.later(29 * dayMinutes)
    await app.job('expired-reservations')
    await app.job('retention')
    expect(await handoffOf(unpaid.reference)).toMatchObject({ giver_name: 'Νίκος Δοκιμή' })
    app.later(2 * dayMinutes)
    await runTwiceAtOnce()
    expect(await handoffOf(unpaid.reference)).toMatchObject({
      giver_name: null,
      giver_email: null,
      message: null,
      cart_id: unpaid.cartId,
    })
    await syncOrder(order.id, await jobContextOf(app))
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'paid', units: 1, message: null }])
    app.clock.now = start
  })

  test('of who paid the e-mail goes after two years; name, money and a late refund stay', async () => {
    const start = app.clock.now
    const registry = await aRegistry(app, await aHost(app), { closing_day: '2030-12-31' })
    const gift = await aGift(app, registry, { group: true, cents: 100_00 })
    const { reference, cartId } = await handOff(app, registry, [lineOf(gift, { cents: 50_00 })], giver)
    const order = await app.shop.actions.pay(cartId, { email: 'nikos@example.com' })
    await syncOrder(order.id, await jobContextOf(app))
    const ledger = await ledgerOf(app, order.id)
    app.later(730 * dayMinutes)
    await runTwiceAtOnce()
    expect(await purchasesOf(app, gift)).toMatchObject([{ giver_email: 'nikos@example.com' }])
    app.later(5 * dayMinutes)
    await runTwiceAtOnce()
    expect(await purchasesOf(app, gift)).toMatchObject([
      { giver_name: 'Νίκος Δοκιμή', giver_email: null, message: 'Να ζήσετε!', cents: 50_00 },
    ])
    expect(await handoffOf(reference)).toMatchObject({ giver_name: 'Νίκος Δοκιμή', giver_email: null })
    expect(await ledgerOf(app, order.id)).toEqual(ledger)
    await app.shop.actions.refund(order.id)
    await syncOrder(order.id, await jobContextOf(app))
    expect(await purchasesOf(app, gift)).toMatchObject([{ state: 'void', cents: 0 }])
    await expectInvariants(app.db, registry.id)
    app.later(31 * dayMinutes)
    await runTwiceAtOnce()
    expect(await purchasesOf(app, gift)).toMatchObject([{ giver_name: '', message: null }])
    expect(await handoffOf(reference)).toMatchObject({ giver_name: null, message: null })
    app.clock.now = start
  })
})
