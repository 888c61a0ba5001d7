import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstId } from '../bench/fill/filled-tables.ts'
import { createDb } from '../src/server/postgres/database.ts'
import { aGift, aHost, aRegistry, lineOf } from './builders.ts'
import { filledDatabase } from './filled-database.ts'
import { handOff } from './orders.ts'
import { type AllowedStatement, findLargeTables, findPlanProblems, watchPlans } from './plans.ts'
import { testStart } from './postgres.ts'
import { type TestApp, testApp } from './test-app.ts'

/**
 * Every job of the clock on a database of some years: none reads a whole table, and what one run reads does not grow with
 * the tables. 12,000 registries make each table large enough for the planner to choose as it does with more.
 */
const plans = watchPlans()
let database: Awaited<ReturnType<typeof filledDatabase>>
let app: TestApp
let large: Set<string>
beforeAll(async () => {
  database = await filledDatabase()
  const unlimited = createDb(new pg.Pool({ connectionString: database.url, max: 1 }))
  await leaveWork(unlimited)
  large = await findLargeTables(unlimited)
  await unlimited.destroy()
  app = await testApp({ database, watchPool: plans.watch })
  await leaveOrder()
}, 2_400_000)
afterAll(async () => {
  await app.close()
  await database.drop()
})

/** Something due for each job, among all that is not: some rows of each kind. */
async function leaveWork(db: ReturnType<typeof createDb>): Promise<void> {
  const [now, few] = [testStart, sql`(r % 10 = 3 and r < 300)`]
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const some = (
      where: string,
    ) => sql`id in (select id from (select id, id - ${firstId} as r from ${sql.table(where)}) one
      where ${few})`
    await sql`update registry set closing_day = ${now}::date - 1, last_closed_day = null, removed_at = null, privacy = 'public'
      where ${some('registry')}`.execute(tx)
    await sql`delete from closing where registry_${some('registry')}`.execute(tx)
    await sql`insert into late_money select registry_id from closing where number = 1 limit 300 on conflict do nothing`.execute(
      tx,
    )
    await sql`update registry set search_indexed = false where id % 400 = 7`.execute(tx)
    await sql`update registry set surprise = true, reveal_day = ${now}::date - 1 where id % 400 = 9`.execute(
      tx,
    )
    await sql`update customer set shop_link_due_at = ${now}, shop_customer_id = null where id % 400 = 1`.execute(
      tx,
    )
    await sql`update customer set marketing_consent_at = ${now} where id % 400 = 2`.execute(tx)
    await sql`update outbox set state = 'waiting', template = 'registry-closing-day',
      next_attempt_at = ${now} where id % 2000 = 3`.execute(tx)
    await sql`update session set expires_at = ${now}::timestamptz - interval '1 day' where customer_id % 5 = 1`.execute(
      tx,
    )
    await sql`update known_device set seen_at = ${now}::timestamptz - interval '500 days' where customer_id % 5 = 2`.execute(
      tx,
    )
    await sql`update rate_limit set window_start = ${now}::timestamptz - interval '10 days' where count = 3 and key < '2'`.execute(
      tx,
    )
    await sql`update handoff set state = 'open', reserved_until = ${now}::timestamptz - interval '1 hour', created_at = ${now}
      where id % 2000 = 3`.execute(tx)
    await sql`delete from closing_notice where registry_id % 5 = 1`.execute(tx)
  })
  await sql`analyze`.execute(db)
}

/** A gift that was bought in full by way of the shop, and money towards another one, not read yet. */
async function leaveOrder(): Promise<void> {
  const registry = await aRegistry(app, await aHost(app), { closing_day: null })
  const [whole, group] = [
    await aGift(app, registry),
    await aGift(app, registry, { group: true, cents: 9000 }),
  ]
  const { cartId } = await handOff(app, registry, [
    lineOf(whole, { units: 1 }),
    lineOf(group, { cents: 4000 }),
  ])
  await app.shop.actions.pay(cartId)
}

/** What a job may do beyond that, and why. */
const allowed: AllowedStatement[] = [
  ...[
    ...['delete from demand_line', 'insert into demand_line', 'from demand_count'],
    ...['delete from demand_month_line', 'insert into demand_month_line'],
  ].map(query => ({
    query,
    problem: /reads/,
    why: 'what was counted is summed up once a count, five times a day; it has a line a product and month',
  })),
  {
    query: 'with taken as',
    problem: /more than 10000 rows of (handoff|purchase)/,
    why: 'the overview counts all carts of a day, by their moment; the filled database has many on one day',
  },
]

test('no job reads a whole table, or more with every year', async () => {
  const problems: string[] = []
  const times: string[] = []
  plans.take()
  const jobs = app.processA.jobs.map(({ name }) => name)
  expect(jobs.length).toBe(24)
  for (const name of jobs) {
    const start = performance.now()
    await app.job(name).catch(error => problems.push(`${name} fails: ${describe(error)}`))
    const statements = plans.take()
    times.push(`${name}: ${statements.length} statements in ${Math.round(performance.now() - start)} ms`)
    problems.push(...findPlanProblems(statements, large, allowed).map(problem => `${name} ${problem}`))
  }
  process.stdout.write(`${times.join('\n')}\n`)
  expect(large.size).toBeGreaterThan(15)
  expect(problems).toEqual([])
}, 2_400_000)

const describe = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.slice(0, 3).map(describe).join(', ') : String(error)

test('a statement that reads a whole table, or answers without a limit, is found', async () => {
  await sql`select count(*) from gift where sku = 'no such'`.execute(app.db)
  await sql`select id from gift order by id limit 2000`.execute(app.db)
  expect(findPlanProblems(plans.take(), large)).toEqual([
    'answers with more than 1000 rows: select id from gift order by id limit 2000',
    "reads the whole table gift: select count(*) from gift where sku = 'no such'",
  ])
})
